// @ts-check
// The board: pieces that are dragged, tapped or moved by keys.

const CELL = 40;
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{text: string, piece: number, x: number, y: number}} Move */

export class Board {
  /**
   * @param {HTMLElement} place
   * @param {(move: Move) => void} onMove
   * @param {(x: number, y: number) => boolean} onPaint Whether a click paints instead.
   */
  constructor(place, onMove, onPaint) {
    this.place = place;
    this.onMove = onMove;
    this.onPaint = onPaint;
    this.key = "";
    /** @type {SVGGElement[]} */
    this.pieces = [];
    /** @type {Move[]} */
    this.moves = [];
    /** @type {number[][]} */
    this.at = [];
    /** @type {number | null} */
    this.chosen = null;
    /** @type {{piece: number, x: number, y: number} | null} */
    this.drag = null;
  }

  /** Shows a position. The picture is made anew only for another puzzle. */
  show({ svg, places, moves, labels }) {
    if (svg !== this.key) {
      this.key = svg;
      this.place.innerHTML = svg;
      const picture = this.#svg();
      picture.removeAttribute("role");
      this.pieces = [...picture.querySelectorAll(".piece")];
      this.pieces.forEach((piece, n) => {
        piece.setAttribute("tabindex", "0");
        piece.setAttribute("role", "button");
        piece.onpointerdown = (event) => this.#down(event, n);
        piece.onkeydown = (event) => this.#key(event, n);
        piece.onclick = (event) => event.stopPropagation();
      });
      picture.onpointerup = (event) => this.#up(event);
      picture.onclick = (event) => this.#click(event);
    }
    this.moves = moves;
    this.at = places;
    this.choose(null);
    this.mark([]);
    this.pieces.forEach((piece, n) => {
      const [x, y] = places[n];
      piece.setAttribute("transform", `translate(${x * CELL} ${y * CELL})`);
      const ways = moves.filter((/** @type {Move} */ move) => move.piece === n).map((move) => this.#way(move));
      const where = `column ${x + 1}, row ${y + 1}`;
      piece.setAttribute("aria-label", `${labels[n]}, ${where}; ${ways.length ? ways.join(", ") : "cannot move"}`);
    });
  }

  #svg() {
    return /** @type {SVGSVGElement} */ (this.place.querySelector("svg"));
  }

  /** The direction of a move in a word. @param {Move} move */
  #way(move) {
    const [x, y] = this.at[move.piece];
    if (move.x !== x) return move.x > x ? "right" : "left";
    return move.y > y ? "down" : "up";
  }

  /** Marks the pieces of some moves. @param {Move[]} moves */
  mark(moves) {
    this.pieces.forEach((piece, n) => {
      piece.classList.toggle("good", moves.some((move) => move.piece === n));
    });
  }

  /** Chooses a piece and shows where it can go. @param {number | null} piece */
  choose(piece) {
    this.chosen = piece;
    this.pieces.forEach((group, n) => group.classList.toggle("chosen", n === piece));
    this.place.querySelectorAll(".ghost").forEach((ghost) => ghost.remove());
    for (const move of this.moves.filter((move) => move.piece === piece)) {
      const ghost = document.createElementNS(SVG, "rect");
      const side = String(CELL - 6);
      ghost.setAttribute("class", "ghost");
      ghost.setAttribute("x", String(move.x * CELL + 3));
      ghost.setAttribute("y", String(move.y * CELL + 3));
      ghost.setAttribute("width", side);
      ghost.setAttribute("height", side);
      ghost.setAttribute("rx", "6");
      ghost.onclick = (event) => { event.stopPropagation(); this.onMove(move); };
      this.#svg().append(ghost);
    }
  }

  /** The cell under a pointer. @param {MouseEvent} event */
  #cell(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(this.#svg().getScreenCTM()?.inverse());
    return { x: x / CELL, y: y / CELL };
  }

  /** @param {PointerEvent} event @param {number} piece */
  #down(event, piece) {
    const { x, y } = this.#cell(event);
    this.drag = { piece, x, y };
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    const { x, y } = this.#cell(event);
    const [right, down] = [x - drag.x, y - drag.y];
    if (Math.hypot(right, down) > 0.4) {
      const way = Math.abs(right) > Math.abs(down)
        ? (right > 0 ? "right" : "left")
        : (down > 0 ? "down" : "up");
      this.#go(drag.piece, way, Math.floor(x));
      return;
    }
    if (this.onPaint(Math.floor(x), Math.floor(y))) return;
    const moves = this.moves.filter((move) => move.piece === drag.piece);
    // A piece with one move goes at a tap.
    if (moves.length === 1) this.onMove(moves[0]);
    else this.choose(this.chosen === drag.piece ? null : drag.piece);
  }

  /** A click beside the pieces. @param {MouseEvent} event */
  #click(event) {
    const { x, y } = this.#cell(event);
    if (!this.onPaint(Math.floor(x), Math.floor(y))) this.choose(null);
  }

  /** Of several moves the same way, the one that ends nearest to a column. */
  #go(/** @type {number} */ piece, /** @type {string} */ way, /** @type {number} */ column) {
    const moves = this.moves.filter((move) => move.piece === piece && this.#way(move) === way);
    moves.sort((a, b) => Math.abs(a.x - column) - Math.abs(b.x - column));
    if (moves.length) this.onMove(moves[0]);
    else this.choose(piece);
  }

  /** @param {KeyboardEvent} event @param {number} piece */
  #key(event, piece) {
    const way = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" }[event.key];
    if (way) {
      event.preventDefault();
      const [x] = this.at[piece];
      // Shift asks for the farther one.
      const far = event.shiftKey ? (way === "left" ? 0 : 99) : x;
      this.#go(piece, way, far);
      this.pieces[piece].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(this.chosen === piece ? null : piece);
    } else if (event.key === "Escape") {
      this.choose(null);
    }
  }
}
