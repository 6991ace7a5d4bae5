/**
 * Serves the page and the kernels. Paths are looked up in a listing of the two folders; no path from a client is ever opened. Text is sent
 * compressed; files with a hash in their name are immutable.
 */
import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { HttpError } from "./http-error.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
  ".map": "application/json",
};
const COMPRESSED: ReadonlySet<string> = new Set([
  ".html",
  ".js",
  ".css",
  ".json",
  ".svg",
  ".wasm",
  ".txt",
  ".map",
  ".webmanifest",
]);
/** The bundler's file names: name-4fB2x9Qz.js. */
const HASHED = /[-.][\w-]{8,}\.\w+$/;
const REFRESH_MS = 1_000;
const BROTLI_QUALITY = 9;

interface StaticFile {
  readonly file: string;
  readonly tag: string;
  readonly bodies: Map<string, Promise<Uint8Array<ArrayBuffer>>>;
}

export interface StaticFolders {
  /** The built page. */
  readonly page: string;
  readonly kernels: string;
}

const HERE: StaticFolders = {
  page: fileURLToPath(new URL("../../build/web", import.meta.url)),
  kernels: fileURLToPath(new URL("../../build/kernels", import.meta.url)),
};

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gamelore</title>
<h1>The page is not built</h1>
<p>Build it with <code>npm run build</code> and reload. The API is available at <a href="/api">/api</a>; <a href="/api/openapi.json">/api/openapi.json</a> describes it.</p></html>`;

export function staticFiles(folders: StaticFolders = HERE): (c: Context) => Promise<Response> {
  let files = new Map<string, StaticFile>();
  let refreshed = Number.NEGATIVE_INFINITY;
  const refresh = (): void => {
    if (performance.now() - refreshed < REFRESH_MS) return;
    refreshed = performance.now();
    const found = new Map([...listed(folders.page, "/"), ...listed(folders.kernels, "/kernels/", ".wasm")]);
    // Unchanged files keep their compressed bodies.
    for (const [path, file] of found)
      if (files.get(path)?.tag === file.tag) found.set(path, files.get(path) as StaticFile);
    files = found;
  };
  return async (c) => {
    refresh();
    const { path } = c.req;
    const file = files.get(path);
    if (file) return sent(c, path, file);
    if (/\.\w{1,12}$/.test(path) || path.startsWith("/kernels/")) throw new HttpError("not-found", `${path} not found`);
    const index = files.get("/index.html");
    if (!index) return c.html(NOT_BUILT, 503);
    // Routes of the page are in the URL fragment; redirect paths there.
    return path === "/" ? sent(c, "/index.html", index) : c.redirect(`/#${path}${new URL(c.req.url).search}`);
  };
}

/** Every file of a folder, by URL path. */
function listed(folder: string, under: string, only?: string): [string, StaticFile][] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && (only === undefined || extname(entry.name) === only))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
  return names.flatMap((name): [string, StaticFile][] => {
    const file = join(folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return [];
    const tag = `"${stat.size.toString(36)}-${Math.round(stat.mtimeMs).toString(36)}"`;
    return [[under + name.split(sep).join("/"), { file, tag, bodies: new Map() }]];
  });
}

async function sent(c: Context, path: string, { file, tag, bodies }: StaticFile): Promise<Response> {
  const ending = extname(path);
  const immutable = HASHED.test(path) && path.startsWith("/assets/");
  c.header("cache-control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
  c.header("etag", tag);
  c.header("vary", "accept-encoding");
  if (c.req.header("if-none-match")?.includes(tag)) return c.body(null, 304);
  const encoding = COMPRESSED.has(ending) ? encodingFor(c.req.header("accept-encoding") ?? "") : null;
  const body = bodies.get(encoding ?? "") ?? bodyOf(file, encoding);
  bodies.set(encoding ?? "", body);
  if (encoding !== null) c.header("content-encoding", encoding);
  c.header("content-type", TYPES[ending] ?? "application/octet-stream");
  return c.body(await body);
}

function encodingFor(accepted: string): "br" | "gzip" | null {
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : null;
}

async function bodyOf(file: string, encoding: "br" | "gzip" | null): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file);
  if (encoding === "br")
    return copied(
      await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    );
  return copied(encoding === "gzip" ? await promisify(gzip)(bytes) : bytes);
}

function copied(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
