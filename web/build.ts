/** Builds the page if it is older than its sources. Run by `npm ci` and `npm run build`. */
import { globSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The engine and the games run in the page too. */
const SOURCES = ["web/**/*", "service/**/*", "{engine,games,gdl}/**/*", "build/kernels/*.wasm", "package-lock.json"];

function changed(file: string): number {
  return statSync(`${root}/${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const newest = Math.max(...globSync(SOURCES, { cwd: root }).map(changed));
if (changed("build/web/index.html") < newest) {
  // Loading Vite takes longer than finding that there is nothing to do.
  const { build } = await import("vite");
  await build({ configFile: `${root}/web/vite.config.ts`, logLevel: "warn" });
  console.error("page built: build/web");
}
