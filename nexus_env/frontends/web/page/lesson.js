// A guided bout: the table of a real bout, step by step. The service replays each step from the game's lesson.

import { Chooser } from "./commands.js";
import { h, patch } from "./dom.js";
import { games, named } from "./game.js";
import { result, waiting } from "./now.js";
import { reveal } from "./reveal.js";
import { ROOT } from "./root.js";
import { announce, memory, present } from "./shell.js";
import { Table } from "./table.js";
import { withTerms } from "./terms.js";
import { there } from "./words.js";
import { post } from "./wire.js";

/** @typedef {import("./words.js").Choice} Choice */
/** @typedef {import("./protocol.js").Lesson} Step */

/** @type {Record<string, (you: string, name: string) => string>} */
const PLACES = {
  board: () => ".board, .board-text",
  players: () => ".panels",
  "own panel": (you) => `.panel.${you}`,
  hands: () => ".hands",
  commands: () => ".now",
  log: () => ".log",
  dice: () => ".tray",
  summary: () => "#bar .bar-middle",
  seat: (_, name) => `.panel.${CSS.escape(name)}`,
  cell: (_, name) => `[data-cell="${CSS.escape(name)}"]`,
  pile: (_, name) => `[data-pile="${CSS.escape(name)}"]`,
};

/** A chooser that accepts one command, and reports any other choice. */
class Guided extends Chooser {
  /** @type {number | undefined} */
  wanted; // the action of this step; none if it is only read
  correct = () => {};

  /** @param {Choice[]} choices */
  isOther(choices) {
    return choices.length > 0 && !choices.some(({ action }) => action === this.wanted);
  }

  /**
   * @param {string} title
   * @param {Choice[]} choices
   */
  select(title, choices) {
    if (this.isOther(choices)) this.correct();
    else super.select(title, choices);
  }

  /** @param {Choice} choice */
  async give(choice) {
    if (this.isOther([choice])) this.correct();
    else await super.give(choice);
  }
}

export class Lesson extends Table {
  /** @type {Step | null} */
  shown = null; // the current step
  correction = "";
  isKept = false;
  failure = "This lesson cannot be shown";
  isAtPanel = false; // the focus starts at the coach

  /**
   * @param {HTMLElement} root
   * @param {string} game
   */
  constructor(root, game) {
    super(root, game, Guided);
  }

  get lesson() {
    return there(this.shown);
  }

  async begin() {
    patch(this.root, h("p", { class: "loading" }, "The gates open…"));
    try {
      this.played = await named(await games(), this.bout);
      present(this.played.served);
      await this.go(0);
    } catch (error) {
      this.onLine(false, error instanceof Error ? error : undefined);
    }
  }

  /**
   * Go to a step; when going forward, show what happens until then.
   * @param {number} step
   */
  async go(step) {
    if (this.isBusy || this.isShowing) return;
    this.isBusy = true;
    this.draw();
    try {
      const next = await post("learn", { game: this.bout, step });
      if (next.cursor < this.cursor) {
        Object.assign(this, { known: null, events: [], rolls: [], cursor: 0 });
        this.chooser.reset(); // it has the commands of the later step
      }
      const { cursor, state } = next;
      const fresh = next.events.filter((event) => event.cursor > this.cursor && isTelling(event));
      this.queue.push({ type: "update", bout: this.bout, cursor, state, events: fresh });
      this.correction = "";
      await this.show();
      this.take(next);
    } catch (error) {
      if (!this.known) throw error;
      this.fail(error);
    } finally {
      this.isBusy = false;
      this.draw();
    }
  }

  /**
   * Show a step once everything before it has been shown.
   * @param {Step} step
   */
  take(step) {
    this.shown = step;
    const guided = /** @type {Guided} */ (this.chooser);
    Object.assign(guided, { wanted: step.action, correct: () => this.correct() });
    guided.select("", []);
    announce(`${step.steps[step.step]}. ${step.text}`);
    this.draw();
    const at = document.activeElement;
    const isFree = !at || at === document.body || (step.action === undefined && this.root.contains(at));
    if (isFree) this.focus(".coach .onward", { preventScroll: true }); // so that Enter continues
    this.reveal();
  }

  draw() {
    const before = this.asked();
    super.draw();
    if (this.asked().some((element) => !before.includes(element))) this.reveal(); // a choice has its next step
  }

