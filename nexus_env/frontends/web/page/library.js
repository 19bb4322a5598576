// The rules of a game on one page: a summary, its terms, commands and cards, and every rule by its id.

import { deadEnd, decoded } from "./dead_end.js";
import { h, patch } from "./dom.js";
import { games, named } from "./game.js";
import { addressOf, facts, source } from "./glossary.js";
import { ROOT } from "./root.js";
import { announce, drawBar, present } from "./shell.js";
import { explainTerms, withTerms } from "./terms.js";
import { capital, plural, said, there } from "./words.js";
import { post } from "./wire.js";

/** @typedef {import("./words.js").Entry} Entry */
/** @typedef {{title: string, kind: string, entries: (Entry & {also?: string[]})[]}} Section a section of the page */

const PAGE = "#rules";

export class Library {
  sought = "";
  missed = ""; // the entry in the address that does not exist
  /** @type {Section[]} */
  sections = [];
  primer = "";
  /** @type {import("./game.js").Played | null} */
  played = null; // the game, once it is loaded

  /**
   * @param {HTMLElement} root
   * @param {string} game
   */
  constructor(root, game) {
    this.root = root;
    explainTerms(document.body, () => this.played?.rulebook);
    addEventListener("hashchange", () => location.hash.startsWith(`${PAGE}/`) && this.turn());
    this.begin(game);
  }

  get game() {
    return there(this.played);
  }

  /** @param {string} name */
  async begin(name) {
    patch(this.root, h("p", { class: "loading" }, "A moment…"));
    try {
      this.played = await named(await games(), name);
      const whole = await post("rules", { game: name, whole: true });
      Object.assign(this, { sections: sectionsOf(whole), primer: whole.primer });
      present(this.game.served);
      drawBar();
      this.draw();
      this.turn();
    } catch (error) {
      deadEnd(this.root, "These rules cannot be shown", said(error));
    }
  }

  /** Show the entry that the address names. */
  turn() {
    const name = decoded(location.hash.split("/")[2] ?? "");
    const found = name && document.getElementById(idOf(name));
    this.missed = found ? "" : name;
    if (this.missed) this.sought = "";
    this.draw();
    if (!found) return;
    for (const old of this.root.querySelectorAll(".entry.sought")) old.classList.remove("sought");
    found.classList.add("sought");
    found.scrollIntoView({ block: "start" });
    found.focus({ preventScroll: true });
  }

  /** @param {string} text */
  seek(text) {
    this.sought = text.trim().toLowerCase();
    this.draw();
    if (this.sought) announce(plural(this.root.querySelectorAll(".entry").length, "entry", "entries"));
  }

  draw() {
    const { served } = this.game;
    const shown = this.sections
      .map((section) => ({ ...section, entries: section.entries.filter((entry) => this.fits(entry)) }))
      .filter(({ entries }) => entries.length > 0);
    document.title = `Rules · ${served.title}`;
    patch(
      this.root,
      h(
        "div",
        { class: "library" },
        h(
          "nav",
          { class: "contents", "aria-label": "Contents", tabindex: 0 },
          h(
            "label",
            { class: "field" },
            "Search the rules",
            h("input", { type: "search", oninput: (event) => this.seek(event.currentTarget.value) }),
          ),
          contents(shown),
        ),
        h(
          "div",
          { class: "rules" },
          h("h1", {}, `The rules of ${served.title.split(":")[0]}`),
          h(
            "p",
            { class: "quiet" },
            "In this project’s own words. ",
            served.lesson && h("a", { href: `${ROOT}#learn/${encodeURIComponent(served.name)}` }, "Learn to play"),
          ),
          this.primer && !this.sought && h("p", { class: "primer", key: "primer" }, withTerms(this.primer, this.game.rulebook)),
          this.missed && h("p", { key: "missed", class: "notice bad", role: "alert" }, `These rules have no entry “${this.missed}”; search them, or choose from the contents.`),
          shown.length === 0 && h("p", { key: "none" }, "Nothing in the rules matches these words."),
          shown.map((section) => this.section(section)),
        ),
      ),
    );
  }

  /** @param {Section["entries"][number]} entry */
  fits({ name, text, also = [], timing = "" }) {
    return [name, text, timing, ...also].some((part) => part.toLowerCase().includes(this.sought));
  }

  /** @param {Section} section */
  section({ title, kind, entries }) {
    return h(
      "section",
      { key: `${kind} ${title}`, class: `chapter of-${kind}s` },
      h("h2", { id: headOf(kind, title) }, title),
      entries.map((entry) => this.entry(entry)),
    );
  }

  /** @param {Entry} entry */
  entry(entry) {
    const { rulebook, served } = this.game;
    const about = source(entry);
    return h(
      "article",
      { key: `${entry.name} ${entry.text}`, class: "entry", id: idOf(entry.name), tabindex: -1 },
      h("h3", {}, entry.name, " ", h("a", { class: "anchor", href: addressOf(served.name, entry.name), "aria-label": `Link to ${entry.name}` }, "#")),
      entry.timing && h("p", { class: "timing" }, `When: ${entry.timing}.`),
      h("p", {}, withTerms(entry.text, rulebook)),
      entry.cost ? facts(entry) : about && h("p", { class: "source" }, capital(about)),
    );
  }
}

/** @param {string} name */
const idOf = (name) => `entry ${name}`.replaceAll(" ", "-");

/**
 * @param {string} kind
 * @param {string} title
 */
const headOf = (kind, title) => `part ${kind} ${title}`.replaceAll(" ", "-");

const KINDS = { term: "Terms", command: "Commands", card: "Cards", rule: "All rules" };

/**
 * The table of contents.
 * @param {Section[]} sections
 */
function contents(sections) {
  return Object.entries(KINDS).map(([kind, name]) => {
    const some = sections.filter((section) => section.kind === kind);
    return (
      some.length > 0 &&
      h(
        "details",
        { key: kind, open: kind !== "rule" },
        h("summary", {}, name),
        h(
          "ul",
          {},
          some.map(({ title }) =>
            h(
              "li",
              { key: title },
              h(
                "button",
                { class: "to-part", onclick: () => document.getElementById(headOf(kind, title))?.scrollIntoView() },
                title,
              ),
            ),
          ),
        ),
      )
    );
  });
}

/**
 * All sections of the page, in order.
 * @param {import("./protocol.js").RuleBook} whole
 * @returns {Section[]}
 */
function sectionsOf({ terms, commands, groups, cards, chapters }) {
  const inChapters = [...new Set(terms.map(({ chapter }) => chapter))];
  const inGroups = [...new Set([...Object.keys(groups), ...commands.map(({ group }) => group)])];
  return [
    ...inChapters.map((title) => ({ kind: "term", title, entries: terms.filter(({ chapter }) => chapter === title) })),
    ...inGroups.map((group) => ({
      kind: "command",
      title: groups[group] ?? capital(group),
      entries: commands
        .filter((rule) => rule.group === group)
        .map(({ title, name, ...rule }) => ({ ...rule, name: title || capital(name) })),
    })),
    ...Object.entries(cards).map(([deck, those]) => ({ kind: "card", title: capital(deck), entries: alike(those) })),
    ...chapters.map(({ title, rules }) => ({
      kind: "rule",
      title,
      entries: rules.map(({ id, text }) => ({ name: id, text })),
    })),
  ].filter(({ entries }) => entries.length > 0);
}

/**
 * Merge cards with the same text.
 * @param {import("./protocol.js").CardRule[]} cards
 */
const alike = (cards) =>
  cards.filter((card, place) => cards.findIndex(({ name, text }) => name === card.name && text === card.text) === place);
