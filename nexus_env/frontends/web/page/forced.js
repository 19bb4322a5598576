// Forced decisions: a single legal command is played after an announced pause, if the person wants that.

import { lineOf } from "./choices.js";
import { h } from "./dom.js";
import { announce, memory, pace } from "./shell.js";

const LEAST_PAUSE = 700; // ms in which the person can object
const LONGER = 3; // times as long if it costs something

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./words.js").Choice} Choice */

export class Forced {
  /** @type {Choice | null} */
  due = null; // the command about to be played
  timer = 0;
  note = ""; // the last command played for the person
  isHeld = false; // the person makes the next decision

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * The only legal command, if it may be played for the person: not if it may end the person's bout, and not if its
   * speed would tell other people that there was no choice.
   */
  get only() {
    const { table } = this;
    const [choice, other] = table.chooser.choices;
    const isAlone = table.state.seats.filter(({ person }) => person).length === 1;
    const isFree = Boolean(table.key) && isAlone && table.isAsked && !this.isHeld && memory.get("forced") !== "ask";
    return isFree && choice && !other && choice.group !== "dice" && !choice.may_end ? choice : null;
  }

  /** After the bout has moved on: start the pause, if there is only one choice. */
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
   * Play it, if it is still the only choice; wait while the person reads or the page is busy.
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

  /** Let the person make this decision. */
  hold() {
    clearTimeout(this.timer);
    Object.assign(this, { due: null, isHeld: true, note: "" });
    this.table.draw();
  }

  /** Resume after the person's decision. */
  release() {
    clearTimeout(this.timer);
    Object.assign(this, { due: null, isHeld: false, note: "" });
  }

  /** @param {Choice} choice */
  told({ command, cost }) {
    const words = lineOf(command, this.table.game, this.table.names);
    return cost ? `${words}, for ${cost}` : words;
  }

  /** The notice above the commands. */
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
