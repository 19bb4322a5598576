// Names of the game in what is read: a tap on one shows its rule. Which names there are, the decks of the rulebook say.

import { h } from "./dom.js";
import { showCards } from "./shell.js";

/** @typedef {import("./words.js").Rulebook} Rulebook */

/**
 * A name that can be asked for its rule, where there is one.
 * @param {string} name
 * @param {import("./dom.js").Tree} [shown] instead of the name
 */
export const term = (name, shown = name, isStop = true) =>
  h("button", { class: "term", "data-term": name, title: `The rule of ${name}`, tabindex: isStop ? 0 : -1 }, shown);

/**
 * A text in which each name of the game can be asked for its rule. It is read on as text: no key stops at each.
 * @param {string} text
 * @param {Rulebook} rulebook
 */
export const withTerms = (text, rulebook) =>
  rulebook.split(text).map((part, place) => (place % 2 ? term(part, part, false) : part));

/**
 * Let the names within an element be asked.
 * @param {HTMLElement} root
 * @param {() => Rulebook | undefined} rulebook
 */
export function explainTerms(root, rulebook) {
  root.addEventListener("click", ({ target }) => {
    const asked = target instanceof Element ? target.closest("[data-term]") : null;
    const found = asked && rulebook()?.cardsCalled(asked.getAttribute("data-term") ?? "");
    if (found?.length) showCards(found);
  });
}
