// The options of a game as a form, drawn by the kind of each option.

import { h } from "./dom.js";

/** @typedef {import("./protocol.js").Field} Field */
/** @typedef {import("./protocol.js").Way} Way */
/** @typedef {string | number | boolean} Value */
/** @typedef {Value | Value[]} Chosen a list for an option of the kind `several` */

/** The form of one game, and its values. */
export class OptionsForm {
  /**
   * @param {{served: import("./protocol.js").ServedGame, art: import("./game.js").Art}} game
   * @param {() => void} redraw
   */
  constructor({ served, art }, redraw) {
    this.form = served.form;
    this.art = art;
    this.redraw = redraw;
    /** @type {Record<string, Chosen>} */
    this.chosen = {};
  }

  /**
   * The value of an option, or its default.
   * @param {Field} field
   * @param {number} people the number of people
   */
  value(field, people) {
    const usual = people > 1 && field.among_people !== undefined ? field.among_people : field.default;
    return this.chosen[field.name] ?? /** @type {Chosen} */ (/** @type {unknown} */ (usual)); // by its kind
  }

  /**
   * The options that apply with the current values.
   * @param {number} people
   */
  open(people) {
    const now = Object.fromEntries(this.form.map((field) => [field.name, this.value(field, people)]));
    return this.form.filter(({ when }) => Object.entries(when ?? {}).every(([name, value]) => now[name] === value));
  }

  /**
   * The values for the service.
   * @param {number} people
   */
  values(people) {
    return Object.fromEntries(this.open(people).map((field) => [field.name, this.value(field, people)]));
  }

  /**
   * @param {Field} field
   * @param {Chosen | undefined} value undefined for the default
   */
  set(field, value) {
    if (value === undefined) delete this.chosen[field.name];
    else this.chosen[field.name] = value;
    this.redraw();
  }

  /**
   * A section for each option whose values have pictures.
   * @param {number} people
   */
  pictures(people) {
    return this.open(people).filter(isPictured).map((field) =>
      h(
        "section",
        { class: "card", key: field.name },
        h("h2", {}, field.title),
        h(
          "div",
          { class: "pictured", role: "radiogroup", "aria-label": field.title },
          field.ways.map((way) => this.picturedWay(field, way)),
        ),
      ),
    );
  }

  /**
   * @param {Field} field
   * @param {Way} way
   */
  picturedWay(field, way) {
    const isChosen = this.value(field, 0) === way.value;
    return h(
      "label",
      { key: way.text, class: isChosen ? "chosen" : "" },
      h("input", {
        type: "radio",
        name: field.name,
        value: way.value,
        checked: isChosen,
        onchange: () => this.set(field, way.value),
      }),
      this.art.choice?.(field, way) ??
        (way.picture
          ? h("pre", { class: "way-picture", "aria-hidden": "true" }, way.picture.join("\n"))
          : h("span", { class: "way-blank", "aria-hidden": "true" }, "□")),
      h("span", {}, way.text),
    );
  }

  /**
   * The switches.
   * @param {number} people
   */
  ticks(people) {
    const switches = this.open(people).filter(({ kind }) => kind === "switch");
    return switches.map((field) => {
      const [off, on] = field.ways;
      const isOff = people === 0 && field.among_people !== undefined;
      const isOn = this.value(field, people) === on.value;
      const onChange = (/** @type {boolean} */ is) => this.set(field, is ? on.value : off.value);
      return tick(field.title, field.meaning, isOn, isOff, onChange);
    });
  }

  /**
   * The other fields.
   * @param {number} people
   */
  fields(people) {
    return this.open(people)
      .filter((field) => field.kind !== "switch" && !isPictured(field))
      .map((field) => {
        const now = this.value(field, people);
        if (field.kind === "choice") return this.choice(field, now);
        return Array.isArray(now) ? this.several(field, now) : this.typed(field, now);
      });
  }

  /**
   * @param {Field} field
   * @param {Chosen} now
   */
  choice(field, now) {
    const ways = field.ways.map(({ value, text }) => [String(value), text]);
    const valueOf = (/** @type {string} */ text) => field.ways.find(({ value }) => String(value) === text)?.value;
    return choose(field.title, ways, String(now), (text) => this.set(field, valueOf(text)));
  }

  /**
   * @param {Field} field
   * @param {Value[]} now
   */
  several(field, now) {
    return h(
      "fieldset",
      { class: "field several", key: field.name },
      h("legend", {}, field.title),
      field.meaning && h("small", {}, field.meaning),
      field.ways.map(({ value, text }) =>
        tick(text, "", now.includes(value), false, (isOn) =>
          this.set(field, isOn ? [...now, value] : now.filter((other) => other !== value)),
        ),
      ),
    );
  }

  /**
   * @param {Field} field
   * @param {Value} now
   */
  typed(field, now) {
    const isNumber = field.kind === "number";
    return h(
      "label",
      { class: "field", key: field.name, title: field.meaning },
      field.title,
      h("input", {
        type: isNumber ? "number" : "text",
        value: now,
        min: field.least,
        max: field.most,
        onchange: ({ currentTarget: target }) =>
          this.set(field, isNumber ? Number(target.value) : target.value),
      }),
    );
  }
}

/** @param {Field} field */
const isPictured = ({ kind, ways }) => kind === "choice" && ways.some(({ picture }) => picture);

/**
 * @param {string} title
 * @param {string} explained
 * @param {boolean} isOn
 * @param {boolean} isOff
 * @param {(isOn: boolean) => void} onChange
 */
export function tick(title, explained, isOn, isOff, onChange) {
  return h(
    "label",
    { class: "tick", key: title },
    h("input", {
      type: "checkbox",
      checked: isOn,
      disabled: isOff,
      onchange: ({ currentTarget: target }) => onChange(target.checked),
    }),
    h("span", {}, title, explained && h("small", {}, explained)),
  );
}

/**
 * @param {string} title
 * @param {string[][]} ways
 * @param {string} now
 * @param {(way: string) => void} onChange
 */
export function choose(title, ways, now, onChange) {
  return h(
    "label",
    { class: "field", key: title },
    title,
    h(
      "select",
      {
        value: now,
        onchange: ({ currentTarget: target }) => onChange(target.value),
      },
      ways.map(([way, text]) => h("option", { key: way, value: way }, text)),
    ),
  );
}
