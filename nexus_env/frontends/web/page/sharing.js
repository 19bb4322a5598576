// Links for other people: a field that shows one, and a button that copies it.

import { h } from "./dom.js";
import { announce } from "./shell.js";
import { capital } from "./words.js";

/**
 * @param {string} link
 * @param {string} title
 */
export function share(link, title) {
  return h(
    "p",
    { class: "share", key: title },
    h("input", {
      readonly: true,
      value: link,
      "aria-label": capital(title),
      onclick: (event) => event.currentTarget.select(),
    }),
    h(
      "button",
      {
        class: "do",
        "aria-label": `Copy ${title}`,
        onclick: (event) => copy(/** @type {HTMLInputElement} */ (event.currentTarget.previousElementSibling)),
      },
      "Copy",
    ),
  );
}

/**
 * Copy the contents of a field; browsers allow the clipboard only to pages over TLS or from this computer.
 * @param {HTMLInputElement} field
 */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return announce("The link is selected; copy it by hand.", true);
  }
  return announce("Copied.");
}
