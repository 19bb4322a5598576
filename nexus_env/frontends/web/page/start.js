// The start: who plays, on which barge, by which agreements.

import { h, patch } from "./dom.js";
import { list, mine } from "./mine.js";
import { announce, keys, memory } from "./shell.js";
import { badge, piece } from "./symbols.js";
import { capital } from "./words.js";
import { post } from "./wire.js";

const PIECES = { "#": "pillar", c: "crate", u: "brazier", b: "blood", g: "guts" };
const CLOCKS = [
  ["", "None"],
  ["20", "20 seconds"],
  ["60", "A minute"],
  ["180", "3 minutes"],
];
const CYCLES = [
  ["5", "5 cycles, a short bout"],
  ["20", "20 cycles"],
  ["100", "100 cycles"],
];
const THINKING = [
  ["0.2", "briefly"],
  ["1", "1 second"],
  ["5", "5 seconds"],
];

export class Start {
  constructor(root) {
    this.root = root;
    this.trouble = "";
    this.bouts = [];
    this.form = {
      seats: ["person", "person"],
      barge: "1",
      name: memory.get("name") ?? "",
      undo: true,
      auto_pass: true,
      held: undefined, // not chosen: where several people play
      deal: "draft",
      clock: "",
      cycle_limit: "100",
      time: "1",
    };
    this.begin();
  }

  async begin() {
    try {
      this.welcome = await post("hello", { client: "page" });
      this.form.seats[1] = this.welcome.default;
    } catch (error) {
      this.trouble = `The service does not answer: ${error.message}`;
    }
    this.draw();
    if (!this.welcome) return;
    this.bouts = await mine(this.welcome.can);
    this.draw();
  }

  /** Throw the key to a bout away. */
  forget(bout) {
    keys.forget(bout);
    this.bouts = this.bouts.filter((row) => row.bout !== bout);
    this.draw();
  }

  change(fields) {
    Object.assign(this.form, fields);
    this.draw();
  }

  setSeats(count) {
    const seats = this.form.seats.slice(0, count);
    while (seats.length < count)
      seats.push(this.form.seats[1] === "person" ? this.welcome.default : this.form.seats[1]);
    const able = this.agentsFor(count).map(({ name }) => name);
    this.change({ seats: seats.map((who) => (who === "person" || able.includes(who) ? who : able.at(-1))) });
  }

  /** The agents that play with so many seats. */
  agentsFor(count) {
    return this.welcome.agents.filter((agent) => agent.seats.includes(count));
  }

  async create(event) {
    event.preventDefault();
    const { seats, name, barge, undo, auto_pass, held, deal, clock, cycle_limit, time } = this.form;
    memory.set("name", name);
    this.trouble = "";
    try {
      const people = seats.filter((who) => who === "person").length;
      const windows = (held ?? people > 1) ? "held" : "able";
      const options = { barge, auto_pass, windows, deal, cycle_limit: Number(cycle_limit) };
      const joined = await post("create", {
        seats,
        name,
        options,
        time: Number(time),
        undo: undo && people === 1,
        ...(clock && { clock: Number(clock) }),
      });
      keys.keep(joined);
      location.href = joined.link;
    } catch (error) {
      this.trouble = error.message;
      announce(error.message, true);
      this.draw();
    }
  }

  // --- drawing ---

