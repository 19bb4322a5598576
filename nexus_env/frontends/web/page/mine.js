// The bouts of this browser: those for whose seats it has keys.

import { h } from "./dom.js";
import { ROOT } from "./root.js";
import { keys } from "./shell.js";
import { capital, namesOf, plural } from "./words.js";
import { post } from "./wire.js";

const MOST = 12; // that are requested

/** @typedef {import("./protocol.js").Mine} Mine */
/** @typedef {Omit<Mine, "game" | "place" | "turns"> & {game?: string}} Row a bout in the list */

/**
 * The states of the bouts for which this browser has keys, the newest first.
 * @param {string[]} can the abilities of the service
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
  const { phase, you, seats, result, agreed, legal, note } = update.state;
  return { bout, link: `bout/${bout}`, seat: you ?? seat, phase, seats, result, agreed, note, your_turn: legal.length > 0 };
}

/**
 * The list; if several games are served, with the game of each bout.
 * @param {Row[]} bouts
 * @param {import("./protocol.js").ServedGame[]} games
 * @param {(bout: string) => void} forget deletes the key to a bout
 */
export function list(bouts, games, forget) {
  const titles = games.length > 1 ? Object.fromEntries(games.map(({ name, title }) => [name, title])) : {};
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
            h("a", { href: ROOT + row.link }, opponents(row)),
            titles[row.game ?? ""] && h("small", {}, titles[row.game ?? ""]),
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
  const others = seats.filter((chair) => chair.seat !== seat);
  const taken = others.filter(({ taken: isTaken }) => isTaken).map((chair) => names[chair.seat]);
  const free = others.length - taken.length;
  return `Against ${[...taken, ...(free ? [plural(free, "free seat")] : [])].join(", ")}`;
}

/** @param {Row} row */
function standing({ phase, seats, seat, result, note, your_turn: isDue }) {
  if (note && !result) return "can only be read";
  if (phase === "open") return "waiting for players";
  if (phase === "playing") return isDue ? "your decision" : "waiting for the others";
  const worth = result?.[seats.findIndex((chair) => chair.seat === seat)] ?? 0;
  return capital(worth > 0 ? "won" : worth < 0 ? "lost" : "a draw");
}
