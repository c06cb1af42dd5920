// Tells how much of the page is sent, and fails where that is too much.
//
// usage: node size.mjs FOLDER
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** Bytes, compressed once and for all, as hosts of static files do. */
const MOST = 1.4e6;

const folder = process.argv[2];
const sizes = readdirSync(folder).map((name) => {
  const bytes = readFileSync(join(folder, name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return { name, plain: bytes.length, sent: brotliCompressSync(bytes, { params }).length };
});
sizes.sort((a, b) => b.sent - a.sent);
const total = (key) => sizes.reduce((sum, size) => sum + size[key], 0);
console.log(`${sizes[0].name}: ${sizes[0].plain} bytes, ${sizes[0].sent} with brotli`);
console.log(`${sizes.length} files: ${total("plain")} bytes, ${total("sent")} with brotli`);
if (total("sent") > MOST) {
  console.error(`more than ${MOST} bytes`);
  process.exit(1);
}
