// Automatic passes: a person who does not want to react is not asked again until a decision other than a reaction.

import { h } from "./dom.js";
import { announce } from "./shell.js";

/** @typedef {Pick<import("./table.js").Table, "isAsked" | "isBusy" | "mayAct" | "isPassing" | "state" | "chooser" | "play" | "draw">} Table */

/**
 * The pass that is legal now, if the decision is only a reaction.
 * @param {Table} table
 */
function passOf(table) {
  const { decline } = table.state.view.question;
  return table.isAsked && decline ? table.chooser.choices.find(({ command }) => command === decline) : undefined;
}

/**
 * Pass, if the person wants automatic passes. The first question that is more than a reaction ends them.
 * @param {Table} table
 */
export function passOn(table) {
  if (!table.isPassing) return false;
  const pass = passOf(table);
  const isOver = table.state.phase === "over";
  if (!pass && (table.isAsked || isOver)) {
    table.isPassing = false;
    if (!isOver) announce("You are asked again.");
  }
  if (pass) table.play(pass);
  return Boolean(pass);
}

/**
 * The buttons that start and end automatic passes.
 * @param {Table} table
 */
export function passing(table) {
  if (!table.isPassing && !passOf(table)) return null;
  const toggle = () => {
    table.isPassing = !table.isPassing;
    announce(table.isPassing ? "You pass until your next command." : "You are asked again.");
    const isFree = table.mayAct && !table.isBusy;
    if (!isFree || !passOn(table)) table.draw();
  };
  return h(
    "p",
    { class: "passing", key: "passing" },
    table.isPassing && "You pass until your next command. ",
    h("button", { class: "back", onclick: toggle }, table.isPassing ? "Ask me again" : "Pass until my next command"),
  );
}
