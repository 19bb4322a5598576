/* What the service says: made from protocol.schema.json by npm run types. */

/**
 * The protocol of nexus_env, version 2: every message is a request or an answer.
 */
export type Message = Request | Answer;
/**
 * A message from a front end.
 */
export type Request =
  | Hello
  | Ping
  | Create
  | Join
  | Look
  | Watch
  | Unwatch
  | Play
  | Undo
  | AskUndo
  | AnswerUndo
  | Resign
  | OfferDraw
  | AnswerDraw
  | Claim
  | Skip
  | Again
  | Bouts
  | Record
  | Why
  | Walks
  | Advise
  | Evaluate
  | Rules
  | Puzzles
  | Options
  | Position
  | Legal
  | Go
  | Stop
  | Replay
  | Learn;
/**
 * A message from the service.
 */
export type Answer =
  | Welcome
  | Pong
  | Joined
  | Update
  | Kept
  | Recorded
  | Reasons
  | WalkList
  | Advice
  | Evaluation
  | RuleBook
  | PuzzleSet
  | Ready
  | Situation
  | Best
  | Replayed
  | Lesson
  | Error;

/**
 * Introduce a client and the protocol version it speaks.
 */
export interface Hello {
  type: "hello";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  version?: number;
  client?: string;
}
/**
 * Check the connection.
 */
export interface Ping {
  type: "ping";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
}
/**
 * Create a bout. Its link lets others join or watch.
 */
export interface Create {
  type: "create";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  /**
   * for each seat "person" or the name of an agent
   *
   * @minItems 1
   * @maxItems 10
   */
  seats:
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string];
  /**
   * default: the first game in `welcome`
   */
  game?: string | null;
  /**
   * the name of the creator, who takes the first "person" seat
   */
  name?: string;
  /**
   * options of the game
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * the seed of the dice; default: random
   */
  seed?: number | null;
  /**
   * "own": a single person sends every face; among several people each rolls their own dice, and the service rolls for agents and for dice that belong to no seat
   */
  dice?: "service" | "own";
  /**
   * thinking time of agents per decision, in seconds, at most 60
   */
  time?: number;
  /**
   * seconds a person may take, at least 0.5; then the game's `fallback` decides; default: no limit
   */
  clock?: number | null;
  /**
   * whether decisions may be taken back: with `undo` if all others are agents, between people with `ask_undo`, if they agree
   */
  undo?: boolean;
  /**
   * whether `advise` and `evaluate` are allowed; default: in bouts with at most one person
   */
  advice?: boolean | null;
  /**
   * seconds that a person may be away before others may `claim` the bout; null: no limit
   */
  away?: number | null;
  /**
   * your own key for the creator's seat; `bouts` finds the bout by it
   */
  token?: string | null;
}
/**
 * Take a free seat that is meant for a person.
 */
export interface Join {
  type: "join";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  name?: string;
  /**
   * default: the first free seat
   */
  seat?: string | null;
  /**
   * your own key; the same `join` sent again opens the same seat
   */
  token?: string | null;
}
/**
 * Get the state of a bout and the events after a cursor.
 */
export interface Look {
  type: "look";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  /**
   * without it, the answer shows only what everybody may see
   */
  token?: string | null;
  /**
   * request the events after this cursor; default: no events
   */
  after?: number | null;
  /**
   * seconds to wait for an event after `after`, if there is none yet
   */
  wait?: number;
}
/**
 * Like `look`, then receive updates. Not over HTTP.
 */
export interface Watch {
  type: "watch";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token?: string | null;
  after?: number | null;
}
/**
 * Stop the updates of a bout.
 */
export interface Unwatch {
  type: "unwatch";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token?: string | null;
}
/**
 * Decide by a command in words, the number of an action, or the face of your own die.
 */
export interface Play {
  type: "play";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
  /**
   * the cursor of the state that the decision is based on; an outdated message changes nothing
   */
  at: number;
  command?: string | null;
  action?: number | null;
  face?: number | null;
}
/**
 * Take back your last decision and everything after it. All others must be agents.
 */
export interface Undo {
  type: "undo";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
  at: number;
}
/**
 * Ask all other people to take back your last decision and everything after it. It is done when all have agreed.
 */
export interface AskUndo {
  type: "ask_undo";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
  /**
   * the cursor of the state that shows the decision; refused if you have decided again since
   */
  at: number;
}
/**
 * Agree to the take-back that another seat asks for, or refuse it.
 */
export interface AnswerUndo {
  type: "answer_undo";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
  /**
   * the cursor of the state that shows the request
   */
  at: number;
  accept: boolean;
}
/**
 * Resign. A duel ends and the other seat wins; with more seats, an agent plays on for this one.
 */
export interface Resign {
  type: "resign";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
}
/**
 * Offer a draw to all others, who must be people. The bout ends when all have accepted.
 */
export interface OfferDraw {
  type: "offer_draw";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
}
/**
 * Accept or decline an offered draw.
 */
export interface AnswerDraw {
  type: "answer_draw";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
  accept: boolean;
}
/**
 * Claim the bout when `claimable` is set: the absent players count as resigned.
 */
export interface Claim {
  type: "claim";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
}
/**
 * Let agents play the rest quickly when `may_skip` is set: no person can act anymore.
 */
export interface Skip {
  type: "skip";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
}
/**
 * Play again with the same seats and options. Each player sends it once the bout is over.
 */
export interface Again {
  type: "again";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
}
/**
 * List the bouts in which these tokens have seats.
 */
