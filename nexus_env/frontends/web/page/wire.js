// The page's access to the service: single requests, or a connection about a bout that reconnects by itself.

import { Http, Refused, Socket } from "../client.js";
import { ROOT } from "./root.js";

const PATIENCE = 15_000; // ms until an answer counts as missing
const HASTE = 2000; // ms until a ping counts as unanswered when the tab becomes visible
const LONGEST_PAUSE = 8_000; // ms between attempts to connect
const PAUSE = 1000; // ms before asking a busy service again
const BROKEN = "The connection to the service is lost; reconnecting.";

/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Joined} Joined */

/**
 * The answer to each type of request.
 * @typedef {object} Answers
 * @property {import("./protocol.js").Welcome} hello
 * @property {import("./protocol.js").Pong} ping
 * @property {Joined} create
 * @property {Joined} join
 * @property {Joined} again
 * @property {Update} look
 * @property {Update} watch
 * @property {Update} play
 * @property {Update} undo
 * @property {Update} ask_undo
 * @property {Update} answer_undo
 * @property {Update} resign
 * @property {Update} offer_draw
 * @property {Update} answer_draw
 * @property {Update} claim
 * @property {Update} skip
 * @property {import("./protocol.js").Kept} bouts
 * @property {import("./protocol.js").Recorded} record
 * @property {import("./protocol.js").Reasons} why
 * @property {import("./protocol.js").RuleBook} rules
 * @property {import("./protocol.js").PuzzleSet} puzzles
 * @property {import("./protocol.js").Advice} advise
 * @property {import("./protocol.js").Evaluation} evaluate
 * @property {import("./protocol.js").WalkList} walks
 * @property {import("./protocol.js").Best} go
 * @property {import("./protocol.js").Situation} legal
 * @property {import("./protocol.js").Replayed} replay
 * @property {import("./protocol.js").Lesson} learn
 */

/**
 * The fields of a request besides its type.
 * @template {keyof Answers} Type
 * @typedef {Omit<Extract<Request, {type: Type}>, "type">} Fields
 */

const service = new Http(ROOT);

/**
 * One request over HTTP, such as post("create", {seats: […]}).
 * @template {keyof Answers} Type
 * @param {Type} type
 * @param {Fields<Type>} fields
 */
export async function post(type, fields) {
  return /** @type {Answers[Type]} */ (/** @type {unknown} */ (await service.ask(type, fields)));
}

/**
 * The code of the service's refusal; empty if there was no answer.
 * @param {unknown} error
 */
export const codeOf = (error) => (error instanceof Refused ? error.code : "");

export const UNKNOWN = "unknown bout"; // the code for a bout name that does not exist

/**
 * One request over HTTP, repeated while the service is too busy.
 * @template {keyof Answers} Type
 * @param {Type} type
 * @param {Fields<Type>} fields
 * @param {() => boolean} isWanted whether the answer is still wanted
 * @returns {Promise<Answers[Type] | null>} null if it is no longer wanted
 */
export async function patiently(type, fields, isWanted) {
  while (isWanted()) {
    try {
      return await post(type, fields);
    } catch (error) {
      if (!["busy", "too often"].includes(codeOf(error))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}

/** A WebSocket connection. It reconnects after a loss, and the watched bout continues from its cursor. */
export class Wire {
  /**
   * @param {(update: Update) => void} onUpdate receives every update of the bout
   * @param {(holds: boolean, refused?: Error) => void} onLine receives whether the connection is open, and why it was refused
   */
  constructor(onUpdate, onLine) {
    this.onUpdate = onUpdate;
    this.onLine = onLine;
    this.pause = 500; // ms until the next attempt
    /** @type {Fields<"watch"> | null} */
    this.watched = null;
    this.holds = false;
    /** @type {Socket | null} */
    this.socket = null;
    this.waking = 0;
    addEventListener("online", () => this.renew());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.look());
  }

  /** Connect anew at once: the browser has changed its network. */
  renew() {
    if (!this.watched) return;
    if (this.socket && !this.socket.isLost) this.socket.lose();
    this.hurry();
  }

  /** See whether the connection holds: nobody could look before. */
  look() {
    if (this.holds) this.socket?.check(HASTE);
    else this.hurry();
  }

  /** Do not wait for the next attempt to connect. */
  hurry() {
    if (!this.waking) return;
    clearTimeout(this.waking);
    this.waking = 0;
    this.pause = 500;
    this.connect();
  }

  /**
   * Receive the events of a bout, beginning with the past ones.
   * @param {string} bout
   * @param {string | undefined} token
   */
  watch(bout, token) {
    this.watched = { bout, after: 0, ...(token && { token }) };
    this.connect();
  }

  /**
   * Send a request; returns its answer.
   * @template {keyof Answers} Type
   * @param {Type} type
   * @param {Fields<Type>} fields
   */
  async ask(type, fields) {
    if (!this.holds || !this.socket) throw new Error(BROKEN);
    return answered(this.socket, type, fields);
  }

  async connect() {
    const { watched } = this;
    if (!watched) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}${ROOT}v1/socket`;
    const onupdate = (/** @type {unknown} */ message) => this.tell(/** @type {Update} */ (message));
    const socket = new Socket(address, { onupdate, onclose: () => this.mend() });
    this.socket = socket;
    try {
      const update = await answered(socket, "watch", watched);
      Object.assign(this, { pause: 500, holds: true });
      this.onLine(true);
      this.tell(update);
    } catch (error) {
      if (error instanceof Refused && error.code !== "closed") {
        this.watched = null;
        this.onLine(false, error);
      }
      socket.close();
    }
  }

  /** @param {Update} update */
  tell(update) {
    if (update.type !== "update" || !this.watched) return;
    this.watched.after = update.cursor;
    this.onUpdate(update);
  }

  mend() {
    this.holds = false;
    if (this.watched === null) return;
    this.onLine(false);
    clearTimeout(this.waking);
    this.waking = setTimeout(() => {
      this.waking = 0;
      this.connect();
    }, this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }
}

/**
 * Send a request and return its answer, with a time limit.
 * @template {keyof Answers} Type
 * @param {Socket} socket
 * @param {Type} type
 * @param {Fields<Type>} fields
 */
async function answered(socket, type, fields) {
  let late = 0;
  const patience = new Promise((_, reject) => {
    late = setTimeout(() => reject(new Error("The service is not responding.")), PATIENCE);
  });
  const answer = Promise.race([socket.ask(type, fields), patience]).finally(() => clearTimeout(late));
  return /** @type {Answers[Type]} */ (await answer);
}
