// @ts-check
// The elements of the page.

/**
 * The element with this id, which the page has.
 * @param {string} id
 * @returns {any} An element of the kind it has in the page.
 */
export const $ = (id) => document.getElementById(id);

/**
 * A new element.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/**
 * A new element of a picture.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function shape(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** A number in full, or rounded if a page cannot count that far. @param {number} n */
export const number = (n) => (Number.isSafeInteger(n) ? n.toLocaleString("en") : `≈ ${n.toExponential(2)}`);

/** A number in a few characters. @param {number} n */
export const short = (n) => (n < 1e15 ? n.toLocaleString("en", { notation: "compact" }) : n.toExponential(1));

/** @param {number} n */
export const moves = (n) => `${number(n)} move${n === 1 ? "" : "s"}`;

/** A sentence on what a bound rests on although it is not proved. @param {string | null} [assumes] */
export const condition = (assumes) => (assumes ? `This assumes that ${assumes}.` : "");

/** Minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
