// @ts-check
// The board: pieces that are dragged, tapped or moved by keys.
import { shape } from "./dom.js";

/** Width and height of a cell in units of the picture. */
export const CELL = 40;

/** @typedef {{text: string, piece: number, x: number, y: number}} Move */

/**
 * The place under a pointer, in cells.
 * @param {SVGSVGElement} picture
 * @param {MouseEvent} event
 */
export function cell(picture, event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = point.matrixTransform(picture.getScreenCTM()?.inverse());
  return { x: x / CELL, y: y / CELL };
}

export class Board {
  /** The picture that is shown. */
  #svg = "";
  /** @type {SVGGElement[]} */
  #pieces = [];
  /** @type {Move[]} */
  #moves = [];
  /** The place of each piece. @type {number[][]} */
  #at = [];
  /** @type {number | null} */
  #chosen = null;
  /** The piece that keys move. @type {number | null} */
  #last = null;
  /** @type {{piece: number, x: number, y: number, move: Move | null} | null} */
  #drag = null;

  /**
   * @param {HTMLElement} place
   * @param {(move: Move) => void} onMove
   */
  constructor(place, onMove) {
    this.place = place;
    this.onMove = onMove;
  }

  /** Forgets the picture: something else was drawn in its place. */
  forget() {
    this.#svg = "";
  }

