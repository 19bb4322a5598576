// Chooses the page by its address: the lobby, a bout, a lesson, rules, a puzzle, a replay, or a position.

import { deadEnd, decoded } from "./dead_end.js";
import { closeMenus } from "./menus.js";
import { ROOT } from "./root.js";
import { drawBar } from "./shell.js";

const bout = location.pathname.slice(ROOT.length).match(/^bout\/(.+)$/)?.[1];
const puzzle = location.hash.match(/^#puzzles\/([^/]+)(?:\/([^/]*))?$/);
const lesson = location.hash.match(/^#learn\/([^/]+)$/)?.[1];
const rules = location.hash.match(/^#rules\/([^/]+)/)?.[1];
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

drawBar();
closeMenus();
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault(); // an address with #main would be that of another page
  main.focus();
});
if (bout) import("./table.js").then(({ Table }) => new Table(main, decoded(bout)));
else if (lesson) import("./lesson.js").then(({ Lesson }) => new Lesson(main, decoded(lesson)));
else if (rules) import("./library.js").then(({ Library }) => new Library(main, decoded(rules)));
else if (/^#replay(\/|$)/.test(location.hash)) import("./replay.js").then(({ Replay }) => new Replay(main));
else if (puzzle) import("./puzzles.js").then(({ Puzzles }) => new Puzzles(main, decoded(puzzle[1]), decoded(puzzle[2] || "1")));
else if (location.hash === "#try") import("./tryout.js").then(({ Tryout }) => new Tryout(main));
else if (["", "#", "#main"].includes(location.hash)) import("./lobby.js").then(({ Lobby }) => new Lobby(main));
else deadEnd(main, "This link leads nowhere", `The page has nothing at ${decoded(location.hash)}.`);
addEventListener("hashchange", () => {
  const [page, game] = location.hash.split("/");
  const isHere = page === "#rules" && game === rules; // the rules turn to another entry themselves
  if (!isHere) location.reload();
});
