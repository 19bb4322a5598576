// The command panel: what is legal and nothing else, chosen in one step or two, on the panel or on the board.

import { h } from "./dom.js";
import {
  GROUPS,
  LOCATIONS,
  brief,
  capital,
  costsOf,
  label,
  named,
  place,
  plural,
  readChoice,
  wordLabel,
} from "./words.js";

/** What the panel offers, and how far a choice has come. */
export class Chooser {
  /**
   * `redraw` draws the table anew, `play` carries out a legal command, `explain` shows the rule of one, `confirm` asks
   * whether one is meant that may end the own helot.
   */
  constructor(redraw, play, explain, confirm) {
    Object.assign(this, { redraw, play, explain, confirm });
    this.reset();
  }

  /** Nothing is chosen yet, and nothing can be. */
  reset() {
    Object.assign(this, { state: null, choices: [], selection: null, preview: null });
  }

  /** Take up what is legal in a new state of the bout. */
  take(state, names, rulebook) {
    this.reset();
    const choices = (state.legal ?? []).map((legal) => readChoice(legal, rulebook, state.view));
    Object.assign(this, { state, names, rulebook, choices });
  }

  /** Narrow what is in hand to some choices: none is all of them again, a single one is played at once. */
  select(title, choices) {
    this.preview = null;
    if (choices.length === 1) {
      this.give(choices[0]);
      return;
    }
    const whole = this.selection ? `${this.selection.title}: ${title}` : title;
    this.selection = choices.length ? { title: whole, choices } : null;
    this.redraw();
  }

  /** Play a choice, once it is meant; the moment for it may pass meanwhile. */
  async give(choice) {
    if (choice.may_end && !(await this.confirm(choice))) return;
    if (this.choices.includes(choice)) this.play(choice);
  }

  show(choices) {
    this.preview = choices;
    this.redraw();
  }

  /** A square of the board was chosen: it narrows the command in hand, or asks what to do there. */
  onSquare(x, y) {
    const there = (this.selection?.choices ?? this.choices).filter((choice) => acts(choice, x, y));
    if (this.selection && there.length > 1) {
      this.selection = { ...this.selection, choices: there };
      this.redraw();
    } else this.select(`On ${place({ x, y })}`, there);
  }

  /** What the squares of the board mean for what is chosen or looked at, as `Board.draw` takes it. */
  marks() {
    const chosen = this.preview ?? this.selection?.choices;
    const found = new Map();
    for (const choice of chosen ?? this.choices) {
      choice.squares?.forEach(([x, y], step, way) => {
        const mark = found.get(`${x},${y}`) ?? {
          kind: chosen ? (step === way.length - 1 ? "chosen" : "way") : "may",
          labels: [],
        };
        const text = choice.title ?? label(choice.family);
        if (!mark.labels.includes(text)) mark.labels.push(text);
        found.set(`${x},${y}`, mark);
      });
    }
    return found;
  }

  // --- drawing ---

  /** What is asked now, and what may be answered. */
  draw(isBusy) {
    const view = this.state.view;
    if (view.question.name === "command") return this.commands(view, isBusy);
    return this.question(view, isBusy);
  }

  /** Escape leaves a second step. */
  onKey(event) {
    if (event.key === "Escape" && this.selection) this.select(null, []);
  }

  commands(view, isBusy) {
    return h(
      "div",
      { class: "ask", key: "commands", onkeydown: (event) => this.onKey(event) },
      h("h2", { tabindex: -1 }, "Your Command Round"),
      points(view.round),
      this.selection ? this.step(isBusy) : Object.keys(GROUPS).map((group) => this.group(group, isBusy)),
    );
  }

  group(group, isBusy) {
    const families = byFamily(this.choices.filter((choice) => choice.group === group));
    if (!families.length) return null;
    return h(
      "section",
      { class: "group", key: group, "aria-label": GROUPS[group] },
      h("h3", {}, GROUPS[group]),
      h("div", { class: "buttons" }, this.buttons(families, isBusy)),
    );
  }

  /** One command; with several ways to give it, it leads to a second step. */
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

  /** The button that gives a command, or asks on. */
  doing(choices, title, cost, isBusy) {
    const [first] = choices;
    return h(
      "button",
      {
        key: `${first.family} ${title}`,
        class: `do ${first.family === "end round" ? "quiet" : ""}`,
        disabled: isBusy,
        "data-command": choices.length === 1 ? first.command : first.family,
        onclick: () => this.select(title, choices),
        onpointerenter: () => this.show(choices),
        onpointerleave: () => this.show(null),
      },
      h("span", { class: "title" }, title, choices.length > 1 && "…"),
      this.price(choices, cost),
    );
  }

