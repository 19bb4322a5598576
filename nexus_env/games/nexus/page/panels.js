// The panel of a lanista: the body of its helot, traits, Turning Point Counter, Cred, tokens, cards.

import { h } from "/page/dom.js";
import { term } from "/page/terms.js";
import { capital, plural } from "/page/words.js";
import { coin } from "./symbols.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Helot} Helot */
/** @typedef {import("./types.js").Lanista} Lanista */
/** @typedef {import("./types.js").Lasting} Lasting */
/** @typedef {Record<string, string>} Names */

const LOCATIONS = ["head", "left-upper", "chest", "right-upper", "midsection", "left-lower", "right-lower"];
const TRAITS = ["willpower", "instinct", "physicality", "deftness", "swagger", "cunning"];

// The zones of the body, seen from the front as on the panel: the helot's left is on the right.
/** @type {Record<string, string>} */
const ZONES = {
  head: "M50 4 C60 4 64 12 63 20 C62 29 57 34 50 34 C43 34 38 29 37 20 C36 12 40 4 50 4 Z",
  chest: "M33 39 Q50 34 67 39 L65 66 Q50 71 35 66 Z",
  midsection: "M36 70 Q50 75 64 70 L66 96 Q50 104 34 96 Z",
  "left-upper": "M71 40 Q82 42 84 54 L92 92 Q88 99 81 95 L70 64 Z",
  "right-upper": "M29 40 Q18 42 16 54 L8 92 Q12 99 19 95 L30 64 Z",
  "left-lower": "M52 104 Q60 103 66 100 L72 152 Q68 159 58 156 Z",
  "right-lower": "M48 104 Q40 103 34 100 L28 152 Q32 159 42 156 Z",
};
/** @type {Record<string, [number, number]>} */
const NUMBERS_AT = {
  head: [50, 24],
  chest: [50, 57],
  midsection: [50, 91],
  "left-upper": [80, 72],
  "right-upper": [20, 72],
  "left-lower": [61, 132],
  "right-lower": [39, 132],
};

/**
 * A helot's body with the coins on each location.
 * @param {Helot} row
 * @param {Record<string, number>} full
 */
function body(row, full) {
  return h(
    "svg",
    { class: "body", viewBox: "0 0 100 162", role: "group", "aria-label": "Body", onkeydown: onKey },
    LOCATIONS.map((zone, place) =>
      h(
        "g",
        {
          key: zone,
          role: "button",
          tabindex: place ? -1 : 0, // arrow keys lead to the others
          "aria-label": `${zone.replace("-", " ")} ${row.health[zone]} of ${full[zone]}`,
          class: `zone ${wound(row.health[zone], full[zone])} ${row.shield === zone ? "covered" : ""}`,
          "data-pile": `${row.seat}:${zone}`,
          "data-term": zone,
        },
        h("path", { d: ZONES[zone] }),
        h("text", { x: NUMBERS_AT[zone][0], y: NUMBERS_AT[zone][1] }, row.health[zone]),
      ),
    ),
  );
}

/**
 * Arrow keys move from zone to zone, in reading order; Enter and Space show the rule of one.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const zone = /** @type {SVGElement} */ (event.target);
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step) {
    const next = LOCATIONS.indexOf(zone.dataset.term ?? "") + step;
    const beside = zone.parentElement?.querySelector(`[data-term="${LOCATIONS.at(next % LOCATIONS.length)}"]`);
    /** @type {SVGElement | null | undefined} */ (beside)?.focus();
  } else if (event.key === "Enter" || event.key === " ") zone.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  else return;
  event.preventDefault();
}

/**
 * @param {number} coins
 * @param {number} full
 */
function wound(coins, full) {
  if (coins === 0) return "gone";
  if (coins === full) return "whole";
  return coins > full / 2 ? "scratched" : "hurt";
}

/**
 * The inside of a panel.
 * @param {string} seat
 * @param {Table} view
 * @param {Names} names
 */
export function inside(seat, view, names) {
  const [lanista, helot] = of(seat, view);
  const who = [lanista.name, lanista.motivation].flatMap((name) => name ?? []);
  return h(
    "div",
    { class: "panel-body" },
    body(helot, view.full_health),
    h(
      "div",
      { class: "panel-lines" },
      h("p", { class: "who" }, who.length ? who.map((name, place) => [place > 0 && " · ", term(name)]) : "Lanista not chosen yet"),
      condition(helot, view.full_health),
      traits(helot),
      counter(lanista),
      belongings(lanista, helot),
      states(helot, view, names),
    ),
  );
}

/**
 * Its Cred.
 * @param {string} seat
 * @param {Table} view
 */
export function cred(seat, view) {
  const [lanista] = of(seat, view);
  return h(
    "span",
    { class: "cred", "data-pile": `${seat}:Cred` },
    term("Cred", [coin(20), h("b", {}, lanista.cred), h("span", { class: "sr" }, " Cred")]),
  );
}

/**
 * The data of a seat's panel.
 * @param {string} seat
 * @param {Table} view
 * @returns {[Lanista, Helot]}
 */
export function of(seat, view) {
  const number = view.lanistas.findIndex((row) => row.seat === seat);
  return [view.lanistas[number], view.helots[number]];
}

/**
 * @param {Helot} helot
 * @param {Record<string, number>} full
 */