export interface Bouts {
  type: "bouts";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  /**
   * @minItems 1
   * @maxItems 100
   */
  tokens: [string, ...string[]];
}
/**
 * Get the transcript of a finished bout.
 */
export interface Record {
  type: "record";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
}
/**
 * Ask why an action is not legal now.
 */
export interface Why {
  type: "why";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
  /**
   * default: the first of each row of the action table
   */
  action?: number | null;
}
/**
 * Ask where your pieces can walk with several commands, and what it costs. For the seat to act.
 */
export interface Walks {
  type: "walks";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
}
/**
 * Ask what an agent would do in your place. For the seat to act, if the terms of the bout allow advice.
 */
export interface Advise {
  type: "advise";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  token: string;
  /**
   * default: the one in `advisers` for this seat count
   */
  agent?: string | null;
  /**
   * number of its best choices, at most 10
   */
  choices?: number;
  /**
   * thinking time in seconds, at most 10; default: 1, or the bout's limit if lower
   */
  time?: number | null;
  /**
   * the seed for dealing hidden values and for the agent
   */
  seed?: number | null;
}
/**
 * Ask an agent who is ahead, from what you may know, if the terms of the bout allow advice.
 */
export interface Evaluate {
  type: "evaluate";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  bout: string;
  /**
   * without it, from what everybody may know
   */
  token?: string | null;
  /**
   * an agent whose `expects` is true; default: the one in `estimators`
   */
  agent?: string | null;
}
/**
 * Ask what the commands and cards of a game do.
 */
export interface Rules {
  type: "rules";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  /**
   * default: the first game in `welcome`
   */
  game?: string | null;
  /**
   * a bout, instead of a game
   */
  bout?: string | null;
  /**
   * also list every rule by its id
   */
  whole?: boolean;
}
/**
 * Get the puzzles of a game. `legal` with a puzzle's position shows its table.
 */
export interface Puzzles {
  type: "puzzles";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  /**
   * default: the first game in `welcome`
   */
  game?: string | null;
}
/**
 * Set the defaults of this connection: game, agent, thinking time, seed.
 */
export interface Options {
  type: "options";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  /**
   * the game of positions; default: the first game in `welcome`
   */
  game?: string | null;
  /**
   * default: the game's `default` in `welcome`
   */
  agent?: string | null;
  /**
   * seconds, at most 60; default: 1
   */
  time?: number | null;
  /**
   * the seed for dealing hidden values and for the agent
   */
  seed?: number | null;
}
/**
 * Set the bout that `legal` and `go` refer to.
 */
export interface Position {
  type: "position";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  /**
   * the position's game; default: the first game in `welcome`
   */
  game?: string | null;
  /**
   * a position as one line, complete or as one seat sees it
   */
  position?: string | null;
  /**
   * a transcript as text or JSON, up to `turns`
   */
  transcript?: string | null;
  /**
   * default: all
   */
  turns?: number | null;
  /**
   * the seed for dealing hidden values
   */
  seed?: number | null;
  /**
   * actions to carry out first, in order, at most 1000
   */
  then?: number[] | null;
}
/**
 * List the legal commands of a bout.
 */
export interface Legal {
  type: "legal";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  /**
   * the position's game; default: the first game in `welcome`
   */
  game?: string | null;
  /**
   * a position as one line, complete or as one seat sees it
   */
  position?: string | null;
  /**
   * a transcript as text or JSON, up to `turns`
   */
  transcript?: string | null;
  /**
   * default: all
   */
  turns?: number | null;
  /**
   * the seed for dealing hidden values
   */
  seed?: number | null;
  /**
   * actions to carry out first, in order, at most 1000
   */
  then?: number[] | null;
  /**
   * the view: of the seat that is asked, or with all hands open
   */
  eyes?: "asked" | "everybody";
  /**
   * also list where pieces can walk with several commands
   */
  walks?: boolean;
}
/**
 * Ask an agent to decide for the seat to act. The answer comes before the time is up.
 */
export interface Go {
  type: "go";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  /**
   * the position's game; default: the first game in `welcome`
   */
  game?: string | null;
  /**
   * a position as one line, complete or as one seat sees it
   */
  position?: string | null;
  /**
   * a transcript as text or JSON, up to `turns`
   */
  transcript?: string | null;
  /**
   * default: all
   */
  turns?: number | null;
  /**
   * the seed for dealing hidden values
   */
  seed?: number | null;
  /**
   * actions to carry out first, in order, at most 1000
   */
  then?: number[] | null;
  /**
   * default: the game's `default` in `welcome`
   */
  agent?: string | null;
  /**
   * seconds, at most 60; default: 1
   */
  time?: number | null;
  /**
   * number of its best choices to report, at most 10
   */
  choices?: number;
}
/**
 * Ask the thinking agent to answer now with its best command so far.
 */
export interface Stop {
  type: "stop";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
}
/**
 * Get the turns of a transcript with the table after each, as one seat saw it or with all hands open.
 */
export interface Replay {
  type: "replay";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  transcript: string;
  /**
   * whose hands are open: everybody's, nobody's, or one seat's
   */
  eyes?: ("everybody" | "nobody") | string;
  /**
   * the first turn to send; 0 is the table before any turn
   */
  first?: number;
  count?: number;
}
/**
 * Get a step of the guided bout of a game. The service keeps no state: ask for any step at any time.
 */
