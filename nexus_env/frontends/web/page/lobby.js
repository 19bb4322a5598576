// The lobby: which game, who plays, and on what terms.

import { h, patch } from "./dom.js";
import { badge } from "./emblems.js";
import { OptionsForm, choose, tick } from "./form.js";
import { named } from "./game.js";
import { addressOf } from "./glossary.js";
import { list, mine } from "./mine.js";
import { ROOT } from "./root.js";
import { announce, drawBar, keys, memory, present } from "./shell.js";
import { capital, said, there } from "./words.js";
import { post } from "./wire.js";

const CLOCKS = [
  ["", "None"],
  ["20", "20 seconds"],
  ["60", "A minute"],
  ["180", "3 minutes"],
];
const THINKING = [
  ["0.2", "briefly"],
  ["1", "1 second"],
  ["5", "5 seconds"],
];

export class Lobby {
  trouble = "";
  /** @type {import("./mine.js").Row[]} */
  bouts = [];
  form = { seats: ["person", "person"], name: memory.get("name") ?? "", undo: true, clock: "", time: "1" };
  /** @type {boolean | undefined} */
  advice; // as chosen; by default only for a single person against agents
  /** @type {import("./protocol.js").ServedGame[]} */
  games = [];
  /** @type {import("./game.js").Played | null} */
  chosen = null; // the game, once it is loaded
  /** @type {import("./protocol.js").ServedGame | null} */
  wanted = null; // the game last chosen, loaded or not
  /** @type {OptionsForm | null} */
  asked = null; // the options of that game

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.begin();
  }

  get game() {
    return there(this.chosen);
  }

  get options() {
    return there(this.asked);
  }

  async begin() {
    try {
      const welcome = await post("hello", { client: "page" });
      this.games = welcome.games;
      await this.take(memory.get("game") ?? "");
      this.draw();
      this.bouts = await mine(welcome.can);
    } catch (error) {
      this.trouble = `The service is not responding: ${said(error)}`;
    }
    this.draw();
  }

  /**
   * Choose a game; the default one if there is none with this name.
   * @param {string} name
   */
  async take(name) {
    const known = this.games.find((game) => game.name === name) ?? this.games[0];
    this.wanted = known;
    const chosen = await named(this.games, known.name);
    if (this.wanted !== known) return; // another game has been chosen since
    this.chosen = chosen;
    this.asked = new OptionsForm(this.chosen, () => this.draw());
    const [least] = known.seats;
    const count = known.seats.includes(2) ? 2 : least;
    this.sit(["person", ...Array.from({ length: count - 1 }, () => known.default)]);
    present(known);
    drawBar();
  }

  /** @param {string} name */
  async changeGame(name) {
    memory.set("game", name);
    const taken = this.take(name);
    this.draw();
    await taken;
    this.draw();
  }

  /**
   * Delete the key to a bout.
   * @param {string} bout
   */
  forget(bout) {
    keys.forget(bout);
    this.bouts = this.bouts.filter((row) => row.bout !== bout);
    this.draw();
  }

  /** @param {Partial<Lobby["form"]>} fields */
  change(fields) {
    this.sit(fields.seats ?? this.form.seats);
    Object.assign(this.form, fields);
    this.draw();
  }

  get people() {
    return this.form.seats.filter((who) => who === "person").length;
  }

  /**
   * Set the players. The choice about hints for one person does not apply to several people, and vice versa.
   * @param {string[]} seats
   */
  sit(seats) {
    const wereSeveral = this.people > 1;
    this.form.seats = seats;
    if (this.people > 1 !== wereSeveral) this.advice = undefined;
  }

  /** @param {number} count */
  setSeats(count) {
    const seats = this.form.seats.slice(0, count);
    while (seats.length < count)
      seats.push((this.form.seats[1] ?? "person") === "person" ? this.game.served.default : this.form.seats[1]);
    const able = this.agentsFor(count).map(({ name }) => name);
    this.change({ seats: seats.map((who) => (who === "person" || able.includes(who) ? who : there(able.at(-1)))) });
  }

  /**
   * The agents that support this number of seats.
   * @param {number} count
   */
  agentsFor(count) {
    return this.game.served.agents.filter((agent) => agent.seats.includes(count));
  }

  /** @param {SubmitEvent} event */
  async create(event) {
    event.preventDefault();
    const { people } = this;
    const { seats, name, undo, clock, time } = this.form;
    memory.set("name", name);
    this.trouble = "";
    try {
      const joined = await post("create", {
        game: this.game.served.name,
        seats: /** @type {import("./protocol.js").Create["seats"]} */ (seats),
        name,
        options: this.options.values(people),
        time: Number(time),
        undo: undo && people > 0,
        advice: this.advice ?? people < 2,
        ...(clock && { clock: Number(clock) }),
      });
      keys.keep(joined);
      location.href = ROOT + joined.link;
    } catch (error) {
      this.trouble = said(error);
      announce(this.trouble, true);
      this.draw();
    }
  }

  // --- drawing ---

  draw() {
    if (!this.chosen) {
      patch(this.root, h("section", { class: "card narrow" }, h("p", { role: "alert" }, this.trouble)));
      return;
    }
    const wanted = there(this.wanted);
    patch(
      this.root,
      list(this.bouts, this.games, (bout) => this.forget(bout)),
      h(
        "form",
        { class: "lobby", "data-game": wanted.name, onsubmit: (event) => this.create(event) },
        h(
          "div",
          { class: "opening" },
          h("h1", {}, "Into the arena"),
          this.games.length > 1 && this.gameField(),
          h("p", {}, wanted.invitation),
          ways(wanted),
        ),
        this.players(),
        this.options.pictures(this.people),
        this.agreements(),
        this.go(wanted),
      ),
    );
  }

  /** The seats and their players. */
  players() {
    const { form, people } = this;
    return h(
      "section",
      { class: "card" },
      h("h2", {}, "Players"),
      h(
        "div",
        { class: "segmented", role: "group", "aria-label": "Number of players" },
        this.game.served.seats.map((count) =>
          h(
            "button",
            {
              key: count,
              type: "button",
              "aria-pressed": String(form.seats.length === count),
              onclick: () => this.setSeats(count),
            },
            `${count} players`,
          ),
        ),
      ),
      h(
        "ol",
        { class: "seat-list" },
        form.seats.map((who, place) => this.seat(who, place)),
      ),
      people > 0 &&
        h(
          "label",
          { class: "field" },
          "Your name",
          h("input", {
            value: form.name,
            maxlength: 40,
            autocomplete: "nickname",
            placeholder: "as others see it",
            oninput: (event) => {
              form.name = event.currentTarget.value;
            },
          }),
        ),
      people > 1 && h("p", { class: "hint" }, "The next page has a link for the other people."),
      people === 0 && h("p", { class: "hint" }, "Only agents play; you watch."),
    );
  }

  /** The terms of the bout. */
  agreements() {
    const { form, people } = this;
    return h(
      "section",
      { class: "card agreements" },
      h("h2", {}, "Options"),
      tick(
        "Allow take-backs",
        people > 1 ? "only if all other people agree" : "what was decided since goes with it, and the dice repeat",
        form.undo && people > 0,
        people === 0,
        (undo) => this.change({ undo }),
      ),
      tick(
        "Hints, and who is ahead",
        people > 1 ? "agents show every player what they would do; people see this before they join" : "agents show what they would do",
        this.advice ?? people < 2,
        false,
        (advice) => {
          this.advice = advice;
          this.draw();
        },
      ),
      this.options.ticks(people),
      h(
        "div",
        { class: "fields" },
        choose("Clock", CLOCKS, form.clock, (clock) => this.change({ clock })),
        this.options.fields(people),
        choose("Thinking time of agents", THINKING, form.time, (time) => this.change({ time })),
      ),
    );
  }

  /**
   * The button that begins, and the links below it.
   * @param {import("./protocol.js").ServedGame} wanted the chosen game
   */
  go(wanted) {
    const { people } = this;
    return h(
      "div",
      { class: "go" },
      this.trouble && h("p", { class: "notice bad" }, this.trouble),
      h(
        "button",
        { class: "do primary large", disabled: wanted !== this.game.served },
        people > 1 ? "Create the bout" : people ? "Begin the bout" : "Watch the bout",
      ),
      h("a", { href: "#replay" }, "or watch a replay"),
      wanted.puzzles > 0 && h("a", { href: `#puzzles/${wanted.name}/1` }, "or solve a puzzle"),
    );
  }

  /**
   * @param {string} who
   * @param {number} place
   */
  seat(who, place) {
    const first = this.form.seats.indexOf("person");
    const agent = this.game.served.agents.find(({ name }) => name === who);
    return h(
      "li",
      { key: place, class: `player_${place}` },
      badge(`player_${place}`, 30),
      h(
        "label",
        {},
        h("span", { class: "sr" }, `Seat ${place + 1}`),
        h(
          "select",
          {
            value: who,
            onchange: (event) =>
              this.change({ seats: this.form.seats.map((other, at) => (at === place ? event.currentTarget.value : other)) }),
          },
          h("option", { value: "person" }, first === place || first < 0 ? "You" : "Another person"),
          this.agentsFor(this.form.seats.length).map(({ name }) =>
            h("option", { key: name, value: name }, capital(name)),
          ),
        ),
      ),
      h("small", {}, who === "person" ? (first === place ? "in this browser" : "joins by a link") : (agent?.meaning ?? "")),
    );
  }

  gameField() {
    return h(
      "div",
      { class: "segmented", role: "group", "aria-label": "Game" },
      this.games.map(({ name, title }) =>
        h(
          "button",
          {
            key: name,
            type: "button",
            "aria-pressed": String(name === this.wanted?.name),
            onclick: () => this.changeGame(name),
          },
          title.split(":")[0],
        ),
      ),
    );
  }
}

/**
 * The links for learning the game.
 * @param {import("./protocol.js").ServedGame} game
 */
const ways = ({ name, lesson }) =>
  h(
    "p",
    { class: "learn" },
    lesson && h("a", { class: "do", href: `${ROOT}#learn/${encodeURIComponent(name)}` }, "Learn to play"),
    h("a", { class: "do", href: addressOf(name) }, "The rules"),
  );
