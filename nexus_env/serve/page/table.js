// A bout at the table, for who plays and who watches.

import { Board } from "./board.js";
import { Chooser, reasonsList } from "./commands.js";
import { h, patch } from "./dom.js";
import { log, standing } from "./log.js";
import { hands, panel } from "./panels.js";
import { fly, pilesOf, rollsOf, tray } from "./rolls.js";
import { announce, download, drawBar, keys, memory, pace, showRule } from "./shell.js";
import { badge, coin } from "./symbols.js";
import { Rulebook, capital, named, namesOf, plural } from "./words.js";
import { Wire, post } from "./wire.js";

const MOST_BEHIND = 6; // updates that may wait before the page hurries
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Table {
  constructor(root, bout) {
    Object.assign(this, {
      root,
      bout,
      events: [],
      rolls: [],
      queue: [],
      trouble: "",
      isBusy: false,
      isShowing: false,
      isAtPanel: true, // a page that has just come is at its question
      line: true,
    });
    this.key = location.hash === "#watch" ? null : keys.of(bout);
    this.chooser = new Chooser(
      () => this.draw(),
      (choice) => this.play(choice),
      showRule,
    );
    this.board = new Board(
      () => this.draw(),
      (x, y) => this.chooser.onSquare(x, y),
    );
    this.wire = new Wire(
      (update) => this.receive(update),
      (holds, refused) => this.onLine(holds, refused),
    );
    this.begin();
    setInterval(() => this.state?.seconds_left !== undefined && this.draw(), 1000);
  }

  async begin() {
    patch(this.root, h("p", { class: "loading" }, "The gates open…"));
    try {
      this.rulebook = new Rulebook(await post("rules"));
      this.wire.watch(this.bout, this.key?.token);
    } catch (error) {
      this.onLine(false, error);
    }
  }

  onLine(holds, refused) {
    if (this.line && !holds) announce("The line to the service is broken.", true);
    this.line = holds;
    if (refused && !this.state) {
      patch(
        this.root,
        h(
          "section",
          { class: "card narrow" },
          h("h1", {}, "This bout cannot be shown"),
          h("p", {}, refused.message),
          h("a", { class: "do", href: "/" }, "To the start"),
        ),
      );
      return;
    }
    this.trouble = refused ? refused.message : "";
    if (this.state) this.draw();
  }

  // --- what comes from the service ---

  receive(update) {
    this.queue.push(update);
    if (!this.isShowing) this.show();
  }

  /** Show one update after the other, so that each die and each step is seen. */
  async show() {
    this.isShowing = true;
    while (this.queue.length) {
      const update = this.queue.shift();
      const isFirst = this.state === undefined;
      const isQuick =
        isFirst || document.hidden || this.queue.length > MOST_BEHIND || update.events.length > MOST_BEHIND;
      await this.step(update, isQuick ? 0 : pace());
    }
    this.isShowing = false;
    this.draw();
    this.ask();
    this.loadReasons(this.root.querySelector(".why")?.open);
  }

  async step(update, milliseconds) {
    const before = this.state;
    this.names = namesOf(update.state.seats);
    const fresh = update.events.filter((event) => event.cursor > (this.events.at(-1)?.cursor ?? 0));
    this.events = standing([...this.events, ...fresh]);
    this.cursor = update.cursor;
    this.arrived = performance.now();
    const rolls = fresh.flatMap((event) => rollsOf(event, this.names));
    if (rolls.length) this.rolls = rolls.slice(-5);
    const flights = milliseconds ? this.flightsFrom(fresh) : [];
    this.state = update.state;
    this.reasons = null;
    this.chooser.take(update.state, this.names, this.rulebook);
    this.draw();
    for (const [from, to, coins] of flights) fly(from, this.pile(to), coins);
    if (before && milliseconds) await wait(rolls.length ? 2 * milliseconds : milliseconds);
  }

  /** Where the coins of some events start, before the table is drawn anew. */
  flightsFrom(events) {
    return events
      .flatMap((event) => event.happened)
      .filter((row) => row.event === "coins")
      .map((row) => {
        const [from, to] = pilesOf(row);
        return [this.pile(from), to, row.coins];
      });
  }

  pile(name) {
    return document.querySelector(`[data-pile="${name}"]`);
  }

  /** The person is asked: say so, where it is heard and seen. */
  ask() {
    const { view, phase, you } = this.state;
    const isAsked = phase === "playing" && view.question.seat === you;
    document.title = phase === "over" ? "The bout is over · NEXUS" : isAsked ? "● Your decision · NEXUS" : "NEXUS";
    if (phase === "over") announce(named(view.result ?? "", this.names));
    else if (isAsked)
      announce(
        view.question.name === "command"
          ? "Your Command Round: choose a command."
          : named(view.question.text, this.names),
        view.question.name !== "command",
      );
  }

  // --- what the person does ---

  async play(choice) {
    await this.request("play", { at: this.cursor, action: choice.action });
  }

  async request(type, fields = {}) {
    this.isBusy = true;
    this.trouble = "";
    this.draw();
    try {
      return await this.wire.ask(type, { bout: this.bout, token: this.key.token, ...fields });
    } catch (error) {
      this.fail(error);
      return null;
    } finally {
      this.isBusy = false;
      this.draw();
    }
  }

  async again() {
    const joined = await this.request("again");
    if (joined) this.enter(joined);
  }

  enter(joined) {
    keys.keep(joined);
    location.href = joined.link;
  }

  async join(event) {
    event.preventDefault();
    const name = new FormData(event.target).get("name");
    memory.set("name", name);
    try {
      const joined = await post("join", { bout: this.bout, name, token: keys.offer(this.bout) });
      keys.keep(joined);
      location.reload();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Say what went wrong. */
  fail(error) {
    this.trouble = error.message;
    announce(error.message, true);
    this.draw();
  }

  async record() {
    try {
      return (await post("record", { bout: this.bout })).transcript;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  async save() {
    const transcript = await this.record();
    if (transcript) download(`nexus-${this.bout}.txt`, transcript);
  }

  async watchAgain() {
    const transcript = await this.record();
    if (!transcript) return;
    sessionStorage.setItem("nexus replay", transcript);
    location.href = "/#replay";
  }

  async loadReasons(isOpen) {
    if (!isOpen || this.reasons || !this.key) return;
    const answer = await this.wire.ask("why", { bout: this.bout, token: this.key.token }).catch(() => null);
    this.reasons = answer?.reasons ?? [];
    this.draw();
  }

  // --- drawing ---

  draw() {
    if (!this.state) return;
    const { view, phase } = this.state;
    const mayAct = phase === "playing" && !this.isShowing;
    const at = document.activeElement;
    if (at !== document.body) this.isAtPanel = Boolean(at?.closest(".side-column .now")); // what is disabled loses it late
    drawBar(this.summary());
    patch(
      this.root,
      h(
        "div",
        { class: `table seats-${view.seats}` },
        h("h1", { class: "sr" }, "The bout"),
        this.notices(),
        h(
          "div",
          { class: "panels", key: "panels", role: "region", "aria-label": "Players" },
          this.seatsInOrder().map((seat) => panel(view, seat, this.names, phase === "playing")),
          hands(view, this.rulebook, this.names),
        ),
        h(
          "div",
          { class: "middle", key: "middle" },
          this.board.draw(view, this.names, mayAct ? this.chooser.marks() : undefined),
          tray(this.rolls),
        ),
        h(
          "div",
          { class: "side-column", key: "side" },
          h("div", { class: "now", role: "region", "aria-label": "What is to be decided" }, this.now(mayAct)),
          log(this.events, this.names, this.rulebook),
        ),
      ),
    );
    this.keepUp();
    if (this.isAtPanel && !this.root.contains(document.activeElement))
      this.root.querySelector(".now h2, .now h3")?.focus({ preventScroll: true });
  }

  /** The log follows what happens, unless somebody reads further up. */
  keepUp() {
    const list = this.root.querySelector(".log");
    const newest = this.events.at(-1)?.cursor;
    if (newest !== this.scrolledTo) list.scrollTop = list.scrollHeight;
    this.scrolledTo = newest;
  }

  seatsInOrder() {
    const all = this.state.seats.map((chair) => chair.seat);
    const mine = all.indexOf(this.state.you);
    return mine < 0 ? all : [...all.slice(mine), ...all.slice(0, mine)];
  }

  summary() {
    const { view } = this.state;
    return [
      h("span", { class: "cycle" }, view.cycle ? `Cycle ${view.cycle}` : "Setup"),
      view.round &&
        h("span", { class: "whose" }, badge(view.round.seat, 15), ` ${this.names[view.round.seat]}’s round`),
      h(
        "span",
        { class: "crowd", "data-pile": "crowd", title: "The Crowd Pile: who wins must have more" },
        coin(22),
        h("b", {}, view.crowd_pile),
        " Crowd Pile",
      ),
      h(
        "span",
        { class: "line-ups" },
        view.lanistas.map((row) =>
          h(
            "span",
            { key: row.seat, class: `mini ${row.seat}` },
            badge(row.seat, 14),
            h("b", {}, row.cred),
            h("i", {}, `♥${view.helots.find((helot) => helot.seat === row.seat).health["overall-condition"]}`),
          ),
        ),
      ),
    ];
  }

  notices() {
    return h(
      "div",
      { class: "notices", key: "notices" },
      !this.line &&
        h("p", { class: "notice bad" }, "The line to the service is broken. It is being mended; nothing is lost."),
      this.trouble &&
        h(
          "p",
          { class: "notice bad" },
          this.trouble,
          h(
            "button",
            {
              class: "back",
              onclick: () => {
                this.trouble = "";
                this.draw();
              },
            },
            "Close",
          ),
        ),
    );
  }

  /** What is to be done now: take a seat, decide, wait, or look at the result. */
  now(mayAct) {
    const { phase, view, you } = this.state;
    if (phase === "open") return this.lobby();
    if (phase === "over") return this.result();
    if (view.question.seat === you)
      return [
        this.clock(),
        this.chooser.draw(this.isBusy || !mayAct),
        this.undoButton(),
        h(
          "details",
          { class: "why", key: "why", ontoggle: (event) => this.loadReasons(event.target.open) },
          h("summary", {}, "What is not possible now, and why"),
          this.reasons ? reasonsList(this.reasons, this.names) : h("p", { class: "quiet" }, "A moment…"),
        ),
      ];
    return [
      this.clock(),
      h(
        "div",
        { class: "ask waiting", key: "waiting" },
        h("h2", { tabindex: -1 }, you ? "Wait" : "You are watching"),
        h("p", {}, badgeOf(view.question.seat), " ", named(view.question.text, this.names)),
      ),
      this.undoButton(),
    ];
  }

  clock() {
    if (this.state.seconds_left === undefined) return null;
    const left = Math.max(0, Math.ceil(this.state.seconds_left - (performance.now() - this.arrived) / 1000));
    return h(
      "p",
      { class: `clock ${left <= 10 ? "short" : ""}`, key: "clock", role: "timer" },
      h("b", {}, left),
      ` seconds left, then greedy decides`,
    );
  }

  undoButton() {
    return (
      this.state.may_undo &&
      h(
        "button",
        {
          class: "undo",
          key: "undo",
          disabled: this.isBusy || this.isShowing,
          onclick: () => this.request("undo", { at: this.cursor }),
        },
        "Take my last decision back",
      )
    );
  }

  lobby() {
    const link = `${location.origin}/bout/${this.bout}`;
    const free = this.state.seats.filter((chair) => !chair.taken);
    const mayJoin = !this.key && location.hash !== "#watch";
    return h(
      "div",
      { class: "ask lobby", key: "lobby" },
      h("h2", { tabindex: -1 }, mayJoin ? "A seat is free" : "The gates are open"),
      h(
        "ul",
        { class: "chairs" },
        this.state.seats.map((chair) =>
          h(
            "li",
            { key: chair.seat },
            badge(chair.seat),
            ` ${this.names[chair.seat]}`,
            chair.seat === this.state.you && " (you)",
          ),
        ),
      ),
      mayJoin &&
        h(
          "form",
          { class: "join", onsubmit: (event) => this.join(event) },
          h(
            "label",
            {},
            "Your name",
            h("input", {
              name: "name",
              maxlength: 40,
              autocomplete: "nickname",
              value: this.typed ?? memory.get("name") ?? "",
              oninput: (event) => {
                this.typed = event.target.value;
              },
            }),
          ),
          h("button", { class: "do primary" }, "Take the seat"),
        ),
      h(
        "p",
        {},
        `The bout begins when ${plural(free.length, "more person has", "more people have")} sat down. Send this link:`,
      ),
      share(link, "the link to the free seats"),
      h("p", {}, "Who only watches takes this one:"),
      share(`${link}#watch`, "the link for spectators"),
    );
  }

  result() {
    const { view, result, you, next } = this.state;
    const standings = [...view.lanistas].sort((one, other) => other.cred - one.cred);
    const mine = result?.[this.state.seats.findIndex((chair) => chair.seat === you)];
    const title = mine === undefined ? "The bout is over" : mine > 0 ? "Victory" : mine < 0 ? "Defeat" : "A draw";
    return h(
      "div",
      { class: "ask over", key: "over" },
      h("h2", { tabindex: -1 }, title),
      h("p", {}, named(view.result ?? "", this.names)),
      h(
        "table",
        {},
        h("caption", {}, "Cred at the end"),
        h(
          "tbody",
          {},
          standings.map((row) =>
            h(
              "tr",
              { key: row.seat, class: view.winners.includes(row.seat) ? "winner" : "" },
              h("th", { scope: "row" }, badge(row.seat), ` ${this.names[row.seat]}`),
              h("td", {}, row.cred),
            ),
          ),
          h("tr", { key: "crowd" }, h("th", { scope: "row" }, coin(16), " Crowd Pile"), h("td", {}, view.crowd_pile)),
        ),
      ),
      h(
        "div",
        { class: "buttons" },
        this.key &&
          h(
            "button",
            { class: "do primary", disabled: this.isBusy, onclick: () => this.again() },
            next ? "To the next bout" : "Play again",
          ),
        h("button", { class: "do", onclick: () => this.watchAgain() }, "Watch the replay"),
        h("button", { class: "do", onclick: () => this.save() }, "Download the transcript"),
        h("a", { class: "do", href: "/" }, "A new bout"),
      ),
      this.undoButton(),
    );
  }
}

const badgeOf = (seat) => seat?.startsWith("player") && badge(seat);

function share(link, title) {
  return h(
    "p",
    { class: "share" },
    h("input", { readonly: true, value: link, "aria-label": capital(title), onclick: (event) => event.target.select() }),
    h(
      "button",
      {
        class: "do",
        "aria-label": `Copy ${title}`,
        onclick: (event) => copy(event.target.previousElementSibling),
      },
      "Copy",
    ),
  );
}

/** Copy what stands in a field; browsers give the clipboard only to pages that came over TLS or from this computer. */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return announce("It is selected: copy it by hand.", true);
  }
  return announce("Copied.");
}