export interface Learn {
  type: "learn";
  /**
   * any number or short text; the answer repeats it as `to`
   */
  id?: number | string | null;
  /**
   * default: the first game in `welcome`
   */
  game?: string | null;
  /**
   * the step, counted from 0
   */
  step?: number;
}
/**
 * Describe the service and its capabilities.
 */
export interface Welcome {
  type: "welcome";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  version: number;
  service: string;
  /**
   * the first one is the default
   */
  games: ServedGame[];
  can: string[];
  limits: {
    [k: string]: number;
  };
}
/**
 * A game that the service offers.
 */
export interface ServedGame {
  name: string;
  title: string;
  subtitle: string;
  /**
   * a description in a sentence or two
   */
  invitation: string;
  /**
   * the legal notice
   */
  notice: string;
  /**
   * the version of its rules
   */
  rules: number;
  /**
   * the stamp of its action table
   */
  actions: string;
  /**
   * the stamp of its cards and boards; empty for none
   */
  stock: string;
  seats: number[];
  agents: Agent[];
  /**
   * the agent for requests that name none
   */
  default: string;
  /**
   * the agent that decides when a person runs out of time or another agent fails
   */
  fallback: string;
  /**
   * the agent for advice requests that name none, by seat count
   */
  advisers: {
    [k: string]: string;
  };
  /**
   * the agent that estimates results, by seat count; missing where there is none
   */
  estimators: {
    [k: string]: string;
  };
  /**
   * the options to offer to people
   */
  form: Field[];
  /**
   * it has its own drawing code: /games/NAME/page.js and page.css
   */
  page: boolean;
  /**
   * number of puzzles; request them with `puzzles`
   */
  puzzles: number;
  /**
   * it has a guided bout: ask for it with `learn`
   */
  lesson: boolean;
}
/**
 * An opponent, by name.
 */
export interface Agent {
  name: string;
  meaning: string;
  /**
   * the seat counts that it supports
   */
  seats: number[];
  /**
   * whether it reports an expected result
   */
  expects: boolean;
  /**
   * whether it reports the probabilities of its choices
   */
  weighs: boolean;
}
/**
 * An option of the game, as a field of a form.
 */
export interface Field {
  name: string;
  kind: "switch" | "choice" | "several" | "number" | "text";
  title: string;
  meaning: string;
  /**
   * the initial value in the form
   */
  default: {
    [k: string]: unknown;
  };
  /**
   * the initial value if several people play
   */
  among_people?: {
    [k: string]: unknown;
  };
  /**
   * it applies only if these other options have these values
   */
  when?: {
    [k: string]: unknown;
  };
  /**
   * the values to choose from; of a switch: off, then on
   */
  ways: Way[];
  least?: number;
  most?: number;
}
/**
 * One of the values that a form offers for an option.
 */
export interface Way {
  value: boolean | number | string;
  text: string;
  /**
   * a drawing in rows of characters
   */
  picture?: string[];
}
/**
 * Confirm a `ping`.
 */
export interface Pong {
  type: "pong";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
}
/**
 * A seat in a bout. The token is its key: store it and keep it secret.
 */
export interface Joined {
  type: "joined";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  bout: string;
  /**
   * the path of this bout's page
   */
  link: string;
  /**
   * absent if agents play all seats
   */
  seat?: string;
  token?: string;
  /**
   * the key for sending dice, if dice are `own`
   */
  dice_token?: string;
}
/**
 * The state of a bout and its new events.
 */
export interface Update {
  type: "update";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  bout: string;
  cursor: number;
  events: Event[];
  state: State;
}
/**
 * An event of a bout. Cursors number events from 1.
 */
export interface Event {
  cursor: number;
  kind:
    | "joined"
    | "turn"
    | "undo_asked"
    | "undo_answered"
    | "undone"
    | "next"
    | "resigned"
    | "claimed"
    | "draw_offered"
    | "draw_answered"
    | "skipped";
  /**
   * the seat that caused it; "dice" for a die that a person sent
   */
  seat?: string;
  /**
   * joined: the person's name
   */
  name?: string;
  /**
   * turn: the command in words; absent if hidden from this viewer
   */
  command?: string;
  action?: number;
  /**
   * turn: the agent that decided, if any; resigned, claimed, skipped: the agent that plays on
   */
  by?: string;
  /**
   * turn: the agent that should have decided, if it failed or is missing
   */
  instead_of?: string;
  /**
   * turn: the person ran out of time
   */
  by_clock: boolean;
  /**
   * turn: its happenings
   */
  happened: Happening[];
  /**
   * undone: the number of turns that remain
   */
  turns?: number;
  /**
   * next: the following bout
   */
  bout?: string;
  /**
   * draw_answered, undo_answered: whether it was accepted
   */
  accepted?: boolean;
  /**
   * claimed: the seats whose people have left
   */
  left?: string[];
  /**
   * undone: the seats of the other people, who agreed; absent if all others are agents
   */
  consented?: string[];
}
/**
 * One result of a decision, public to all.
 */
export interface Happening {
  /**
   * what it was, in the game's words
   */
  event: string;
  seat: string | null;
  /**
   * another seat that it concerns
   */
  other: string | null;
  /**
   * as a sentence; empty if it is obvious
   */
  text: string;
  /**
   * where it happened
   */
  cells?: string[];
  /**
   * to which pieces
   */
  units?: string[];
  roll?: Roll;
  transfer?: Transfer;
  /**
   * the sentence only repeats the command, or it says more
   */
  role?: "command" | "deed";
  nexus?: NexusDetail;
  aristeia?: AristeiaDetail;
}
/**
 * Dice rolled together.
 */
