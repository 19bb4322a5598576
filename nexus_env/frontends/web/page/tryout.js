// A position to try out against agents, with undo: a step of a replay, or pasted text.

import { agentOptions } from "./advice.js";
import { Board } from "./board.js";
import { columns, decision, tools } from "./columns.js";
import { Chooser } from "./commands.js";
import { h, patch } from "./dom.js";
import { games, named as gameNamed } from "./game.js";
import { showRule } from "./glossary.js";
import { followLog, log } from "./log.js";
import { outlook } from "./outlook.js";
import { panel } from "./panels.js";
import { written } from "./replay_address.js";
import { rollsOf, tray } from "./rolls.js";
import { ROOT } from "./root.js";
import { share } from "./sharing.js";
import { announce, drawBar, pace, present } from "./shell.js";
import { summary } from "./summary.js";
import { explainTerms } from "./terms.js";
import { capital, namesAt, said, there } from "./words.js";
import { Walker } from "./walking.js";
import { patiently } from "./wire.js";

const THINKING = 1; // seconds per agent decision
const KEPT = "nexus try"; // the key in session storage for the position

/** @typedef {import("./protocol.js").Situation} Situation */
/** @typedef {import("./words.js").Choice} Choice */
/** @typedef {import("./replay_address.js").Place} Place */

/**
 * The base of a tryout: a transcript up to a turn, or a position. `place` is where it came from.
 * @typedef {{game?: string, transcript?: string, turns?: number, position?: string, place?: Place, players?: string[]}} Base
 */

/** @typedef {{action: number, command: string, seat: string, isMine: boolean}} Move */

/**
 * Go to the table from another page, to try out this position.
 * @param {Base} base
 */
export function tryOut(base) {
  sessionStorage.setItem(KEPT, JSON.stringify(base));
  location.href = `${ROOT}#try`;
}

