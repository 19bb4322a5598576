// A played bout, step by step: with scrubbing, the points of view of all seats, and curves.

import { agentOptions } from "./advice.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { columns } from "./columns.js";
import { curve } from "./curve.js";
import { h, patch } from "./dom.js";
import { Judging } from "./judging.js";
import { followLog, log } from "./log.js";
import { games, named as gameNamed } from "./game.js";
import { panel } from "./panels.js";
import * as address from "./replay_address.js";
import { rollsOf, tray } from "./rolls.js";
import { ROOT, addressAt } from "./root.js";
import { share } from "./sharing.js";
import { announce, drawBar, pace, present } from "./shell.js";
import { summary } from "./summary.js";
import { swingList, swingsOf } from "./swings.js";
import { standingBar } from "./standing.js";
import { explainTerms } from "./terms.js";
import { tryOut } from "./tryout.js";
import { capital, namesAt, plural, said, there } from "./words.js";
import { UNKNOWN, codeOf, post } from "./wire.js";
import { Refused } from "../client.js";

const PAGE = 50; // steps per request: MOST_STEPS_OF_A_REPLAY in limits.py
const MOST_BYTES = 1_000_000; // MOST_CHARACTERS_OF_A_TRANSCRIPT there
const DROPPED = "nexus replay"; // the key in session storage for a file
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

/** @typedef {import("./protocol.js").Step} Step */
/** @typedef {import("./protocol.js").Score} Score */