export interface Roll {
  purpose: string;
  /**
   * numbers, or the names of symbols
   */
  faces: string[];
  sides: number;
  /**
   * which die of the game; dice rolled for one purpose may be of several kinds
   */
  die?: string;
  /**
   * which of them count; absent if all do
   */
  counted?: boolean[];
  total?: number;
}
/**
 * Things that moved from one heap to another.
 */
export interface Transfer {
  what: string;
  count: number;
  origin: string;
  target: string;
}
export interface NexusDetail {
  from?: string;
  to?: string;
  coins?: number;
  for?: string | null;
  slide?: number;
  total?: number;
  faces?: number[];
  sides?: number;
  x?: number;
  y?: number;
  piece?: string | null;
  facing?: "north" | "east" | "south" | "west";
}
/**
 * The additions of Aristeia! to a happening.
 */
export interface AristeiaDetail {
  action?: string;
  die?: string;
  face?: string;
  state?: string;
  tactic?: string;
  zone?: number;
  amount?: number;
}
/**
 * The state of a bout as one seat or a spectator may see it.
 */
export interface State {
  game: string;
  phase: "open" | "playing" | "over";
  /**
   * your seat; "dice" with the dice token
   */
  you?: string;
  seats: Chair[];
  agreed: Agreed;
  /**
   * seats whose people are connected now
   */
  present: string[];
  turns: number;
  view: View;
  /**
   * your legal commands; empty if it is not your decision
   */
  legal: Command[];
  /**
   * seconds until the clock decides
   */
  seconds_left?: number;
  /**
   * you may take back your last decision now
   */
  may_undo: boolean;
  /**
   * the seat that asks the other people to take back its last decision
   */
  undo_asked_by?: string;
  /**
   * you may ask the other people to take back your last decision
   */
  may_ask_undo: boolean;
  /**
   * another seat asks you to take back its last decision, and awaits your answer
   */
  must_answer_undo: boolean;
  draw_offered_by?: string;
  /**
   * you may offer a draw now
   */
  may_offer_draw: boolean;
  /**
   * a draw is offered to you and awaits your answer
   */
  must_answer_draw: boolean;
  may_resign: boolean;
  /**
   * you may claim the bout, as the others are away
   */
  claimable: boolean;
  /**
   * you may let agents play the rest quickly
   */
  may_skip: boolean;
  /**
   * the rest is being played quickly
   */
  skipped: boolean;
  /**
   * each seat's result; in a duel: 1 win, 0 draw, -1 loss
   */
  result?: number[];
  /**
   * absent if the rules ended it; `other rules`, `damage`: it cannot go on, and has no result
   */
  ended_by?: ("resignation" | "draw" | "claim") | ("other rules" | "damage") | null;
  /**
   * the following bout
   */
  next?: string;
  /**
   * what happened to a bout that can only be read; its last state is shown
   */
  note?: string;
}
/**
 * A seat of a bout and its player.
 */
export interface Chair {
  seat: string;
  person: boolean;
  name: string;
  taken: boolean;
  /**
   * its person resigned, or left and the bout was claimed
   */
  resigned: boolean;
  /**
   * the agent that decides for it, if no person does
   */
  agent?: string;
}
/**
 * The terms of a bout. Players accept them by joining.
 */
export interface Agreed {
  dice: "service" | "own";
  clock?: number;
  options: {
    [k: string]: unknown;
  };
  undo: boolean;
  time: number;
  away?: number;
  /**
   * whether `advise` and `evaluate` are allowed
   */
  advice: boolean;
}
/**
 * Everything that a viewer may see.
 */
export interface View {
  /**
   * the viewer's own; null for a spectator
   */
  seat: string | null;
  seats: Seat[];
  board: Board;
  piles: Pile[];
  question: Question;
  round: Round;
  over: boolean;
  truncated: boolean;
  winners: string[];
  result: string | null;
  scores?: Score[];
  /**
   * the table as text, if the rest does not show it
   */
  text?: string;
  nexus?: NexusTable;
  aristeia?: AristeiaTable;
}
/**
 * A player's area of the table.
 */
export interface Seat {
  seat: string;
  /**
   * of what it plays: a character, a team
   */
  name: string | null;
  meters: Meter[];
  counters: Counter[];
  hands: Hand[];
  marks: string[];
  /**
   * it can do nothing more in this bout
   */
  out?: boolean;
}
/**
 * A number between 0 and a maximum: health, a clock. A maximum of 0 means that the number is not known yet.
 */
export interface Meter {
  name: string;
  value: number;
  most: number;
}
/**
 * A number of something: coins, points.
 */
export interface Counter {
  name: string;
  value: number;
}
/**
 * A seat's cards: their number, and those that the viewer may see.
 */
export interface Hand {
  name: string;
  size: number;
  cards: Card[];
  /**
   * the deck that explains them: a key of `Words.decks`, and of `cards` in `rulebook`
   */
  deck?: string;
}
/**
 * A card that the viewer may see.
 */
export interface Card {
  /**
   * as commands spell it
   */
  id: string;
  name: string;
}
/**
 * Squares or hexagons; no cells if the game has no board.
 */
