// Names and labels: how the service's seats, commands and cards are shown to people.

/** @typedef {import("./protocol.js").RuleBook} RuleBookAnswer */
/** @typedef {import("./protocol.js").CommandRule} CommandRule */
/** @typedef {import("./protocol.js").CardRule} CardRule */
/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./protocol.js").Chair} Chair */
/** @typedef {Record<string, string>} Names of seats */
/**
 * An entry with a name: a card, a term or a command.
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} text
 * @property {string} [timing] of a card
 * @property {Record<string, number>} [price] of a card
 * @property {string} [cost] of a command
 * @property {string} [page] of the printed manual
 * @property {string[]} [rules] their ids
 */

/**
 * A legal command for the panel, with its rule and the title of its menu entry.
 * @typedef {Command & {rule: CommandRule, entry: string}} Choice
 */

/**
 * Capitalize a text; a name with its own capitals, such as hEXx3r, stays unchanged.
 * @param {string} text
 */
export const capital = (text) => (/^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
export const plural = (/** @type {number} */ count, /** @type {string} */ one, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;
/**
 * The question of a puzzle with this number of right choices.
 * @param {number} count
 */
export const puzzleQuestion = (count) =>
  count === 1 ? "One choice is clearly best. Which?" : `${COUNTS[count] ?? count} choices are clearly better than the rest. Find one of them.`;
/** @type {Record<number, string>} */
const COUNTS = { 2: "Two", 3: "Three", 4: "Four" };
export const figure = (/** @type {number} */ value) =>
  value.toFixed(2).replace(/^-0\.00$/, "0.00").replace("-", "−");
export const seatNumber = (/** @type {string} */ seat) => Number(seat.slice(-1));

/**
 * Return a value that must be known by now.
 * @template Value
 * @param {Value | null | undefined} value
 * @returns {Value}
 */
export function there(value) {
  if (value === null || value === undefined) throw new Error("The page does not know enough yet.");
  return value;
}

/**
 * The message of an error.
 * @param {unknown} error
 */
export const said = (error) => (error instanceof Error ? error.message : String(error));

/**
 * The name of each seat: that of its person or agent; a number distinguishes equal names.
 * @param {Chair[]} chairs
 * @returns {Names}
 */
export function namesOf(chairs) {
  const plainly = chairs.map((chair) =>
    chair.person
      ? chair.name || (chair.taken ? `Player ${seatNumber(chair.seat) + 1}` : "Free seat")
      : capital(chair.name),
  );
  const isShared = (/** @type {string} */ name) => plainly.filter((other) => other === name).length > 1;
  return Object.fromEntries(
    chairs.map(({ seat }, place) => [
      seat,
      isShared(plainly[place]) ? `${plainly[place]} ${place + 1}` : plainly[place],
    ]),
  );
}

/**
 * The name of each seat if all are people's; one without a name is called by its number.
 * @param {string[]} seats
 * @param {string[]} names
 */
export const namesAt = (seats, names) =>
  namesOf(seats.map((seat, place) => ({ seat, person: true, resigned: false, taken: true, name: names[place] ?? "" })));

/**
 * A sentence of the service with the players' names in it.
 * @param {string} text
 * @param {Names} names
 */
export function named(text, names) {
  return capital(text.trim().replace(/player_\d/g, (seat) => names[seat] ?? seat));
}

const IDS = /\s*\(((?:[A-Z]+-\d+(?:, )?)+)\)/g; // such as and

/**
 * A text without the ids of rules in it, and the ids.
 * @param {string} text
 */
export const withoutIds = (text) => ({
  text: text.replace(IDS, ""),
  ids: [...text.matchAll(IDS)].map(([, ids]) => ids).join(", "),
});

const SHORTEST = 4; // letters of the shortest command name that is linked in texts

/** The meanings of commands, cards and terms: the answer to `rules`, indexed. */
export class Rulebook {
  /** @param {RuleBookAnswer} answer */
  constructor({ game, commands, cards, groups, terms }) {
    this.game = game;
    this.commands = [...commands].sort((one, other) => one.first - other.first);
    this.cards = cards;
    this.groups = groups;
    this.terms = terms;
    /** @type {Map<string, Entry[]>} */
    this.called = new Map();
    for (const card of Object.values(cards).flat()) this.know(card.name, card);
    for (const term of terms) for (const name of [term.name, ...term.also]) this.know(name, term);
    for (const { title, ...rule } of commands)
      if (title.length >= SHORTEST && !this.called.has(title)) this.know(title, { ...rule, name: title });
    this.names = namesIn([...this.called.keys()]);
  }

  /**
   * @param {string} name
   * @param {Entry} entry
   */
  know(name, entry) {
    const alike = this.called.get(name) ?? [];
    if (!alike.some(({ text, timing }) => text === entry.text && timing === entry.timing))
      this.called.set(name, [...alike, entry]);
  }

  /**
   * All entries with a name.
   * @param {string} name
   */
  entriesCalled(name) {
    const ways = [name, capital(name), name.toLowerCase()];
    return ways.map((way) => this.called.get(way)).find(Boolean) ?? [];
  }

  /**
   * Split a text into parts: every second one is a name with a rule.
   * @param {string} text
   */
  split(text) {
    return this.names ? text.split(this.names) : [text];
  }

  /**
   * The rule of an action's row.
   * @param {number} action
   */
  of(action) {
    return this.commands.filter((row) => row.first <= action).at(-1);
  }

  /**
   * A card by its deck and id, if the service describes this deck.
   * @param {string} deck
   * @param {string} id
   */
  card(deck, id) {
    return this.cards[deck]?.find((card) => String(card.card) === id);
  }

  /**
   * Groups of commands with their titles, in the game's order; others follow.
   * @param {{group: string}[]} rows
   * @returns {[string, string][]}
   */
  groupsOf(rows) {
    const known = Object.entries(this.groups);
    const others = [...new Set(rows.map(({ group }) => group))].filter((group) => !(group in this.groups));
    return [...known, ...others.map((group) => /** @type {[string, string]} */ ([group, capital(group)]))];
  }
}

/**
 * The pattern of whole names, the longest first; null if there are none.
 * @param {string[]} names
 */
function namesIn(names) {
  const escaped = names
    .filter(Boolean)
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return escaped.length ? new RegExp(`(?<![\\p{L}\\d])(${escaped.join("|")})(?![\\p{L}\\d])`, "u") : null;
}

/**
 * Make a legal command for the panel.
 * @param {Command} legal
 * @param {Rulebook} rulebook
 * @returns {Choice}
 */
export function readChoice(legal, rulebook) {
  const rule = rulebook.of(legal.action) ?? { first: 0, name: legal.command, title: "", ...NO_RULE };
  const isFace = legal.group === "dice";
  const entry = legal.title || (isFace ? legal.command.split(" ")[0] : capital(legal.command));
  return { ...legal, rule: isFace ? { first: 0, name: "die", title: "Die", ...NO_RULE } : rule, entry };
}

const NO_RULE = { group: "", text: "", rules: /** @type {string[]} */ ([]), page: "", cost: "" };

/**
 * The cost of several ways of one command: the same for all, else the least or the most.
 *
 * The words are the game's own. Only the counts are compared, kind by kind: a coin is not worth a point.
 * @param {Pick<Command, "price" | "cost">[]} choices
 */
export function costsOf(choices) {
  const [first, ...others] = choices;
  if (others.every(({ cost }) => cost === first.cost)) return first.cost;
  const least = choices.find((one) => choices.every((other) => isWithin(one.price, other.price)));
  if (least?.cost) return `from ${least.cost}`;
  const most = least && choices.find((one) => choices.every((other) => isWithin(other.price, one.price)));
  return most ? `up to ${most.cost}` : "price varies";
}

/**
 * Whether one price is no more of any kind than another one.
 * @param {Command["price"]} one
 * @param {Command["price"]} other
 */
function isWithin(one, other) {
  return Object.entries(one).every(([kind, count]) => count <= (other[kind] ?? 0));
}
