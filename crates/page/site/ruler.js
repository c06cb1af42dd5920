// @ts-check
// The proof ruler: from the left what is proved, from the right the best plan.

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {number} n */
const moves = (n) => `${n} move${n === 1 ? "" : "s"}`;

/**
 * Draws what is known.
 * @param {{lower: number | null, upper: number | null, own: number | null, isUnsolvable?: boolean}} known
 */
export function draw({ lower, upper, own, isUnsolvable }) {
  const end = Math.max(upper ?? 0, own ?? 0, Math.ceil((lower ?? 0) * 1.5), 10) + 2;
  const share = (/** @type {number} */ n) => `${(100 * n) / end}%`;
  element("low").style.width = isUnsolvable ? "100%" : share(lower ?? 0);
  element("high").style.width = upper === null ? "0" : share(end - upper);
  const mark = element("own");
  mark.hidden = own === null;
  if (own !== null) mark.style.left = share(own);
  const proved = isUnsolvable
    ? "There is no solution: proved"
    : lower === null
      ? ""
      : lower === upper
        ? `No solution with fewer than ${moves(lower)}: proved`
        : `At least ${moves(lower)}: proved`;
  const best = upper === null ? "" : `Best solution: ${moves(upper)}`;
  const yours = own === null ? "" : `; yours: ${own}`;
  element("low-label").textContent = proved;
  element("high-label").textContent = best + yours;
  element("ruler").setAttribute(
    "aria-label",
    [proved, best + yours].filter(Boolean).join(". ") || "Nothing is proved yet",
  );
}
