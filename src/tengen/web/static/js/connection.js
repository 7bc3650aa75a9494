// The line to a game: a websocket that says hello, and comes back by itself after it was cut.

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 15;
const PING_EVERY = 15;
const PONG_WITHIN = 8;
const GONE = 4404; // there is no such game

export class Connection {
  /** heard(message, isFirst) for every message, and whether it is the first since the line was open (again);
   *  changed() when `status` did: connecting, open, waiting, closed. */
  constructor(id, token, { heard, changed }) {
    this.id = id;
    this.status = "connecting";
    this.retryAt = 0;
    this._token = token;
    this._heard = heard;
    this._changed = changed;
    this._tries = 0;
    this._online = () => this.status === "waiting" && this.retryNow();
    window.addEventListener("online", this._online);
    this._open();
  }

  send(message) {
    if (this.status !== "open") return false;
    this._socket.send(JSON.stringify(message));
    return true;
  }

  retryNow() {
    clearTimeout(this._timer);
    if (this.status === "waiting") this._open();
  }

  close() {
    window.removeEventListener("online", this._online);
    clearTimeout(this._timer);
    this._become("closed");
    this._socket?.close();
  }

  _open() {
    this._become("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/games/${encodeURIComponent(this.id)}`);
    this._socket = socket;
    socket.addEventListener("open", () => {
      const token = this._token ? { token: this._token } : {};
      socket.send(JSON.stringify({ type: "hello", ...token }));
      this._expectSilence(PONG_WITHIN);
    });
    socket.addEventListener("message", (event) => socket === this._socket && this._read(event.data));
    socket.addEventListener("close", (event) => {
      if (socket !== this._socket) return;
      if (event.code === GONE) this.close();
      else this._lost();
    });
  }

  _read(text) {
    this._expectSilence(PING_EVERY);
    const message = JSON.parse(text);
    const isFirst = this.status === "connecting";
    if (isFirst) {
      this._tries = 0;
      this._become("open");
    }
    if (message.type !== "pong") this._heard(message, isFirst);
  }

  /** After so long without a word, asks whether anybody is there; after some more, hangs up. */
  _expectSilence(seconds) {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      if (this.status === "open") this._socket.send(JSON.stringify({ type: "ping" }));
      this._timer = setTimeout(() => this._lost(), PONG_WITHIN * 1000);
    }, seconds * 1000);
  }

  _lost() {
    clearTimeout(this._timer);
    if (this.status === "closed" || this.status === "waiting") return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this._tries) * (0.75 + Math.random() / 2);
    this._tries += 1;
    this.retryAt = Date.now() + wait * 1000;
    const socket = this._socket;
    this._socket = null;
    socket.close();
    this._become("waiting");
    this._timer = setTimeout(() => this._open(), wait * 1000);
  }

  _become(status) {
    this.status = status;
    this._changed();
  }
}
