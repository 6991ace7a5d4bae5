/** A Vite plugin that builds the service worker with the list of all files of the build and a digest of them. */
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SERVICE_WORKER = "service-worker.js";
const SOURCE = fileURLToPath(new URL("service-worker.ts", import.meta.url));

export function serviceWorker(): Plugin {
  return {
    name: "gamelore-service-worker",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: SOURCE, fileName: SERVICE_WORKER });
    },
    writeBundle: {
      sequential: true,
      order: "post",
      handler({ dir = "" }) {
        const files = filesOf(dir);
        const path = join(dir, SERVICE_WORKER);
        const code = readFileSync(path, "utf8");
        const header = `const GAMELORE_FILES=${JSON.stringify(files)},GAMELORE_BUILD="${digestOf(dir, [...files, SERVICE_WORKER])}";\n`;
        writeFileSync(path, header + code);
      },
    },
  };
}

/** All files that a page may request; no manifest, no source maps. */
function filesOf(folder: string): string[] {
  return globSync("**/*", { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file !== SERVICE_WORKER && !file.startsWith(".vite/") && !file.endsWith(".map"))
    .filter((file) => statSync(join(folder, file)).isFile())
    .toSorted();
}

function digestOf(folder: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}
