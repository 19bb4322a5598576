// The only choice: where a single command is legal, it is played after a pause that says so, if the person wants that.

import { lineOf } from "./choices.js";
import { h } from "./dom.js";
import { announce, memory, pace } from "./shell.js";

const LEAST_PAUSE = 700; // ms in which the person can say no
const LONGER = 3; // times as long where it takes something

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./words.js").Choice} Choice */

export class Forced {
  /** @type {Choice | null} */
  due = null; // what is played in a moment
  timer = 0;
  note = ""; // what was played last for the person
  isHeld = false; // the person decides by itself until it has decided something

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * The only legal command, where it may be played for the person: not one that may end the bout for it, and not where
   * other people could tell by the time that it takes that there was no choice.
   */
  get only() {
    const { table } = this;
    const [choice, other] = table.chooser.choices;
    const isAlone = table.state.seats.filter(({ person }) => person).length === 1;
    const isFree = Boolean(table.key) && isAlone && table.isAsked && !this.isHeld && memory.get("forced") !== "ask";
    return isFree && choice && !other && choice.group !== "dice" && !choice.may_end ? choice : null;
  }

  /** The bout has gone on: begin to wait, if there is only one choice. */
  follow() {
    const { only } = this;
    if (only === this.due) return;
    clearTimeout(this.timer);
    this.due = only;
    if (!only) return;
    announce(`There is only one choice: ${this.told(only)}.`);
    this.wait(only);
  }

  /** @param {Choice} choice */
  wait(choice) {
    const pause = Math.max(pace(), LEAST_PAUSE) * (choice.cost ? LONGER : 1);
    this.timer = setTimeout(() => this.play(choice), pause);
  }

  /**
   * Play it, if it is still what is to be done; later, while somebody reads or the page is busy.
   * @param {Choice} choice
   */
  play(choice) {
    const { table } = this;
    if (this.due !== choice || this.only !== choice) return;
    if (table.isBusy || !table.mayAct || document.querySelector("dialog[open]")) {
      this.wait(choice);
      return;
    }
    this.due = null;
    this.note = `Played for you, as the only choice: ${this.told(choice)}.`;
    table.play(choice);
  }

  /** The person wants to decide by itself. */
  hold() {
    clearTimeout(this.timer);
    Object.assign(this, { due: null, isHeld: true, note: "" });
    this.table.draw();
  }

  /** The person has decided something. */
  release() {
    clearTimeout(this.timer);
    Object.assign(this, { due: null, isHeld: false, note: "" });
  }

  /** @param {Choice} choice */
  told({ command, cost }) {
    const words = lineOf(command, this.table.game, this.table.names);
    return cost ? `${words}, for ${cost}` : words;
  }

  /** What is said of it above the commands. */
  draw() {
    if (this.due)
      return h(
        "p",
        { class: "forced", key: "forced", role: "note" },
        h("span", {}, "There is only one choice, played in a moment: ", h("b", {}, this.told(this.due))),
        h("button", { class: "back", onclick: () => this.hold() }, "Wait"),
      );
    return this.note && h("p", { class: "forced", key: "forced", role: "note" }, this.note);
  }
}
