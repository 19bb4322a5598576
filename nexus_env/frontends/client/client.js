// The protocol of nexus_env for front ends in JavaScript: in browsers and in Node 18 or later, without a build step.
//
//     import { Http } from "./client.js";
//     const service = new Http("http://127.0.0.1:8000");
//     const best = await service.ask("go", { position: "…", agent: "search", time: 2 });
//
// docs/protocol.md lists the messages; every answer is the message as it came.

/** @typedef {Record<string, unknown>} Fields of a message, as docs/protocol.md lists them */
/** @typedef {{type: string, to?: unknown} & Fields} Message */
/** @typedef {{code: string, place: string, found: string, expected: string, advice?: string}} Refusal */
/** @typedef {{type: string, resolve: (answer: Message) => void}} Asked a request without an answer yet */
/** @typedef {Message & {cursor: number, events: unknown[], state: {phase: string}}} Update as far as it is read here */

/** The service has answered with an error; `code`, `place`, `found`, `expected` and `advice` are its own. */
export class Refused extends Error {
  /** @param {Refusal} message */
  constructor(message) {
    super(`${message.code}: ${message.place}: got ${message.found}; expected ${message.expected}. ${message.advice ?? ""}`.trim());
    this.code = message.code;
    this.place = message.place;
    this.found = message.found;
    this.expected = message.expected;
    this.advice = message.advice;
  }
}

const CLOSED = {
  type: "error",
  code: "closed",
  place: "connection",
  found: "its end",
  expected: "an answer",
  advice: "Connect again, and watch with the last cursor.",
};

/** @param {Message} answer */
function checked(answer) {
  if (answer.type === "error") throw new Refused(/** @type {Message & Refusal} */ (answer));
  return answer;
}

/** A client over HTTP; each message is independent. */
export class Http {
  constructor(url = "") {
    this.url = url.replace(/\/$/, "");
  }

  /**
   * Say a message of a type; its answer.
   * @param {string} type
   * @param {object} fields
   * @returns {Promise<Message>}
   */
  async ask(type, fields = {}) {
    const said = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) };
    const response = await fetch(`${this.url}/v1/${type}`, said).catch(() => {
      throw new Refused({ ...CLOSED, found: `no service at ${this.url}`, advice: "Ask again." });
    });
    return checked(await response.json());
  }

  /**
   * Yield the updates of a bout as they come, from after a cursor to its end: `for await (const update of …)`.
   * @param {string} bout
   * @param {string} [token] of a seat; without one, the updates of a spectator
   */
  async *follow(bout, token, after = 0) {
    const where = token ? { bout, token } : { bout };
    let update = /** @type {Update} */ (await this.ask("look", { ...where, after }));
    yield update;
    while (update.state.phase !== "over") {
      update = /** @type {Update} */ (await this.ask("look", { ...where, after: update.cursor, wait: 20 }));
      if (update.events.length) yield update;
    }
  }
}

const HEARTBEAT = 4000; // ms between pings; a connection that is only half open shows it by nothing else
const PATIENCE = 4000; // ms until a ping counts as unanswered

// Requests that change a bout: their events come only once, in the answer. `onupdate` receives these answers, too.
const DEEDS = new Set(["play", "undo", "ask_undo", "answer_undo", "resign", "offer_draw", "answer_draw", "claim", "skip"]);

/**
 * A conversation over a WebSocket: several questions at once, and `onupdate` for what comes by itself, and for what comes
 * of one's own deeds (their answers are given, too). A connection that is lost is noticed within ten seconds.
 */
export class Socket {
  /**
   * `WebSocket` is the browser's; older versions of Node need one, such as that of the package `ws`.
   * @param {string} url
   * @param {object} options
   * @param {typeof globalThis.WebSocket} [options.WebSocket]
   * @param {(message: Message) => void} [options.onupdate]
   * @param {() => void} [options.onclose]
   * @param {number} [options.heartbeat] ms between two checks of the connection; 0 for none
   */
  constructor(url, { WebSocket = globalThis.WebSocket, onupdate = () => {}, onclose = () => {}, heartbeat = HEARTBEAT } = {}) {
    /** @type {Map<unknown, Asked>} */
    this.waiting = new Map();
    this.number = 0;
    if (!WebSocket) throw new Error("there is no WebSocket here: pass one, such as that of the package ws, as new Socket(url, { WebSocket })");
    this.socket = new WebSocket(url);
    this.opened = new Promise((resolve, reject) => {
      this.socket.addEventListener("open", resolve);
      this.socket.addEventListener("error", () => reject(new Error(`there is no service at ${url}`)));
    });
    this.opened.catch(() => {}); // `ask` reports the error
    this.socket.addEventListener("message", ({ data }) => {
      if (this.isLost) return; // another connection has taken its place
      const message = JSON.parse(data);
      const answered = this.waiting.get(message.to);
      if (!answered) return onupdate(message);
      this.waiting.delete(message.to);
      if (message.type === "update" && DEEDS.has(answered.type)) onupdate(message);
      answered.resolve(message);
    });
    this.onclose = onclose;
    this.isLost = false;
    this.socket.addEventListener("close", () => this.lose());
    this.heart = heartbeat && setInterval(() => this.check(), heartbeat);
    /** @type {any} */ (this.heart)?.unref?.(); // Node ends although it beats
  }

  /** Ask whether the service still answers; if it does not within `patience` ms, the connection is lost. */
  async check(patience = PATIENCE) {
    if (this.socket.readyState !== 1) return;
    let late = 0;
    const wait = (/** @type {number} */ began) => {
      late = setTimeout(() => {
        // Whoever was busy or asleep meanwhile has not had the time to hear the answer.
        if (Date.now() - began > patience + HEARTBEAT) wait(Date.now());
        else this.lose();
      }, patience);
    };
    wait(Date.now());
    await this.ask("ping").catch(() => {});
    clearTimeout(late);
  }

  /** Give the connection up at once: on one that is half open, closing would wait for an answer. */
  lose() {
    if (this.isLost) return;
    this.isLost = true;
    clearInterval(this.heart);
    for (const answered of this.waiting.values()) answered.resolve(CLOSED);
    this.waiting.clear();
    this.socket.close();
    this.onclose();
  }

  /**
   * Say a message of a type; its answer.
   * @param {string} type
   * @param {object} fields
   * @returns {Promise<Message>}
   */
  async ask(type, fields = {}) {
    await this.opened;
    if (this.isLost || this.socket.readyState !== 1) throw new Refused(CLOSED); // otherwise, the message would be lost silently
    const id = ++this.number;
    /** @type {Promise<Message>} */
    const answer = new Promise((resolve) => this.waiting.set(id, { type, resolve }));
    this.socket.send(JSON.stringify({ type, id, ...fields }));
    return checked(await answer);
  }

  close() {
    this.lose();
  }
}
