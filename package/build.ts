/**
 * Builds the published package in build/package, with the layout of the repository: compiled JavaScript with declarations, kernels, page,
 * and the data files of games. Node does not strip types under node_modules. Run by `npm run package`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageManifest } from "./manifest.ts";

const ROOT: string = fileURLToPath(new URL("..", import.meta.url));
export const PACKAGE_FOLDER: string = join(ROOT, "build/package");
const COMPILER = join(ROOT, "node_modules/typescript/bin/tsc");

/** Data that games read at run time. Facts are for tests. */
const DATA: readonly string[] = [
  "games/**/*.{fen,graph,json,patterns,positions,txt}",
  "games/*/README.md",
  "gdl/rulesheets/*.kif",
  "build/web/**/*.*",
  "build/web/.vite/*",
  "LICENSE",
  "CHANGELOG.md",
];
/** Compiled because a command imports them, but of use in the repository only. */
const DEVELOPMENT: readonly string[] = [
  "bench",
  "web",
  "engine/contracts/suites",
  "engine/jobs/bullmq/redis-server.{js,d.ts}",
  "engine/platform/browser",
];
/** Declarations that `gamelore/browser` shows; the rest of the page is bundled. */
const BROWSER_TYPES = "web/embed";

/** Kernels and page must be up to date: `npm run build`. */
export async function buildPackage(): Promise<void> {
  rmSync(PACKAGE_FOLDER, { recursive: true, force: true });
  compile("package/tsconfig.json");
  for (const path of globSync(DEVELOPMENT, { cwd: PACKAGE_FOLDER }))
    rmSync(join(PACKAGE_FOLDER, path), { recursive: true });
  compile("package/tsconfig.browser.json");
  for (const path of globSync("web/*", { cwd: PACKAGE_FOLDER }))
    if (path !== BROWSER_TYPES) rmSync(join(PACKAGE_FOLDER, path), { recursive: true });
  rmSync(join(PACKAGE_FOLDER, "engine/platform/browser"), { recursive: true, force: true });
  const { buildEmbedding } = await import("../web/embed/build.ts");
  await buildEmbedding(join(PACKAGE_FOLDER, "browser"));
  for (const path of [...globSync(DATA, { cwd: ROOT }), ...kernels()])
    cpSync(join(ROOT, path), join(PACKAGE_FOLDER, path));
  cpSync(join(ROOT, "package/README.md"), join(PACKAGE_FOLDER, "README.md"));
  cpSync(join(ROOT, "docs/api.md"), join(PACKAGE_FOLDER, "api.md"));
  const repository = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  writeFileSync(
    join(PACKAGE_FOLDER, "package.json"),
    `${JSON.stringify(packageManifest(repository, commit()), null, 2)}\n`,
  );
}

/** Null outside a clone. */
function commit(): string | null {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}

function compile(project: string): void {
  execFileSync(process.execPath, [COMPILER, "-p", join(ROOT, project)], { stdio: "inherit" });
}

/** Those of games and general games; not those of tests and examples. */
function kernels(): string[] {
  return globSync("build/kernels/*.wasm", { cwd: ROOT }).filter((path) => {
    const name = basename(path, ".wasm");
    return name === "gdl" || existsSync(join(ROOT, "games", name));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPackage();
  process.stderr.write("package built; pack it with: npm pack ./build/package\n");
}
