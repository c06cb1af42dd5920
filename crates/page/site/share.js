// @ts-check
// Puzzles in links.

/** @param {string} text */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  // A link can unpack to much more than its length.
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > 1 << 20) throw new Error("the puzzle in this link is too large");
    parts.push(value);
  }
  return new Blob(parts).text();
}

/**
 * A link to a question.
 * @param {import("./solver.js").Question} question
 */
export async function link(question) {
  const { text, number, goal, moves } = question;
  const url = new URL(location.href);
  url.hash = `p=${await packed(JSON.stringify({ text, number, goal, moves }))}`;
  return url.href;
}

/**
 * The question in the address of the page, if there is one.
 * @returns {Promise<import("./solver.js").Question | null>}
 */
export async function linked() {
  const hash = location.hash;
  if (!hash.startsWith("#p=")) return null;
  const { text, number, goal, moves } = JSON.parse(await unpacked(hash.slice(3)));
  const isRight = typeof text === "string" && Number.isInteger(number) && typeof goal === "string"
    && Array.isArray(moves) && moves.every((move) => typeof move === "string");
  if (!isRight) throw new Error("there is no puzzle in this link");
  return { text, number, goal, moves };
}
