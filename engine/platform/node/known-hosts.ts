/** The Host names that a server of this machine answers to. Others may be DNS rebinding: a name of a foreign page that resolves to this machine. */
import { hostname, networkInterfaces } from "node:os";

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const ANY_ADDRESS: readonly string[] = ["0.0.0.0", "::", "[::]"];

/** `host`: the address that it listens on. */
export function knownHosts(host: string): readonly string[] {
  const own = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host.toLowerCase();
  if (!ANY_ADDRESS.includes(host)) return [...new Set([...LOOPBACK, own])];
  const addresses = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
  );
  return [...LOOPBACK, hostname().toLowerCase(), ...addresses];
}

/** The value of a Host header without its port. */
export function nameOfHost(host: string): string {
  return host.toLowerCase().replace(/:\d{1,5}$/, "");
}
