// @ts-check
// Keeps the page for use without a network.
const NAME = "fewest-4";
const FILES = [
  "./", "index.html", "fewest.js", "fewest_bg.wasm", "icon.svg", "icons.svg",
  "page.css", "ruler.css", "board.css", "text.css", "pieces.css",
  "app.js", "board.js", "certificate.js", "dom.js", "draw.js", "editor.js", "engine.js", "files.js", "film.js", "game.js",
  "here.js", "keys.js", "kind.js", "lines.js", "plot.js", "proof.js", "ruler.js", "share.js", "sketch.js", "solver.js", "study.js",
  "worker.js",
];
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method !== "GET" || new URL(url).origin !== worker.origin) return;
  event.respondWith(answer(event.request));
});

/** The newest version if there is a network, else the kept one. @param {Request} request */
async function answer(request) {
  try {
    const response = await fetch(request);
    if (response.ok) {
      const cache = await caches.open(NAME);
      await cache.put(request, response.clone());
    }
    return response;
  } catch {
    return (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
  }
}
