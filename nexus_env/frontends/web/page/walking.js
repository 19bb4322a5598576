// Walking: pointing at a cell several steps away shows the path and its price, and one click walks it. The service
// computes the steps (see `walks`), and each is played only if it is still as shown.

import { h } from "./dom.js";
import { rollsOf } from "./rolls.js";
import { announce } from "./shell.js";
import { named, plural } from "./words.js";
/** @typedef {import("./protocol.js").Walk} Walk */
/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./board.js").Mark} Mark */
/**
 * A table at which pieces can walk: a bout, a tryout, or a puzzle.
 * @typedef {object} Table
 * @property {import("./commands.js").Chooser} chooser
 * @property {boolean} mayWalk whether the viewer can decide now
 * @property {boolean} isAsked
 * @property {boolean} isBusy
 * @property {number} cursor the cursor of the moment shown
 * @property {unknown} known undefined or null while the table is empty
 * @property {{you?: string | null, view: import("./protocol.js").View}} state
 * @property {Event[]} events
 * @property {Record<string, string>} names
 * @property {import("./game.js").Played} game
 * @property {string} [answers] the meaning of a walk, if not all of its steps are played
 * @property {(choice: import("./words.js").Choice) => unknown} play
 * @property {() => void} draw
 * @property {(isWanted: () => boolean) => Promise<Walk[] | undefined>} findWalks asks the service
 */

export class Walker {
  /** @type {Walk[]} */
  walks = []; // of more than one step, one per cell
  at = -1; // the cursor of the moment for which they were requested
  pointed = ""; // the cell under the pointer
  /** @type {{walk: Walk, done: number, from: number} | null} */
  going = null; // the current walk, its steps played, and the cursor before the first
  note = ""; // why the last walk stopped
  isFinger = false; // the cell was touched, which only shows the path

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Whether this person is to give a command, and nothing is chosen yet. */
  get isOpen() {
    const { table } = this;
    const { selection, preview } = table.chooser;
    return table.mayWalk && asksForCommand(table) && !table.isBusy && !this.going && !selection && !preview;
  }

  /** The path to the cell under the pointer. */
  get shown() {
    return this.isOpen ? this.to(this.pointed) : undefined;
  }

  /**
   * The only path to a cell on which no single command acts.
   * @param {string} cell
   */
  to(cell) {
    const { chooser, cursor } = this.table;
    if (this.at !== cursor || chooser.choices.some((choice) => chooser.acts(choice, cell))) return undefined;
    const found = this.walks.filter((walk) => walk.cell === cell);
    return found.length === 1 ? found[0] : undefined;
  }

  /**
   * Handle pointing at a cell; the first one of a moment requests the paths.
   * @param {string} cell empty for none
   */
  point(cell) {
    if (this.pointed === cell || !this.table.known) return;
    const before = this.shown;
    Object.assign(this, { pointed: cell, isFinger: false });
    if (cell) this.look();
    if (before !== this.shown) this.table.draw();
  }

  /** Request where pieces can walk now. */
  async look() {
    const { table } = this;
    const { cursor } = table;
    if (!this.isOpen || this.at === cursor) return;
    /** @type {Walk[]} */
    const walks = [];
    Object.assign(this, { walks, at: cursor });
    const isWanted = () => this.walks === walks && this.at === table.cursor;
    const told = await table.findWalks(isWanted).catch(() => undefined);
    if (!told || !isWanted()) return;
    this.walks = told.filter(({ steps }) => steps.length > 1);
    const way = this.shown;
    if (way) announce(titleOf(way));
    table.draw();
  }

  /** Clear everything for another position. */
  forget() {
    Object.assign(this, { walks: [], at: -1, going: null, note: "" });
  }

  /**
   * Handle a chosen cell; returns whether a walk handles it.
   * @param {string} cell
   * @param {boolean} isFinger a first touch only shows the path
   */
  choose(cell, isFinger) {
    if (this.going) {
      this.stop("You stopped the walk.");
      return true;
    }
    const isLooked = this.pointed === cell && !this.table.chooser.preview;
    this.table.chooser.preview = null; // the pointer is on the board now
    this.point(cell);
    this.isFinger = isFinger;
    this.look(); // the pointer may have been there before walks were possible
    const way = this.shown;
    if (!way) return false;
    if (isFinger && !isLooked) {
      this.table.draw();
      return true;
    }
    Object.assign(this, { going: { walk: way, done: 0, from: this.table.cursor }, note: "", pointed: "" });
    this.goOn();
    return true;
  }

