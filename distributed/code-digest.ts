/** Which code this is: workers and coordinators of different code would disagree about games and tables, so they do not work together. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Kernels, rules, players and solvers; not the front ends. */
const CODE = ["build/kernels/*.wasm", "{distributed,engine,games,gdl,protocols}/**/*.{ts,js,kif}"];
const NOT_CODE = /\.(test|fixture)\.ts$|\.as\.ts$/;
const LETTERS = 12;

let known: string | null = null;

/** `0.1.0-2c26b46b68ff`: the version, and a digest of kernels and rules. */
export function codeDigest(): string {
  if (known !== null) return known;
  const hash = createHash("sha256");
  const files = globSync([...CODE], { cwd: ROOT }).filter((file) => !NOT_CODE.test(file));
  for (const file of files.toSorted()) {
    const digest = createHash("sha256")
      .update(readFileSync(join(ROOT, file)))
      .digest("hex");
    hash.update(`${file.replaceAll("\\", "/")} ${digest}\n`);
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  return (known = `${version}-${hash.digest("hex").slice(0, LETTERS)}`);
}
