// Puzzles: a position on the table, one question, and the search's evaluation of the answer.

import { Board } from "./board.js";
import { lineOf } from "./choices.js";
import { columns, decision, tools } from "./columns.js";
import { Chooser } from "./commands.js";
import { deadEnd } from "./dead_end.js";
import { h, patch } from "./dom.js";
import { games, named as gameNamed } from "./game.js";
import { showRule } from "./glossary.js";
import { outlook } from "./outlook.js";
import { panel } from "./panels.js";
import { tray } from "./rolls.js";
import { ROOT } from "./root.js";
import { announce, drawBar, memory, present } from "./shell.js";
import { summary } from "./summary.js";
import { explainTerms } from "./terms.js";
import { figure, namesAt, plural, puzzleQuestion, said, there } from "./words.js";
import { Walker } from "./walking.js";
import { patiently, post } from "./wire.js";

/** @typedef {import("./protocol.js").Puzzle} Puzzle */
/** @typedef {import("./protocol.js").Situation} Situation */
/** @typedef {import("./words.js").Choice} Choice */

const SOLVED = "puzzles "; // the prefix of the keys in storage for solved puzzles, one per game

export class Puzzles {
  /** @type {Puzzle[]} */
  all = [];
  /** @type {import("./game.js").Played | null} */
  played = null; // the game, once it is loaded
  /** @type {Situation | null} */
  known = null; // the position, once the service has set it up
  answer = ""; // the chosen command
  isShown = false; // the solution is shown
  trouble = "";
  /** @type {Record<string, string>} */
  names = {};

  /**
   * @param {HTMLElement} root
   * @param {string} name the name of the game
   * @param {string} number the number of the puzzle in the address, from 1
   */
  constructor(root, name, number) {
    this.root = root;
    this.name = name;
    this.number = Number(number);
    this.asked = number;
    this.chooser = new Chooser(
      () => this.draw(),
      (choice) => this.take(choice),
      showRule,
      async () => true, // no bout can end here
    );
    this.board = new Board(
      () => this.draw(),
      (cell, _, byFinger) => this.mayWalk && !this.walker.choose(cell, byFinger) && this.chooser.onCell(cell),
      (cell) => this.walker.point(cell),
    );
    this.walker = new Walker(this);
    explainTerms(document.body, () => this.played?.rulebook);
    this.begin();
  }

  get game() {
    return there(this.played);
  }

  get puzzle() {
    return this.all[this.number - 1];
  }

  get isOver() {
    return this.answer !== "" || this.isShown;
  }

  // --- the interface for walks, whose first step is the answer ---

  answers = "{how} to answer with its first step.";
  isBusy = false;
  isAsked = true;
  cursor = 0;
  /** @type {import("./protocol.js").Event[]} */
  events = [];

  get mayWalk() {
    return !this.isOver;
  }

  get state() {
    return { you: this.puzzle.seat, view: there(this.known).view };
  }

  /** @param {() => boolean} isWanted */
  async findWalks(isWanted) {
    const { position } = this.puzzle;
    const found = await patiently("legal", { game: this.name, position, walks: true }, isWanted);
    return found?.walks;
  }

  /** @param {Choice} choice */
  play(choice) {
    this.walker.forget();
    this.take(choice);
  }

  get isRight() {
    return this.puzzle.solution.includes(this.answer);
  }

  /** The numbers of the puzzles solved in this browser. */
  get solved() {
    return (memory.get(SOLVED + this.name) ?? "").split(" ").filter(Boolean).map(Number);
  }

  async begin() {
    patch(this.root, h("p", { class: "loading" }, "Setting up the table…"));
    try {
      this.played = await gameNamed(await games(), this.name);
      present(this.played.served);
      this.all = (await post("puzzles", { game: this.name })).puzzles;
      if (!this.puzzle) throw new Error(this.whyNone());
      const { position } = this.puzzle;
      this.known = await patiently("legal", { game: this.name, position }, () => true);
      this.lay();
    } catch (error) {
      this.trouble = said(error);
      announce(this.trouble, true);
    }
    this.draw();
  }

  /** Set up the position, with nothing chosen. */
  lay() {
    const { view, legal } = there(this.known);
    const own = memory.get("name") || "";
    const seats = view.seats.map(({ seat }) => seat);
    this.names = namesAt(
      seats,
      seats.map((seat) => (seat === this.puzzle.seat ? own : "")),
    );
    Object.assign(this, { answer: "", isShown: false });
    this.chooser.take({ view, legal }, this.names, this.game);
    this.draw();
  }

  /** @param {Choice} choice */
  take(choice) {
    this.answer = choice.command;
    this.chooser.select("", []);
    if (this.isRight) memory.set(SOLVED + this.name, [...new Set([...this.solved, this.number])].join(" "));
    announce(this.isRight ? "Right." : "There is a better choice.", true);
    this.draw();
    /** @type {HTMLElement | null} */ (this.root.querySelector(".verdict h2"))?.focus();
  }

  reveal() {
    this.isShown = true;
    this.draw();
    /** @type {HTMLElement | null} */ (this.root.querySelector(".verdict h2"))?.focus();
  }

  // --- drawing ---

