// Commands and answers in a player's words, from their spelling.

/** @type {Record<string, [string, string]>} for each, the words of lists and of the log */
const WHOLE = {
  pass: ["Pass", "passes"],
  yes: ["Draw a new hand", "draws a new starting hand"],
  me: ["Yours first", "goes first"],
  them: ["Theirs first", "lets the other side go first"],
  end: ["End the Activation", "ends the Activation"],
  move: ["Move", "performs a Move"],
  disengage: ["Disengage", "chooses to disengage"],
};

/** @type {Record<string, [(rest: string) => string, (rest: string) => string]>} the same for those that name something */
const BEGINNING = {
  act: [(action) => action, (action) => `chooses ${action}`],
  unit: [(unit) => unit, (unit) => `chooses ${unit}`],
  zone: [zone, (name) => `chooses ${zone(name)}`],
  pick: [(name) => name, (name) => `picks ${name}`],
  order: [(names) => names, (names) => `sets the Running Order: ${names}`],
  card: [card, (name) => `chooses ${card(name)}`],
  die: [(place) => `Die ${place}`, (place) => `chooses die ${place}`],
  switch: [(which) => `Switch ${which}`, () => "uses a Switch"],
  space: [(space) => space, (space) => `chooses ${space}`],
};

/** @type {Record<string, string>} the events that report a command, after others such as States that turn */
const EVENTS = { end: "ended" };

/**
 * The event that reports a command.
 * @param {string} command
 */
export const toldBy = (command) => EVENTS[command];

/**
 * A command in few words.
 * @param {string} command
 */
export const said = (command) => told(command, 0);

/**
 * The log's words for a command.
 * @param {string} command
 */
export const does = (command) => told(command, 1);

/**
 * @param {string} command
 * @param {0 | 1} way
 */
function told(command, way) {
  const [word, ...rest] = command.split(" ");
  if (!rest.length) return WHOLE[word]?.[way] ?? command;
  return BEGINNING[word]?.[way](rest.join(" ")) ?? command;
}

/** @param {string} name */
function zone(name) {
  return name === "central" ? "the Central Zone" : `Zone ${name}`;
}

/** @param {string} name may end with the number of a copy */
function card(name) {
  return name.replace(/ \d$/, "");
}
