// Illegal commands with their reasons: by group, and in each by reason.

import { h } from "./dom.js";
import { withTerms } from "./terms.js";
import { capital, named, withoutIds } from "./words.js";

/** @typedef {import("./protocol.js").Reason} Reason */
/** @typedef {import("./words.js").Rulebook} Rulebook */

/**
 * The list; commands that are illegal for the same reason are together.
 * @param {Reason[]} reasons
 * @param {Record<string, string>} names
 * @param {Rulebook} rulebook
 */
export function reasonsList(reasons, names, rulebook) {
  const titleOf = (/** @type {Reason} */ { action, name }) => rulebook.of(action)?.title ?? capital(name);
  return rulebook.groupsOf(reasons).map(([group, title]) => {
    const some = reasons.filter((reason) => reason.group === group);
    return (
      some.length > 0 &&
      h(
        "section",
        { key: group },
        h("h4", {}, title),
        h(
          "dl",
          {},
          [...new Set(some.map(({ text }) => text))].map((text) => [
            h(
              "dt",
              { key: `t ${text}` },
              [...new Set(some.filter((reason) => reason.text === text).map(titleOf))].join(", "),
            ),
            reasoned(text, names, rulebook),
          ]),
        ),
      )
    );
  });
}

/**
 * A reason for people: the ids of its rules are only its title.
 * @param {string} whole
 * @param {Record<string, string>} names
 * @param {Rulebook} rulebook
 */
function reasoned(whole, names, rulebook) {
  const { text, ids } = withoutIds(whole);
  return h("dd", { key: `d ${whole}`, title: ids && `Rule ${ids}` }, withTerms(named(text, names), rulebook));
}