export class Tryout {
  /** @type {Base} */
  base = {};
  /** @type {Move[]} */
  moves = [];
  /** @type {Move[]} */
  shown = []; // the moves that lead to the table as shown
  /** @type {Record<string, import("./protocol.js").Happening[]>} */
  happened = {}; // by the number of moves
  /** @type {Situation | null} */
  known = null; // the state of the table, once it is loaded
  /** @type {import("./protocol.js").ServedGame[]} */
  games = [];
  /** @type {import("./game.js").Played | null} */
  played = null; // the game, once it is loaded
  /** @type {Record<string, string>} */
  agents = {}; // the agents of seats; you decide for all others
  /** @type {Record<string, string>} */
  names = {};
  typed = "";
  trouble = "";
  isBusy = false;
  run = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.chooser = new Chooser(
      () => this.draw(),
      (choice) => this.choose(choice),
      showRule,
      async () => true, // it can be undone
    );
    this.board = new Board(
      () => this.draw(),
      (cell, _, byFinger) => this.onCell(cell, byFinger),
      (cell) => this.walker.point(cell),
    );
    this.walker = new Walker(this);
    explainTerms(document.body, () => this.played?.rulebook);
    this.begin();
  }

  get game() {
    return there(this.played);
  }

  /** Whether you decide now. */
  get isMine() {
    const seat = this.known?.seat;
    return Boolean(seat) && !this.agents[seat ?? ""];
  }

  // --- the interface for walks ---

  get cursor() {
    return this.moves.length;
  }

  get isAsked() {
    return this.isMine;
  }

  get mayWalk() {
    return this.isMine && !this.isBusy;
  }

  /** The table, and the seat of the current or last decision: walks belong to one seat. */
  get state() {
    const known = there(this.known);
    return { you: this.moves.findLast(({ isMine }) => isMine)?.seat ?? known.seat, view: known.view };
  }

  /** The decisions so far, as events for the log. */
  get events() {
    return this.moves.map(({ action, command, seat }, place) => ({
      cursor: place + 1,
      kind: /** @type {const} */ ("turn"),
      by_clock: false,
      seat,
      action,
      command,
      happened: this.happened[place + 1] ?? [],
    }));
  }

  /** @param {() => boolean} isWanted */
  async findWalks(isWanted) {
    const found = await patiently("legal", { ...this.asked, walks: true }, isWanted);
    return found?.walks;
  }

  /** @param {Choice} choice */
  choose(choice) {
    this.walker.forget(); // forget why the last walk stopped
    return this.play(choice);
  }

  /** @param {Choice} choice */
  play({ action, command }) {
    return this.move(action, command, true);
  }

  /**
   * @param {string} cell
   * @param {boolean} byFinger
   */
  onCell(cell, byFinger) {
    if (!this.walker.going && !this.mayWalk) return;
    if (!this.walker.choose(cell, byFinger)) this.chooser.onCell(cell);
  }

  async begin() {
    try {
      this.games = await games();
      const kept = sessionStorage.getItem(KEPT);
      if (kept) await this.open(JSON.parse(kept));
    } catch (error) {
      this.fail(error);
    }
    this.draw();
  }

  /**
   * Set up a position. You decide for the seat to act, agents for all others.
   * @param {Base} base
   */
  async open(base) {
    const run = this.run + 1;
    Object.assign(this, { base, run, moves: [], happened: {}, agents: {}, trouble: "" });
    this.walker.forget();
    const known = await this.ask(run);
    if (!known || run !== this.run) return;
    this.played = await gameNamed(this.games, known.game);
    const { served } = this.game;
    present(served);
    const seats = known.view.seats.map(({ seat }) => seat);
    const usual = served.agents.find(({ name, seats: able }) => name === served.default && able.includes(seats.length));
    const mine = known.seat?.startsWith("player") ? known.seat : seats[0];
    for (const seat of seats) if (seat !== mine) this.agents[seat] = usual?.name ?? served.fallback;
    sessionStorage.setItem(KEPT, JSON.stringify(base));
    this.lay(known);
  }

  /** The fields of a request: the position, and the moves after it. */
  get asked() {
    const { game, transcript, turns, position } = this.base;
    const then = this.moves.map(({ action }) => action);
    return { game, transcript, turns, position, then };
  }

  /**
   * Request the state after the moves; null if there was another request meanwhile.
   * @param {number} run
   */
  ask(run) {
    return patiently("legal", { ...this.asked, eyes: "everybody" }, () => run === this.run);
  }

  /** @param {Situation} known */
  lay(known) {
    Object.assign(this, { known, shown: this.moves });
    this.happened[this.moves.length] = known.happened ?? [];
    const seats = known.view.seats.map(({ seat }) => seat);
    this.names = namesAt(seats, (this.base.players ?? []).map(capital));
    this.chooser.take({ view: known.view, legal: known.legal }, this.names, this.game);
    this.draw();
    if (!this.walker.goOn()) this.letAgents();
  }

  /**
   * Make a decision, and show its consequences.
   * @param {number} action
   * @param {string} command
   * @param {boolean} isMine
   */
  async move(action, command, isMine) {
    this.moves = [...this.moves, { action, command, seat: this.known?.seat ?? "dice", isMine }];
    await this.look();
  }

  /** Load the state; only the last request counts. If it fails, the table stays as it was. */
  async look() {
    const run = ++this.run;
    Object.assign(this, { isBusy: true, trouble: "" });
    this.draw();
    try {
      const known = await this.ask(run);
      if (!known || run !== this.run) return;
      this.isBusy = false;
      this.lay(known);
    } catch (error) {
      if (run !== this.run) return;
      Object.assign(this, { moves: this.shown, isBusy: false });
      this.walker.forget();
      this.fail(error);
    }
  }

  /** Let an agent decide, if it is its turn. */
  async letAgents() {
    const { run, known } = this;
    const agent = this.agents[known?.seat ?? ""];
    if (!agent || known?.result) return;
    try {
      const [best] = await Promise.all([
        patiently("go", { ...this.asked, agent, time: THINKING }, () => run === this.run),
        new Promise((resolve) => setTimeout(resolve, pace())),
      ]);
      if (best && run === this.run && this.agents[best.seat] === agent) await this.move(best.action, best.command, false);
    } catch (error) {
      if (run === this.run) this.fail(error);
    }
  }

  /** Undo your last decision and everything after it. */
  undo() {
    const last = this.moves.findLastIndex(({ isMine }) => isMine);
    this.goBack(this.moves.slice(0, Math.max(0, last)));
  }

  /** @param {Move[]} moves the remaining moves */
  goBack(moves) {
    this.moves = moves;
    this.walker.forget();
    this.look();
  }

  /** @param {unknown} error */
  fail(error) {
    this.trouble = said(error);
    announce(this.trouble, true);
    this.draw();
  }

  // --- drawing ---

  draw() {
    if (!this.known || !this.chooser.state) {
      drawBar();
      patch(this.root, this.invitation());
      return;
    }
    const { view } = this.known;
    const { art } = this.game;
    drawBar(summary(view, this.names, this.game));
    const { events } = this;
    const last = events.at(-1);
    patch(
      this.root,
      columns(view, this.names, this.game, {
        kind: "tryout",
        title: "A position, tried out",
        trouble: this.trouble,
        players: Object.keys(this.names).map((seat) => panel(view, seat, this.names, this.game)),
        middle: [
          this.board.draw(view, this.names, art, this.mayWalk ? this.walker.marks(this.chooser.marks()) : undefined),
          tray(last ? rollsOf(last, this.names).slice(-5) : [], view, this.game),
          outlook(this.chooser.sights(), this.names),
          this.walker.told(),
        ],
        side: [
          decision("Decision", this.now(), this.walker.draw(), this.ways(), this.seating()),
          log(events, this.names, this.game, false),
        ],
      }),
    );
    followLog(this.root, true);
  }

  now() {
    const { result, seat, question } = there(this.known);
    if (result) return h("div", { class: "ask over", key: "over" }, h("h2", { tabindex: -1 }, "The bout is over"), h("p", {}, capital(question)));
    if (this.isMine) return this.chooser.draw(this.isBusy);
    const agent = capital(this.agents[seat ?? ""] ?? "");
    return h(
      "div",
      { class: "ask waiting", key: "waiting" },
      h("h2", { tabindex: -1 }, this.trouble ? `${agent} has not decided` : `${agent} thinks`),
      h("p", {}, `for ${this.names[seat ?? ""] ?? "the dice"}`),
      this.trouble && h("button", { class: "do primary", key: "retry", onclick: () => this.look() }, "Retry"),
    );
  }

  /** The buttons for undo and for leaving. */
  ways() {
    const { place } = this.base;
    const canUndo = this.moves.some(({ isMine }) => isMine);
    return tools([
      h("button", { class: "do", "aria-label": "Take back my last decision", disabled: !canUndo, onclick: () => this.undo() }, "Take back"),
      h("button", { class: "do", disabled: !this.moves.length, onclick: () => this.goBack([]) }, "Start again"),
      place && h("a", { class: "do", href: `${ROOT}${place.bout ? written(place) : "#replay"}` }, "To the replay"),
    ]);
  }

  leave() {
    sessionStorage.removeItem(KEPT);
    Object.assign(this, { known: null, base: {}, trouble: "", isBusy: false, run: this.run + 1 });
    this.draw();
  }

  /** The fields for the players and for the position as text. */
  seating() {
    const { served } = this.game;
    const seats = Object.keys(this.names);
    return h(
      "details",
      { class: "why", key: "seating" },
      h("summary", {}, "Who decides, and the position as text"),
      h(
        "div",
        { class: "fields" },
        seats.map((seat) =>
          h(
            "label",
            { class: "field", key: seat },
            this.names[seat],
            h(
              "select",
              {
                value: this.agents[seat] ?? "",
                onchange: (event) => {
                  this.agents[seat] = event.currentTarget.value;
                  this.look();
                },
              },
              h("option", { value: "" }, "You"),
              agentOptions(served, seats.length),
            ),
          ),
        ),
      ),
      h("p", { class: "quiet" }, "The text holds what the deciding seat knows. What is hidden from that seat is dealt at random when the text is opened."),
      share(there(this.known).position, "the position as text"),
      h("button", { class: "back", onclick: () => this.leave() }, "Open another position"),
    );
  }

  /** The form for pasting a position. */
  invitation() {
    const open = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      this.typed = String(form.get("position") ?? "").trim();
      this.open({ game: String(form.get("game")), position: this.typed }).catch((error) => this.fail(error));
    };
    return h(
      "form",
      { class: "card narrow opening-position", key: "invitation", onsubmit: open },
      h("h1", {}, "Open a position"),
      h("p", {}, "Paste a position as text. Try it out against agents, and take back what you like."),
      this.trouble && h("p", { class: "notice bad" }, this.trouble),
      h(
        "label",
        { class: "field" },
        "Game",
        h("select", { name: "game" }, this.games.map(({ name, title }) => h("option", { key: name, value: name }, title.split(":")[0]))),
      ),
      h("label", { class: "field" }, "Position", h("textarea", { name: "position", rows: 8, required: true, spellcheck: "false" }, this.typed)),
      h("div", { class: "buttons" }, h("button", { class: "do primary" }, "Open it"), h("a", { class: "do", href: ROOT }, "To the start")),
    );
  }
}
