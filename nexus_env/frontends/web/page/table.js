// A bout at the table, for players and spectators.

import { Counsel } from "./advice.js";
import { Board } from "./board.js";
import { columns, decision } from "./columns.js";
import { Chooser } from "./commands.js";
import { deadEnd } from "./dead_end.js";
import { h, patch } from "./dom.js";
import { Forced } from "./forced.js";
import { followLog, log, standing } from "./log.js";
import { ofBout } from "./game.js";
import { showRule } from "./glossary.js";
import { notices } from "./notices.js";
import { now } from "./now.js";
import { outlook } from "./outlook.js";
import { panel } from "./panels.js";
import { passOn } from "./passing.js";
import { appealIn, presence } from "./people.js";
import { fly, rollsOf, tray } from "./rolls.js";
import { ROOT } from "./root.js";
import { announce, confirmed, download, drawBar, entitle, keys, memory, pace, present } from "./shell.js";
import { summary } from "./summary.js";
import { explainTerms } from "./terms.js";
import { capital, named, namesOf, said, there } from "./words.js";
import { Walker } from "./walking.js";
import { UNKNOWN, Wire, codeOf, patiently, post } from "./wire.js";

const MOST_BEHIND = 6; // waiting updates before the page hurries
const MOST_STUMBLES = 3; // failed drawings in a row before the page stops retrying by itself
const LOOK_AGAIN = 400; // ms
const wait = (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Joined} Joined */
/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./game.js").Played} Played */
/** @typedef {import("./words.js").Choice} Choice */
/** @typedef {"play" | "undo" | "ask_undo" | "answer_undo" | "again" | "resign" | "offer_draw" | "answer_draw" | "claim" | "skip"} Deed */
/** @typedef {(type: Deed, fields?: Record<string, unknown>) => Promise<Update | Joined | null>} Ask */

export class Table {
  /** @type {State | null} */
  known = null; // the state of the bout, once it is loaded
  /** @type {Played | null} */
  played = null; // the game, once it is loaded
  /** @type {string | undefined} */
  typed; // the typed name of a person who wants to join
  /** @type {Record<string, string>} */
  names = {};
  /** @type {Event[]} */
  events = [];
  /** @type {import("./rolls.js").Shown[]} */
  rolls = [];
  /** @type {Update[]} */
  queue = []; // updates to be shown
  trouble = "";
  isBusy = false;
  isShowing = false;
  isPassing = false; // automatic passes until the person's next command
  isHurried = false; // the person skips to the end
  isNew = false;
  appeal = ""; // what somebody has just asked this person
  isKept = true; // the service has its record
  failure = "This bout cannot be shown";
  stumbles = 0;
  isAtPanel = true; // a new page is at its question
  line = true;
  cursor = 0;
  arrived = 0; // when the state arrived, by the page's clock
  /** @type {import("./protocol.js").Reason[] | null} */
  reasons = null;

  /**
   * @param {HTMLElement} root
   * @param {string} bout
   */
  constructor(root, bout, Kind = Chooser) {
    this.root = root;
    this.bout = bout;
    this.key = location.hash === "#watch" ? null : keys.of(bout);
    this.chooser = new Kind(
      () => this.draw(),
      (choice) => {
        this.forced.release();
        this.play(choice);
      },
      showRule,
      (choice) => this.confirm(choice),
    );
    this.board = new Board(
      () => this.draw(),
      (cell, byKey, byFinger) => this.onCell(cell, byKey, byFinger),
      (cell) => this.walker.point(cell),
    );
    this.walker = new Walker(this);
    this.forced = new Forced(this);
    this.counsel = new Counsel(this);
    this.wire = new Wire(
      (update) => this.receive(update),
      (holds, refused) => this.onLine(holds, refused),
    );
    addEventListener("error", ({ error }) => error && this.stumble(error));
    addEventListener("unhandledrejection", ({ reason }) => this.stumble(reason));
    explainTerms(document.body, () => this.played?.rulebook);
    this.begin();
    setInterval(() => this.known?.seconds_left !== undefined && this.draw(), 1000);
  }

