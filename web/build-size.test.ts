/** What a browser must load before the first page is seen. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const built = fileURLToPath(new URL("../build/web/", import.meta.url));
const MOST_BYTES = 100_000;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

test("the first page needs at most 100 kB of JavaScript, compressed", () => {
  expect(existsSync(`${built}.vite/manifest.json`), "npm run build").toBe(true);
  const manifest = JSON.parse(readFileSync(`${built}.vite/manifest.json`, "utf8")) as Record<string, Chunk>;
  const files = new Set<string>();
  const follow = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(follow);
  };
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry) follow(name);
  expect(files.size).toBeGreaterThan(0);
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(built + file)).length, 0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test("the page loads nothing from other sites and has no inline script or style", () => {
  const html = readFileSync(`${built}index.html`, "utf8");
  expect(html).not.toMatch(/https?:|<style|style=|<script(?![^>]*src=)/);
  expect(statSync(`${built}index.html`).size).toBeLessThan(2000);
});
