// Names of the game in texts: a tap on one shows its rule. The rulebook has the names.

import { h } from "./dom.js";
import { showEntries } from "./glossary.js";

/** @typedef {import("./words.js").Rulebook} Rulebook */

/**
 * A name that shows its rule, if there is one.
 * @param {string} name
 * @param {import("./dom.js").Tree} [shown] instead of the name
 */
export const term = (name, shown = name, isStop = true) =>
  h("button", { class: "term", "data-term": name, title: `Rule: ${name}`, tabindex: isStop ? 0 : -1 }, shown);

/**
 * A text in which the first occurrence of each name shows its rule. Names are not tab stops.
 * @param {string} text
 * @param {Rulebook} rulebook
 */
export function withTerms(text, rulebook) {
  const parts = rulebook.split(text);
  /** @type {import("./dom.js").Tree[]} */
  const found = [];
  let before = parts[0];
  for (let place = 1; place < parts.length; place += 2) {
    const [name, after] = [parts[place], parts[place + 1]];
    if (parts.indexOf(name) < place) before += name + after;
    else {
      const [open, close] = [lastOf(before), firstOf(after)];
      found.push(before.slice(0, before.length - open.length), unbroken(open, term(name, name, false), close));
      before = after.slice(close.length);
    }
  }
  return [...found, before];
}

const lastOf = (/** @type {string} */ text) => text.slice(text.search(/\S*$/));
const firstOf = (/** @type {string} */ text) => text.slice(0, text.search(/\s|$/));

/**
 * A name with the punctuation around it, without line breaks between them.
 * @param {string} open
 * @param {import("./dom.js").Tree} name
 * @param {string} close
 */
const unbroken = (open, name, close) => (open || close ? h("span", { class: "unbroken" }, open, name, close) : name);

/**
 * A name that shows its rule, if it has one.
 * @param {string} name
 * @param {Rulebook} rulebook
 * @param {import("./dom.js").Tree} [shown] instead of the name
 */
export const maybeTerm = (name, rulebook, shown = name) =>
  rulebook.entriesCalled(name).length ? term(name, shown) : shown;

/**
 * Make the names in an element show their rules.
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
