// Shared by all pages: the bar, settings for look and pace, announcements, confirmations.

import { h, patch } from "./dom.js";
import { addressOf } from "./glossary.js";
import { ROOT } from "./root.js";

const THEMES = { auto: "System", light: "Light", dark: "Dark" };
const PACES = { calm: "Calm", brisk: "Brisk", instant: "At once" };
const FORCED = { play: "Play it for me", ask: "Ask me" };
const SIDES = { own: "From my side", printed: "As printed" };
/** @type {Record<string, number>} */
const MILLISECONDS = { calm: 900, brisk: 380, instant: 0 };

/** The browser's storage under the name of the package; does nothing if storage is not allowed. */
export const memory = {
  /** @param {string} name */
  get(name) {
    try {
      return localStorage.getItem(`nexus ${name}`);
    } catch {
      return null;
    }
  },
  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    try {
      localStorage.setItem(`nexus ${name}`, value);
    } catch {
      /* it will be asked again */
    }
  },
  /** @param {string} name */
  forget(name) {
    try {
      localStorage.removeItem(`nexus ${name}`);
    } catch {
      /* it was not kept */
    }
  },
  /**
   * The suffixes of all names with a prefix.
   * @param {string} first
   */
  names(first) {
    try {
      const found = Object.keys(localStorage).filter((name) => name.startsWith(`nexus ${first}`));
      return found.map((name) => name.slice(`nexus ${first}`.length));
    } catch {
      return [];
    }
  },
};

/** @typedef {{seat: string, token: string, since?: number}} Key to a seat; `since` when it was stored, in ms */

/** The keys to seats in this browser. */
export const keys = {
  /**
   * @param {string} bout
   * @returns {Key | null}
   */
  of: (bout) => JSON.parse(memory.get(`seat ${bout}`) ?? "null"),
  /**
   * Make a key for a requested seat: sent again after a lost answer, it opens the same seat.
   * @param {string} bout
   */
  offer(bout) {
    const bytes = crypto.getRandomValues(new Uint8Array(18));
    const offered = memory.get(`offer ${bout}`) ?? btoa(String.fromCharCode(...bytes));
    memory.set(`offer ${bout}`, offered);
    return offered;
  },
  /** @param {import("./protocol.js").Joined} joined */
  keep: ({ bout, seat, token }) =>
    token && memory.set(`seat ${bout}`, JSON.stringify({ seat, token, since: Date.now() })),
  /** All stored keys, those of the newest bouts first. */
  all: () =>
    memory
      .names("seat ")
      .flatMap((bout) => {
        const key = keys.of(bout);
        return key ? [{ bout, ...key }] : [];
      })
      .sort((one, other) => (other.since ?? 0) - (one.since ?? 0)),
  /** @param {string} bout */
  forget: (bout) => memory.forget(`seat ${bout}`),
};

/** The duration of a happening on the screen, in milliseconds. */
export const pace = () => MILLISECONDS[memory.get("pace") ?? "brisk"] ?? MILLISECONDS.brisk;

/**
 * An element of index.html.
 * @param {string} id
 */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Show which game is played, in the bar, the title and the footer.
 * @param {import("./protocol.js").ServedGame} game
 */
export function present({ name, title, subtitle, notice }) {
  Object.assign(played, { name, title: title.split(":")[0], subtitle });
  document.title = title;
  part("notice").textContent = notice;
}

const played = { name: "", title: document.title, subtitle: "" };

/**
 * Set the title of the page, with the current state.
 * @param {string} now
 */
export function entitle(now, isUrgent = false) {
  document.title = [isUrgent ? `● ${now}` : now, played.title].filter(Boolean).join(" · ");
}

/**
 * The bar.
 * @param {...import("./dom.js").Tree} middle the contents from the current page
 */
export function drawBar(...middle) {
  document.documentElement.dataset.theme = memory.get("theme") ?? "auto";
  patch(
    part("bar"),
    h(
      "a",
      { class: "brand", href: ROOT },
      h("span", {}, played.title),
      " ",
      h("small", {}, played.subtitle),
      h("span", { class: "sr" }, ", to the start"),
    ),
    h("div", { class: "bar-middle" }, ...middle),
    h(
      "details",
      { class: "settings menu" },
      h("summary", {}, "Settings"),
      h(
        "div",
        { class: "sheet" },
        choice("Look", "theme", THEMES, "auto"),
        choice("Pace of opponents", "pace", PACES, "brisk"),
        choice("Board", "side", SIDES, "own"),
        choice("A single legal command", "forced", FORCED, "play"),
        played.name && h("a", { key: "rules", href: addressOf(played.name), target: "_blank" }, "The rules of the game"),
        h("a", { href: `${ROOT}#replay` }, "Watch a replay"),
        h("a", { href: `${ROOT}#try` }, "Open a position"),
        h("a", { href: `${ROOT}docs` }, "Protocol for front ends"),
      ),
    ),
  );
}

/**
 * @param {string} title
 * @param {string} name
 * @param {Record<string, string>} ways
 * @param {string} usual
 */
function choice(title, name, ways, usual) {
  const now = memory.get(name) ?? usual;
  return h(
    "fieldset",
    {},
    h("legend", {}, title),
    Object.entries(ways).map(([way, text]) =>
      h(
        "label",
        { key: way },
        h("input", {
          type: "radio",
          name,
          value: way,
          checked: way === now,
          onchange: () => {
            memory.set(name, way);
            document.documentElement.dataset.theme = memory.get("theme") ?? "auto";
            document.dispatchEvent(new Event("settings"));
          },
        }),
        text,
      ),
    ),
  );
}

/**
 * Announce a text to screen readers, politely or at once.
 * @param {string} text
 */
export function announce(text, isUrgent = false) {
  part(isUrgent ? "urgent" : "polite").textContent = text;
}

/**
 * Ask for confirmation; a hasty Enter gives the harmless answer.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, yes, no) {
  const dialog = /** @type {HTMLDialogElement} */ (part("sure"));
  dialog.close();
  patch(
    dialog,
    h("h2", { id: "sure-title" }, title),
    h("p", { id: "sure-text" }, text),
    h(
      "form",
      { method: "dialog", class: "buttons" },
      h("button", { class: "do primary", value: "no", autofocus: true }, no),
      h("button", { class: "do deadly", value: "yes" }, yes),
    ),
  );
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
  });
}

/**
 * Download a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
