// The messages of the service: one request over HTTP, or a conversation over a WebSocket that mends itself.

const PATIENCE = 15_000; // ms until an answer is missed
const HEARTBEAT = 20_000; // ms between two pings
const LONGEST_PAUSE = 8_000; // ms between two attempts to connect

/** A request was refused; the message says what was found and what was expected. */
export class Refused extends Error {
  constructor(error) {
    super(`${error.place}: found ${error.found}, expected ${error.expected}. ${error.advice ?? ""}`.trim());
    this.code = error.code;
  }
}

function opened(answer) {
  if (answer.type === "error") throw new Refused(answer);
  return answer;
}

/** One request over HTTP, such as post("create", {seats: […]}). */
export async function post(type, fields = {}) {
  const response = await fetch(`/v1/${type}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fields),
  });
  return opened(await response.json());
}

/** A conversation over the WebSocket. A broken line is mended, and the bout that is watched goes on from its cursor. */
export class Wire {
  /** @param onUpdate is given every update of the bout that is watched; @param onLine whether the line holds. */
  constructor(onUpdate, onLine) {
    this.onUpdate = onUpdate;
    this.onLine = onLine;
    this.waiting = new Map();
    this.number = 0;
    this.pause = 500;
    this.watched = null;
  }

  /** Be told what happens in a bout, all that has happened first. */
  watch(bout, token) {
    this.watched = { bout, token, after: 0 };
    this.connect();
  }

  /** The answer to a request. */
  ask(type, fields = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN)
      return Promise.reject(new Error("The line to the service is broken; it is being mended."));
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => this.settle(id, (waits) => waits.reject(new Error("The service does not answer."))),
        PATIENCE,
      );
      this.waiting.set(id, { resolve, reject, late });
      this.socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  close() {
    this.watched = null;
    clearTimeout(this.retry);
    this.socket?.close();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/v1/socket`);
    this.socket.onopen = () => this.begin();
    this.socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    this.socket.onclose = () => this.mend();
  }

  async begin() {
    this.heart = setInterval(() => this.ask("ping").catch(() => this.socket.close()), HEARTBEAT);
    try {
      const { after, token, bout } = this.watched;
      const update = await this.ask("watch", { bout, after, ...(token && { token }) });
      this.pause = 500;
      this.onLine(true);
      this.tell(update);
    } catch (error) {
      if (error instanceof Refused) {
        this.close();
        this.onLine(false, error);
      } else this.socket.close();
    }
  }

  hear(message) {
    if (message.to === undefined) {
      if (message.type === "update") this.tell(message);
      return;
    }
    this.settle(message.to, (waits) => {
      try {
        waits.resolve(opened(message));
      } catch (error) {
        waits.reject(error);
      }
    });
  }

  tell(update) {
    if (this.watched === null) return;
    this.watched.after = update.cursor;
    this.onUpdate(update);
  }

  settle(id, how) {
    const waits = this.waiting.get(id);
    if (!waits) return;
    this.waiting.delete(id);
    clearTimeout(waits.late);
    how(waits);
  }

  mend() {
    clearInterval(this.heart);
    for (const id of [...this.waiting.keys()])
      this.settle(id, (waits) => waits.reject(new Error("The line broke before the answer came.")));
    if (this.watched === null) return;
    this.onLine(false);
    this.retry = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }
}
