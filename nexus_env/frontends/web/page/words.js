// Names and labels: how seats, commands and cards of the service are shown to people.

export const LOCATIONS = ["head", "left-upper", "chest", "right-upper", "midsection", "left-lower", "right-lower"];
export const TRAITS = ["willpower", "instinct", "physicality", "deftness", "swagger", "cunning"];
export const FACINGS = ["north", "east", "south", "west"];

/** The groups of commands, in the order in which the panel shows them. */
export const GROUPS = {
  movement: "Move",
  attack: "Attack",
  grapple: "Grapple",
  aim: "Aim",
  recovery: "Recover",
  fame: "Fame",
  weapon: "Hands and weapons",
  ability: "Abilities",
  card: "Cards",
  answer: "Answer",
  setup: "Choose",
  round: "Round",
};

const SPELLED = {
  "im still standing": "I'm Still Standing",
  "cant fool me": "Can't Fool Me",
  "stop drop and roll": "Stop, Drop and Roll",
  "jack of all traits": "Jack of All Traits",
  "stand up": "Stand-Up",
  "pay price": "Pay the price",
  "keep new weapon": "Take the new weapon",
  "keep old weapon": "Keep your weapon",
};

// Commands that differ only by a side are one button with two ways.
const FAMILIES = {
  "rotate left": ["rotate", "left"],
  "rotate right": ["rotate", "right"],
  "sidestep left": ["sidestep", "left"],
  "sidestep right": ["sidestep", "right"],
  "token to movement": ["command token", "to movement"],
  "token to action": ["command token", "to action"],
};

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const label = (words) => SPELLED[words] ?? capital(words);
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
export const seatNumber = (seat) => Number(seat.slice(-1));
export const place = ({ x, y }) => `(${x},${y})`;

/** What each seat is called: people by their names, agents by theirs; a number tells namesakes apart. */
export function namesOf(chairs) {
  const plainly = chairs.map((chair) =>
    chair.person
      ? chair.name || (chair.taken ? `Player ${seatNumber(chair.seat) + 1}` : "Free seat")
      : capital(chair.name),
  );
  const isShared = (name) => plainly.filter((other) => other === name).length > 1;
  return Object.fromEntries(
    chairs.map(({ seat }, place) => [
      seat,
      isShared(plainly[place]) ? `${plainly[place]} ${place + 1}` : plainly[place],
    ]),
  );
}

/** A sentence of the service with the players' names in it. */
export function named(text, names) {
  return capital(text.trim().replace(/player_[0-3]/g, (seat) => names[seat] ?? seat));
}

/** What the commands and the cards do: the answer to `rules`, ready to be asked. */
export class Rulebook {
  constructor({ commands, cards }) {
    this.commands = [...commands].sort((one, other) => one.first - other.first);
    this.cards = cards;
  }

  /** The rule of an action's row. */
  of(action) {
    return this.commands.findLast((row) => row.first <= action);
  }

  /** A card by its deck and number, if the service tells of this deck. */
  card(deck, number) {
    return this.cards[deck]?.find((card) => card.card === number);
  }
}

/** A legal command as the panel uses it: its family, the words that choose among that family, how it is shown. */
export function readChoice(legal, rulebook, view) {
  if (legal.group === "dice") return face(legal);
  const rule = rulebook.of(legal.action) ?? { name: legal.command, text: "", rules: [] };
  const [family, ...side] = FAMILIES[rule.name] ?? [rule.name];
  const rest = legal.command.slice(rule.name.length).trim();
  const words = [...side, ...(rest ? rest.split(" ") : [])];
  return { cost: "", ...legal, rule, family, words, ...cardOf(rule, words, rulebook, view) };
}

/** A face of a die of one's own. */
function face(legal) {
  const title = legal.command.split(" ")[0];
  return { cost: "", ...legal, rule: { name: "die", text: "", rules: [] }, family: "die", words: [], title, text: "" };
}

const DECK_OF = {
  "play card": "influence",
  "keep card": "influence",
  "choose lanista": "lanista",
  "choose motivation": "motivation",
};

function cardOf(rule, words, rulebook, view) {
  if (rule.name === "unique ability") return uniqueAbility(Number(words[0]), rulebook, view);
  const deck = DECK_OF[rule.name];
  if (!deck) return { title: null };
  const number = Number(words[0]);
  const me = view.lanistas.find((row) => row.seat === view.seat);
  const held = [...(me?.hand ?? []), ...(me?.put_away ?? [])].find((card) => card.card === number);
  const card = rulebook.card(deck, number);
  return {
    title: card?.name ?? held?.name ?? `${capital(deck)} ${number}`,
    text: card?.text ?? "",
    timing: card?.timing,
  };
}

function uniqueAbility(number, rulebook, view) {
  const me = view.lanistas.find((row) => row.seat === view.seat);
  const mine = (rulebook.cards["unique ability"] ?? []).filter(
    (card) => card.motivation === undefined || card.motivation === me?.motivation,
  );
  const motivations = rulebook.cards.motivation ?? [];
  const place = motivations.findIndex((card) => card.name === me?.motivation);
  const card =
    place >= 0 ? rulebook.card("unique ability", 2 * place + number) : mine.length === 2 ? mine[number - 1] : null;
  return { title: card?.name ?? `Unique ability ${number}`, text: card?.text ?? "" };
}

/** How one word of a command is shown as a choice, with what it means in this view. */
export function wordLabel(word, choice, view, names) {
  if (word === undefined) return label(choice.family);
  if (word.startsWith("player_")) return names[word];
  const victim = view.helots.find((helot) => helot.seat === choice.target);
  if (LOCATIONS.includes(word) && victim) return `${capital(word.replace("-", " "))} ${victim.health[word]}`;
  if (/^\d+$/.test(word))
    return choice.family === "throw"
      ? plural(Number(word), "square")
      : choice.family === "combo"
        ? `and ${plural(Number(word), "Standard Attack")}`
        : word;
  return capital(word.replace(/-/g, " "));
}

/** What some ways of one command take: the same for all of them, or from the cheapest to the dearest. */
export function costsOf(choices) {
  const total = ({ price = {} }) => Object.values(price).reduce((sum, count) => sum + count, 0);
  const costs = [...new Set([...choices].sort((one, other) => total(one) - total(other)).map(({ cost }) => cost))];
  return costs.length < 2 ? (costs[0] ?? "") : `${costs[0] || "free"} – ${costs.at(-1)}`;
}

/** A price where there is little room. */
export const brief = (cost) => cost.replaceAll("Overall Condition", "OC");
