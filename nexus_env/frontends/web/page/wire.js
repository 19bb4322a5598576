// The service, as the page talks to it: one request, or a conversation about a bout that mends itself.

import { Http, Refused, Socket } from "/client.js";

const PATIENCE = 15_000; // ms until an answer is missed
const HEARTBEAT = 20_000; // ms between two pings
const LONGEST_PAUSE = 8_000; // ms between two attempts to connect
const BROKEN = "The line to the service is broken; it is being mended.";

const service = new Http();

/** One request over HTTP, such as post("create", {seats: […]}). */
export const post = (type, fields) => service.ask(type, fields);

/** A conversation over the WebSocket. A broken line is mended, and the bout that is watched goes on from its cursor. */
export class Wire {
  /** `onUpdate` is given every update of the bout; `onLine` whether the line holds, and why it was refused. */
  constructor(onUpdate, onLine) {
    this.onUpdate = onUpdate;
    this.onLine = onLine;
    this.pause = 500; // ms until the next attempt
    this.watched = null;
    this.holds = false;
  }

  /** Be told what happens in a bout, all that has happened first. */
  watch(bout, token) {
    this.watched = { bout, after: 0, ...(token && { token }) };
    this.connect();
  }

  /** The answer to a request. */
  async ask(type, fields) {
    if (!this.holds) throw new Error(BROKEN);
    return this.answered(type, fields);
  }

  async answered(type, fields) {
    let late;
    const patience = new Promise((_, reject) => {
      late = setTimeout(() => reject(new Error("The service does not answer.")), PATIENCE);
    });
    return Promise.race([this.socket.ask(type, fields), patience]).finally(() => clearTimeout(late));
  }

  async connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/v1/socket`;
    this.socket = new Socket(address, { onupdate: (message) => this.tell(message), onclose: () => this.mend() });
    try {
      const update = await this.answered("watch", this.watched);
      this.heart = setInterval(() => this.ask("ping").catch(() => this.socket.close()), HEARTBEAT);
      Object.assign(this, { pause: 500, holds: true });
      this.onLine(true);
      this.tell(update);
    } catch (error) {
      if (error instanceof Refused && error.code !== "closed") {
        this.watched = null;
        this.onLine(false, error);
      }
      this.socket.close();
    }
  }

  tell(update) {
    if (update.type !== "update") return;
    this.watched.after = update.cursor;
    this.onUpdate(update);
  }

  mend() {
    clearInterval(this.heart);
    this.holds = false;
    if (this.watched === null) return;
    this.onLine(false);
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }
}