  get state() {
    return there(this.known);
  }

  get game() {
    return there(this.played);
  }

  async begin() {
    patch(this.root, h("p", { class: "loading" }, "The gates open…"));
    try {
      this.played = await ofBout(this.bout);
      present(this.played.served);
      this.wire.watch(this.bout, this.key?.token);
    } catch (error) {
      this.onLine(false, error instanceof Error ? error : undefined);
    }
  }

  /**
   * @param {boolean} holds
   * @param {Error} [refused]
   */
  onLine(holds, refused) {
    if (this.line && !holds) announce("The connection to the service is lost.", true);
    this.line = holds;
    if (refused && !this.known) {
      const isUnknown = codeOf(refused) === UNKNOWN;
      deadEnd(this.root, this.failure, isUnknown ? "This service has no bout with this name." : refused.message);
      return;
    }
    this.trouble = refused ? refused.message : "";
    if (this.known) this.draw();
  }

  // --- messages from the service ---

  /** @param {Update} update */
  receive(update) {
    this.queue.push(update);
    if (!this.isShowing) this.show();
  }

  /** Show one update after another, so that each die and each step is seen. */
  async show() {
    this.isShowing = true;
    try {
      for (let update = this.queue.shift(); update; update = this.queue.shift()) {
        const isQuick =
          this.known === null ||
          this.isHurried ||
          document.hidden ||
          this.queue.length > MOST_BEHIND ||
          update.events.length > MOST_BEHIND;
        await this.step(update, isQuick ? 0 : pace());
      }
    } catch (error) {
      this.stumble(error);
    } finally {
      this.isShowing = false;
    }
    if (this.known && (this.walker.goOn() || passOn(this))) return;
    if (this.known) this.forced.follow();
    this.draw();
    this.counsel.follow();
    if (this.isNew) this.ask();
    this.isNew = false;
    const why = /** @type {HTMLDetailsElement | null} */ (this.root.querySelector(".why"));
    this.loadReasons(why?.open ?? false);
  }

  /**
   * Apply an update: a repeated or outdated one changes nothing.
   * @param {Update} update
   * @param {number} milliseconds
   */
  async step(update, milliseconds) {
    const before = this.known;
    if (before && update.cursor < this.cursor) return;
    const fresh = update.events.filter((event) => event.cursor > (this.events.at(-1)?.cursor ?? 0));
    const isNew = !this.chooser.state || update.cursor !== this.cursor;
    const flights = milliseconds ? this.flightsFrom(fresh) : [];
    this.names = namesOf(update.state.seats);
    this.events = standing([...this.events, ...fresh]);
    Object.assign(this, { cursor: update.cursor, arrived: performance.now(), known: update.state });
    const rolls = fresh.flatMap((event) => rollsOf(event, this.names));
    if (rolls.length) this.rolls = rolls.slice(-5);
    this.appeal = appealIn(fresh, update.state, this.names) || this.appeal;
    if (before && fresh.some(({ kind }) => kind === "undone")) this.halt();
    if (isNew) {
      this.isNew = true;
      this.reasons = null;
      this.counsel.forget();
      this.chooser.take(update.state, this.names, this.game);
    }
    this.draw();
    for (const { from, target, count } of flights) fly(from, this.heap(target), count);
    if (before && fresh.length && milliseconds) await wait(rolls.length ? 2 * milliseconds : milliseconds);
  }

  /**
   * The tokens that fly in some events, and where they start before the table is redrawn.
   * @param {Event[]} events
   */
  flightsFrom(events) {
    return events
      .flatMap((event) => event.happened)
      .flatMap(({ transfer }) => (transfer ? [{ ...transfer, from: this.heap(transfer.origin) }] : []));
  }

  /** @param {string} name */
  heap(name) {
    return document.querySelector(`[data-pile="${CSS.escape(name)}"]`);
  }

