// The time that a side has: main time, an increment, byo-yomi of either kind. As players/clock.py has it.

import { badInput } from "./refusals.js";

const NUMBER = "\\d+(?:\\.\\d+)?";
const WORDS = new RegExp(`^(?:(?<each>${NUMBER})/move|(?<main>${NUMBER})(?:\\+(?:(?:(?<periods>\\d{1,9})x(?<period>${NUMBER})`
  + `|(?<canadian>${NUMBER})/(?<stones>\\d{1,9}))|(?<increment>${NUMBER})))?)$`);
const LAG = 0.02; // seconds: what it takes to be told the time and to be heard
const DAY = 24 * 3600;
export const GRACE = 0.05; // seconds that a side may overstep its time by

export class Clock {
  constructor({ remaining, increment = 0, period = 0, periods = 1, stones = 1, stonesLeft = 0 }) {
    const inPeriod = remaining === 0 && period && !stonesLeft;
    this.remaining = inPeriod ? period : remaining;
    this.increment = increment;
    this.period = period;
    this.periods = periods;
    this.stones = stones;
    this.stonesLeft = inPeriod ? stones : stonesLeft;
  }

  /** "60", "60+1", "60+5x10", "60+30/5" or "0.5/move", in seconds. */
  static parse(text) {
    const found = WORDS.exec(text.trim())?.groups;
    if (!found) {
      throw badInput(`'${text}' is not a clock; expected seconds as in 60, 60+1 (a second more with each move), `
        + "60+5x10 (then 5 periods of 10), 60+30/5 (then 30 for every 5 moves), or 0.5/move");
    }
    const clock = new Clock(found.each ? { remaining: 0, period: Number(found.each) } : {
      remaining: Number(found.main), increment: Number(found.increment ?? 0), period: Number(found.period ?? found.canadian ?? 0),
      periods: Number(found.periods ?? 1), stones: Number(found.stones ?? 1),
    });
    if (Math.max(clock.remaining, clock.increment, clock.period) > DAY || clock.periods > 100) {
      throw badInput(`'${text}' is too long for a clock; expected at most a day, and 100 periods`);
    }
    if (clock.available <= 0 && !clock.increment) throw badInput(`'${text}' leaves no time to move`);
    return clock;
  }

  /** The longest that this move can take without losing the game. */
  get available() {
    return this.remaining + this.period * (this.stonesLeft ? this.periods - 1 : this.periods);
  }

  /** The clock after a move that took this long; null: time is up and the game is lost. */
  after(seconds, grace = 0) {
    const spent = this._spent(seconds) ?? this._spent(Math.max(0, seconds - grace));
    if (!spent) return null;
    const { remaining, periods, stonesLeft } = spent;
    if (!stonesLeft) return this._with({ remaining: remaining + this.increment, periods, stonesLeft });
    if (stonesLeft > 1) return this._with({ remaining, periods, stonesLeft: stonesLeft - 1 });
    return this._with({ remaining: this.period, periods, stonesLeft: this.stones });
  }

  /** The clock when a move has taken this long and is not yet made; null: time is up. */
  running(seconds) {
    const spent = this._spent(seconds);
    return spent && this._with(spent);
  }

  /** How long to think about this move, if the side will make about this many moves, this one included. */
  allowance(movesLeft) {
    const later = this.increment + this.period / this.stones;
    const wanted = this.stonesLeft ? this.remaining / this.stonesLeft : this.remaining / Math.max(1, movesLeft) + 0.8 * later;
    return Math.max(0, Math.min(wanted - LAG, 0.9 * wanted, this.available - 2 * LAG));
  }

  _spent(seconds) {
    let { periods, stonesLeft } = this;
    let remaining = this.remaining - seconds;
    if (!stonesLeft) {
      if (remaining >= 0) return { remaining, periods, stonesLeft };
      if (!this.period) return null;
      remaining += this.period;
      stonesLeft = this.stones;
    }
    while (remaining < 0) {
      periods -= 1;
      if (periods < 1) return null;
      remaining += this.period;
      stonesLeft = this.stones;
    }
    return { remaining, periods, stonesLeft };
  }

  _with(changes) {
    return new Clock({ ...this, ...changes });
  }
}
