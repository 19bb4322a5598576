// Notices above a table when something is wrong: the connection is lost, or a request or the page itself has failed.

import { h } from "./dom.js";

/** @param {import("./table.js").Table} table */
export function notices(table) {
  const close = () => {
    table.trouble = "";
    table.draw();
  };
  const look = () => {
    table.stumbles = 0;
    table.lookAgain();
  };
  return h(
    "div",
    { class: "notices", key: "notices" },
    !table.line &&
      h("p", { class: "notice bad" }, "The connection to the service is lost; reconnecting. Nothing else is lost."),
    table.trouble &&
      h(
        "p",
        { class: "notice bad" },
        table.trouble,
        table.stumbles > 0
          ? h("button", { class: "back", onclick: look }, "Retry")
          : h("button", { class: "back", onclick: close }, "Close"),
      ),
  );
}
