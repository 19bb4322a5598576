// Hints at the table: what an agent would do in one's place, and who is ahead, where the terms of the bout allow it.

import { choiceList, lineOf } from "./choices.js";
import { h } from "./dom.js";
import { announce, memory } from "./shell.js";
import { standingBar } from "./standing.js";
import { capital, said } from "./words.js";
import { post } from "./wire.js";

/** @typedef {import("./table.js").Table} Table */

export class Counsel {
  agent = ""; // whom to ask; the usual adviser if it is empty
  /** @type {import("./protocol.js").Advice | null} */
  told = null;
  /** @type {import("./protocol.js").Evaluation | null} */
  estimate = null;
  trouble = "";
  isBusy = false;
  isOpen = false;
  isWatched = memory.get("standing") === "shown"; // who is ahead is shown

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  get seats() {
    return this.table.state.seats.length;
  }

  get adviser() {
    return this.agent || this.table.game.served.advisers?.[this.seats] || this.table.game.served.default;
  }

  /** Whether agents may be asked now. */
  get isAllowed() {
    const { phase, agreed } = this.table.state;
    return phase === "playing" && Boolean(agreed.advice);
  }

  /** The bout has gone on: what was said of it is said no more. */
  follow() {
    const { cursor, known } = this.table;
    if (!known) return;
    if (this.told && this.told.cursor !== cursor) Object.assign(this, { told: null, trouble: "" });
    if (this.isWatched && this.isAllowed && this.estimate?.cursor !== cursor) this.look();
  }

  /** Ask who is ahead. A later answer than one that is under way is asked for when that one has come. */
  async look() {
    const { bout, key, cursor } = this.table;
    if (this.isLooking === cursor) return;
    this.isLooking = cursor;
    this.estimate = await post("evaluate", { bout, token: key?.token }).catch(() => this.estimate);
    this.table.draw();
  }

  isLooking = -1; // the cursor of the state that is being estimated, or was

  /**
   * Ask what an agent would do, and show its choice on the board.
   * @param {string} agent empty for the usual one
   */
  async ask(agent) {
    const { table } = this;
    Object.assign(this, { agent, isBusy: true, trouble: "" });
    table.draw();
    try {
      const token = table.key?.token ?? "";
      const told = await post("advise", { bout: table.bout, token, ...(agent && { agent }) });
      if (told.cursor === table.cursor) this.tell(told);
    } catch (error) {
      this.trouble = said(error);
      announce(this.trouble, true);
    }
    this.isBusy = false;
    table.draw();
  }

  /** @param {import("./protocol.js").Advice} told */
  tell(told) {
    this.told = told;
    announce(`${capital(told.agent)} would: ${told.choices[0].command}.`);
    this.point(told.choices[0].action);
  }

  /**
   * Mark on the board what a choice means.
   * @param {number} [action] none for no mark
   */
  point(action) {
    const { chooser } = this.table;
    const found = chooser.choices.find((choice) => choice.action === action);
    chooser.show(found ? [found] : null);
  }

  play() {
    const { chooser } = this.table;
    const found = chooser.choices.find((choice) => choice.action === this.told?.choices[0].action);
    if (found) chooser.give(found);
  }

  // --- drawing ---

  /** Who is ahead, if that is to be shown. */
  bar() {
    if (!this.isWatched || !this.isAllowed) return null;
    const { state, names, game } = this.table;
    const agent = this.estimate?.agent ?? game.served.estimators?.[this.seats];
    const basis = state.you ? ", from what you know" : ", from what everybody knows";
    return agent && standingBar({ expected: this.estimate?.expected, names, agent, basis });
  }

  /** The panel below the commands; nothing where advice was not agreed. */
  draw() {
    if (!this.isAllowed) return null;
    const { table, told } = this;
    const isAsked = table.isAsked && table.state.legal.some(({ group }) => group !== "dice");
    return h(
      "section",
      { class: "counsel", key: "counsel", "aria-label": "Hints" },
      h(
        "div",
        { class: "buttons" },
        isAsked &&
          h(
            "button",
            { class: "do", disabled: this.isBusy || table.isBusy || !table.mayAct, onclick: () => this.ask(this.agent) },
            this.isBusy ? "A moment…" : "Hint",
          ),
        this.watching(),
      ),
      this.trouble && h("p", { class: "notice bad" }, this.trouble),
      isAsked && told && this.hint(told),
      isAsked && this.more(),
    );
  }

  /** The switch of the bar; nothing where nobody estimates. */
  watching() {
    if (!this.table.game.served.estimators?.[this.seats]) return null;
    return h(
      "label",
      { class: "tick" },
      h("input", {
        type: "checkbox",
        checked: this.isWatched,
        onchange: (event) => {
          this.isWatched = event.currentTarget.checked;
          memory.set("standing", this.isWatched ? "shown" : "");
          this.follow();
          this.table.draw();
        },
      }),
      h("span", {}, "Who is ahead"),
    );
  }

  /**
   * The best choice, ready to be played.
   * @param {import("./protocol.js").Advice} told
   */
  hint({ agent, choices: [first] }) {
    const { game, names } = this.table;
    return h(
      "p",
      { class: "hinted", key: "hinted" },
      h("span", {}, `${capital(agent)} would: `, h("b", {}, lineOf(first.command, game, names))),
      h("button", { class: "do primary", disabled: this.table.isBusy, onclick: () => this.play() }, "Play it"),
    );
  }

  /** Other agents, and what else they say. */
  more() {
    const { game, names, state } = this.table;
    const { told } = this;
    return h(
      "details",
      {
        class: "why",
        key: "more",
        open: this.isOpen,
        ontoggle: (event) => {
          const isFresh = event.currentTarget.open && !this.isOpen;
          this.isOpen = event.currentTarget.open;
          if (isFresh && !this.told && !this.isBusy) this.ask(this.agent);
        },
      },
      h("summary", {}, "What would … do?"),
      agentField(game.served, this.seats, this.adviser, (agent) => this.ask(agent)),
      told &&
        choiceList(told, {
          game,
          names,
          seat: state.seats.findIndex(({ seat }) => seat === told.seat),
          onPoint: (action) => this.point(action),
        }),
    );
  }
}

/**
 * Whom to ask.
 * @param {import("./protocol.js").ServedGame} served
 * @param {number} seats
 * @param {string} now
 * @param {(agent: string) => void} onChange
 */
export function agentField(served, seats, now, onChange) {
  return h(
    "label",
    { class: "field", key: "agent" },
    "Agent",
    h(
      "select",
      { value: now, onchange: (event) => onChange(event.currentTarget.value) },
      served.agents
        .filter((agent) => agent.seats.includes(seats))
        .map(({ name }) => h("option", { key: name, value: name }, capital(name))),
    ),
  );
}
