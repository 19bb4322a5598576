// Passing on: whoever does not want to react is not asked again until its next command.

import { h } from "./dom.js";
import { announce } from "./shell.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * The pass that a person may give now in answer to another one's command.
 * @param {Table} table
 */
function passOf(table) {
  const isReaction = table.isAsked && table.state.view.question.name !== "command";
  return isReaction ? table.chooser.choices.find(({ command }) => command === "pass") : undefined;
}

/**
 * Pass, if the person passes on; with the next question that cannot be passed on, as its own command, that ends.
 * @param {Table} table
 */
export function passOn(table) {
  const pass = table.isPassing && passOf(table);
  if (!pass && (table.isAsked || table.state.phase === "over")) table.isPassing = false;
  if (pass) table.play(pass);
  return Boolean(pass);
}

/**
 * What begins that, and what ends it.
 * @param {Table} table
 */
export function passing(table) {
  if (!table.isPassing && !passOf(table)) return null;
  const toggle = () => {
    table.isPassing = !table.isPassing;
    announce(table.isPassing ? "You pass until your next command." : "You are asked again.");
    if (!table.isBusy && !passOn(table)) table.draw();
  };
  return h(
    "p",
    { class: "passing", key: "passing" },
    table.isPassing && "You pass until your next command. ",
    h("button", { class: "back", onclick: toggle }, table.isPassing ? "Ask me again" : "Pass until my next command"),
  );
}
