// @ts-check
// Keys that work wherever the focus is, except in text fields.

const WAYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/**
 * @typedef {object} Actions
 * @property {(way: string, isFar: boolean) => boolean} way Whether an arrow key moved something.
 * @property {() => void} u
 * @property {() => void} y
 * @property {() => void} h
 * @property {() => void} space
 */

/** @param {Actions} actions */
export function onKeys(actions) {
  addEventListener("keydown", (event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (altKey || ctrlKey || metaKey || target.closest("textarea, input, select, dialog")) return;
    const way = WAYS[/** @type {keyof typeof WAYS} */ (key)];
    if (way) {
      // The list of moves scrolls.
      if (!target.closest("#plan") && actions.way(way, shiftKey)) event.preventDefault();
      return;
    }
    // The space bar presses a button that has the focus.
    if (key === " " && target.closest("button, summary")) return;
    const action = { u: actions.u, y: actions.y, h: actions.h, " ": actions.space }[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
