/** Chromium for tests, if it is installed. */
import { type Browser, chromium } from "playwright-core";
import { canTest, findProgram } from "../../engine/contracts/suites/needs.ts";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

const path = findProgram(...NAMES);
export const canTestBrowser: boolean = canTest("chromium", path !== null, "not on the PATH");

export function launchChromium(): Promise<Browser> {
  if (path === null) throw new Error(`Chromium not found: none of ${NAMES.join(", ")} is on the path`);
  return chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
}
