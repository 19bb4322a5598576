// Choices made step by step, such as an order of several things: the steps so far, the possible next ones, and finally
// the whole, which is played only after confirmation.

import { h } from "./dom.js";
import { isToBeConfirmed, kindOf, nextSteps, ordinal, sharedSteps } from "./entries.js";

/** @typedef {import("./commands.js").Chooser} Chooser */
/** @typedef {import("./words.js").Choice} Choice */

/**
 * One step.
 * @param {Chooser} chooser
 * @param {Choice[]} choices the choices left by the steps so far
 * @param {boolean} isBusy
 */
export function sequence(chooser, choices, isBusy) {
  if (isToBeConfirmed(chooser.choices, choices)) return whole(chooser, choices[0], isBusy);
  const known = sharedSteps(choices);
  const next = nextSteps(choices);
  const isLast = next.every(([, some]) => some.length === 1);
  const asked = `Choose the ${ordinal(known.length)}${isLast ? " and the rest" : ""}.`;
  const title = known.length ? `${known.join(", ")}, …` : choices[0].entry;
  return h(
    "section",
    { class: "group step", key: "step", "aria-label": asked },
    h(
      "h3",
      { tabindex: -1, class: "step-title" },
      title,
      chooser.info(choices[0], choices[0].entry),
      known.length > 0 && back(chooser, choices),
    ),
    h("p", { class: "hint" }, asked),
    h("div", { class: "buttons" }, next.map(([name, some]) => chooser.doing(some, name, "", isBusy))),
  );
}

/**
 * The result of the steps, which can still be corrected.
 * @param {Chooser} chooser
 * @param {Choice} choice
 * @param {boolean} isBusy
 */
function whole(chooser, choice, isBusy) {
  const { entry, ways, command, action } = choice;
  return h(
    "section",
    { class: "group step", key: "whole", "aria-label": `${entry}: ${ways.join(", ")}` },
    h("h3", { tabindex: -1, class: "step-title" }, entry, chooser.info(choice, entry)),
    h("ol", { class: "whole", id: "whole" }, ways.map((way, place) => h("li", { key: place }, way))),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        {
          key: "play",
          class: "do primary",
          disabled: isBusy,
          "data-command": command,
          "data-actions": action,
          "aria-describedby": "whole",
          onclick: () => chooser.give(choice),
        },
        `Play this ${kindOf(chooser.choices)}`,
      ),
      back(chooser, [choice], "do"),
    ),
  );
}

/**
 * The button that goes back one step.
 * @param {Chooser} chooser
 * @param {Choice[]} choices the choices left by the step
 * @param {string} kind the button's class
 */
export const back = (chooser, choices, kind = "back") =>
  h("button", { key: "back", class: kind, onclick: () => chooser.stepBack(choices) }, "Back");
