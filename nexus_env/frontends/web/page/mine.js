// The bouts of this browser: those to whose seats it has the keys.

import { h } from "./dom.js";
import { keys } from "./shell.js";
import { capital, namesOf } from "./words.js";
import { post } from "./wire.js";

const MOST = 12; // that are asked for

/** @typedef {Omit<import("./protocol.js").Mine, "game" | "place" | "turns">} Row a bout as the list shows it */

/**
 * How the bouts stand whose keys this browser keeps, the newest first.
 * @param {string[]} can what the service is able to
 * @returns {Promise<Row[]>}
 */
export async function mine(can) {
  const kept = keys.all().slice(0, MOST);
  if (!kept.length) return [];
  if (!can.includes("bouts")) return (await Promise.all(kept.map(look))).filter((row) => row !== null);
  const tokens = /** @type {[string, ...string[]]} */ (kept.map(({ token }) => token));
  const found = await post("bouts", { tokens }).catch(() => null);
  return found?.bouts.filter((row) => row.seat !== "dice") ?? [];
}

/**
 * @param {{bout: string, token: string, seat: string}} key
 * @returns {Promise<Row | null>}
 */
async function look({ bout, token, seat }) {
  const update = await post("look", { bout, token }).catch(() => null);
  if (!update) return null;
  const { phase, you, seats, result, agreed, legal } = update.state;
  return { bout, link: `/bout/${bout}`, seat: you ?? seat, phase, seats, result, agreed, your_turn: legal.length > 0 };
}

/**
 * Their list.
 * @param {Row[]} bouts
 * @param {(bout: string) => void} forget throws the key to one away
 */
export function list(bouts, forget) {
  return (
    bouts.length > 0 &&
    h(
      "section",
      { class: "card mine", key: "mine" },
      h("h2", {}, "My bouts"),
      h(
        "ul",
        {},
        bouts.map((row) =>
          h(
            "li",
            { key: row.bout, class: row.your_turn ? "due" : "" },
            h("a", { href: row.link }, opponents(row)),
            h("span", {}, standing(row)),
            row.phase === "over" &&
              h(
                "button",
                { class: "back", onclick: () => forget(row.bout), "aria-label": `Forget ${opponents(row)}` },
                "Forget",
              ),
          ),
        ),
      ),
    )
  );
}

/** @param {Row} row */
function opponents({ seats, seat }) {
  const names = namesOf(seats);
  return `Against ${seats
    .filter((chair) => chair.seat !== seat)
    .map((chair) => names[chair.seat])
    .join(", ")}`;
}

/** @param {Row} row */
function standing({ phase, seats, seat, result, your_turn: isDue }) {
  if (phase === "open") return "waiting for players";
  if (phase === "playing") return isDue ? "your decision" : "waiting for the others";
  const worth = result?.[seats.findIndex((chair) => chair.seat === seat)] ?? 0;
  return capital(worth > 0 ? "won" : worth < 0 ? "lost" : "a draw");
}