  draw() {
    if (!this.known || !this.chooser.state) {
      drawBar();
      if (this.trouble) this.fail();
      return;
    }
    const { view } = this.known;
    const { art } = this.game;
    drawBar(summary(view, this.names, this.game));
    const seats = view.seats.map(({ seat }) => seat);
    const mine = seats.indexOf(this.puzzle.seat);
    patch(
      this.root,
      columns(view, this.names, this.game, {
        kind: "puzzle",
        title: `Puzzle ${this.number}`,
        players: [...seats.slice(mine), ...seats.slice(0, mine)].map((seat) => panel(view, seat, this.names, this.game)),
        middle: [
          this.board.draw(view, this.names, art, this.isOver ? undefined : this.walker.marks(this.chooser.marks())),
          tray([], view, this.game),
          outlook(this.chooser.sights(), this.names),
          this.walker.told(),
        ],
        side: decision(
          "Decision",
          this.head(),
          this.isOver ? this.verdict() : this.chooser.draw(false),
          !this.isOver && tools(this.showButton()),
        ),
      }),
    );
  }

  whyNone() {
    const { title } = this.game.served;
    const count = this.all.length;
    if (!count) return `There are no puzzles of ${title.split(":")[0]}.`;
    return `There is no puzzle “${this.asked}”; ${title.split(":")[0]} has puzzles 1 to ${count}.`;
  }

  fail() {
    const first = { href: this.link(1), text: "To the first puzzle" };
    deadEnd(this.root, "This puzzle cannot be shown", this.trouble, this.all.length ? first : undefined);
  }

  /** Which puzzle this is, with a way to each of the others. */
  head() {
    const { solved } = this;
    return h(
      "section",
      { class: "puzzle-head", key: "head" },
      h("h2", {}, `Puzzle ${this.number} of ${this.all.length}`),
      h("p", {}, puzzleQuestion(this.puzzle.solution.length)),
      h(
        "nav",
        { "aria-label": "All puzzles" },
        this.all.map((_, place) => {
          const isSolved = solved.includes(place + 1);
          return h(
            "a",
            {
              key: place,
              class: isSolved ? "solved" : "",
              href: this.link(place + 1),
              "aria-current": place + 1 === this.number ? "page" : null,
              "aria-label": `Puzzle ${place + 1}${isSolved ? ", solved" : ""}`,
            },
            String(place + 1),
          );
        }),
      ),
    );
  }

  /** @param {number} number */
  link(number) {
    return `#puzzles/${encodeURIComponent(this.name)}/${number}`;
  }

  showButton() {
    return h("button", { class: "do quiet", key: "show", onclick: () => this.reveal() }, "Show the solution");
  }

  /** The search's evaluation of the answer and of the solution. */
  verdict() {
    const { solution, played, simulations } = this.puzzle;
    const isSolved = this.answer !== "" && this.isRight;
    const isOpen = isSolved || this.isShown;
    const title = isSolved ? "Right" : this.isShown ? "The solution" : "There is a better choice";
    return h(
      "section",
      { class: `verdict ${isSolved ? "right" : this.isShown ? "" : "wrong"}`, key: "verdict" },
      h("h2", { tabindex: -1 }, title),
      h(
        "dl",
        {},
        this.answer && !isSolved && this.row("Your choice", this.answer),
        isOpen ? solution.map((command) => this.row("Best", command)) : this.row("The best choice", "", solution[0]),
      ),
      h("p", { class: "quiet" }, "The expected result is 1 for a certain win, −1 for a certain loss."),
      isOpen &&
        h("p", { key: "played" }, solution.includes(played) ? "Found in the bout: " : "Missed in the bout; played instead: ", h("b", {}, this.shown(played))),
      h(
        "div",
        { class: "buttons" },
        !isSolved && h("button", { class: "do primary", key: "again", onclick: () => this.lay() }, "Try again"),
        !isOpen && this.showButton(),
        this.number < this.all.length
          ? h("a", { class: `do ${isSolved ? "primary" : ""}`, key: "next", href: this.link(this.number + 1) }, "Next puzzle")
          : h("a", { class: "do", key: "start", href: ROOT }, "Home"),
      ),
      isOpen && this.everything(simulations),
    );
  }

  /**
   * A command with its expected result; without its name while that is secret.
   * @param {string} title
   * @param {string} command
   */
  row(title, command, valued = command) {
    const worth = this.puzzle.values[valued];
    return [
      h("dt", { key: `t ${title} ${valued}` }, title),
      h("dd", { key: `d ${title} ${valued}` }, command && h("b", {}, this.shown(command)), ` ${worth === undefined ? "not judged" : figure(worth)}`),
    ];
  }

  /** @param {number} simulations */
  everything(simulations) {
    return h(
      "details",
      { key: "everything" },
      h("summary", {}, "What every choice is worth"),
      h(
        "table",
        {},
        h("caption", {}, `Expected result, by ${plural(simulations, "simulation")} of the search`),
        h(
          "tbody",
          {},
          Object.entries(this.puzzle.values).map(([command, worth]) =>
            h("tr", { key: command }, h("th", { scope: "row" }, this.shown(command)), h("td", {}, figure(worth))),
          ),
        ),
      ),
    );
  }

  /** @param {string} command */
  shown(command) {
    return lineOf(command, this.game, this.names);
  }
}