  /** What choices take, as the service has worked it out; a warning where that may end the own helot. */
  price(choices, cost) {
    const [gives] = choices.map((choice) => choice.gives);
    return [
      gives && choices.length === 1 && h("span", { class: "cost", key: "gives" }, gives),
      cost && h("span", { class: "cost", key: "cost", title: cost }, brief(cost)),
      choices.every((choice) => choice.may_end) &&
        h("span", { class: "cost deadly", key: "deadly" }, "may end your helot"),
    ];
  }

  info(choice, title) {
    const explain = () => this.explain(choice);
    return h(
      "button",
      { class: "info", "aria-label": `The rule of ${title}`, title: "The rule", onclick: explain },
      "?",
    );
  }

  /** The second step: the ways to give a command, or the commands for a square. */
  step(isBusy) {
    const { title, choices } = this.selection;
    const families = byFamily(choices);
    const isOne = families.length === 1;
    const isPriced = new Set(choices.map((choice) => choice.cost)).size > 1;
    const back = h("button", { class: "back", onclick: () => this.select(null, []) }, "Back");
    return h(
      "section",
      { class: "group step", key: "step", "aria-label": title },
      h(
        "h3",
        { tabindex: -1, class: "step-title" },
        title,
        isOne && !isPriced && h("small", {}, choices[0].cost),
        isOne && this.info(choices[0], title),
        back,
      ),
      choices.some((choice) => choice.squares?.length) &&
        h("p", { class: "hint" }, "Choose here, or on the lit squares of the board."),
      h("div", { class: "buttons" }, isOne ? this.ways(choices, isPriced, isBusy) : this.buttons(families, isBusy)),
    );
  }

  buttons(families, isBusy) {
    return families.map((choices) => this.button(choices, isBusy));
  }

  ways(choices, isPriced, isBusy) {
    const view = this.state.view;
    return waysOf(choices, view, this.names).map(([name, some]) =>
      this.doing(some, name, isPriced && costsOf(some), isBusy),
    );
  }

  /** A reaction, a card, a split: what is asked, and each answer with what it does. */
  question(view, isBusy) {
    const isSetup = this.choices.every((choice) => choice.group === "setup");
    const [passes, answers] = [
      this.choices.filter((choice) => choice.family === "pass"),
      this.choices.filter((choice) => choice.family !== "pass"),
    ];
    return h(
      "div",
      {
        class: `ask question ${isSetup ? "setup" : "reaction"}`,
        key: `question ${view.question.name}`,
        role: "group",
        "aria-labelledby": "asked",
        onkeydown: (event) => this.onKey(event),
      },
      h("h2", { id: "asked", tabindex: -1 }, heading(view.question.name, passes.length > 0)),
      h("p", { class: "asked-text" }, askedText(view, this.names)),
      view.contest?.declared && contest(view.contest, this.names),
      view.card_play &&
        h(
          "p",
          { class: "card-play" },
          `${view.card_play.name}: `,
          this.rulebook.card(view.card_play.deck, view.card_play.card)?.text,
        ),
      this.selection
        ? this.step(isBusy)
        : h(
            "div",
            { class: "answers" },
            answers.map((choice) => this.answer(choice, view, isBusy)),
            passes.map((choice) => this.answer(choice, view, isBusy)),
          ),
    );
  }

  answer(choice, view, isBusy) {
    const words = choice.title ? [] : choice.words.map((word) => wordLabel(word, choice, view, this.names));
    const title = choice.title ?? [label(choice.family), ...words].join(" ");
    const text = choice.title ? choice.text : choice.rule.text;
    return h(
      "div",
      { class: "command", key: choice.action },
      h(
        "button",
        {
          class: `do answer ${choice.family === "pass" ? "quiet" : ""}`,
          disabled: isBusy,
          "data-command": choice.command,
          onclick: () => this.give(choice),
          onpointerenter: () => this.show([choice]),
          onpointerleave: () => this.show(null),
        },
        h("span", { class: "title" }, choice.family.startsWith("choose ") && words.length ? words.join(" ") : title),
        this.price([choice], choice.cost),
        choice.timing && h("span", { class: "cost" }, choice.timing),
        text && !PLAIN.has(choice.family) && h("span", { class: "text" }, text),
      ),
      this.info(choice, title),
    );
  }
}

const PLAIN = new Set(["pass", "choose opponent", "choose location", "choose trait", "choose direction"]);

const acts = (choice, x, y) => choice.squares?.some(([column, row]) => column === x && row === y);