export interface Board {
  cells: Cell[];
  pieces: Piece[];
  /**
   * the corners, relative to its center, of each cell without a polygon
   */
  outline?: [number, number][];
  /**
   * the viewer sits on the far side: the board is best drawn rotated by 180 degrees
   */
  turned?: boolean;
}
/**
 * A place of the board where a piece can stand.
 */
export interface Cell {
  /**
   * its name, as commands spell it
   */
  id: string;
  /**
   * its center
   *
   * @minItems 2
   * @maxItems 2
   */
  at: [number, number];
  /**
   * its corners in order; without it, the cell has the outline of the board
   */
  polygon?: [number, number][];
  /**
   * what it is, in the game's words: floor, wall, water, …
   */
  kind: string;
  /**
   * what is written on it
   */
  label?: string;
  /**
   * what else is on it, in the game's words
   */
  marks?: string[];
}
/**
 * A figure, a tile or anything else that can be on the board.
 */
export interface Piece {
  id: string;
  /**
   * null if it is not on the board
   */
  cell: string | null;
  kind: string;
  /**
   * its name for people
   */
  name: string;
  /**
   * one of the page's symbols, or up to three letters
   */
  symbol: string;
  /**
   * a seat
   */
  owner: string | null;
  facing: number | null;
  /**
   * its states, in the game's words
   */
  marks: string[];
  meters?: Meter[];
  counters?: Counter[];
}
/**
 * A pile, deck or supply that belongs to nobody.
 */
export interface Pile {
  name: string;
  size: number;
  /**
   * the face-up ones
   */
  cards: Card[];
  /**
   * the deck that explains them: a key of `Words.decks`, and of `cards` in `rulebook`
   */
  deck?: string;
}
/**
 * The open question and the seat that must answer it.
 */
export interface Question {
  /**
   * "dice" for a die; null when the bout is over, or if the viewer may not know the question
   */
  seat: string | null;
  /**
   * the kind of question; "command" is answered by any command in the seat's own turn
   */
  name: string | null;
  /**
   * a seat
   */
  about: string | null;
  /**
   * for everybody
   */
  text: string;
  die: Die | null;
  /**
   * a heading for whoever is asked
   */
  title?: string;
  /**
   * for whoever is asked, below the heading; default: `text`
   */
  hint?: string;
  /**
   * what the answer is about: an attack, a card
   */
  notes?: string[];
  /**
   * the command that declines, if the seat may only react to somebody else
   */
  decline?: string;
}
/**
 * A requested die.
 */
export interface Die {
  /**
   * which die of the game
   */
  name: string;
  purpose: string | null;
  /**
   * whose die it is
   */
  seat: string | null;
  /**
   * the possible faces; an answer counts them from 1
   */
  faces: string[];
}
/**
 * The progress of the bout.
 */
export interface Round {
  number: number;
  limit: number | null;
  /**
   * the progress in words
   */
  text: string;
  /**
   * whose turn it is
   */
  seat: string | null;
  /**
   * the points left to spend
   */
  counters?: Counter[];
}
/**
 * A number that decides the bout.
 */
export interface Score {
  /**
   * null if it belongs to nobody
   */
  seat: string | null;
  name: string;
  value: number;
}
/**
 * The additions of NEXUS to a view.
 */
export interface NexusTable {
  seat: string | null;
  seats: number;
  cycle: number;
  cycle_limit: number;
  order: string[];
  turn: number;
  question: NexusQuestion;
  round: NexusRound | null;
  contest: NexusContest | null;
  card_play: NexusCardPlay | null;
  pieces: NexusPiece[];
  floor_coins: NexusFloorCoins[];
  helots: NexusHelot[];
  lanistas: NexusLanista[];
  lasting: NexusLasting[];
  full_health: {
    [k: string]: number;
  };
  crowd_pile: number;
  box: number;
  turning_points: number;
  turning_point_card: NexusCard | null;
  turning_point_discards: NexusCard[];
  used_cards: NexusCard[];
  /**
   * the cards left of each weapon
   */
  weapons: {
    [k: string]: number;
  };
  over: boolean;
  truncated: boolean;
  winners: string[];
  /**
   * as a sentence
   */
  result: string | null;
}
/**
 * The open question and the seat that must answer it.
 */
export interface NexusQuestion {
  seat: string | null;
  name: string | null;
  about: string | null;
  text: string;
}
/**
 * The current Command Round.
 */
export interface NexusRound {
  seat: string;
  /**
   * whether the points have been split
   */
  split: boolean;
  movement_points: number;
  action_points: number;
  forfeited: number;
  bonus_points: number;
  free_liberates: number;
  gloat_coins: number;
  bonus_target: string | null;
  feinted: string[];
}
/**
 * The contested roll in progress, or the last one of the command.
 */
export interface NexusContest {
  blow: string | null;
  attacker: string | null;
  defender: string | null;
  location: string | null;
  declared: boolean;
  attack: number;
  defense: number;
  damage: number;
  hits: number;
  check: number;
}
/**
 * The card that is being played or carried out, with its number in its own deck.
 */
export interface NexusCardPlay {
  deck: string;
  card: number;
  name: string;
  seat: string | null;
  chosen: string | null;
}
/**
 * The contents of a square.
 */
export interface NexusPiece {
  x: number;
  y: number;
  piece: string;
}
/**
 * The coins on a square.
 */
export interface NexusFloorCoins {
  x: number;
  y: number;
  coins: number;
}
/**
 * A helot and its panel.
 */
