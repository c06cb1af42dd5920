// @ts-check
// The proof ruler: a line of moves. The proved bound grows from the left, the best plan comes from
// the right, and where they meet the optimum is proved.
import { $, clock, condition, element, moves, number, short } from "./dom.js";

/** The least number of pixels from one number to the next. */
const APART = 42;
/** The number at the right end. It only grows for one puzzle, so that nothing jumps. */
let end = 0;

/** Forgets the previous puzzle. */
export function reset() {
  end = 0;
}

/** The next number that a ruler would end at. @param {number} least */
function round(least) {
  const unit = 10 ** Math.max(1, Math.floor(Math.log10(least)));
  return Math.ceil(least / (unit / 2)) * (unit / 2);
}

/** @param {string} id @param {string} figure @param {string} label */
function say(id, figure, label) {
  $(id).textContent = figure;
  $(`${id}-label`).textContent = label;
}

/** Draws the numbers and lines below. */
function ticks() {
  const width = $("scale").clientWidth;
  const raw = (end * APART) / width;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= raw) ?? raw);
  const minor = [step / 10, step / 5, step / 2].find((n) => n >= 1 && (n * width) / end >= 5) ?? step;
  const at = (/** @type {number} */ n) => `left: ${(100 * n) / end}%`;
  const made = [];
  for (let n = 0; n <= end; n += minor) {
    const isLong = Math.abs(n / step - Math.round(n / step)) < 1e-9;
    made.push(element("i", { className: isLong ? "long" : "", style: at(n) }));
    // The last number would not fit the page.
    if (isLong && n > 0 && n < end) made.push(element("span", { style: at(n), textContent: short(n) }));
  }
  $("ticks").replaceChildren(...made);
}

/**
 * Draws what is known.
 * @param {import("./proof.js").Proof | null} proof
 * @param {number | null} own The moves of the player's own solution.
 */
export function draw(proof, own) {
  const { lower = null, upper = null, foundAfter = null, status = null } = proof ?? {};
  const isUnsolvable = status === "UNSOLVABLE";
  const isOptimal = upper !== null && lower === upper;
  const least = Math.max(upper ?? 0, own ?? 0, (lower ?? 0) * 1.1, 8) * 1.25;
  if (least > end || end > 3 * least) end = round(least);

  const share = (/** @type {number} */ n) => `${Math.max(0, Math.min(100, (100 * n) / end))}%`;
  $("prove").dataset.is = isUnsolvable ? "unsolvable" : isOptimal ? "optimal" : lower || upper !== null ? "open" : "empty";
  $("proved").style.width = isUnsolvable ? `calc(100% - 2px)` : share(lower ?? 0);
  $("known").style.width = upper === null ? "0" : share(end - upper);
  $("proved").firstElementChild.hidden = !isUnsolvable && !lower;
  $("known").firstElementChild.hidden = upper === null;
  $("meeting").hidden = !isOptimal;
  if (isOptimal) $("meeting").style.left = share(upper);
  $("own").hidden = own === null;
  if (own !== null) {
    $("own").style.left = share(own);
    $("own").classList.toggle("left", own > end * 0.75);
    $("own").firstElementChild.textContent = `your ${number(own)}`;
  }

  const found = foundAfter === null ? "" : foundAfter < 0.1 ? ", found at once" : `, found after ${clock(foundAfter)}`;
  if (isUnsolvable) say("low", "none", "no solution at all: proved");
  else if (lower === null) say("low", "", "");
  else say("low", number(lower), `no solution below ${number(lower)}: proved`);
  if (upper === null) say("high", "", lower !== null && proof?.running ? "no plan is known yet" : "");
  else say("high", number(upper), `best plan ${number(upper)}${found}`);

  const isRunning = Boolean(proof?.running);
  const yours = own === null || !proof ? ""
    : lower !== null && own <= lower ? "yours is shortest"
    : upper !== null && upper < own ? `${moves(own - upper)} fewer than yours`
    : "";
  if (isUnsolvable) say("verdict", "UNSOLVABLE", "proved");
  else if (isOptimal) say("verdict", `OPTIMAL ${number(upper)}`, yours || "proved");
  else if (lower !== null && upper !== null) {
    say("verdict", `gap ${number(upper - lower)}`, isRunning ? "searching…" : yours || ended(proof));
  } else say("verdict", "", isRunning ? "searching…" : ended(proof) || (lower === null ? "nothing is proved yet" : ""));

  $("assumes").textContent = condition(proof?.assumes);
  const parts = ["low-label", "verdict", "high-label", "assumes"].map((id) => $(id).textContent).filter(Boolean);
  if (own !== null) parts.push(`your solution has ${moves(own)}`);
  $("ruler").setAttribute("aria-label", parts.join("; ") || "Nothing is proved yet");
  ticks();
}

/** Why a search proved no more. @param {import("./proof.js").Proof | null} proof */
function ended(proof) {
  const words = {
    interrupted: "stopped; this holds",
    time: "not proved yet",
    memory: "out of memory; this holds",
    failed: "the engine ended; this holds",
  };
  return words[/** @type {keyof typeof words} */ (proof?.ended ?? "")] ?? "";
}

new ResizeObserver(() => { if (end) ticks(); }).observe($("scale"));