  /** Scroll to what is marked: to all of it if it fits, at least to what is to be chosen. */
  reveal() {
    const [pointed, asked] = [this.pointed(), this.asked()];
    const cells = this.chooser.of(this.lesson.action)?.cells ?? [];
    const spaces = [...pointed, ...asked].filter((element) => element.matches("[data-cell]"));
    const goals = spaces.filter((element) => cells.includes(element.getAttribute("data-cell") ?? ""));
    const groups = [[...pointed, ...asked], [...spaces, ...asked], goals.length ? goals : asked, pointed];
    reveal(groups, this.root.querySelector(".coach"));
  }

  /** Handle a choice other than the step's. */
  correct() {
    const { action, otherwise } = this.lesson;
    this.correction =
      otherwise || (action === undefined ? "Read on first: choose Next." : "Not now. Choose what is marked.");
    announce(this.correction, true);
    this.draw();
  }

  async play() {
    await this.go(this.lesson.step + 1);
  }

  async request() {
    return null;
  }

  async lookAgain() {
    await this.go(this.shown?.step ?? 0).catch((error) => this.fail(error));
  }

  ask() {}

  // --- drawing ---

  paint() {
    super.paint();
    const marked = new Set(this.shown ? [...this.pointed(), ...this.asked()] : []);
    for (const old of document.querySelectorAll("[data-lesson]"))
      if (!marked.has(old)) old.removeAttribute("data-lesson");
    for (const element of marked) element.setAttribute("data-lesson", "");
  }

  /** The elements that the step points at. */
  pointed() {
    const { show, state } = this.lesson;
    return show.flatMap((shown) => {
      const [kind, ...rest] = shown.split(" ");
      const name = rest.join(" ");
      const cell = state.view.board.pieces.find(({ id }) => kind === "piece" && id === name)?.cell;
      const css = cell ? PLACES.cell("", cell) : (PLACES[shown] ?? PLACES[kind])?.(state.you ?? "", name);
      return css ? [...document.querySelectorAll(css)] : [];
    });
  }

  /** The buttons that lead to the command of the step, and its cells if it is chosen on the board. */
  asked() {
    if (!this.known || !this.shown) return [];
    const { action } = this.lesson;
    const choice = this.mayAct && this.chooser.of(action);
    if (!choice) return [];
    const cells = this.chooser.selection ? choice.cells.map((cell) => PLACES.cell("", cell)) : [];
    const css = [`.now [data-actions~="${action}"]`, ...cells].join();
    return [...this.root.querySelectorAll(css)];
  }

  now() {
    const isOver = this.state.phase === "over";
    return isOver ? result(this) : this.isAsked ? this.chooser.draw(this.isBusy || !this.mayAct) : waiting(this);
  }

  /** The text of the step, and the buttons to continue. */
  above() {
    if (!this.shown) return null;
    const { step, steps, text, action } = this.lesson;
    const isLast = step === steps.length - 1;
    const isWaiting = this.isBusy || this.isShowing;
    const waits = { "aria-disabled": String(isWaiting) }; // not `disabled`: the focus would be lost
    const on = (/** @type {string} */ title, kind = "") =>
      h("button", { key: "on", class: `do onward ${kind}`, ...waits, onclick: () => this.go(step + 1) }, title);
    return h(
      "section",
      { class: "coach", key: "coach", "aria-label": "Lesson" },
      h("progress", { max: steps.length, value: step + 1, "aria-label": `Step ${step + 1} of ${steps.length}` }),
      h("h2", {}, steps[step], h("small", {}, `${step + 1} of ${steps.length}`)),
      h("p", {}, withTerms(text, this.game.rulebook)),
      this.correction && h("p", { class: "correction", key: "correction" }, this.correction),
      h(
        "div",
        { class: "buttons" },
        step > 0 &&
          h("button", { key: "back", class: "do", ...waits, onclick: () => this.go(step - 1) }, "Back"),
        isLast
          ? h("a", { key: "play", class: "do onward primary", href: ROOT, onclick: () => memory.set("game", this.bout) }, "Play a bout")
          : action === undefined
            ? on("Next", "primary")
            : on("Do it for me"),
        !isLast && h("a", { key: "skip", class: "skip-lesson", href: ROOT }, "Skip the lesson"),
      ),
    );
  }
}

/**
 * Whether an event is announced: a roll is announced with its last die.
 * @param {import("./protocol.js").Event} event
 */
const isTelling = ({ seat, happened }) => seat !== "dice" || happened.some(({ text }) => text);
