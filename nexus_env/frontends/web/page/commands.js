// The command panel: only legal commands, chosen in one or two steps, in the panel or on the board.

import { h } from "./dom.js";
import { byEntry, isInSteps, isToBeConfirmed, standIns, stepBefore, titleOf, waysOf } from "./entries.js";
import { back, sequence } from "./sequence.js";
import { withTerms } from "./terms.js";
import { costsOf, named, readChoice, there } from "./words.js";

/** @typedef {import("./words.js").Choice} Choice */
/** @typedef {Pick<import("./protocol.js").State, "view" | "legal">} State */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./board.js").Mark} Mark */
/** @typedef {import("./words.js").Rulebook} Rulebook */
/** @typedef {Record<string, string>} Names */

/** The commands in the panel, and the current selection. */
export class Chooser {
  /**
   * @param {() => void} redraw redraws the table
   * @param {(choice: Choice) => void} play carries out a legal command
   * @param {(choice: Choice, rulebook?: Rulebook) => void} explain shows its rule
   * @param {(choice: Choice) => Promise<boolean>} confirm asks to confirm a command that may end the person's bout
   */
  constructor(redraw, play, explain, confirm) {
    this.redraw = redraw;
    this.play = play;
    this.explain = explain;
    this.confirm = confirm;
    /** @type {State | null} */
    this.state = null;
    /** @type {Choice[]} */
    this.choices = []; // that a person can tell apart
    /** @type {Map<Choice, Choice>} */
    this.alike = new Map(); // for each choice, the one that represents it
    /** @type {{title: string, choices: Choice[]} | null} */
    this.selection = null;
    /** @type {Choice[] | null} */
    this.preview = null;
    /** @type {Names} */
    this.names = {};
    /** @type {import("./game.js").Played | null} */
    this.game = null;
  }

  /** Clear everything. */
  reset() {
    Object.assign(this, { state: null, choices: [], alike: new Map(), selection: null, preview: null });
  }

  /**
   * Take the legal commands of a new state of the bout.
   * @param {State} state
   * @param {Names} names
   * @param {import("./game.js").Played} game
   */
  take(state, names, game) {
    this.reset();
    const alike = standIns(state.legal.map((legal) => readChoice(legal, game.rulebook)));
    const choices = [...new Set(alike.values())];
    Object.assign(this, { state, names, game, choices, alike });
  }

  /**
   * The choice that an action belongs to.
   * @param {number} [action]
   */
  of(action) {
    for (const [choice, shown] of this.alike) if (choice.action === action) return shown;
    return undefined;
  }

  /**
   * Narrow the selection to some choices: an empty list resets it; a single choice is played at once, unless it took
   * many steps.
   * @param {string} title
   * @param {Choice[]} choices
   */
  select(title, choices) {
    this.preview = null;
    if (choices.length === 1 && !isToBeConfirmed(this.choices, choices)) {
      this.give(choices[0]);
      return;
    }
    const whole = this.selection ? `${this.selection.title}: ${title}` : title;
    this.selection = choices.length ? { title: whole, choices } : null;
    this.redraw();
  }

  /**
   * Whether a tap should only preview: a finger cannot hover, so the first tap shows what there is to see.
   * @param {MouseEvent} event
   * @param {Choice[]} choices
   */
  isToBeSeen(event, choices) {
    const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
    return isFinger && !this.selection && choices.length === 1 && choices[0].sights.length > 0;
  }

  /**
   * Preview a choice, and continue when it is chosen again.
   * @param {string} title
   * @param {Choice[]} choices
   */
  look(title, choices) {
    this.preview = null;
    this.selection = { title, choices };
    this.redraw();
  }

  /**
   * Play a choice after confirmation, during which it may become obsolete.
   * @param {Choice} choice
   */
  async give(choice) {
    if (choice.may_end && !(await this.confirm(choice))) return;
    if (this.choices.includes(choice)) this.play(choice);
  }

  /**
   * Preview some choices. The pointer must move: commands that appear under a resting pointer are not previewed.
   * @param {Choice[] | null} choices
   */
  show(choices) {
    const before = this.preview ?? [];
    const after = choices ?? [];
    if (before.length === after.length && after.every((choice, place) => choice === before[place])) return;
    this.preview = choices;
    this.redraw();
  }

  /**
   * Handle a chosen cell: narrow the selection, or ask what to do there.
   * @param {string} cell
   */
  onCell(cell) {
    const acting = (this.selection?.choices ?? this.choices).filter((choice) => this.acts(choice, cell));
    if (this.selection && acting.length > 1) {
      this.selection = { ...this.selection, choices: acting };
      this.redraw();
    } else this.select(cell.startsWith("(") ? `On ${cell}` : `On (${cell})`, acting);
  }

  /**
   * Whether a command acts on a cell, or is for the piece there.
   * @param {Choice} choice
   * @param {string} cell
   */
  acts(choice, cell) {
    return choice.cells.includes(cell) || this.cellOf(choice) === cell;
  }