function condition(helot, full) {
  const [now, most] = [helot.health["overall-condition"], full["overall-condition"]];
  return h(
    "div",
    { class: "condition", "data-pile": `${helot.seat}:Overall Condition` },
    term("Overall Condition", "OC"),
    h(
      "span",
      { class: "bar" },
      h("span", { class: `fill ${wound(now, most)}`, style: `width: ${(100 * now) / most}%` }),
    ),
    h("b", {}, now),
    h("span", { class: "of" }, `/${most}`),
  );
}

/** @param {Helot} helot */
function traits(helot) {
  return h(
    "ul",
    { class: "traits", "aria-label": "Trait reserves" },
    TRAITS.map((trait) =>
      h(
        "li",
        { key: trait, title: `${capital(trait)}: ${helot.traits[trait]} of 5` },
        term(capital(trait), [
          h("span", { class: "trait-name", "aria-hidden": "true" }, capital(trait).slice(0, 4)),
          h("span", { class: "sr" }, `${capital(trait)}: ${helot.traits[trait]}`), // whole: parts would be read as words
        ]),
        h("b", { class: "amount", "aria-hidden": "true" }, helot.traits[trait]),
        h(
          "span",
          { class: "pips", "aria-hidden": "true" },
          [1, 2, 3, 4, 5].map((pip) => h("i", { class: pip <= helot.traits[trait] ? "on" : "" })),
        ),
      ),
    ),
  );
}

/** @param {Lanista} lanista */
function counter(lanista) {
  const marks = lanista.marked.length ? `marked ${lanista.marked.join(", ")}` : "nothing marked";
  const bonus = lanista.turning_point_damage ? "; +6 damage on the next qualifying hit" : "";
  const spoken = `Turning Point Counter: ${marks}${bonus}`;
  return h(
    "div",
    { class: "counter-line", "data-pile": `${lanista.seat}:Turning Point Counter` },
    term("Turning Point Counter", "TP"),
    h(
      "div",
      { class: "counter", role: "img", "aria-label": spoken, title: spoken },
      [1, 2, 3, 4, 5, 6].map((value) => h("i", { class: lanista.marked.includes(value) ? "on" : "" }, value)),
      lanista.turning_point_damage && h("b", { class: "bonus" }, "+6"),
    ),
  );
}

/**
 * @param {Lanista} lanista
 * @param {Helot} helot
 */
function belongings(lanista, helot) {
  const weapon =
    helot.weapon &&
    `${helot.weapon.name} ${helot.weapon.drawn ? "drawn" : "stored"}, ${plural(helot.weapon.uses, "use")}`;
  return h(
    "p",
    { class: "belongings" },
    lanista.ratio && h("span", { key: "ratio" }, term("ratio die", `Ratio ${lanista.ratio}`)),
    h("span", {}, term("Command token", `${lanista.command_tokens} Cmd`)),
    h("span", {}, term("Deception token", `${lanista.deception_tokens} Dec`)),
    h("span", {}, term("influence card", plural(lanista.cards, "card"))),
    helot.weapon && h("span", { key: "weapon" }, term(helot.weapon.name, weapon)),
  );
}

const LASTING = /** @type {const} */ (["prone", "bleeding", "flaming"]);
const TELLING = /** @type {const} */ ({
  elusive: "elusive +1 def.",
  exposed: "exposed −1 def.",
  rattled: "rattled −1 att.",
  tunnel_vision: "Tunnel Vision +1 att.",
});

/**
 * @param {Helot} helot
 * @param {Table} view
 * @param {Names} names
 */
function states(helot, view, names) {
  /** @type {string[]} */
  const found = helot.standing === "fit" ? LASTING.filter((state) => helot[state]) : [helot.standing];
  const telling = /** @type {(keyof typeof TELLING)[]} */ (Object.keys(TELLING));
  found.push(...telling.flatMap((state) => (helot[state] ? [TELLING[state]] : [])));
  if (helot.holds) found.push(`holds ${names[helot.holds]}`);
  if (helot.held_by) found.push(`held by ${names[helot.held_by]}`);
  if (helot.shield) found.push(`covers the ${helot.shield.replace("-", " ")}`);
  found.push(...helot.lost.map((place) => `lost ${place.replace("-", " ")}`));
  /** @type {Map<string, string>} */
  const all = new Map(found.map((state) => [state, ""]));
  for (const row of view.lasting) if (row.seat === helot.seat) all.set(row.card ?? row.effect, effect(row));
  return (
    all.size > 0 &&
    h(
      "ul",
      { class: "states", "aria-label": "States" },
      [...all].map(([state, meaning]) => h("li", { key: state, class: state, title: meaning }, term(termOf(state), state))),
    )
  );
}

/**
 * The glossary term for a state.
 * @param {string} state
 */
function termOf(state) {
  if (/^(holds|held by) /.test(state)) return "Grappled";
  if (state.startsWith("covers ")) return "Shield";
  if (state.startsWith("lost ")) return state.slice("lost ".length);
  return state.replace(/ [+−].*$/, "");
}

/**
 * A lasting effect of a card in words.
 * @param {Lasting} row
 */
function effect(row) {
  return [
    row.effect,
    row.amount && `${row.amount > 0 ? "+" : ""}${row.amount}`,
    row.waits_for ? `waits for the ${row.waits_for}` : `until the end of the ${row.until}`,
  ]
    .filter(Boolean)
    .join(", ");
}