export interface NexusHelot {
  seat: string;
  x: number;
  y: number;
  facing: "north" | "east" | "south" | "west";
  present: boolean;
  standing: "fit" | "incapacitated" | "killed";
  /**
   * by location, and overall-condition
   */
  health: {
    [k: string]: number;
  };
  lost: string[];
  prone: boolean;
  bleeding: boolean;
  flaming: boolean;
  elusive: boolean;
  exposed: boolean;
  rattled: boolean;
  tunnel_vision: boolean;
  holds: string | null;
  held_by: string | null;
  traits: {
    [k: string]: number;
  };
  weapon: NexusWeapon | null;
  shield: string | null;
  slowed: number;
  /**
   * in words
   */
  states: string[];
}
/**
 * The weapon of a helot.
 */
export interface NexusWeapon {
  name: string;
  drawn: boolean;
  uses: number;
}
/**
 * A player's area of the table.
 */
export interface NexusLanista {
  seat: string;
  name: string | null;
  motivation: string | null;
  cred: number;
  influence: number;
  deception_tokens: number;
  command_tokens: number;
  /**
   * the number of cards in hand
   */
  cards: number;
  /**
   * the viewer's own cards; of others, those that the viewer has seen
   */
  hand: NexusCard[];
  /**
   * the viewer's own
   */
  put_away: NexusCard[];
  marked: number[];
  counter: number;
  turning_point_damage: boolean;
  trait: string | null;
  ratio: number | null;
  initiative: number | null;
  side: "north" | "east" | "south" | "west";
}
/**
 * A card: its number, which commands use, and its name.
 */
export interface NexusCard {
  card: number;
  name: string;
}
/**
 * An effect of a card that lasts, or waits for its moment.
 */
export interface NexusLasting {
  effect: string;
  seat: string | null;
  owner: string | null;
  amount: number;
  until: string;
  waits_for: string | null;
  card: string | null;
}
/**
 * The additions of Aristeia! to a view.
 */
export interface AristeiaTable {
  scenario: string;
  /**
   * VP that end the game
   */
  goal: number;
  underdog: string;
  /**
   * the Scoring Zone
   */
  scoring: number | null;
  /**
   * the Turn of the Round; 0 during Planning
   */
  turn: number;
  /**
   * the Active Character
   */
  active: string | null;
  /**
   * its AP
   */
  energy: number;
  /**
   * its MP
   */
  movement: number;
  zones: AristeiaZone[];
  characters: AristeiaCharacter[];
  players: AristeiaPlayer[];
  roll: AristeiaRoll | null;
  /**
   * spaces that answer the question
   */
  offered?: string[];
}
/**
 * One of the seven Zones.
 */
export interface AristeiaZone {
  /**
   * 0 is the Central Zone
   */
  zone: number;
  center: string;
  scoring: boolean;
  /**
   * it has red counters
   */
  burnt: boolean;
  /**
   * the seat whose marker is in it, in Conquest
   */
  holder: string | null;
}
/**
 * One of the eight Characters, with its current numbers.
 */
export interface AristeiaCharacter {
  /**
   * its name: as commands spell it, and the id of its piece
   */
  id: string;
  seat: string;
  /**
   * in the team, from 1
   */
  place: number;
  /**
   * aside, board, infirmary, bench
   */
  where: string;
  cell: string | null;
  damage: number;
  hit_points: number;
  /**
   * with its States
   */
  initiative: number;
  speed: number;
  energy: number;
  states: AristeiaToken[];
  /**
   * the Character that imposed Taunted
   */
  taunter: string | null;
  /**
   * the Turn of this Round in which it is revealed, if that is known
   */
  revealed: number | null;
}
/**
 * State tokens of one kind and side.
 */
export interface AristeiaToken {
  state: string;
  /**
   * red or blue
   */
  side: string;
  count: number;
}
/**
 * A player's side, Zone, Running Order, points and cards.
 */
export interface AristeiaPlayer {
  seat: string;
  /**
   * Green or Orange
   */
  side: string;
  /**
   * its Deployment Zone
   */
  zone: number | null;
  /**
   * the Running Order; null for a slot that is hidden, or not set
   */
  order: (string | null)[];
  /**
   * VP of this Round
   */
  scored: number;
  /**
   * Frags of this Round
   */
  taken: number;
  /**
   * cards of the draw pile
   */
  pile: number;
  /**
   * cards that the viewer is looking at
   */
  looked: string[];
}
/**
 * The Action or Disengage in progress.
 */
export interface AristeiaRoll {
  /**
   * action or disengage
   */
  contest: string;
  unit: string;
  action: string | null;
  target: string | null;
  /**
   * of the target
   */
  cell: string | null;
  sides: AristeiaSide[];
}
/**
 * One Character's dice in a roll.
 */
export interface AristeiaSide {
  unit: string;
  dice: AristeiaDie[];
  /**
   * the symbols left, such as `S S X`
   */
  left: string;
  /**
   * the Switches that were paid for, each with its cost
   */
  spent: string[];
  cover: boolean;
}
/**
 * A die of a roll, or an automatic symbol.
 */
export interface AristeiaDie {
  /**
   * its color, or `automatic`
   */
  die: string;
  /**
   * its symbols; null before the roll
   */
  face: string | null;
  /**
   * a critical block has removed it
   */
  gone: boolean;
}
/**
 * A legal command. Commands with the same title share a menu entry.
 */
