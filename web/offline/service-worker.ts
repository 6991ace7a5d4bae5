/**
 * Keeps the page with its kernels and rulesheets in the browser, so that it opens with the server gone. One cache for each build: a new build is
 * fetched whole and used at once; the files of the one before it stay, since pages may be open that still ask for them.
 */

/** Put in by the build: what there is, and a name that changes with it. */
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
/** A server that is there answers for the page long before. */
const PATIENCE_MS = 3000;

scope.addEventListener("install", (event) => {
  // Past the browser's own cache: what it has under a name without a hash may be of an earlier build.
  const wanted = GAMELORE_FILES.map(
    (file) => new Request(new URL(file, scope.registration.scope), { cache: "reload" }),
  );
  event.waitUntil(
    (async () => {
      try {
        await (await caches.open(CACHE)).addAll(wanted);
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
      // In the order in which they came.
      const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
      await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
      await scope.clients.claim();
      // The first page has asked for it past us. Not waited for: until this is done, nothing of a page is answered.
      void theGames(new Request(new URL("api/games", scope.registration.scope))).catch(() => null);
    })(),
  );
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, href } = new URL(request.url);
  const within = href.startsWith(scope.registration.scope);
  const { pathname: root } = new URL(scope.registration.scope);
  if (request.method !== "GET" || !within) return;
  if (pathname === `${root}api/games`) event.respondWith(theGames(request));
  else if (pathname === `${root}api` || pathname.startsWith(`${root}api/`)) return;
  else event.respondWith(request.mode === "navigate" ? thePage(request) : aFile(request));
});

/** The list of games is what one begins with, also without a server; everything else that the server says is not for keeping. */
async function theGames(request: Request): Promise<Response> {
  const cache = await caches.open(ANSWERS);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** The server's page where there is a server: after an update it is the new one. */
async function thePage(request: Request): Promise<Response> {
  const answer = await Promise.race([fetch(request).catch(() => null), sleep(PATIENCE_MS)]);
  // What stands before a server that is gone may answer for it.
  if (answer && (answer.status < 502 || answer.status > 504)) return answer;
  const kept = await (await caches.open(CACHE)).match(new URL("index.html", scope.registration.scope));
  return kept ?? Response.error();
}

function sleep(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}

/** Names carry a hash of what is in the file, so what is kept is right. */
async function aFile(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  return kept ?? (await caches.match(request)) ?? fetch(request);
}
