// The page reads its own address: the lobby, a bout, or a replay.

import { drawBar } from "./shell.js";

const bout = location.pathname.match(/^\/bout\/(.+)$/)?.[1];
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

drawBar();
if (bout) import("./table.js").then(({ Table }) => new Table(main, decodeURIComponent(bout)));
else if (/^#replay(\/|$)/.test(location.hash)) import("./replay.js").then(({ Replay }) => new Replay(main));
else import("./lobby.js").then(({ Lobby }) => new Lobby(main));
addEventListener("hashchange", () => location.reload());
