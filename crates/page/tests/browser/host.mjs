// A host of a static folder, as simple as any.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves a folder; its address, and how to end it. An address is taken as it is. */
export async function host(place) {
  if (/^https?:/.test(place)) return { address: place, end: () => {} };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(place, normalize(pathname === "/" ? "/index.html" : pathname));
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
}
