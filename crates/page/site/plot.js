// @ts-check
// The course of a proof: the proved bound and the best plan over time.
import { $, clock, shape, short } from "./dom.js";

const HEIGHT = 128;
const LEFT = 34;
const BOTTOM = 20;

/** @param {import("./proof.js").Proof | null} proof */
export function plot(proof) {
  const records = proof?.records ?? [];
  const bounds = new Set(records.map(({ lower, upper }) => `${lower} ${upper}`));
  const isWorth = bounds.size > 2 && (proof?.seconds ?? 0) > 0.5;
  $("plot").hidden = !isWorth;
  if (!isWorth || !proof) return;
  const place = $("plot").firstElementChild;
  const width = place.clientWidth || 600;
  const known = records.flatMap(({ lower, upper }) => [lower, upper]).filter((n) => n !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const [from, to] = [Math.max(0, low - 1), high + 1];
  const x = (/** @type {number} */ seconds) => LEFT + ((width - LEFT) * seconds) / Math.max(proof.seconds, 1e-9);
  const y = (/** @type {number} */ n) => 6 + ((HEIGHT - BOTTOM - 6) * (to - n)) / (to - from);

  const picture = shape("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" });
  for (const [name, edge] of /** @type {const} */ ([["lower", from], ["upper", to]])) {
    const group = shape("g", { class: name === "lower" ? "low" : "high" });
    let path = "";
    let last = null;
    let first = 0;
    for (const record of records) {
      const n = record[name];
      if (n === null) continue;
      if (last === null) first = x(record.seconds);
      path += last === null ? `M${first} ${y(n)}` : `H${x(record.seconds)}V${y(n)}`;
      last = n;
    }
    if (last === null) continue;
    path += `H${width}`;
    group.append(
      shape("path", { class: "area", d: `${path}V${y(edge)}H${first}Z` }),
      shape("path", { class: "step", d: path }),
    );
    picture.append(group);
  }
  picture.append(shape("path", { class: "axis", d: `M${LEFT} 0V${HEIGHT - BOTTOM}H${width}`, fill: "none" }));
  const label = (/** @type {number} */ left, /** @type {number} */ top, /** @type {string} */ anchor, /** @type {string} */ text) => {
    const made = shape("text", { x: left, y: top, style: `text-anchor: ${anchor}` });
    made.textContent = text;
    picture.append(made);
  };
  for (const n of new Set([low, high])) label(LEFT - 6, y(n) + 4, "end", short(n));
  label(LEFT, HEIGHT - 4, "start", "0");
  label(width, HEIGHT - 4, "end", clock(proof.seconds));
  place.replaceChildren(picture);
}
