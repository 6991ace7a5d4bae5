/**
 * Who may talk to the server: a page of its own, and programs. A page of somebody else's that a browser here shows could otherwise use the
 * server through that browser, by its address or by a name that it points at this machine.
 */
import { hostname, networkInterfaces } from "node:os";
import type { MiddlewareHandler } from "hono";
import { ServerFault } from "./http-error.ts";

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const ANY_ADDRESS: readonly string[] = ["0.0.0.0", "::", "[::]"];

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
  // Isolated from other pages, ours may share memory between its threads.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** The names under which the server may be addressed. */
export function knownHosts(host: string): readonly string[] {
  const own = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host.toLowerCase();
  if (!ANY_ADDRESS.includes(host)) return [...new Set([...LOOPBACK, own])];
  const addresses = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
  );
  return [...LOOPBACK, hostname().toLowerCase(), ...addresses];
}

export function securityHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
  };
}

export function onlyKnownHosts(hosts: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host") ?? "";
    if (!hosts.includes(nameOf(host)))
      throw new ServerFault(
        "forbidden",
        `this server does not answer to the name "${host}"; known: ${hosts.join(", ")}`,
      );
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== `http://${host}`)
      throw new ServerFault("forbidden", `pages of ${origin} may not use this server`);
    const site = c.req.header("sec-fetch-site");
    const foreign = site === "cross-site" || site === "same-site";
    // To follow a link to us is fine.
    if (foreign && (c.req.path.startsWith("/api/") || c.req.header("sec-fetch-mode") !== "navigate"))
      throw new ServerFault("forbidden", "pages of another site may not use this server");
    await next();
  };
}

/** Without its port. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d{1,5}$/, "");
}