  /** Shows a position. The picture is only replaced for another puzzle. @param {any} position */
  show({ svg, places, moves, labels }) {
    if (svg !== this.#svg) {
      this.#svg = svg;
      this.#last = null;
      this.place.innerHTML = svg;
      this.#picture.removeAttribute("role");
      this.#pieces = [...this.#picture.querySelectorAll("g.piece")].map((piece) => /** @type {SVGGElement} */ (piece));
      this.#pieces.forEach((piece, n) => this.#listen(piece, n));
      this.#picture.onclick = () => this.choose(null);
    }
    this.#moves = moves;
    this.#at = places;
    this.choose(null);
    this.#pieces.forEach((piece, n) => {
      const [x, y] = places[n];
      this.#put(piece, x, y);
      const ways = moves.filter((/** @type {Move} */ move) => move.piece === n).map((/** @type {Move} */ move) => this.#way(move));
      const where = `column ${x + 1}, row ${y + 1}`;
      piece.setAttribute("aria-label", `${labels[n] || "connector"}, ${where}; ${ways.length ? ways.join(", ") : "cannot move"}`);
    });
  }

  get #picture() {
    return /** @type {SVGSVGElement} */ (this.place.querySelector("svg"));
  }

  /** @param {SVGGElement} piece @param {number} x @param {number} y */
  #put(piece, x, y) {
    piece.removeAttribute("transform");
    piece.style.transform = `translate(${x * CELL}px, ${y * CELL}px)`;
  }

  /** The direction of a move as a word. @param {Move} move */
  #way(move) {
    const [x, y] = this.#at[move.piece];
    if (move.x !== x) return move.x > x ? "right" : "left";
    return move.y > y ? "down" : "up";
  }

  /**
   * Shows the judgements of a hint.
   * @param {Record<string, string>} judged From moves to words.
   */
  judge(judged) {
    this.#clear();
    for (const move of this.#moves) {
      const word = judged[move.text];
      if (word !== "shortest" && word !== "loses") continue;
      const [x, y] = this.#at[move.piece];
      const middle = (/** @type {number} */ n) => (n + 0.5) * CELL;
      this.#picture.append(
        shape("line", { class: `mark way ${word}`, x1: middle(x), y1: middle(y), x2: middle(move.x), y2: middle(move.y) }),
        shape("rect", {
          class: `mark judged ${word}`, x: move.x * CELL + 3, y: move.y * CELL + 3, width: CELL - 6, height: CELL - 6, rx: 8,
        }),
      );
    }
    // Pieces stand above the lines.
    this.#picture.append(...this.#pieces);
  }

  #clear() {
    this.place.querySelectorAll(".ghost, .mark").forEach((mark) => mark.remove());
  }

  /** Chooses a piece and shows where it can go. @param {number | null} piece */
  choose(piece) {
    this.#chosen = piece;
    this.#pieces.forEach((group, n) => group.classList.toggle("chosen", n === piece));
    this.#clear();
    for (const move of this.#moves.filter((move) => move.piece === piece)) {
      const ghost = shape("rect", {
        class: "ghost", x: move.x * CELL + 3, y: move.y * CELL + 3, width: CELL - 6, height: CELL - 6, rx: 8,
      });
      ghost.onclick = (event) => {
        event.stopPropagation();
        this.#make(move);
      };
      this.#picture.append(ghost);
    }
  }

  /** @param {Move} move */
  #make(move) {
    this.#last = move.piece;
    this.onMove(move);
  }

  /** @param {SVGGElement} piece @param {number} n */
  #listen(piece, n) {
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
    piece.onclick = (event) => event.stopPropagation();
    piece.onpointerdown = (event) => {
      piece.setPointerCapture(event.pointerId);
      this.#drag = { piece: n, ...cell(this.#picture, event), move: null };
    };
    piece.onpointermove = (event) => this.#follow(event, piece);
    piece.onpointerup = (event) => this.#drop(event, piece);
    piece.onpointercancel = () => {
      this.#drag = null;
      this.#rest(piece, n);
    };
    piece.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        this.choose(this.#chosen === n ? null : n);
      } else if (event.key === "Escape") {
        this.choose(null);
      }
    };
    piece.onfocus = () => { this.#last = n; };
  }

  /** @param {SVGGElement} piece @param {number} n */
  #rest(piece, n) {
    piece.classList.remove("dragged");
    const [x, y] = this.#at[n];
    this.#put(piece, x, y);
  }

  /** The piece goes along the move that is nearest to the pointer. @param {PointerEvent} event @param {SVGGElement} piece */
  #follow(event, piece) {
    const drag = this.#drag;
    if (!drag) return;
    const now = cell(this.#picture, event);
    const [right, down] = [now.x - drag.x, now.y - drag.y];
    const [x, y] = this.#at[drag.piece];
    drag.move = null;
    let nearest = Infinity;
    let share = 0;
    for (const move of this.#moves.filter((move) => move.piece === drag.piece)) {
      const [dx, dy] = [move.x - x, move.y - y];
      const along = Math.max(0, Math.min(1, (right * dx + down * dy) / (dx * dx + dy * dy)));
      const away = Math.hypot(right - along * dx, down - along * dy);
      if (along === 0 || away >= nearest) continue;
      [nearest, share, drag.move] = [away, along, move];
    }
    piece.classList.add("dragged");
    const to = drag.move;
    this.#put(piece, to ? x + share * (to.x - x) : x, to ? y + share * (to.y - y) : y);
    // A short pull is not a move.
    if (to && share * Math.hypot(to.x - x, to.y - y) < 0.4) drag.move = null;
  }

  /** @param {PointerEvent} event @param {SVGGElement} piece */
  #drop(event, piece) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return;
    const now = cell(this.#picture, event);
    piece.classList.remove("dragged");
    if (drag.move) return this.#make(drag.move);
    this.#rest(piece, drag.piece);
    if (Math.hypot(now.x - drag.x, now.y - drag.y) > 0.3) return;
    const moves = this.#moves.filter((move) => move.piece === drag.piece);
    // A piece with one move goes at a tap.
    if (moves.length === 1) this.#make(moves[0]);
    else this.choose(this.#chosen === drag.piece ? null : drag.piece);
  }

  /**
   * Moves the piece that keys move, if there is one.
   * @param {string} way A direction.
   * @param {boolean} isFar Take the longest of several moves that way.
   */
  press(way, isFar) {
    const piece = this.#chosen ?? this.#last;
    if (piece === null) return false;
    const length = (/** @type {Move} */ move) => Math.abs(move.x - this.#at[piece][0]);
    const moves = this.#moves.filter((move) => move.piece === piece && this.#way(move) === way);
    moves.sort((a, b) => length(a) - length(b));
    const move = isFar ? moves.at(-1) : moves[0];
    if (move) this.#make(move);
    else this.choose(piece);
    return true;
  }
}
