/**
 * Caches the page with its kernels and rulesheets for offline use. Each build has its own cache: a new build is fetched completely and used
 * immediately; the previous build is cached for pages that are still open.
 */

/** Inserted by the build: the files, and a digest of them. */
declare const GAMELORE_FILES: readonly string[];
declare const GAMELORE_BUILD: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", act: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", act: (event: FetchEvent) => void): void;
}

const scope = self as unknown as ServiceWorkerScope;
const PREFIX = "gamelore-page-";
const CACHE: string = PREFIX + GAMELORE_BUILD;
const ANSWERS = "gamelore-answers";
/** After this the cached page is used. */
const TIMEOUT_MS = 3000;

scope.addEventListener("install", (event) => {
  // Bypass the HTTP cache: a name without a hash may be from an earlier build.
  const files = GAMELORE_FILES.map((file) => new Request(new URL(file, scope.registration.scope), { cache: "reload" }));
  event.waitUntil(
    (async () => {
      try {
        await (await caches.open(CACHE)).addAll(files);
      } catch (error) {
        await caches.delete(CACHE);
        throw error;
      }
      await scope.skipWaiting();
    })(),
  );
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      // Oldest first.
      const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
      await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
      await scope.clients.claim();
      // The first page requested it before this worker was active. Not awaited: that would delay all requests.
      void gameList(new Request(new URL("api/games", scope.registration.scope))).catch(() => null);
    })(),
  );
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, href } = new URL(request.url);
  const within = href.startsWith(scope.registration.scope);
  const { pathname: root } = new URL(scope.registration.scope);
  if (request.method !== "GET" || !within) return;
  if (pathname === `${root}api/games`) event.respondWith(gameList(request));
  else if (pathname === `${root}api` || pathname.startsWith(`${root}api/`)) return;
  else event.respondWith(request.mode === "navigate" ? cachedPage(request) : cachedFile(request));
});

/** Network first. The list of games is the only API response that is cached. */
async function gameList(request: Request): Promise<Response> {
  const cache = await caches.open(ANSWERS);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const cached = await cache.match(request);
    if (cached) return cached;
    throw error;
  }
}

/** Network first, so that an update is used immediately. */
async function cachedPage(request: Request): Promise<Response> {
  const answer = await Promise.race([fetch(request).catch(() => null), sleep(TIMEOUT_MS)]);
  // A gateway may answer for a server that is down.
  if (answer && (answer.status < 502 || answer.status > 504)) return answer;
  const cached = await (await caches.open(CACHE)).match(new URL("index.html", scope.registration.scope));
  return cached ?? Response.error();
}

function sleep(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}

/** Cache first: names contain a content hash. */
async function cachedFile(request: Request): Promise<Response> {
  const cached = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  return cached ?? (await caches.match(request)) ?? fetch(request);
}
