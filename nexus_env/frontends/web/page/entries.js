// Choices in a menu: which share an entry, the title of the entry, and the steps to a single choice.

import { capital, named } from "./words.js";

/** @typedef {import("./words.js").Choice} Choice */
/** @typedef {Record<string, string>} Names */

/**
 * Group the choices by menu entry.
 * @param {Choice[]} choices
 */
export function byEntry(choices) {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const choice of choices) found.set(choice.entry, [...(found.get(choice.entry) ?? []), choice]);
  return [...found.values()];
}

/**
 * The title of a button: for a single command with its ways, except a target without alternatives.
 * @param {Choice[]} choices
 * @param {Names} names
 */
export function titleOf(choices, names) {
  const [first] = choices;
  if (choices.length > 1) return first.entry;
  const isDuel = Object.keys(names).length === 2;
  const target = first.target && !isDuel ? [names[first.target]] : [];
  const ways = first.ways.filter((way) => !/^player_\d$/.test(way)).map(lowered);
  return [first.entry, ...target, ...ways].join(" ");
}

const lowered = (/** @type {string} */ text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * The remaining ways, by the first step in which they differ.
 * @param {Choice[]} choices
 * @param {Names} names
 * @returns {[string, Choice[]][]}
 */
export function waysOf(choices, names) {
  const longest = Math.max(...choices.map(({ ways }) => ways.length));
  const depth = Array.from({ length: longest }).findIndex((_, place) =>
    choices.some((choice) => choice.ways[place] !== choices[0].ways[place]),
  );
  if (depth < 0) return choices.map((choice) => [capital(choice.command), [choice]]);
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const choice of choices) {
    const way = named(choice.ways[depth] ?? choice.entry, names);
    found.set(way, [...(found.get(way) ?? []), choice]);
  }
  return [...found];
}

/**
 * The choices that a person can tell apart: one of two equal cards represents both.
 * @param {Choice[]} choices
 * @returns {Map<Choice, Choice>} for each choice, the one that represents it
 */
export function standIns(choices) {
  /** @type {Map<string, Choice>} */
  const known = new Map();
  const found = new Map();
  for (const choice of choices) {
    const words = JSON.stringify({ ...choice, action: 0, command: "" });
    const first = known.get(words) ?? choice;
    known.set(words, first);
    found.set(choice, first);
  }
  return found;
}

const MOST_AT_ONCE = 6; // answers of several steps that are shown at once

/**
 * Whether choices are made step by step: one entry with many ways, each of several steps.
 * @param {Choice[]} choices
 */
export const isInSteps = (choices) =>
  choices.length > MOST_AT_ONCE && choices.every(({ entry, ways }) => entry === choices[0].entry && ways.length > 1);

/**
 * The common first steps of choices.
 * @param {Pick<Choice, "ways">[]} choices
 */
export function sharedSteps(choices) {
  const [{ ways }] = choices;
  const end = ways.findIndex((way, place) => choices.some((other) => other.ways[place] !== way));
  return end < 0 ? ways : ways.slice(0, end);
}

/**
 * The next steps of choices: the title of each, and the choices that it leaves. A single choice is named by all of its
 * remaining steps.
 * @param {Choice[]} choices
 * @returns {[string, Choice[]][]}
 */
export function nextSteps(choices) {
  const depth = sharedSteps(choices).length;
  const names = [...new Set(choices.map(({ ways }) => ways[depth]))];
  return names.map((name) => {
    const some = choices.filter(({ ways }) => ways[depth] === name);
    return [some.length > 1 ? name : some[0].ways.slice(depth).join(", "), some];
  });
}

/**
 * The choices one step back: all that share their earlier steps, at the last point where there were more.
 * @param {Choice[]} all
 * @param {Choice[]} choices
 */
export function stepBefore(all, choices) {
  const known = sharedSteps(choices);
  const wider = known.map((_, depth) => all.filter(({ ways }) => known.slice(0, depth).every((way, place) => ways[place] === way)));
  return wider.findLast((some) => some.length > choices.length) ?? all;
}

const FEW_STEPS = 2; // too few to need a confirmation of the whole

/**
 * Whether to show the whole choice before it is played, after more than a few steps.
 * @param {Choice[]} all
 * @param {Choice[]} chosen
 */
export const isToBeConfirmed = (all, chosen) =>
  chosen.length === 1 && isInSteps(all) && chosen[0].ways.length > FEW_STEPS;

/**
 * The kind of choices in steps: an order, if all have the same parts.
 * @param {Choice[]} choices
 */
export function kindOf(choices) {
  const parts = choices.map(({ ways }) => JSON.stringify([...ways].sort()));
  return parts.every((some) => some === parts[0]) ? "order" : "choice";
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** The ordinal of the next step, in words. */
export const ordinal = (/** @type {number} */ place) => ORDINALS[place] ?? "next";
