// What an agent expects at each step of a replay: asked one step after the other, the one that is shown first.

import { post } from "./wire.js";
import { Refused } from "/client.js";

const THINKING = 0.3; // seconds for each decision that is judged
const MOST_THINKING = 10; // where an agent needs more on this machine
const PATIENCE = 1000; // ms until a service that is busy is asked again

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
   * What is expected at each step that is known, the same list again where nobody was asked. A step before it is not
   * known ends that.
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
    const { replay, agent } = this;
    if (step === replay.turns && replay.result) return replay.result;
    try {
      const best = await post("go", { transcript: replay.transcript, turns: step, agent, time: this.time });
      if (best.instead_of && this.time < MOST_THINKING) {
        this.time = Math.min(4 * this.time, MOST_THINKING); // it was too late, and is asked again
        return undefined;
      }
      return best.expected ?? null;
    } catch (error) {
      const code = error instanceof Refused ? error.code : "";
      if (code === "too often" || code === "busy") {
        await new Promise((resolve) => setTimeout(resolve, PATIENCE));
        return undefined;
      }
      if (code === "not now") return null; // a die, and nobody decides
      this.reset();
      replay.fail(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }
}