  /**
   * The cell of the piece that a command is for.
   * @param {Choice} choice
   */
  cellOf({ unit }) {
    return unit ? there(this.state).view.board.pieces.find(({ id }) => id === unit)?.cell : null;
  }

  /** The roles of cells for the selection or preview, for `Board.draw`. */
  marks() {
    const chosen = this.preview ?? this.selection?.choices;
    /** @type {Map<string, Mark>} */
    const found = new Map();
    for (const choice of chosen ?? this.choices) {
      const from = this.cellOf(choice);
      if (!chosen && from && !found.has(from)) found.set(from, { kind: "may", labels: [] });
      choice.cells.forEach((cell, step, way) => {
        const mark = found.get(cell) ?? {
          kind: chosen ? (step === way.length - 1 || choice.sights.length ? "chosen" : "way") : "may",
          labels: [],
        };
        if (!mark.labels.includes(choice.entry)) mark.labels.push(choice.entry);
        found.set(cell, mark);
      });
    }
    for (const sight of this.sights()) {
      const mark = found.get(sight.cell) ?? { kind: "", labels: [] };
      found.set(sight.cell, { ...mark, sight });
    }
    return found;
  }

  /** What the current command would reach and see. */
  sights() {
    return (this.preview ?? this.selection?.choices ?? []).flatMap((choice) => choice.sights);
  }

  // --- drawing ---

  /**
   * The current question and its answers.
   * @param {boolean} isBusy
   */
  draw(isBusy) {
    const { view } = there(this.state);
    if (view.question.name === "command") return this.commands(view, isBusy);
    return this.question(view, isBusy);
  }

  /**
   * Let Escape go back one step.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    if (event.key === "Escape" && this.selection) this.stepBack(this.selection.choices);
  }

  /**
   * Go back one step.
   * @param {Choice[]} choices the choices left by the step
   */
  stepBack(choices) {
    const wider = this.isStepwise(choices) ? stepBefore(this.choices, choices) : this.choices;
    if (wider.length < this.choices.length) this.look("", wider);
    else this.select("", []);
  }

  /**
   * Whether choices are made step by step.
   * @param {Choice[]} choices
   */
  isStepwise(choices) {
    return isInSteps(this.choices) && choices.every((choice) => this.choices.includes(choice));
  }

  /**
   * @param {View} view
   * @param {boolean} isBusy
   */
  commands(view, isBusy) {
    return h(
      "div",
      { class: "ask", key: "commands", onkeydown: (event) => this.onKey(event) },
      h("h2", { tabindex: -1 }, view.question.title ?? "Your turn"),
      left(view.round),
      this.selection
        ? this.step(this.selection, isBusy)
        : there(this.game).rulebook.groupsOf(this.choices).map(([group, title]) => this.group(group, title, isBusy)),
    );
  }

  /**
   * @param {string} group
   * @param {string} title
   * @param {boolean} isBusy
   */
  group(group, title, isBusy) {
    const entries = byEntry(this.choices.filter((choice) => choice.group === group));
    if (!entries.length) return null;
    return h(
      "section",
      { class: "group", key: group, "aria-label": title },
      h("h3", {}, title),
      h("div", { class: "buttons" }, this.buttons(entries, isBusy)),
    );
  }

  /**
   * One command; if there are several ways to give it, it leads to a second step.
   * @param {Choice[]} choices
   * @param {boolean} isBusy
   */
  button(choices, isBusy) {
    const [first] = choices;
    const title = titleOf(choices, this.names);
    return h(
      "div",
      { class: "command", key: title },
      this.doing(choices, title, costsOf(choices), isBusy),
      this.info(first, title),
    );
  }

  /**
   * The button that plays a command, or leads to the next step.
   * @param {Choice[]} choices
   * @param {string} title
   * @param {string} cost
   * @param {boolean} isBusy
   */
  doing(choices, title, cost, isBusy) {
    const [first] = choices;
    return h(
      "button",
      {
        key: `${first.entry} ${title}`,
        class: `do ${/^end\b/.test(first.command) ? "quiet" : ""}`,
        disabled: isBusy,
        "data-command": choices.length === 1 ? first.command : first.entry.toLowerCase(),
        "data-actions": choices.map(({ action }) => action).join(" "),
        onclick: (event) => (this.isToBeSeen(event, choices) ? this.look(title, choices) : this.select(title, choices)),
        onfocus: ({ currentTarget }) => currentTarget.matches(":focus-visible") && this.show(choices),
        onpointermove: (event) => event.pointerType !== "touch" && this.show(choices),
        onpointerleave: () => this.show(null),
      },
      h("span", { class: "title" }, title, choices.length > 1 && "…"),
      this.price(choices, cost),
    );
  }

  /**
   * The costs of choices, as computed by the service, with a warning if they may end the person's bout.
   * @param {Choice[]} choices
   * @param {string} cost
   */
  price(choices, cost) {
    const [{ gives, needs }] = choices;
    return [
      gives && choices.length === 1 && h("span", { class: "cost", key: "gives" }, gives),
      needs && h("span", { class: "cost", key: "needs" }, `needs ${needs}`),
      cost && h("span", { class: "cost", key: "cost", title: cost }, there(this.game).art.brief?.(cost) ?? cost),
      choices.every((choice) => choice.may_end) &&
        h("span", { class: "cost deadly", key: "deadly" }, "may end your bout"),
    ];
  }