  /** Play the next step, if everything is as shown; returns whether one was played or is being played. */
  goOn() {
    const { going, table } = this;
    if (!going || table.isBusy) return Boolean(going);
    const { walk, done } = going;
    const step = walk.steps[done];
    const hindrance = interruption(table, going) || (step ? difference(table, walk, done) : "");
    if (hindrance) this.stop(hindrance);
    else if (!step) {
      this.going = null;
      announce(`You walked to ${placeOf(walk.cell)}.`);
    } else {
      going.done += 1;
      const choice = table.chooser.choices.find(({ action }) => action === step.action);
      if (choice) table.play(choice);
    }
    return Boolean(this.going);
  }

  /** @param {string} reason */
  stop(reason) {
    if (!this.going) return;
    Object.assign(this, { going: null, note: reason });
    announce(reason, true);
    this.table.draw();
  }

  // --- drawing ---

  /**
   * The marks of the board, with the cells that a piece can walk to and the path to the one under the pointer.
   * @param {Map<string, Mark>} marks
   */
  marks(marks) {
    if (!this.isOpen || this.at !== this.table.cursor) return marks;
    for (const { cell } of this.walks) {
      const way = this.to(cell);
      if (way) marks.set(cell, { ...marks.get(cell), kind: "far", labels: [titleOf(way)] });
    }
    for (const { cell } of this.shown?.steps ?? []) {
      const mark = marks.get(cell) ?? { kind: "", labels: [] };
      marks.set(cell, { ...mark, kind: `${mark.kind} on-way`.trim() });
    }
    const end = this.shown && marks.get(this.shown.cell);
    if (this.shown && end) end.note = this.table.game.art.brief?.(this.shown.cost) ?? this.shown.cost;
    return marks;
  }

  /** The words below the board for the path shown. */
  told() {
    const way = this.shown;
    if (!way) return null;
    const how = this.isFinger ? `Tap ${placeOf(way.cell)} again` : "Click, or press Enter";
    const { answers = `${how} to walk.` } = this.table;
    return h(
      "p",
      { class: "outlook way-told", key: "way" },
      h("b", {}, titleOf(way)),
      h("span", {}, answers.replace("{how}", how)),
    );
  }

  /** The words below the commands for a walk. */
  draw() {
    if (this.going) {
      const stop = () => this.stop("You stopped the walk.");
      return h(
        "p",
        { class: "walking", key: "walking" },
        `Walking to ${placeOf(this.going.walk.cell)}. `,
        h("button", { class: "back", onclick: stop }, "Stop"),
      );
    }
    return this.note && h("p", { class: "walking", key: "walking" }, this.note);
  }
}

/** @param {Table} table */
const asksForCommand = ({ isAsked, state }) => isAsked && state.view.question.name === "command";

/** @param {string} cell */
const placeOf = (cell) => (cell.startsWith("(") ? cell : `(${cell})`);

/** @param {Walk} walk */
const titleOf = ({ cell, steps, cost }) =>
  `Walk to ${placeOf(cell)}: ${plural(steps.length, "step")}, ${cost || "free"}`;

/**
 * What interrupted the walk, in a sentence; empty for nothing.
 * @param {Table} table
 * @param {{walk: Walk, done: number, from: number}} going
 */
function interruption(table, { walk, done, from }) {
  const turns = table.events.filter(({ cursor, kind }) => cursor > from && kind === "turn");
  const isOwn = (/** @type {Event} */ turn, /** @type {number} */ place) =>
    turn.seat === table.state.you && turn.action === walk.steps[place]?.action;
  if (turns.length !== done || !turns.every(isOwn) || turns.some((turn) => rollsOf(turn, table.names).length))
    return "The walk stopped: something happened on the way.";
  if (done < walk.steps.length && !asksForCommand(table))
    return `The walk stopped: ${named(table.state.view.question.text, table.names)}`;
  return "";
}

/**
 * How the next step differs from what was shown, in a sentence; empty if it does not.
 * @param {Table} table
 * @param {Walk} walk
 * @param {number} done
 */
function difference({ chooser }, { steps }, done) {
  const { action, cost = "" } = steps[done];
  const choice = chooser.choices.find((one) => one.action === action);
  if (!choice) return "The walk stopped: the next step is no longer possible.";
  if (choice.may_end) return "The walk stopped: the next step may end your bout.";
  if ((choice.cost ?? "") !== cost)
    return `The walk stopped: the next step costs ${choice.cost || "nothing"}, not ${cost || "nothing"}.`;
  return "";
}
