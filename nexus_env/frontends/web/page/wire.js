// The service, as the page talks to it: one request, or a conversation about a bout that mends itself.

import { Http, Refused, Socket } from "/client.js";

const PATIENCE = 15_000; // ms until an answer is missed
const HEARTBEAT = 20_000; // ms between two pings
const LONGEST_PAUSE = 8_000; // ms between two attempts to connect
const PAUSE = 1000; // ms until a service that is busy is asked again
const BROKEN = "The connection to the service is lost; reconnecting.";

/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Joined} Joined */

/**
 * What answers each type of request.
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
 * What a request says besides its type.
 * @template {keyof Answers} Type
 * @typedef {Omit<Extract<Request, {type: Type}>, "type">} Fields
 */

const service = new Http();

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
 * Why the service refused something; empty where it did not answer at all.
 * @param {unknown} error
 */
export const codeOf = (error) => (error instanceof Refused ? error.code : "");

export const UNKNOWN = "unknown bout"; // the code of a refusal: there is no bout of this name

/**
 * One request over HTTP, made again while the service is too busy to answer it.
 * @template {keyof Answers} Type
 * @param {Type} type
 * @param {Fields<Type>} fields
 * @param {() => boolean} isWanted whether the answer is still waited for
 * @returns {Promise<Answers[Type] | null>} null if it is not wanted any more
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

/** A conversation over the WebSocket. A broken line is mended, and the bout that is watched goes on from its cursor. */
export class Wire {
  /**
   * @param {(update: Update) => void} onUpdate is given every update of the bout
   * @param {(holds: boolean, refused?: Error) => void} onLine is told whether the line holds, and why it was refused
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
    this.heart = 0;
  }

  /**
   * Be told what happens in a bout, all that has happened first.
   * @param {string} bout
   * @param {string | undefined} token
   */
  watch(bout, token) {
    this.watched = { bout, after: 0, ...(token && { token }) };
    this.connect();
  }

  /**
   * The answer to a request.
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
    const address = `${scheme}//${location.host}/v1/socket`;
    const onupdate = (/** @type {unknown} */ message) => this.tell(/** @type {Update} */ (message));
    const socket = new Socket(address, { onupdate, onclose: () => this.mend() });
    this.socket = socket;
    try {
      const update = await answered(socket, "watch", watched);
      this.heart = setInterval(() => this.ask("ping", {}).catch(() => socket.close()), HEARTBEAT);
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
    clearInterval(this.heart);
    this.holds = false;
    if (this.watched === null) return;
    this.onLine(false);
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }
}

/**
 * The answer to a request, which is not waited for without end.
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
