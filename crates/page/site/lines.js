// @ts-check
// A small line plot.
import { shape, short } from "./dom.js";

const HEIGHT = 132;
const LEFT = 40;
const TOP = 8;
const BOTTOM = 20;

/**
 * @typedef {object} Line
 * @property {string} name Its class, which sets the colour.
 * @property {[number, number][]} points From left to right.
 */

/**
 * Draws lines; heights stand for counts by their order of magnitude, or for shares.
 * @param {HTMLElement} place
 * @param {Line[]} all
 * @param {"count" | "share"} kind
 */
export function lines(place, all, kind) {
  const points = all.flatMap((line) => line.points);
  const width = place.clientWidth || 320;
  const [first, last] = [Math.min(...points.map(([at]) => at)), Math.max(...points.map(([at]) => at))];
  const most = Math.max(...points.map(([, n]) => n));
  const size = (/** @type {number} */ n) => (kind === "count" ? Math.log10(Math.max(1, n)) : n);
  const x = (/** @type {number} */ at) => LEFT + 4 + ((width - LEFT - 8) * (at - first)) / Math.max(1, last - first);
  const base = HEIGHT - BOTTOM;
  const y = (/** @type {number} */ n) => base - ((base - TOP) * size(n)) / Math.max(1e-9, size(most));

  const picture = shape("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" });
  for (const { name, points } of all.filter((line) => line.points.length > 0)) {
    const group = shape("g", { class: name });
    const path = points.map(([at, n], i) => `${i ? "L" : "M"}${x(at).toFixed(1)} ${y(n).toFixed(1)}`).join("");
    const [from] = points[0];
    group.append(
      shape("path", { class: "area", d: `${path}V${base}H${x(from)}Z` }),
      // A line of length zero is a dot.
      shape("path", { class: "step", d: `${path}h0` }),
    );
    picture.append(group);
  }
  picture.append(shape("path", { class: "axis", d: `M${LEFT} 0V${base}H${width}`, fill: "none" }));
  const label = (/** @type {number} */ left, /** @type {number} */ top, /** @type {string} */ anchor, /** @type {string} */ text) => {
    const made = shape("text", { x: left, y: top, style: `text-anchor: ${anchor}` });
    made.textContent = text;
    picture.append(made);
  };
  label(LEFT - 6, TOP + 6, "end", kind === "count" ? short(most) : `${most.toFixed(most < 10 ? 1 : 0)} %`);
  label(LEFT - 6, base, "end", kind === "count" ? "1" : "0");
  label(LEFT + 4, HEIGHT - 4, "start", String(first));
  label(width - 4, HEIGHT - 4, "end", `${last} moves`);
  place.replaceChildren(picture);
}
