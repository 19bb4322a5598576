// Names of the game in what is read: a tap on one shows its rule. Which names there are, the rulebook says.

import { h } from "./dom.js";
import { showEntries } from "./glossary.js";

/** @typedef {import("./words.js").Rulebook} Rulebook */

/**
 * A name that can be asked for its rule, where there is one.
 * @param {string} name
 * @param {import("./dom.js").Tree} [shown] instead of the name
 */
export const term = (name, shown = name, isStop = true) =>
  h("button", { class: "term", "data-term": name, title: `Rule: ${name}`, tabindex: isStop ? 0 : -1 }, shown);

/**
 * A text in which each name of the game can be asked for its rule, where it comes first. It is read on as text: no key
 * stops at each.
 * @param {string} text
 * @param {Rulebook} rulebook
 */
export function withTerms(text, rulebook) {
  const met = new Set();
  return rulebook.split(text).map((part, place) => {
    if (place % 2 === 0 || met.has(part)) return part;
    met.add(part);
    return term(part, part, false);
  });
}

/**
 * A name with its rule, where it has one.
 * @param {string} name
 * @param {Rulebook} rulebook
 * @param {import("./dom.js").Tree} [shown] instead of the name
 */
export const maybeTerm = (name, rulebook, shown = name) =>
  rulebook.entriesCalled(name).length ? term(name, shown) : shown;

/**
 * Let the names within an element be asked.
 * @param {HTMLElement} root
 * @param {() => Rulebook | undefined} rulebook
 */
export function explainTerms(root, rulebook) {
  root.addEventListener("click", ({ target }) => {
    const asked = target instanceof Element ? target.closest("[data-term]") : null;
    const name = asked?.getAttribute("data-term") ?? "";
    const book = rulebook();
    if (book?.entriesCalled(name).length) showEntries(name, book);
  });
}
