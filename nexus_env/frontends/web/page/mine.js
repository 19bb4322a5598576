// The bouts of this browser: those to whose seats it has the keys.

import { h } from "./dom.js";
import { keys } from "./shell.js";
import { capital, namesOf } from "./words.js";
import { post } from "./wire.js";

const MOST = 12; // that are asked for

/** How the bouts stand whose keys this browser keeps, the newest first; `can` is what the service is able to. */
export async function mine(can) {
  const kept = keys.all().slice(0, MOST);
  if (!kept.length) return [];
  if (!can.includes("bouts")) return (await Promise.all(kept.map(look))).filter(Boolean);
  const { bouts } = await post("bouts", { tokens: kept.map(({ token }) => token) }).catch(() => ({ bouts: [] }));
  return bouts.filter((row) => row.seat !== "dice");
}

async function look({ bout, token }) {
  const update = await post("look", { bout, token }).catch(() => null);
  if (!update) return null;
  const { phase, you, seats, result, agreed, legal } = update.state;
  return { bout, link: `/bout/${bout}`, seat: you, phase, seats, result, agreed, your_turn: legal.length > 0 };
}

/** Their list; `forget` throws the key to one away. */
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

function opponents({ seats, seat }) {
  const names = namesOf(seats);
  return `Against ${seats
    .filter((chair) => chair.seat !== seat)
    .map((chair) => names[chair.seat])
    .join(", ")}`;
}

function standing({ phase, seats, seat, result, your_turn: isDue }) {
  if (phase === "open") return "waits for people";
  if (phase === "playing") return isDue ? "your decision" : "the others decide";
  const worth = result?.[seats.findIndex((chair) => chair.seat === seat)] ?? 0;
  return capital(worth > 0 ? "won" : worth < 0 ? "lost" : "a draw");
}
