// The rule of a command, of a card or of a term in a window, one tap away from its name.

import { h, patch } from "./dom.js";
import { ROOT } from "./root.js";
import { withTerms } from "./terms.js";

/** @typedef {import("./words.js").Entry} Entry */
/** @typedef {import("./words.js").Rulebook} Rulebook */

/**
 * The address of a name on the page of rules.
 * @param {string} game
 * @param {string} [name]
 */
export const addressOf = (game, name = "") =>
  `${ROOT}#rules/${encodeURIComponent(game)}${name && `/${encodeURIComponent(name)}`}`;

/**
 * The place in the printed rulebook.
 * @param {{page?: string, rules?: string[]}} rule
 */
export const source = ({ page = "", rules = [] }) =>
  [page && `page ${page}`, rules.length > 0 && `(${rules.join(", ")})`].filter(Boolean).join(" ");

/**
 * The facts below a text: its cost, and its place in the rulebook.
 * @param {{page?: string, rules?: string[], cost?: string}} rule
 * @param {string} [now] what it costs now
 */
export const facts = (rule, now = "") =>
  (now || rule.cost || source(rule)) &&
  h(
    "dl",
    { key: "facts" },
    (now || rule.cost) && [h("dt", {}, now ? "Cost now" : "Cost"), h("dd", {}, now || rule.cost)],
    source(rule) && [h("dt", {}, "Rulebook"), h("dd", {}, source(rule))],
  );

/**
 * Show the rule of a command in a window, with its current cost, and what its own text names, such as the abilities of a
 * card.
 * @param {import("./words.js").Choice} choice
 * @param {Rulebook} [rulebook]
 */
export const showRule = ({ rule, entry, text, timing, cost }, rulebook) =>
  show(
    entry,
    text && text !== rule.text && h("p", {}, text),
    timing && h("p", {}, `When: ${timing}.`),
    h("p", {}, rule.text),
    text && text !== rule.text && rulebook && meanings(text, entry, rulebook),
    facts(rule, cost),
  );

/**
 * The meanings of the names in a text.
 * @param {string} text
 * @param {string} title which is not explained once more
 * @param {Rulebook} rulebook
 */
function meanings(text, title, rulebook) {
  const names = [...new Set(rulebook.split(text).filter((_, place) => place % 2))].filter((name) => name !== title);
  const known = names.flatMap((name) => rulebook.entriesCalled(name).slice(0, 1));
  return (
    known.length > 0 &&
    h(
      "dl",
      { key: "meanings", class: "meanings" },
      [...new Set(known)].map((one) => [
        h("dt", { key: `t ${one.name}` }, one.name),
        h("dd", { key: `d ${one.name}` }, withTerms(one.text, rulebook), priceOf(one)),
      ]),
    )
  );
}

/** @param {Entry} entry */
function priceOf({ price = {} }) {
  const parts = Object.entries(price).map(([kind, count]) => `${count} ${kind}`);
  return parts.length > 0 && h("small", {}, ` Price: ${parts.join(", ")}.`);
}

/**
 * Show all entries with a name, in the same window.
 * @param {string} name
 * @param {Rulebook} rulebook
 */
export function showEntries(name, rulebook) {
  const entries = rulebook.entriesCalled(name);
  show(
    entries[0].name,
    entries.map((entry, place) =>
      h(
        "div",
        { key: place },
        entry.timing && h("p", {}, `When: ${entry.timing}.`),
        h("p", {}, withTerms(entry.text, rulebook)),
        facts(entry),
      ),
    ),
    h("p", {}, h("a", { href: addressOf(rulebook.game, entries[0].name), target: "_blank" }, "In all the rules")),
  );
}

/**
 * @param {string} title
 * @param {...import("./dom.js").Tree} parts
 */
function show(title, ...parts) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("rule"));
  dialog.close();
  patch(
    dialog,
    h("h2", { id: "rule-title" }, title),
    parts,
    h("form", { method: "dialog" }, h("button", { class: "do" }, "Close")),
  );
  dialog.showModal();
}