export interface Command {
  action: number;
  command: string;
  /**
   * a group of `rulebook`
   */
  group: string;
  /**
   * its title in a menu; empty: use the command
   */
  title: string;
  /**
   * the steps that distinguish it from others of the same title
   */
  ways: string[];
  /**
   * its effect, if the rule of its row does not give it
   */
  text: string;
  /**
   * when it may be played
   */
  timing: string;
  /**
   * the piece that acts
   */
  unit: string;
  /**
   * the cells on which it acts, step by step
   */
  cells: string[];
  /**
   * the seat that it targets
   */
  target?: string;
  /**
   * its price for you now, by kind, before any die
   */
  price: {
    [k: string]: number;
  };
  /**
   * the same in words, for display; empty if free
   */
  cost: string;
  /**
   * it may end your bout: ask for confirmation
   */
  may_end: boolean;
  /**
   * its result, such as points gained
   */
  gives: string;
  /**
   * the roll by which it succeeds, such as `4 or more`
   */
  needs: string;
  /**
   * the cells that it would reach and see, for a preview
   */
  sights: Sight[];
}
/**
 * The effect of a command on a cell that it would reach or see, shown before it is played.
 */
export interface Sight {
  cell: string;
  kind: "reach" | "clear" | "limited" | "blocked";
  /**
   * the same in the game's words, with its consequences
   */
  text: string;
}
/**
 * The bouts of these tokens, most recently joined first, at most 100.
 */
export interface Kept {
  type: "kept";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  bouts: Mine[];
}
/**
 * A bout in which one of the tokens holds a seat.
 */
export interface Mine {
  bout: string;
  game: string;
  link: string;
  /**
   * "dice" with the dice token
   */
  seat: string;
  /**
   * the token's index in the request
   */
  place: number;
  phase: "open" | "playing" | "over";
  seats: Chair[];
  agreed: Agreed;
  turns: number;
  your_turn: boolean;
  result?: number[];
  /**
   * what happened to a bout that can only be read
   */
  note?: string;
}
/**
 * A transcript, as text.
 */
export interface Recorded {
  type: "recorded";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  bout: string;
  transcript: string;
}
/**
 * Why actions are not legal now.
 */
export interface Reasons {
  type: "reasons";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  bout: string;
  cursor: number;
  reasons: Reason[];
}
/**
 * Why an action is not legal, naming the rule by its id where one applies.
 */
export interface Reason {
  action: number;
  /**
   * the action's name in the action table
   */
  name: string;
  group: string;
  text: string;
}
/**
 * The possible walks, from what this seat knows; empty if no command is asked for. The bout is unchanged.
 */
export interface WalkList {
  type: "walk_list";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  bout: string;
  /**
   * the cursor of the state it refers to
   */
  cursor: number;
  /**
   * one for each piece and cell, cheapest first
   */
  walks: Walk[];
}
/**
 * The cheapest path found for a piece to a cell. No step asks anybody or rolls a die, as far as you can know.
 */
export interface Walk {
  /**
   * the piece that walks
   */
  unit: string;
  /**
   * the cell where it ends
   */
  cell: string;
  steps: WalkStep[];
  /**
   * the price of all steps, by kind
   */
  price: {
    [k: string]: number;
  };
  /**
   * the same in words, for display; empty if free
   */
  cost: string;
}
/**
 * A command that takes the piece to the next cell.
 */
export interface WalkStep {
  action: number;
  command: string;
  cell: string;
  /**
   * its price when its turn comes, by kind
   */
  price: {
    [k: string]: number;
  };
  /**
   * the same in words, for display; empty if free
   */
  cost: string;
}
/**
 * The action that the agent would choose, from what this seat knows. The bout is unchanged.
 */
export interface Advice {
  type: "advice";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  bout: string;
  /**
   * the cursor of the state it refers to
   */
  cursor: number;
  seat: string;
  agent: string;
  /**
   * its best choices, its decision first; only the decision if it does not weigh choices
   */
  choices: Weighed[];
  /**
   * the result it expects for each seat, -1 to 1; absent if it does not say
   */
  expected?: number[];
  /**
   * the decisions it expects, beginning with its own, as in a transcript
   */
  line: string[];
  /**
   * seconds until the answer, waiting for a slot included
   */
  seconds: number;
}
/**
 * A legal action with an agent's assessment.
 */
export interface Weighed {
  action: number;
  command: string;
  /**
   * by its network, or the share of the simulations, 0 to 1; absent if the agent weighs no choices
   */
  probability?: number;
  /**
   * the result it expects for each seat after this action, -1 to 1; absent if it does not say
   */
  expected?: number[];
}
/**
 * An agent's expected result of a bout.
 */
export interface Evaluation {
  type: "evaluation";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  bout: string;
  /**
   * the cursor of the state it refers to
   */
  cursor: number;
  agent: string;
  /**
   * the result for each seat, -1 to 1; absent if the agent cannot say
   */
  expected?: number[];
}
/**
 * The effects of the commands and the cards, and the meanings of the terms.
 */
export interface RuleBook {
  type: "rulebook";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  game: string;
  /**
   * the groups of commands in order, with their titles in a menu
   */
  groups: {
    [k: string]: string;
  };
  commands: CommandRule[];
  /**
   * by deck
   */
  cards: {
    [k: string]: CardRule[];
  };
  /**
   * the meanings of the game's terms, by chapter
   */
  terms: TermRule[];
  /**
   * the rules in short; only with `whole`
   */
  primer: string;
  /**
   * every rule by its id; only with `whole`
   */
  chapters: Chapter[];
}
/**
 * A row of the action table: its effect in this project's words, and its page in the printed manual.
 */
