/** Chromium for tests, if it is on the path. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

function find(): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of NAMES) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not here.
      }
    }
  }
  return null;
}

const path = find();
/** With GAMELORE_TEST_NEEDS=chromium, tests fail instead of being skipped. */
export const chromiumIsHere: boolean =
  path !== null || (process.env["GAMELORE_TEST_NEEDS"] ?? "").split(/[\s,]+/).includes("chromium");
if (!chromiumIsHere) console.info("skipped: tests in a browser (no chromium on the path)");

export function launchChromium(): Promise<Browser> {
  if (path === null) throw new Error(`Chromium not found: none of ${NAMES.join(", ")} is on the path`);
  return chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
}
