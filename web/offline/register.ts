/** Registers the service worker, where the browser allows it: over HTTPS or from localhost. */

/** True once the page is available offline. */
export async function registerServiceWorker(): Promise<boolean> {
  if (!location.protocol.startsWith("http") || !("serviceWorker" in navigator)) return false;
  // Let the page load first.
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