  /** Decide nothing by itself any more: a decision was taken back. */
  halt() {
    this.isPassing = false;
    if (this.walker.going) this.walker.stop("The walk stopped.");
  }

  /** Tell the person, audibly and visibly, that it is their decision, or what somebody asks. */
  ask() {
    const { view, phase } = this.state;
    const { isAsked, appeal } = this;
    this.appeal = "";
    if (appeal && phase === "playing") {
      entitle("You are asked", true);
      announce(appeal, true);
      return;
    }
    if (phase === "over") entitle("The bout is over");
    else entitle(isAsked ? "Your decision" : "", isAsked);
    if (phase === "over") announce(named(view.result ?? "", this.names));
    else if (isAsked)
      announce(
        view.question.name === "command"
          ? `${view.question.title ?? "Your turn"}: choose a command.`
          : named(view.question.text, this.names),
        view.question.name !== "command",
      );
  }

  // --- actions of the person ---

  /** @param {Choice} choice */
  async play(choice) {
    if (!this.walker.going) this.walker.note = "";
    this.counsel.forget();
    await this.request("play", { at: this.cursor, action: choice.action });
  }

  /**
   * @param {string} cell
   * @param {boolean} byKey
   * @param {boolean} byFinger
   */
  onCell(cell, byKey, byFinger) {
    if (!this.walker.going && (!this.mayAct || this.isBusy)) return;
    if (this.walker.choose(cell, byFinger)) return;
    this.chooser.onCell(cell);
    if (byKey && this.chooser.selection) this.focus(".now .step-title");
  }

  /**
   * @param {string} css the selector of the element to focus, if it exists
   * @param {FocusOptions} [options]
   */
  focus(css, options) {
    /** @type {HTMLElement | null} */ (this.root.querySelector(css))?.focus(options);
  }

  /**
   * Ask to confirm a command that may end the person's bout.
   * @param {Choice} choice
   */
  confirm(choice) {
    const meter = this.state.view.seats.find(({ seat }) => seat === this.state.you)?.meters[0];
    const takes = choice.cost ? `It costs ${choice.cost}. ` : "";
    const left = meter ? `You have ${meter.value} ${meter.name} left: this` : "This";
    const text = `${takes}${left} may end your bout.`;
    return confirmed(`${capital(choice.command)}?`, text, "Do it", "Cancel");
  }

  /**
   * Send a request about this bout with the key to the seat.
   * @type {Ask}
   */
  async request(type, fields = {}) {
    if (this.isBusy) return null;
    this.isBusy = true;
    this.trouble = "";
    this.draw();
    try {
      const answer = await this.wire.ask(type, { bout: this.bout, token: there(this.key).token, ...fields });
      if (answer.type === "update") this.receive(answer);
      return answer;
    } catch (error) {
      this.isPassing = false; // otherwise, a refused pass would be repeated forever
      this.walker.stop("The walk stopped.");
      this.forced.hold();
      this.fail(error);
      this.lookAgain();
      return null;
    } finally {
      this.isBusy = false;
      this.draw();
    }
  }

  /**
   * Handle an error of the page: report it, clean up, and reload the state of the bout.
   * @param {unknown} error
   */
  stumble(error) {
    console.error(error);
    this.chooser.reset();
    Object.assign(this, { isBusy: false, queue: [], trouble: `Something went wrong in this page: ${said(error)}` });
    announce(this.trouble, true);
    this.stumbles += 1;
    this.root.replaceChildren(); // it may be half drawn
    patch(this.root, h("div", { class: "table failed" }, notices(this)));
    if (this.stumbles <= MOST_STUMBLES) setTimeout(() => this.lookAgain(), LOOK_AGAIN);
  }

  /** Reload the state of the bout after something was missed. */
  async lookAgain() {
    const where = { bout: this.bout, token: this.key?.token };
    const update = await post("look", { ...where, after: this.cursor }).catch(() => null);
    if (update) this.receive(update);
  }

  async again() {
    const joined = await this.request("again");
    if (joined?.type === "joined") this.enter(joined);
  }

