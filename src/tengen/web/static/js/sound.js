// A stone put down, as a soft sound: a knock and a little noise, made here. Nothing sounds before somebody has touched
// the page, and the switch is remembered.

import { find } from "./dom.js";
import { keep, recall } from "./kept.js";

const LOUD = 0.16;
const TAKEN_AFTER = 0.07; // seconds

export class Sound {
  constructor() {
    this._context = null;
    this.on = recall("sound", true) === true;
    for (const gesture of ["pointerdown", "keydown"]) {
      document.addEventListener(gesture, () => this._wake(), { capture: true, passive: true });
    }
    find("#sound").addEventListener("click", () => this._switch());
    this._show();
  }

  /** A stone comes down; `taken`: and others are taken off, or turned over. */
  stone(taken = false) {
    if (!this.on || !this._context) return;
    this._knock(0, 1);
    if (taken) this._knock(TAKEN_AFTER, 0.6);
  }

  _wake() {
    if (!this.on || typeof AudioContext === "undefined") return;
    this._context ??= new AudioContext();
    if (this._context.state === "suspended") this._context.resume();
  }

  _switch() {
    this.on = !this.on;
    keep("sound", this.on);
    this._show();
    this._wake();
    this.stone();
  }

  _show() {
    find("#sound").setAttribute("aria-pressed", String(this.on));
  }

  _knock(after, strength) {
    const context = this._context;
    const begin = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: "sine", frequency: 420 });
    tone.frequency.setValueAtTime(420, begin);
    tone.frequency.exponentialRampToValueAtTime(170, begin + 0.06);
    const click = new AudioBufferSourceNode(context, { buffer: this._noise() });
    const muffled = new BiquadFilterNode(context, { type: "bandpass", frequency: 2100, Q: 0.8 });
    click.connect(muffled);
    this._play(tone, tone, begin, 0.11, LOUD * strength);
    this._play(click, muffled, begin, 0.035, 0.6 * LOUD * strength);
  }

  /** Lets a source sound for a moment, and fade. */
  _play(source, last, begin, seconds, loud) {
    const volume = new GainNode(this._context, { gain: 0 });
    volume.gain.setValueAtTime(loud, begin);
    volume.gain.exponentialRampToValueAtTime(0.0005, begin + seconds);
    last.connect(volume).connect(this._context.destination);
    source.start(begin);
    source.stop(begin + seconds);
  }

  _noise() {
    if (!this._hiss) {
      this._hiss = this._context.createBuffer(1, this._context.sampleRate * 0.05, this._context.sampleRate);
      const samples = this._hiss.getChannelData(0);
      for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * Math.random() - 1;
    }
    return this._hiss;
  }
}
