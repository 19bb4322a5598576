// What agents think of a decision in a replay: why it was made, and what others would do.

import { agentField } from "./advice.js";
import { choiceList, lineOf } from "./choices.js";
import { h } from "./dom.js";
import { announce } from "./shell.js";
import { capital, said } from "./words.js";
import { codeOf, patiently } from "./wire.js";

const THINKING = 1; // seconds
const MOST_THINKING = 10; // if an agent needs more on this machine
const CHOICES = 3;
const REST = 250; // ms at a step before agents are asked

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {"" | "why" | "what"} Wish the decision before the step that is shown, or the one after it */

export class Analysis {
  /** @type {Wish} */
  wish = "";
  agent = ""; // the chosen agent; empty for the default one
  /** @type {{key: string, best?: import("./protocol.js").Best, trouble?: string} | null} */
  told = null; // the last answer and its key
  asked = ""; // the key of the request in progress
  run = 0; // the number of the last request; only its answer counts
  timer = 0;
  time = THINKING;

  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
  }

  /** The number of turns before the decision. */
  get turn() {
    return this.wish === "why" ? this.replay.at - 1 : this.replay.at;
  }

  /** The turn with the decision. */
  get taken() {
    return this.replay.steps[this.turn + 1];
  }

  /** The agent to ask: the one that decided, if it is available, else the default adviser. */
  get usual() {
    const { game, names, players } = this.replay;
    const seats = Object.keys(names);
    const sat = players[seats.indexOf(this.taken?.seat ?? "")];
    const isHere = game.served.agents.some((agent) => agent.name === sat && agent.seats.includes(seats.length));
    return this.wish === "why" && isHere ? sat : (game.served.advisers?.[seats.length] ?? game.served.default);
  }

  get key() {
    return `${this.turn} ${this.agent || this.usual}`;
  }

  /** @param {Wish} wish */
  want(wish) {
    Object.assign(this, { wish: this.wish === wish ? "" : wish, agent: "" });
    this.replay.draw();
  }

  /** Once the replay rests at a step, ask what is not yet known about it. */
  follow() {
    if (!this.wish || this.asked === this.key || this.told?.key === this.key) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), REST);
  }

  async ask() {
    const { key, turn, replay } = this;
    if (!this.wish || turn < 0 || this.asked === key) return;
    const run = ++this.run;
    const isWanted = () => run === this.run && replay.analysis === this && Boolean(this.wish) && key === this.key;
    this.asked = key;
    /** @type {Analysis["told"]} */
    let told = null;
    try {
      const best = await this.answerAt(turn, isWanted);
      if (best) told = { key, best };
      if (best && isWanted()) announce(`${capital(best.agent)} would: ${best.command}.`);
    } catch (error) {
      told = { key, trouble: codeOf(error) === "not now" ? "Nobody decides here." : said(error) };
    }
    if (run !== this.run) return;
    Object.assign(this, { asked: "", told: told ?? this.told });
    replay.draw();
  }

  /**
   * The agent's answer about a decision; if it was too late, ask again with more time.
   * @param {number} turn
   * @param {() => boolean} isWanted
   */
  async answerAt(turn, isWanted) {
    const { time } = this;
    const { transcript } = this.replay;
    const fields = { transcript, turns: turn, agent: this.agent || this.usual, choices: CHOICES };
    const best = await patiently("go", { ...fields, time }, isWanted);
    if (!best?.instead_of || time === MOST_THINKING) return best;
    this.time = MOST_THINKING;
    return patiently("go", { ...fields, time: this.time }, isWanted);
  }

  // --- drawing ---

  /** The panel; nothing for other points of view, which count other turns. */
  draw() {
    const { replay } = this;
    if (replay.eyes !== "everybody") return null;
    this.follow();
    const step = replay.steps[replay.at];
    const whose = step?.seat?.startsWith("player") ? replay.names[step.seat] : null;
    return h(
      "section",
      { class: "analysis", key: "analysis", "aria-label": "What agents think" },
      h(
        "div",
        { class: "buttons" },
        whose && this.button("why", `Why did ${whose} do this?`),
        replay.at < replay.turns && this.button("what", "What would … do?"),
      ),
      this.wish && this.turn >= 0 && this.answer(),
    );
  }

  /**
   * @param {Wish} wish
   * @param {string} text
   */
  button(wish, text) {
    return h("button", { class: "do", key: wish, "aria-pressed": String(this.wish === wish), onclick: () => this.want(wish) }, text);
  }

  answer() {
    const { replay, taken, told } = this;
    const { game, names } = replay;
    const seats = Object.keys(names);
    const best = told?.key === this.key ? told.best : undefined;
    const trouble = told?.key === this.key ? told.trouble : undefined;
    return [
      h(
        "h3",
        { key: "title" },
        `Decision ${this.turn + 1}`,
        taken?.seat && names[taken.seat] && `: ${names[taken.seat]}`,
      ),
      agentField(game.served, seats.length, this.agent || this.usual, (agent) => {
        this.agent = agent;
        replay.draw();
      }),
      trouble && h("p", { class: "quiet", key: "trouble" }, trouble),
      !best && !trouble && h("p", { class: "quiet", key: "moment" }, "A moment…"),
      best && this.verdict(best),
    ];
  }

  /**
   * The agent's answer, and what was played instead.
   * @param {import("./protocol.js").Best} best
   */
  verdict({ agent, instead_of: late, choices = [], expected, line, seat }) {
    const { game, names } = this.replay;
    const command = this.taken?.command;
    const isTold = choices.some((choice) => choice.command === command);
    return [
      choiceList(
        { agent, choices, expected, line },
        { game, names, seat: Object.keys(names).indexOf(seat), taken: command },
      ),
      late && h("p", { class: "quiet", key: "late" }, `${capital(late)} had no answer in time.`),
      command && !isTold && h("p", { class: "quiet", key: "other" }, `Played: ${lineOf(command, game, names)}`),
    ];
  }
}