  draw() {
    if (!this.welcome) {
      patch(this.root, h("section", { class: "card narrow" }, h("p", { role: "alert" }, this.trouble)));
      return;
    }
    const { form } = this;
    const people = form.seats.filter((who) => who === "person").length;
    patch(
      this.root,
      list(this.bouts, (bout) => this.forget(bout)),
      h(
        "form",
        { class: "start", onsubmit: (event) => this.create(event) },
        h(
          "div",
          { class: "opening" },
          h("h1", {}, "Into the arena"),
          h(
            "p",
            {},
            "Two to four helots on a barge of eight by eight squares, and a crowd that pays for blood. ",
            "Who ends with the most Cred wins, if it is more than the Crowd Pile holds.",
          ),
        ),
        h(
          "section",
          { class: "card" },
          h("h2", {}, "Who plays"),
          h(
            "div",
            { class: "segmented", role: "group", "aria-label": "Number of players" },
            this.welcome.seats.map((count) =>
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
                placeholder: "as the crowd will shout it",
                oninput: (event) => {
                  form.name = event.target.value;
                },
              }),
            ),
          people > 1 && h("p", { class: "hint" }, "The other people sit down by a link that you get on the next page."),
          people === 0 && h("p", { class: "hint" }, "Nobody but agents: you watch."),
        ),
        h(
          "section",
          { class: "card" },
          h("h2", {}, "The barge"),
          h(
            "div",
            { class: "barges", role: "radiogroup", "aria-label": "Barge" },
            this.barges().map(({ name, title, squares }) =>
              h(
                "label",
                { key: name, class: form.barge === name ? "chosen" : "" },
                h("input", {
                  type: "radio",
                  name: "barge",
                  value: name,
                  checked: form.barge === name,
                  onchange: () => this.change({ barge: name }),
                }),
                squares
                  ? bargePicture(squares)
                  : h("span", { class: "barge-blank", "aria-hidden": "true" }, name === "roll" ? "d8" : "□"),
                h("span", {}, title),
              ),
            ),
          ),
        ),
        h(
          "section",
          { class: "card agreements" },
          h("h2", {}, "Agreed"),
          tick(
            "Decisions may be taken back",
            "only where all others are agents",
            form.undo && people === 1,
            people !== 1,
            (undo) => this.change({ undo }),
          ),
          tick(
            "Ask me only for reactions that matter",
            "else at every moment in which an ability could be used",
            form.auto_pass,
            false,
            (auto_pass) => this.change({ auto_pass }),
          ),
          tick(
            "Hide who could have reacted",
            "a card in a hand must not show by who is waited for; the bout takes longer",
            form.held ?? people > 1,
            people === 0,
            (held) => this.change({ held }),
          ),
          tick(
            "Deal lanistas and motivations at random",
            "else everybody chooses",
            form.deal === "random",
            false,
            (random) => this.change({ deal: random ? "random" : "draft" }),
          ),
          h(
            "div",
            { class: "fields" },
            choose("Clock for people", CLOCKS, form.clock, (clock) => this.change({ clock })),
            choose("The bout ends after", CYCLES, form.cycle_limit, (cycle_limit) => this.change({ cycle_limit })),
            choose("Agents may think", THINKING, form.time, (time) => this.change({ time })),
          ),
        ),
        h(
          "div",
          { class: "go" },
          this.trouble && h("p", { class: "notice bad" }, this.trouble),
          h(
            "button",
            { class: "do primary large" },
            people > 1 ? "Open the gates" : people ? "Begin the bout" : "Watch the bout",
          ),
          h("a", { href: "#replay" }, "or watch a replay"),
        ),
      ),
    );
  }

  seat(who, place) {
    const first = this.form.seats.indexOf("person");
    const agent = this.welcome.agents.find(({ name }) => name === who);
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
              this.change({ seats: this.form.seats.map((other, at) => (at === place ? event.target.value : other)) }),
          },
          h("option", { value: "person" }, first === place || first < 0 ? "You" : "Another person"),
          this.agentsFor(this.form.seats.length).map(({ name }) =>
            h("option", { key: name, value: name }, capital(name)),
          ),
        ),
      ),
      h("small", {}, who === "person" ? (first === place ? "in this browser" : "by a link") : (agent?.meaning ?? "")),
    );
  }

  barges() {
    const drawn = this.welcome.barges.map((squares, place) => ({
      name: String(place + 1),
      title: `Barge ${place + 1}`,
      squares,
    }));
    return [...drawn, { name: "roll", title: "Roll a d8" }, { name: "open", title: "Open floor" }];
  }
}

function bargePicture(rows) {
  const cells = rows.flatMap((row, y) => [...row].map((symbol, x) => [symbol, x, y]));
  return h(
    "svg",
    { class: "barge", viewBox: "0 0 800 800", "aria-hidden": "true" },
    h("rect", { class: "deck", width: 800, height: 800, rx: 20 }),
    cells
      .filter(([symbol]) => PIECES[symbol])
      .map(([symbol, x, y]) =>
        h(
          "g",
          { key: `${x},${y}`, transform: `translate(${100 * x + 50} ${100 * y + 50}) scale(1.2)` },
          piece(PIECES[symbol]),
        ),
      ),
  );
}

function tick(title, explained, isOn, isOff, onChange) {
  return h(
    "label",
    { class: "tick" },
    h("input", {
      type: "checkbox",
      checked: isOn,
      disabled: isOff,
      onchange: (event) => onChange(event.target.checked),
    }),
    h("span", {}, title, h("small", {}, explained)),
  );
}

function choose(title, ways, now, onChange) {
  return h(
    "label",
    { class: "field" },
    title,
    h(
      "select",
      { value: now, onchange: (event) => onChange(event.target.value) },
      ways.map(([way, text]) => h("option", { key: way, value: way }, text)),
    ),
  );
}
