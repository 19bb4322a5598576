// The steps of a walk in the log: consecutive ones of the same piece are told together.

/** @typedef {import("./log.js").Told} Told */

/**
 * One step: what it says besides the place, and the place as it is written there.
 * @typedef {{alike: string, place: string}} Step
 */

/**
 * The entries of the log: a list of events for each, of one event or of the steps of a walk.
 * @param {Told[]} events
 */
export function entriesOf(events) {
  /** @type {Told[][]} */
  const found = [];
  for (const event of events) {
    const walk = found.at(-1);
    const step = stepOf(event);
    if (walk && step && stepOf(walk[0])?.alike === step.alike) walk.push(event);
    else found.push([event]);
  }
  return found;
}

/**
 * The step that an event is; nothing if it is something else, or if more came of it.
 * @param {Told} event
 * @returns {Step | undefined}
 */
function stepOf({ kind, seat, by, by_clock: byClock, instead_of: absent, happened }) {
  const [row, other] = happened.filter(({ text, role }) => text && role !== "command");
  const { cells = [], units = [], text = "" } = row ?? {};
  if (kind !== "turn" || other || cells.length !== 1 || units.length !== 1) return undefined;
  if (happened.some(({ roll, transfer }) => roll || transfer)) return undefined;
  const place = [`(${cells[0]})`, cells[0]].find((written) => text.includes(written));
  if (!place) return undefined;
  const rest = text.split(place); // the place comes last; its name may be in that of the piece
  return { alike: JSON.stringify([seat, by, byClock, absent, row.event, units[0], rest.pop(), rest.join(place)]), place };
}

/**
 * A walk as one event: its sentence has all places if it reports the decisions, else the last one.
 * @param {Told[]} walk
 * @returns {Told}
 */
export function joined(walk) {
  const last = walk[walk.length - 1];
  if (walk.length === 1) return last;
  const places = walk.map((event) => stepOf(event)?.place ?? "");
  const end = places[places.length - 1];
  const happened = last.happened.map((row) => {
    if (!row.text || row.role !== "deed") return row;
    const at = row.text.lastIndexOf(end);
    return { ...row, text: `${row.text.slice(0, at)}${places.join(", ")}${row.text.slice(at + end.length)}` };
  });
  return { ...last, cursor: walk[0].cursor, happened };
}

/**
 * Words in their order, with a count in front of each that is repeated.
 * @param {string[]} words
 */
export function counted(words) {
  /** @type {[string, number][]} */
  const runs = [];
  for (const word of words) {
    const run = runs.at(-1);
    if (run?.[0] === word) run[1] += 1;
    else runs.push([word, 1]);
  }
  return runs.map(([word, count]) => (count > 1 ? `${count} × ${word}` : word)).join(", ");
}
