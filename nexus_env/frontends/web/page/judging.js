// The result that an agent expects at each step of a replay, requested step by step, beginning with the current one.

import { codeOf, patiently } from "./wire.js";

const THINKING = 0.3; // seconds per judged decision
const MOST_THINKING = 10; // if an agent needs more on this machine

/** @typedef {import("./replay.js").Replay} Replay */

export class Judging {
  agent = ""; // the agent that judges; empty for none
  /** @type {(number[] | null | undefined)[]} */
  told = []; // by step; null if no seat is to act
  run = 0;
  time = THINKING;

  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
  }

  /** Clear everything. */
  reset() {
    Object.assign(this, { agent: "", told: [], run: this.run + 1, time: THINKING });
  }

  get isDone() {
    return this.count > this.replay.turns;
  }

  /** The number of judged steps. */
  get count() {
    return this.told.filter((one) => one !== undefined).length;
  }

  /**
   * The expected result at each step; undefined if not yet known. A step without a decision has the same
   * list as the previous step.
   * @returns {(number[] | undefined)[]}
   */
  get values() {
    /** @type {(number[] | undefined)[]} */
    const values = [];
    for (let step = 0; step < this.told.length; step++)
      values.push(this.told[step] === null ? values[step - 1] : (this.told[step] ?? undefined));
    return values;
  }

  /**
   * Let an agent judge all steps.
   * @param {string} agent empty for none
   */
  async begin(agent) {
    this.reset();
    this.agent = agent;
    const { run, replay } = this;
    while (agent && run === this.run && !this.isDone) {
      const step = this.next();
      const told = await this.judge(step);
      if (run !== this.run) return;
      if (told !== undefined) this.told[step] = told;
      replay.draw();
    }
  }

  /** The step to judge next: the current one, then those after it, then those before it. */
  next() {
    const { at, turns } = this.replay;
    const all = Array.from({ length: turns + 1 }, (_, place) => (at + place) % (turns + 1));
    return all.find((step) => this.told[step] === undefined) ?? 0;
  }

  /**
   * The expected result at a step; null if no seat is to act, undefined to ask again.
   * @param {number} step
   * @returns {Promise<number[] | null | undefined>}
   */
  async judge(step) {
    const { replay, agent, run } = this;
    if (step === replay.turns && replay.result) return balanced(replay.result);
    try {
      const fields = { transcript: replay.transcript, turns: step, agent, time: this.time };
      const best = await patiently("go", fields, () => run === this.run);
      if (!best || run !== this.run) return undefined;
      if (best.instead_of && this.time < MOST_THINKING) {
        this.time = Math.min(4 * this.time, MOST_THINKING); // it was too late: ask again
        return undefined;
      }
      return best.expected ?? null;
    } catch (error) {
      if (run !== this.run) return undefined;
      if (codeOf(error) === "not now") return null; // a die is due, and nobody decides
      this.reset();
      replay.fail(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }
}

/**
 * A result on the agents' scale: centered at 0, so that the losers together lose what one seat wins.
 * @param {number[]} worth
 */
function balanced(worth) {
  const mean = worth.reduce((sum, one) => sum + one, 0) / worth.length;
  const most = Math.max(1, ...worth.map((one) => Math.abs(one - mean)));
  return worth.map((one) => (one - mean) / most);
}