/** Choices of one family stand together; each card stands by itself. */
function byFamily(choices) {
  const found = new Map();
  for (const choice of choices) {
    const key = choice.title ?? choice.family;
    found.set(key, [...(found.get(key) ?? []), choice]);
  }
  return [...found.values()];
}

function titleOf(choices, names) {
  const [first] = choices;
  if (first.title) return first.title;
  const isDuel = Object.keys(names).length === 2;
  const target = choices.length === 1 && first.target && !isDuel ? ` ${names[first.target]}` : "";
  const words =
    choices.length === 1 ? first.words.filter((word) => !word.startsWith("player_")).map((word) => ` ${word}`) : [];
  return label(first.family) + target + words.join("");
}

/** The ways that are left, by the first word in which they differ. */
function waysOf(choices, view, names) {
  const longest = Math.max(...choices.map(({ words }) => words.length));
  const depth = Array.from({ length: longest }).findIndex((_, place) =>
    choices.some((choice) => choice.words[place] !== choices[0].words[place]),
  );
  if (depth < 0) return choices.map((choice) => [label(choice.command), [choice]]);
  const found = new Map();
  for (const choice of choices) found.set(choice.words[depth], [...(found.get(choice.words[depth]) ?? []), choice]);
  const words = [...found.keys()];
  if (words.every((word) => LOCATIONS.includes(word)))
    words.sort((one, other) => LOCATIONS.indexOf(one) - LOCATIONS.indexOf(other));
  return words.map((word) => [wordLabel(word, choices[0], view, names), found.get(word)]);
}

/** The points of the command round as pieces that get used up. */
function points(round) {
  if (!round) return null;
  const row = (kind, short, count) =>
    h(
      "span",
      { class: `points ${kind}`, role: "img", "aria-label": `${count} ${kind} points` },
      h("b", {}, count),
      ` ${short}`,
    );
  return h(
    "p",
    { class: "round-points" },
    row("movement", "MP", round.movement_points),
    row("action", "AP", round.action_points),
    round.bonus_points > 0 && row("bonus", "AP on the prone", round.bonus_points),
    round.forfeited > 0 && h("span", { class: "forfeited" }, `${round.forfeited} AP forfeited`),
  );
}

const ATTACKS = new Set(["wild", "standard", "focused"]);

const HEADINGS = {
  lanista: "Choose your lanista",
  motivation: "Choose your motivation",
  side: "Choose your side",
  "keep card": "Choose a card to keep",
  ratio: "Split your command points",
  deception: "A chance to deceive",
  deceived: "You are deceived",
};

const heading = (question, mayPass) => HEADINGS[question] ?? (mayPass ? "React?" : "Your decision");

function askedText(view, names) {
  const about = view.question.about;
  const whom = about && about !== view.seat ? names[about] : "";
  if (view.question.name === "keep card") {
    const me = view.lanistas.find((row) => row.seat === view.seat);
    const left = me.influence - me.hand.length;
    return `${plural(left, "card")} still to keep; nobody else sees which. The others are put away.`;
  }
  if (view.question.name === "deception") return `You may decide, instead of ${whom}, how the ratio die is used.`;
  if (view.question.name === "ratio")
    return `Your ratio die shows ${ratioOf(view)}: so many points of one kind, the rest of six of the other.`;
  return OWN[view.question.name] ?? named(view.question.text, names);
}

const ratioOf = (view) => view.lanistas.find((row) => row.seat === view.seat).ratio;

const OWN = {
  lanista: "It says how many influence cards you keep, and how many tokens you have.",
  motivation: "It brings trait points, two unique abilities and a special skill.",
};

function contest(row, names) {
  return h(
    "p",
    { class: "contest-now" },
    `${names[row.attacker]}: ${ATTACKS.has(row.blow) ? `${row.blow} attack` : row.blow}`,
    row.location && ` on the ${row.location.replace("-", " ")}`,
    ` against ${names[row.defender]}.`,
  );
}

/** What is not legal now and why, by group. */
export function reasonsList(reasons, names) {
  const shown = Object.keys(GROUPS).map((group) => [group, reasons.filter((reason) => reason.group === group)]);
  return shown.map(
    ([group, some]) =>
      some.length > 0 &&
      h(
        "section",
        { key: group },
        h("h4", {}, GROUPS[group]),
        h(
          "dl",
          {},
          some.map((reason) => [
            h("dt", { key: `t ${reason.action}` }, rowName(reason.name)),
            h("dd", { key: `d ${reason.action}` }, named(reason.text, names)),
          ]),
        ),
      ),
  );
}

const rowName = (name) =>
  label(name.replace(/ (first opponent|head|forward 1|forward|willpower|1|n|head 1)( head)?$/, ""));
