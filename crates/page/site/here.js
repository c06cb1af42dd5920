// @ts-check
// The proof of the position that is played: still solvable, and how many moves are left.
import { $, condition, moves } from "./dom.js";

/**
 * Derives facts about a position from the proof of the start.
 * @param {import("./proof.js").Proof} here
 * @param {import("./proof.js").Proof} start
 * @param {string[]} made
 */
export function follow(here, start, made) {
  if (start.status === "UNSOLVABLE") here.status = "UNSOLVABLE";
  const isOnPlan = start.plan !== null && made.every((move, n) => move === start.plan?.[n]);
  if (start.lower !== null) here.know(Math.max(0, start.lower - made.length), null, start.assumes);
  if (isOnPlan && start.plan) here.improve(start.plan.slice(made.length));
}

/**
 * Shows the proof in words.
 * @param {import("./proof.js").Proof | null} here Null at the start and if it is solved.
 * @param {import("./proof.js").Proof | null} start
 * @param {number} made
 */
export function say(here, start, made) {
  const { lower = null, upper = null, status = null, running = null } = here ?? {};
  const fewest = start?.status === "OPTIMAL" ? start.upper : null;
  const more = fewest !== null && upper !== null && lower === upper ? made + upper - fewest : null;
  let is = "";
  let said = "";
  if (!here) said = "";
  else if (status === "UNSOLVABLE") {
    is = "lost";
    said = "Lost: it cannot be solved from here, proved. Undo.";
  } else if (upper !== null && lower === upper) {
    is = more ? "longer" : "good";
    const beside = more === null ? "" : more === 0 ? ", on a shortest solution" : `, ${moves(more)} more than needed in all`;
    said = `Still solvable: ${moves(upper)} left, proved${beside}.`;
  } else if (upper !== null) {
    is = "good";
    said = `Still solvable: at least ${moves(lower ?? 0)} left, ${upper} are enough.`;
  } else if (running) said = "Is it still solvable? Searching…";
  else said = `Not shown yet whether it is still solvable${lower ? `; at least ${moves(lower)} left` : ""}.`;
  $("here").dataset.is = is;
  const assumed = here && condition(here.assumes ?? start?.assumes);
  $("here-said").textContent = [said, assumed].filter(Boolean).join(" ");
  $("search-on").hidden = !here || here.isFinal || Boolean(running);
}
