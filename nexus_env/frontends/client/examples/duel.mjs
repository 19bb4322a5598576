// A duel against the service: node duel.mjs [URL] [AGENT]
import { Http } from "../client.js";

const [url = "http://127.0.0.1:8000", agent = "random"] = process.argv.slice(2);
const service = new Http(url);
const { bout, token } = await service.ask("create", { seats: ["person", agent], name: "Example" });
for await (const update of service.follow(bout, token)) {
  for (const event of update.events) {
    for (const happening of event.happened ?? []) if (happening.text) console.log(happening.text);
  }
  const { legal, view } = update.state;
  if (legal.length) {
    const { command } = legal[Math.floor(Math.random() * legal.length)];
    await service.ask("play", { bout, token, at: update.cursor, command });
  }
  if (update.state.phase === "over") console.log(view.result);
}
