/** Build identification: the package version and a digest of the game's kernel. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { kernelPath } from "../platform/node/kernels.ts";
import { systemCode } from "../platform/node/file-errors.ts";

const PACKAGE = new URL("../../package.json", import.meta.url);
const DIGEST_LETTERS = 10;

/** `0.1.0+2c26b46b68`; the version alone for a game without a kernel. */
export function buildOf(game: string, kernel: string = kernelPath(game)): string {
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };
  const wasm = readKernel(kernel);
  if (wasm === null) return version;
  return `${version}+${createHash("sha256").update(wasm).digest("hex").slice(0, DIGEST_LETTERS)}`;
}

function readKernel(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}