  /** @param {Joined} joined */
  enter(joined) {
    keys.keep(joined);
    location.href = ROOT + joined.link;
  }

  /** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
  async join(event) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "");
    memory.set("name", name);
    try {
      const joined = await post("join", { bout: this.bout, name, token: keys.offer(this.bout) });
      keys.keep(joined);
      location.reload();
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Report an error.
   * @param {unknown} error
   */
  fail(error) {
    this.trouble = said(error);
    announce(this.trouble, true);
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
    if (transcript) download(`${this.game.served.name}-${this.bout}.txt`, transcript);
  }

  /** @param {boolean} isOpen */
  async loadReasons(isOpen) {
    if (!isOpen || this.reasons || !this.key) return;
    const answer = await this.wire.ask("why", { bout: this.bout, token: this.key.token }).catch(() => null);
    this.reasons = answer?.reasons ?? [];
    this.draw();
  }

  // --- drawing ---

  /** Draw everything; an error is reported, and the page reloads the state. */
  draw() {
    if (!this.known || !this.chooser.state) return;
    try {
      this.paint();
      this.stumbles = 0;
    } catch (error) {
      this.stumble(error);
    }
  }

  /** Whether the bout is in progress, and all events have been shown. */
  get mayAct() {
    return this.state.phase === "playing" && !this.isShowing;
  }

  /** Whether this person may send a piece on a walk. */
  get mayWalk() {
    return Boolean(this.key) && this.mayAct;
  }

  /** @param {() => boolean} isWanted */
  async findWalks(isWanted) {
    const found = await patiently("walks", { bout: this.bout, token: this.key?.token ?? "" }, isWanted);
    return found?.walks;
  }

  paint() {
    const { view, phase } = this.state;
    const { mayAct } = this;
    const { art } = this.game;
    const at = document.activeElement;
    if (at !== document.body) this.isAtPanel = Boolean(at?.closest(".side-column .now")); // a disabled element loses the focus late
    drawBar(summary(view, this.names, this.game));
    patch(
      this.root,
      columns(view, this.names, this.game, {
        title: "The bout",
        notices: notices(this),
        players: this.seatsInOrder().map((seat) =>
          panel(view, seat, this.names, this.game, phase === "playing", this.noteOn(seat)),
        ),
        middle: [
          this.counsel.bar(),
          this.board.draw(view, this.names, art, mayAct ? this.walker.marks(this.chooser.marks()) : undefined),
          tray(this.rolls, view, this.game),
          outlook(this.chooser.sights(), this.names),
          this.walker.told(),
        ],
        side: [this.above(), decision("Decision", this.now()), log(this.events, this.names, this.game)],
      }),
    );
    followLog(this.root);
    if (this.isAtPanel && !this.root.contains(document.activeElement))
      this.focus(".now h2, .now h3", { preventScroll: true });
  }

  /** @returns {import("./dom.js").Tree} the notices above the decision */
  above() {
    return null;
  }

  /** @returns {import("./dom.js").Tree} */
  now() {
    return now(this);
  }

  seatsInOrder() {
    const all = this.state.seats.map((chair) => chair.seat);
    const mine = all.indexOf(this.state.you ?? "");
    return mine < 0 ? all : [...all.slice(mine), ...all.slice(0, mine)];
  }

  /**
   * The note on the player in a seat.
   * @param {string} seat
   */
  noteOn(seat) {
    const chair = this.state.seats.find((other) => other.seat === seat);
    return presence(there(chair), this.state);
  }

  /** Whether this person is to decide, or to enter a die. */
  get isAsked() {
    const { phase, view, you, legal } = this.state;
    return phase === "playing" && Boolean(you) && (view.question.seat === you || legal?.length > 0);
  }

  /**
   * Skip to the end; if only agents are left, the service plays the rest quickly.
   * @param {boolean} maySkip
   */
  hurry(maySkip) {
    this.isHurried = true;
    if (maySkip) this.request("skip");
    this.draw();
  }
}
