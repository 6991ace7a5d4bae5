/** Routes are in the URL fragment: any static server can serve the page, and a link reopens what it shows. */
import { signal, type Signal } from "@preact/signals";

export interface Route {
  /** For example `play`, `arimaa`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  return {
    path: path
      .split("/")
      .filter((part) => part !== "")
      .map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page: `#/play/arimaa?setup=99of9`. */
export function hrefOf(
  path: readonly string[],
  query: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)] as [string, string]],
  );
  const text = new URLSearchParams(given).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${text === "" ? "" : `?${text}`}`;
}

/** The URL of a path that the server gives. */
export function hrefOfPath(path: string): string {
  return path.startsWith("#") ? path : `#${path.startsWith("/") ? "" : "/"}${path}`;
}

export const route: Signal<Route> = signal(parseRoute(typeof location === "undefined" ? "" : location.hash));

export function followAddress(): void {
  window.addEventListener("hashchange", () => {
    route.value = parseRoute(location.hash);
  });
}

export function goTo(href: string, replace = false): void {
  if (replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  route.value = parseRoute(location.hash);
}

const VARIANT_PREFIX = "o.";

/** A variant as query parameters, each with a prefix to avoid clashes. */
export function variantQuery(variant: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variant).map(([name, value]) => [VARIANT_PREFIX + name, String(value)]));
}

export function variantOf(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name.startsWith(VARIANT_PREFIX) ? [[name.slice(VARIANT_PREFIX.length), value]] : [],
    ),
  );
}
