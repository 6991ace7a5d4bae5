/** Chromium for tests, if it is installed. */
import { type Browser, chromium } from "playwright-core";
import { canTest, findProgram } from "../../engine/contracts/suites/needs.ts";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

const path = findProgram(...NAMES);
export const canTestBrowser: boolean = canTest("chromium", path !== null, "not on the PATH");

/** WebGPU on SwiftShader, which emulates a GPU on the CPU. Without them, Chromium has no adapter here. */
export const WEBGPU: readonly string[] = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--enable-features=Vulkan",
];

export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  if (path === null) throw new Error(`Chromium not found: none of ${NAMES.join(", ")} is on the path`);
  return chromium.launch({ executablePath: path, args: ["--no-sandbox", ...args] });
}
