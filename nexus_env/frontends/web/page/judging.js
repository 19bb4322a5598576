// What an agent expects at each step of a replay: asked one step after the other, the one that is shown first.

import { codeOf, patiently } from "./wire.js";

const THINKING = 0.3; // seconds for each decision that is judged
const MOST_THINKING = 10; // where an agent needs more on this machine

/** @typedef {import("./replay.js").Replay} Replay */

export class Judging {
  agent = ""; // who judges; empty for nobody
  /** @type {(number[] | null | undefined)[]} */
  told = []; // by the step; null where nobody is asked
  run = 0;
  time = THINKING;

  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
  }

  /** Nobody judges. */
  reset() {
    Object.assign(this, { agent: "", told: [], run: this.run + 1, time: THINKING });
  }

  get isDone() {
    return this.count > this.replay.turns;
  }

  /** How many steps have been judged. */
  get count() {
    return this.told.filter((one) => one !== undefined).length;
  }

  /**
   * What is expected at each step; undefined where that is not known yet. A step at which nobody was asked has the same
   * list as the step before it.
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
   * @param {string} agent empty for nobody
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

  /** The step that is to be judged next: the one that is shown, those after it, and those before it. */
  next() {
    const { at, turns } = this.replay;
    const all = Array.from({ length: turns + 1 }, (_, place) => (at + place) % (turns + 1));
    return all.find((step) => this.told[step] === undefined) ?? 0;
  }

  /**
   * What is expected at a step; null where nobody is asked, undefined where it is to be asked again.
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
        this.time = Math.min(4 * this.time, MOST_THINKING); // it was too late, and is asked again
        return undefined;
      }
      return best.expected ?? null;
    } catch (error) {
      if (run !== this.run) return undefined;
      if (codeOf(error) === "not now") return null; // a die, and nobody decides
      this.reset();
      replay.fail(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }
}

/**
 * A result as agents expect results: around 0, so that several losers lose together what one seat wins.
 * @param {number[]} worth
 */
function balanced(worth) {
  const mean = worth.reduce((sum, one) => sum + one, 0) / worth.length;
  const most = Math.max(1, ...worth.map((one) => Math.abs(one - mean)));
  return worth.map((one) => (one - mean) / most);
}