  /**
   * @param {Choice} choice
   * @param {string} title
   */
  info(choice, title) {
    const explain = () => this.explain(choice, this.game?.rulebook);
    return h(
      "button",
      { class: "info", "aria-label": `Rule: ${title}`, title: "Rule", onclick: explain },
      "?",
    );
  }

  /**
   * The second step: the ways to play a command, or the commands for a cell.
   * @param {{title: string, choices: Choice[]}} selection
   * @param {boolean} isBusy
   */
  step({ title, choices }, isBusy) {
    if (this.isStepwise(choices)) return sequence(this, choices, isBusy);
    const entries = byEntry(choices);
    const isOne = entries.length === 1;
    const isPriced = new Set(choices.map((choice) => choice.cost)).size > 1;
    return h(
      "section",
      { class: "group step", key: "step", "aria-label": title },
      h(
        "h3",
        { tabindex: -1, class: "step-title" },
        title,
        isOne && !isPriced && h("small", {}, choices[0].cost),
        isOne && this.info(choices[0], title),
        back(this, choices),
      ),
      choices.some((choice) => choice.cells.length) &&
        h("p", { class: "hint" }, "Choose here, or on the highlighted cells of the board."),
      h("div", { class: "buttons" }, isOne ? this.ways(choices, isPriced, isBusy) : this.buttons(entries, isBusy)),
    );
  }

  /**
   * @param {Choice[][]} entries
   * @param {boolean} isBusy
   */
  buttons(entries, isBusy) {
    return entries.map((choices) => this.button(choices, isBusy));
  }

  /**
   * @param {Choice[]} choices
   * @param {boolean} isPriced
   * @param {boolean} isBusy
   */
  ways(choices, isPriced, isBusy) {
    const costs = (/** @type {Choice[]} */ some) => (isPriced ? costsOf(some) : "");
    return waysOf(choices, this.names).map(([name, some]) => this.doing(some, name, costs(some), isBusy));
  }

  /**
   * A question, such as a reaction, a card or a split, and each answer with its effect.
   * @param {View} view
   * @param {boolean} isBusy
   */
  question(view, isBusy) {
    const isSetup = this.choices.every((choice) => choice.group === "setup");
    const [passes, answers] = [
      this.choices.filter((choice) => choice.command === "pass"),
      this.choices.filter((choice) => choice.command !== "pass"),
    ];
    const { name, title, text, hint, notes = [] } = view.question;
    return h(
      "div",
      {
        class: `ask question ${isSetup ? "setup" : "reaction"}`,
        key: `question ${name}`,
        role: "group",
        "aria-labelledby": "asked",
        onkeydown: (event) => this.onKey(event),
      },
      h("h2", { id: "asked", tabindex: -1 }, title ?? "Your decision"),
      h("p", { class: "asked-text" }, withTerms(named(hint ?? text, this.names), there(this.game).rulebook)),
      notes.map((note) =>
        h("p", { class: "asked-note", key: note }, withTerms(named(note, this.names), there(this.game).rulebook)),
      ),
      this.selection || isInSteps(this.choices)
        ? this.step(this.selection ?? { title: "", choices: this.choices }, isBusy)
        : h(
            "div",
            { class: "answers" },
            answers.map((choice) => this.answer(choice, isBusy)),
            passes.map((choice) => this.answer(choice, isBusy)),
          ),
    );
  }

  /**
   * @param {Choice} choice
   * @param {boolean} isBusy
   */
  answer(choice, isBusy) {
    const title = [choice.entry, ...choice.ways.map((way) => named(way, this.names))].join(" ");
    return h(
      "div",
      { class: "command", key: choice.action },
      h(
        "button",
        {
          class: `do answer ${choice.command === "pass" ? "quiet" : ""}`,
          disabled: isBusy,
          "data-command": choice.command,
          "data-actions": choice.action,
          onclick: () => this.give(choice),
          onfocus: ({ currentTarget }) => currentTarget.matches(":focus-visible") && this.show([choice]),
          onpointermove: (event) => event.pointerType !== "touch" && this.show([choice]),
          onpointerleave: () => this.show(null),
        },
        h("span", { class: "title" }, named(title, this.names)),
        this.price([choice], choice.cost),
        choice.timing && h("span", { class: "cost timing" }, choice.timing),
        choice.text && h("span", { class: "text" }, choice.text),
      ),
      this.info(choice, title),
    );
  }
}

/**
 * The points left in the round.
 * @param {View["round"]} round
 */
function left(round) {
  if (!round.counters?.length) return null;
  return h(
    "p",
    { class: "round-points" },
    round.counters.map(({ name, value }) =>
      h(
        "span",
        { key: name, class: "points", role: "img", "aria-label": `${value} ${name}` },
        h("b", {}, value),
        ` ${name}`,
      ),
    ),
  );
}
