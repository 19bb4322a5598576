// The page for an invalid address: the reason, and a way on.

import { h, patch } from "./dom.js";
import { ROOT } from "./root.js";
import { announce } from "./shell.js";
import { capital } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {string} title
 * @param {string} reason in a sentence
 * @param {{href: string, text: string}} [way] the way on
 */
export function deadEnd(root, title, reason, { href, text } = { href: ROOT, text: "Home" }) {
  document.title = title;
  announce(`${title}. ${capital(reason)}`, true);
  patch(
    root,
    h(
      "section",
      { class: "card narrow dead-end" },
      h("h1", {}, title),
      h("p", {}, capital(reason)),
      h("a", { class: "do primary", href }, text),
    ),
  );
}

/**
 * Decode a part of an address.
 * @param {string} part
 */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // not an address of ours
  }
}
