/** Build identification: the package version, digests of kernels, and the commit that a package was built from. */
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

export interface ProgramVersion {
  readonly version: string;
  /** Digest of all kernels: it changes with everything that stored tables and games may depend on. */
  readonly build: string;
  /** Of the package; null in the repository. */
  readonly commit: string | null;
}

/** `games`: those whose kernels count. */
export function programVersion(games: readonly string[]): ProgramVersion {
  const { version, gitHead = null } = JSON.parse(readFileSync(PACKAGE, "utf8")) as {
    version: string;
    gitHead?: string;
  };
  const hash = createHash("sha256");
  for (const game of games) hash.update(readKernel(kernelPath(game)) ?? "");
  return { version, build: hash.digest("hex").slice(0, DIGEST_LETTERS), commit: gitHead };
}

function readKernel(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}
