// Hints at the table: what an agent would do in your place, and who is ahead, if the terms of the bout allow it.

import { choiceList, lineOf } from "./choices.js";
import { tools } from "./columns.js";
import { h } from "./dom.js";
import { isInSteps, titleOf } from "./entries.js";
import { announce, memory } from "./shell.js";
import { standingBar } from "./standing.js";
import { capital, said } from "./words.js";
import { patiently, post } from "./wire.js";

/** @typedef {import("./table.js").Table} Table */

export class Counsel {
  agent = ""; // the agent to ask; empty for the default adviser
  /** @type {import("./protocol.js").Advice | null} */
  told = null;
  /** @type {import("./protocol.js").Evaluation | null} */
  estimate = null;
  trouble = "";
  isBusy = false;
  run = 0; // the number of the last request; only its answer counts
  isLooking = false; // an evaluation is being requested
  at = -1; // the cursor of the last request and answer
  isOpen = false;
  isWatched = memory.get("standing") === "shown"; // the evaluation is shown

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

  /** Drop the answers to this decision: it is made, or the bout has moved on. */
  forget() {
    Object.assign(this, { at: this.table.cursor, told: null, trouble: "", isBusy: false, run: this.run + 1 });
  }

  /** Ask again who is ahead after the bout has moved on. */
  follow() {
    const { cursor, known } = this.table;
    if (!known) return;
    if (cursor !== this.at) this.forget();
    if (this.isWatched && this.isAllowed && this.estimate?.cursor !== cursor) this.look();
  }

  /** Ask who is ahead: one request at a time, and another one if the bout has moved on meanwhile. */
  async look() {
    if (this.isLooking) return;
    this.isLooking = true;
    const { table } = this;
    const { bout, key, cursor } = table;
    const isWanted = () => this.isWatched && this.isAllowed && cursor === table.cursor;
    this.estimate = await patiently("evaluate", { bout, token: key?.token }, isWanted).catch(() => null);
    this.isLooking = false;
    table.draw();
    if (cursor !== table.cursor && !table.isShowing) this.follow(); // a table that is showing events calls it afterwards
  }

  /**
   * Ask what an agent would do, and show its choice on the board.
   * @param {string} agent empty for the default one
   */
  async ask(agent) {
    const { table } = this;
    const run = ++this.run;
    Object.assign(this, { agent, isBusy: true, trouble: "" });
    table.draw();
    try {
      const token = table.key?.token ?? "";
      const told = await post("advise", { bout: table.bout, token, ...(agent && { agent }) });
      if (run !== this.run) return;
      if (told.cursor === table.cursor) this.tell(told);
    } catch (error) {
      if (run !== this.run) return;
      this.trouble = said(error);
      announce(this.trouble, true);
    }
    this.isBusy = false;
    table.draw();
  }

  /** @param {import("./protocol.js").Advice} told */
  tell(told) {
    this.told = told;
    announce(`${capital(told.agent)} would: ${lineOf(told.choices[0].command, this.table.game, this.table.names)}.`);
    this.point(told.choices[0].action);
  }

  /**
   * Mark a choice on the board.
   * @param {number} [action] none for no mark
   */
  point(action) {
    const { chooser } = this.table;
    const found = chooser.of(action);
    chooser.show(found ? [found] : null);
  }

  play() {
    const { chooser } = this.table;
    const found = chooser.of(this.told?.choices[0].action);
    if (found) chooser.give(found);
  }

  // --- drawing ---

  /** The bar of who is ahead, if it is to be shown. */
  bar() {
    if (!this.isWatched || !this.isAllowed) return null;
    const { state, names, game, cursor } = this.table;
    const agent = this.estimate?.agent ?? game.served.estimators?.[this.seats];
    const expected = this.estimate?.cursor === cursor ? this.estimate.expected : undefined;
    const basis = state.you ? ", from what you know" : ", from what everybody knows";
    return agent && standingBar({ expected, names, agent, basis });
  }

  /** Whether it is this person's decision, and agents may be asked. */
  get isAsked() {
    const { table } = this;
    return this.isAllowed && table.isAsked && table.state.legal.some(({ group }) => group !== "dice");
  }

  /**
   * The row that stays in view below the commands: the hint, its button, and undo.
   * @param {import("./dom.js").Tree} undo
   */
  tools(undo) {
    const { told, isAsked } = this;
    const row = [isAsked && this.asking(), undo, this.isAllowed && this.watching()].filter(Boolean);
    if (!row.length) return null;
    return tools(
      row,
      this.trouble && h("p", { class: "notice bad", key: "trouble" }, this.trouble),
      isAsked && told && this.hint(told),
    );
  }

  asking(title = "Hint") {
    const { table } = this;
    return h(
      "button",
      { class: "do", key: "hint", disabled: this.isBusy || table.isBusy || !table.mayAct, onclick: () => this.ask(this.agent) },
      this.isBusy ? "A moment…" : title,
    );
  }

  /** The switch of the bar; nothing if no agent estimates results. */
  watching() {
    if (!this.table.game.served.estimators?.[this.seats]) return null;
    return h(
      "label",
      { class: "tick", key: "watching" },
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
    const { game, names, chooser } = this.table;
    const found = chooser.of(first.action);
    const told = found && !isInSteps(chooser.choices) ? titleOf([found], names) : lineOf(first.command, game, names);
    return h(
      "p",
      { class: "hinted", key: "hinted" },
      h("span", {}, `${capital(agent)} would: `, h("b", {}, told)),
      h("button", { class: "do primary", disabled: this.table.isBusy, onclick: () => this.play() }, "Play it"),
    );
  }

  /** The other agents and their answers; nothing if the terms do not allow advice. */
  more() {
    if (!this.isAsked) return null;
    const { game, names, state } = this.table;
    const { told } = this;
    return h(
      "details",
      {
        class: "why counsel",
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
      told
        ? choiceList(told, {
            game,
            names,
            seat: state.seats.findIndex(({ seat }) => seat === told.seat),
            onPoint: (action) => this.point(action),
          })
        : this.asking(`Ask ${capital(this.adviser)}`),
    );
  }
}

/**
 * The field for the agent to ask.
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
    h("select", { value: now, onchange: (event) => onChange(event.currentTarget.value) }, agentOptions(served, seats)),
  );
}

/**
 * The agents that support this number of seats.
 * @param {import("./protocol.js").ServedGame} served
 * @param {number} seats
 * @param {(agent: import("./protocol.js").ServedGame["agents"][number]) => boolean} isMeant which of them
 */
export const agentOptions = (served, seats, isMeant = () => true) =>
  served.agents
    .filter((agent) => agent.seats.includes(seats) && isMeant(agent))
    .map(({ name }) => h("option", { key: name, value: name }, capital(name)));
