// A bot for boardgame.io that lets a service of nexus_env decide: for games whose state G holds the bout as a position
// or a transcript (see docs/text.md), and whose only move, `command`, takes a command in words.
//
//     import { NexusBot } from "./boardgame_io.mjs";
//     Local({ bots: { 1: NexusBot({ url: "http://127.0.0.1:8000", agent: "search", time: 2 }) } })
import { Http } from "../client.js";

const MOST_TRIES = 120;

/** The answer of a service; asks again every second while it is busy or still loading its agents. */
async function patiently(ask) {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (error.code !== "busy" || tries === MOST_TRIES) throw error;
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

/** A class of bots for boardgame.io. `bout(G)` returns the bout as { position } or { transcript }. */
export function NexusBot({ url, agent = "random", time = 1, bout = (G) => ({ position: G.position }) }) {
  const service = new Http(url);
  return class {
    async play({ G, ctx }, playerID) {
      const best = await patiently(() => service.ask("go", { ...bout(G), agent, time }));
      return {
        action: { type: "MAKE_MOVE", payload: { type: "command", args: [best.command], playerID: playerID ?? ctx.currentPlayer } },
        metadata: { expected: best.expected ?? null, line: best.line },
      };
    }
  };
}
