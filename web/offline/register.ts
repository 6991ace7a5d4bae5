/** Lets the browser keep the page, where it can: over HTTPS, or from this machine itself. */

/** Resolves when the page is kept, so that it opens with the server gone; false where it will not be. */
export async function keepPage(): Promise<boolean> {
  if (!location.protocol.startsWith("http") || !("serviceWorker" in navigator)) return false;
  // What the page itself needs comes first.
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  try {
    await navigator.serviceWorker.register(new URL("service-worker.js", document.baseURI));
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false;
  }
}
