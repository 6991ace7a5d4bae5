/**
 * Only the server's own page, and programs, may use the API. Otherwise a foreign page open in a browser on this machine could use it, by
 * cross-site requests or by DNS rebinding.
 */
import type { MiddlewareHandler } from "hono";
import { nameOfHost } from "../../engine/platform/node/known-hosts.ts";
import { HttpError } from "./http-error.ts";

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'self'",
    // Kernels are WebAssembly.
    "script-src 'self' 'wasm-unsafe-eval'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  // Cross-origin isolation: required for shared memory between the page's threads.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

export function securityHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
  };
}

/** `origins`: those of a proxy in front of the server, which forwards its own Host. */
export function onlyKnownHosts(hosts: readonly string[], origins: readonly string[] = []): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host") ?? "";
    if (!hosts.includes(nameOfHost(host)))
      throw new HttpError("forbidden", `the host name "${host}" is not allowed; allowed: ${hosts.join(", ")}`);
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== `http://${host}` && !origins.includes(origin))
      throw new HttpError("forbidden", `requests from the origin ${origin} are not allowed`);
    const site = c.req.header("sec-fetch-site");
    const foreign = site === "cross-site" || site === "same-site";
    // Following a link to the page is allowed.
    if (foreign && (c.req.path.startsWith("/api/") || c.req.header("sec-fetch-mode") !== "navigate"))
      throw new HttpError("forbidden", "cross-site requests are not allowed");
    await next();
  };
}

/** Nothing here has such a path, and in a header it would end the line. */
export function noControlCharacters(): MiddlewareHandler {
  return async (c, next) => {
    if (/\p{Cc}|%[01][0-9a-f]|%7f/iu.test(c.req.path))
      throw new HttpError("bad-request", "the path has control characters");
    await next();
  };
}