export interface CommandRule {
  /**
   * the number of the first action of the row
   */
  first: number;
  name: string;
  /**
   * its title in a menu
   */
  title: string;
  group: string;
  cost: string;
  /**
   * in the printed manual
   */
  page: string;
  /**
   * rule ids
   */
  rules: string[];
  text: string;
}
/**
 * A card.
 */
export interface CardRule {
  /**
   * its id in views and commands
   */
  card: number | string;
  name: string;
  timing?: string;
  /**
   * the price of playing it
   */
  price: {
    [k: string]: number;
  };
  text: string;
}
/**
 * A term of the game, in this project's words.
 */
export interface TermRule {
  name: string;
  chapter: string;
  text: string;
  /**
   * in the printed manual
   */
  page: string;
  /**
   * the ids of its rules
   */
  rules: string[];
  /**
   * other spellings by which a text names it
   */
  also: string[];
}
/**
 * A chapter of the rules.
 */
export interface Chapter {
  title: string;
  rules: RuleLine[];
}
/**
 * A rule of the game, in this project's words.
 */
export interface RuleLine {
  id: string;
  text: string;
}
/**
 * The puzzles of a game.
 */
export interface PuzzleSet {
  type: "puzzle_set";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  game: string;
  puzzles: Puzzle[];
}
/**
 * A position with one or two clearly best choices.
 */
export interface Puzzle {
  /**
   * the position as one line; what the seat cannot know was dealt at random
   */
  position: string;
  /**
   * number of seats
   */
  seats: number;
  /**
   * the seat to act
   */
  seat: string;
  question: string;
  /**
   * the correct commands, best first
   */
  solution: string[];
  /**
   * the result that the search expects for the seat after each legal command, -1 to 1, best first
   */
  values: {
    [k: string]: number;
  };
  /**
   * the command played in the original bout
   */
  played: string;
  /**
   * the lead of the solution over the next best command, in the search that finds the smaller one
   */
  margin: number;
  /**
   * simulations of each of the two searches that judged it
   */
  simulations: number;
}
/**
 * Confirm `options` or `stop`.
 */
export interface Ready {
  type: "ready";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
}
/**
 * A bout of the front end, as the seat to act sees it.
 */
export interface Situation {
  type: "situation";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  game: string;
  /**
   * the seat to act; "dice" for a die; absent when the bout is over
   */
  seat?: string;
  question: string;
  legal: Command[];
  view: View;
  /**
   * the bout as one line, as that seat sees it
   */
  position: string;
  result?: number[];
  /**
   * the consequences of the last action of `then`
   */
  happened: Happening[];
  /**
   * as in `walk_list`, if `legal` asks for them
   */
  walks: Walk[];
}
/**
 * An agent's decision.
 */
export interface Best {
  type: "best";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  seat: string;
  command: string;
  action: number;
  /**
   * the agent that decided: the one asked, or the game's `fallback` if that one failed or was late
   */
  agent: string;
  /**
   * the agent that was asked, if another decided
   */
  instead_of?: string;
  /**
   * the result it expects for each seat, -1 to 1; absent if it does not say
   */
  expected?: number[];
  /**
   * the decisions it expects, beginning with this one, as in a transcript
   */
  line: string[];
  /**
   * its best choices, as many as requested; only its decision if it does not weigh choices
   */
  choices: Weighed[];
  /**
   * the time from the request to the answer, in seconds
   */
  seconds: number;
}
/**
 * A part of a replay.
 */
export interface Replayed {
  type: "replayed";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  game: string;
  seats: number;
  players: string[];
  /**
   * number of turns of the whole bout
   */
  turns: number;
  /**
   * each seat's result; in a duel: 1 win, 0 draw, -1 loss
   */
  result?: number[];
  /**
   * absent if the rules ended it
   */
  ended_by?: "resignation" | "draw" | "claim";
  steps: Step[];
}
/**
 * The table after a turn.
 */
export interface Step {
  /**
   * number of turns so far
   */
  turn: number;
  seat?: string;
  /**
   * absent if hidden from this viewer
   */
  command?: string;
  comment: string;
  happened: Happening[];
  view: View;
}
/**
 * A step of a guided bout, and the bout as the learner sees it then.
 */
export interface Lesson {
  type: "lesson";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  game: string;
  title: string;
  /**
   * about how long the lesson takes
   */
  minutes: number;
  /**
   * the subject of each step, in a few words
   */
  steps: string[];
  step: number;
  /**
   * the text for the learner
   */
  text: string;
  /**
   * the targets of the step: board, players, own panel, hands, commands, log, dice, summary, or the name of something on the table after its kind: `cell ID`, `piece ID`, `seat PLAYER`, `pile NAME`
   */
  show: string[];
  /**
   * the task of the learner; absent for a step that is only read
   */
  action?: number;
  /**
   * the same in words
   */
  command: string;
  /**
   * the answer to a learner who tries something else
   */
  otherwise: string;
  /**
   * the number of events so far
   */
  cursor: number;
  /**
   * all events so far, as the learner sees them
   */
  events: Event[];
  state: State;
}
/**
 * Why a request was refused. The bout is unchanged.
 */
export interface Error {
  type: "error";
  /**
   * the `id` of the request that this answers
   */
  to?: number | string | null;
  code: string;
  /**
   * the part of the request
   */
  place: string;
  found: string;
  expected: string;
  advice: string;
}
