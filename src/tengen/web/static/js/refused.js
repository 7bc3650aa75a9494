// What an engine says no to: a sentence, and a few words that the page can translate.

export class Refused extends Error {
  constructor(status, body, retryAfter = null) {
    super(typeof body?.error === "string" ? body.error : `HTTP ${status}`);
    this.status = status;
    this.code = body?.code;
    this.retryAfter = retryAfter;
  }
}