export class Replay {
  at = 0;
  /** @type {Step[]} */
  steps = [];
  turns = 0;
  eyes = "everybody";
  trouble = "";
  transcript = "";
  bout = ""; // its name at the service; empty for a file
  run = 0;
  isPlaying = false;
  timer = 0;
  /** @type {number[] | null} */
  result = null;
  /** @type {Record<string, string>} */
  names = {};
  /** @type {string[]} */
  players = []; // the players' names in the transcript
  /** @type {string | null} */
  judge = null; // the agent that judges, empty for none; null for the default
  /** @type {import("./protocol.js").ServedGame[]} */
  games = [];
  /** @type {import("./game.js").Played | null} */
  played = null; // the game, once it is loaded

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.judging = new Judging(this);
    this.analysis = new Analysis(this);
    this.board = new Board(
      () => this.draw(),
      () => {},
    );
    for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.take(event.dataTransfer?.files[0]));
    document.addEventListener("keydown", (event) => this.onKey(event));
    explainTerms(document.body, () => this.played?.rulebook);
    this.begin();
  }

  get game() {
    return there(this.played);
  }

  get place() {
    return { bout: this.bout, step: this.at, eyes: this.eyes };
  }

  async begin() {
    try {
      this.games = await games();
    } catch (error) {
      this.trouble = said(error);
    }
    const place = address.read(location.hash);
    const kept = sessionStorage.getItem(DROPPED);
    if (place.bout) await this.openBout(place);
    else if (kept) await this.open(kept);
    else this.draw();
  }

  /**
   * Open the replay of a bout of the service, at a step.
   * @param {import("./replay_address.js").Place} place
   */
  async openBout({ bout, step, eyes }) {
    this.transcript = "…"; // it is being loaded
    this.draw();
    try {
      const { transcript } = await post("record", { bout });
      await this.open(transcript, { bout, at: step, eyes });
    } catch (error) {
      this.bout = codeOf(error) === UNKNOWN ? "" : bout; // if there is a bout, show a link to it
      this.fail((error instanceof Refused && address.whyNone(error.code)) || said(error));
    }
  }

  /**
   * Open a file that was dropped or chosen.
   * @param {File | undefined} file
   */
  async take(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      this.fail(`${file.name}: got ${file.size} bytes; expected at most ${MOST_BYTES}.`);
      return;
    }
    const text = await file.text();
    history.replaceState(null, "", "#replay");
    sessionStorage.setItem(DROPPED, text); // to survive a reload
    await this.open(text);
  }

  /** @param {string} text */
  fail(text) {
    this.trouble = text;
    announce(text, true);
    this.draw();
  }

  /**
   * @param {string} transcript
   * @param {{bout?: string, at?: number, eyes?: string}} [place] its name at the service, and where to begin
   */
  async open(transcript, { bout = "", at = 0, eyes = "everybody" } = {}) {
    Object.assign(this, { transcript, bout, at, eyes, trouble: "", judge: null, analysis: new Analysis(this) });
    this.judging.reset();
    await this.load();
    if (this.steps.length) this.judgeAsUsual();
  }

  /** Load all steps, those around the current one first. */
  async load() {
    const run = ++this.run;
    this.steps = [];
    const first = PAGE * Math.floor(this.at / PAGE);
    try {
      await this.loadPage(first, run);
      for (let page = 0; page <= this.turns && run === this.run; page += PAGE)
        if (page !== first) await this.loadPage(page, run);
    } catch (error) {
      if (run === this.run) this.fail(said(error));
    }
  }

  /**
   * @param {number} first
   * @param {number} run
   */
  async loadPage(first, run) {
    const found = await post("replay", { transcript: this.transcript, eyes: this.eyes, first, count: PAGE });
    if (run !== this.run) return;
    if (this.played?.served.name !== found.game) this.played = await gameNamed(this.games, found.game);
    present(this.game.served);
    Object.assign(this, { turns: found.turns, result: found.result, players: found.players, at: Math.min(this.at, found.turns) });
    const seats = Array.from({ length: found.seats }, (_, place) => `player_${place}`);
    this.names = namesAt(seats, found.players.map(capital));
    for (const step of found.steps) this.steps[step.turn] = step;
    this.draw();
  }

  /**
   * Go to a step, waiting for it if it is not loaded yet.
   * @param {number} turn
   */
  seek(turn) {
    this.at = Math.min(this.turns, Math.max(0, turn));
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const isIn = (/** @type {string} */ css) => event.target instanceof Element && event.target.closest(css);
    if (!this.turns || isIn("input:not([type=range]), select, [role=gridcell], dialog, summary")) return;
    if (event.key === " " && !isIn("button, a")) this.toggle();
    else if (event.key in KEYS) this.seek(this.at + KEYS[event.key]);
    else return;
    event.preventDefault();
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.at === this.turns) this.at = 0;
    this.draw();
    this.advance();
  }

  advance() {
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.timer = setTimeout(
      () => {
        this.isPlaying = this.at + 1 < this.turns;
        this.seek(this.at + 1);
        this.advance();
      },
      Math.max(pace(), 60),
    );
  }

  /** Let the chosen or default agent judge, but only with all hands open, since its results would reveal them. */
  judgeAsUsual() {
    const agent = this.judge ?? this.game.served.estimators?.[Object.keys(this.names).length];
    if (agent && this.eyes === "everybody") this.judging.begin(agent);
  }

  /** Play on from this step, against agents. */
  tryOut() {
    const { transcript, players, place, at: turns } = this;
    tryOut({ transcript, turns, players, place });
  }

  // --- drawing ---

  draw() {
    const step = this.steps[this.at] ?? this.steps.findLast((known) => known);
    if (!step) {
      this.drawInvitation();
      return;
    }
    const view = step.view;
    const { art } = this.game;
    address.show(this.place);
    drawBar(summary(view, this.names, this.game));
    patch(
      this.root,
      columns(view, this.names, this.game, {
        kind: "replay",
        title: "Replay",
        trouble: this.trouble,
        players: Object.keys(this.names).map((seat) => panel(view, seat, this.names, this.game)),
        middle: [
          this.standing(),
          this.board.draw(view, this.names, art),
          tray(step.happened ? rollsOf(this.event(step), this.names).slice(-5) : [], view, this.game),
        ],
        side: [
          this.controls(),
          log(
            this.steps
              .slice(1, this.at + 1)
              .filter(Boolean)
              .map((known) => this.event(known)),
            this.names,
            this.game,
            false,
          ),
        ],
      }),
    );
    followLog(this.root, true);
  }

  /**
   * A step as an event for the log.
   * @param {Step} step
   * @returns {import("./protocol.js").Event}
   */
  event(step) {
    return {
      cursor: step.turn,
      kind: "turn",
      by_clock: false,
      seat: step.seat ?? "dice",
      command: step.command,
      happened: step.happened ?? [],
    };
  }

  drawInvitation() {
    drawBar();
    patch(
      this.root,
      h(
        "section",
        { class: "card narrow drop" },
        h("h1", {}, "Watch a replay"),
        this.transcript && !this.trouble
          ? h("p", {}, "Setting up the bout…")
          : h(
              "p",
              {},
              "Drop a transcript anywhere on this page, or choose a file. Every finished bout offers its transcript.",
            ),
        this.trouble && h("p", { class: "notice bad" }, this.trouble),
        this.bout && h("p", {}, h("a", { href: `${ROOT}bout/${encodeURIComponent(this.bout)}` }, "To the bout")),
        this.chooseFile("do primary"),
      ),
    );
  }

  /** @param {string} className */
  chooseFile(className) {
    return h(
      "label",
      { class: `${className} file` },
      "Choose a file",
      h("input", {
        type: "file",
        class: "sr",
        accept: ".txt,.json,text/plain,application/json",
        onchange: (event) => this.take(event.currentTarget.files?.[0]),
      }),
    );
  }

  /** Who is ahead at this step, according to the judging agent. */
  standing() {
    const { agent, values } = this.judging;
    const basis = ", from what the deciding seat knows";
    return agent && standingBar({ expected: values[this.at], names: this.names, agent, basis });
  }

  controls() {
    const known = this.steps.filter(Boolean).length;
    const { result } = this;
    const button = (/** @type {string} */ title, /** @type {string} */ symbol, /** @type {number} */ change) =>
      h("button", { class: "do", title, "aria-label": title, onclick: () => this.seek(this.at + change) }, symbol);
    return h(
      "section",
      { class: "now controls", key: "controls", "aria-label": "Replay" },
      h("h2", {}, `Step ${this.at} of ${this.turns}`),
      known <= this.turns &&
        h("progress", { max: this.turns + 1, value: known, "aria-label": "Steps loaded" }),
      h("input", {
        type: "range",
        min: 0,
        max: this.turns,
        value: this.at,
        "aria-label": "Step",
        "aria-valuetext": `Step ${this.at} of ${this.turns}`,
        oninput: (event) => this.seek(Number(event.currentTarget.value)),
      }),
      h(
        "div",
        { class: "buttons" },
        button("First step", "«", -Infinity),
        button("Previous step", "‹", -1),
        h("button", { class: "do primary", onclick: () => this.toggle() }, this.isPlaying ? "Pause" : "Play"),
        button("Next step", "›", 1),
        button("Last step", "»", Infinity),
      ),
      this.perspective(),
      this.analysis.draw(),
      this.curves(),
      result && this.at === this.turns && this.outcome(result),
      this.eyes === "everybody" && h("div", { class: "buttons" }, h("button", { class: "do", onclick: () => this.tryOut() }, "Try it out from here")),
      this.bout && share(addressAt(address.written(this.place)), "the link to this step"),
      h("div", { class: "buttons" }, this.chooseFile("do"), h("a", { class: "do", href: ROOT }, "Home")),
    );
  }

  /** The fields for the point of view and for the judging agent. */
  perspective() {
    return h(
      "div",
      { class: "fields" },
      h(
        "label",
        { class: "field" },
        "Point of view",
        h(
          "select",
          {
            value: this.eyes,
            onchange: (event) => {
              this.eyes = event.currentTarget.value; // other points of view count only the turns that they saw
              this.judging.reset();
              this.load().then(() => this.judgeAsUsual());
            },
          },
          h("option", { value: "everybody" }, "All hands open"),
          h("option", { value: "nobody" }, "A spectator’s"),
          Object.entries(this.names).map(([seat, name]) => h("option", { key: seat, value: seat }, `${name}’s`)),
        ),
      ),
      h(
        "label",
        { class: "field" },
        "Expected result by",
        h(
          "select",
          {
            value: this.judging.agent,
            disabled: this.eyes !== "everybody",
            title: this.eyes === "everybody" ? "" : "Only with all hands open, which the evaluation would reveal",
            onchange: (event) => {
              this.judge = event.currentTarget.value;
              this.judging.begin(this.judge);
            },
          },
          h("option", { value: "" }, "nobody"),
          agentOptions(this.game.served, Object.keys(this.names).length, ({ expects }) => Boolean(expects)),
        ),
      ),
    );
  }

  /**
   * The winners.
   * @param {number[]} result
   */
  outcome(result) {
    return h(
      "p",
      { class: "result" },
      Object.values(this.names)
        .map(
          (name, place) =>
            `${name} ${result[place] > 0 ? "wins" : result[place] < 0 ? "loses" : "draws"}`,
        )
        .join(", "),
      ".",
    );
  }

  curves() {
    const seats = Object.entries(this.names);
    const ofSeats = (/** @type {(turn: number, seat: string, place: number) => number | undefined} */ value) =>
      seats.map(([seat, name], place) => ({
        name,
        className: seat,
        values: Array.from({ length: this.turns + 1 }, (_, turn) => value(turn, seat, place)),
      }));
    const scoreAt = (/** @type {number} */ turn, /** @type {(row: Score) => boolean} */ of) =>
      this.steps[turn]?.view.scores?.find(of)?.value;
    const scores = ofSeats((turn, seat) => scoreAt(turn, (row) => row.seat === seat));
    const rows = this.steps.find((step) => step)?.view.scores ?? [];
    for (const { name } of rows.filter(({ seat }) => seat === null))
      scores.push({
        name,
        className: "common-line",
        values: Array.from({ length: this.turns + 1 }, (_, turn) => scoreAt(turn, (row) => row.name === name)),
      });
    const title = rows.find(({ seat }) => seat !== null)?.name ?? "Score";
    const most = Math.max(20, ...scores.flatMap((line) => line.values.map((value) => value ?? 0)));
    const shared = { at: this.at, last: this.turns, onSeek: (/** @type {number} */ turn) => this.seek(turn) };
    const { judging } = this;
    const judged = judging.values;
    const expected = ofSeats((turn, seat, place) => judged[turn]?.[place]);
    const swings = judging.isDone ? swingsOf(judged) : [];
    const marks = swings.map(({ step }) => step);
    return [
      rows.length > 0 && curve({ title, series: scores, range: [0, most], zero: 0, ...shared }),
      judging.agent &&
        h(
          "p",
          { class: "quiet", key: "judging" },
          !judging.isDone
            ? `${capital(judging.agent)} has judged ${judging.count} of ${plural(this.turns + 1, "step")}.`
            : `Judged by ${capital(judging.agent)}: 1 is a win, −1 a loss; the seats add up to 0.`,
        ),
      judging.agent && curve({ title: "Expected result", series: expected, range: [-1, 1], zero: 0, marks, ...shared }),
      swingList(swings, this.steps, this.names, this.at, shared.onSeek),
    ];
  }
}
