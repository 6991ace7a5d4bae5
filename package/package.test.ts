/** Builds and packs the package, installs the tarball into an empty folder without a network, and uses it there. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXPECTED } from "../examples/expected.fixture.ts";
import { canTestBrowser, launchChromium } from "../web/in-page/chromium.fixture.ts";
import { serveFolder } from "../web/in-page/static-server.fixture.ts";
import { buildPackage, PACKAGE_FOLDER } from "./build.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "gamelore-package-"));
const folder = join(scratch, "empty");
const installed = join(folder, "node_modules/gamelore");
const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|npm_)/i.test(name));
const env = {
  ...Object.fromEntries(inherited),
  GAMELORE_HOME: join(scratch, "home"),
  NO_COLOR: "1",
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
};
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

function manifestOf(path: string): Manifest & Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
}

/** Packs a folder; the tarball's path. */
function pack(path: string): string {
  const words = ["pack", path, "--json", "--ignore-scripts", "--pack-destination", scratch];
  const packed = JSON.parse(execFileSync("npm", words, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  // An array or, by name, an object: npm has had both.
  const [{ filename }] = Object.values(packed) as [{ filename: string }];
  return join(scratch, filename);
}

/** A package and all that it needs, as this repository has installed them: the test needs no registry. */
function closure(names: readonly string[], found: Set<string> = new Set()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    closure(Object.keys(manifestOf(join(root, "node_modules", name)).dependencies ?? {}), found);
  }
  return found;
}

function run(command: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")}: exit status ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

const gamelore = (...words: string[]): string => run("npx", "gamelore", ...words);

beforeAll(async () => {
  await buildPackage();
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), `{ "private": true, "type": "module" }`);
  const needed = closure(Object.keys(manifestOf(PACKAGE_FOLDER).dependencies));
  const tarballs = [PACKAGE_FOLDER, ...[...needed].map((name) => join(root, "node_modules", name))].map(pack);
  run("npm", "install", "--offline", "--no-audit", "--no-fund", ...tarballs);
});

describe("the manifest", () => {
  test("has no scripts and no dependencies of development", () => {
    const manifest = manifestOf(installed);
    for (const field of ["scripts", "devDependencies", "optionalDependencies", "overrides"])
      expect(manifest).not.toHaveProperty(field);
    expect(manifest["engines"]).toEqual({ node: ">=24" });
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual(["@hono/node-server", "commander", "hono", "zod"]);
  });

  test("nothing that is installed has an install script", () => {
    const scripts = globSync("node_modules/**/package.json", { cwd: folder }).filter((path) =>
      /"(pre|post)?install":/.test(readFileSync(join(folder, path), "utf8")),
    );
    expect(scripts).toEqual([]);
  });

  test("every compiled module imports files that are there", () => {
    const missing = globSync("**/*.js", { cwd: installed, exclude: ["build/web/**", "browser/**"] }).flatMap((file) => {
      const text = readFileSync(join(installed, file), "utf8");
      return [...text.matchAll(/(?:^(?:import|export) .*from |import\()"(\.[^"]+)"/gm)]
        .filter(([, path = ""]) => globSync(join(dirname(file), path), { cwd: installed }).length === 0)
        .map(([, path]) => `${file}: ${path}`);
    });
    // Benchmarks are left out, and the command is not offered.
    expect(missing).toEqual(["cli/commands/bench.js: ../../bench/benches.js"]);
  });
});

describe("the command, installed", () => {
  test("--version", () => {
    expect(gamelore("--version")).toContain(manifestOf(installed).version);
  });

  test("solve builds a table and probe reads it", () => {
    const built = JSON.parse(gamelore("solve", "chess", "--pieces", "3", "--json"));
    expect(built.tables).toBeGreaterThan(0);
    // The longest win of king and rook against king takes 16 moves.
    expect(gamelore("probe", "chess", "--pieces", "3", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1")).toContain("mate in 16 moves");
  });

  test("probe solves a general game: tic-tac-toe is a draw", () => {
    expect(JSON.parse(gamelore("probe", "tic-tac-toe", "--json")).value.outcome).toBe("draw");
  });

  test("match plays games of kernels and threads", () => {
    const words = ["match", "chinese-checkers", "alphabeta(depth=2, eval=rows)", "greedy"];
    const report = JSON.parse(gamelore(...words, "--side", "5", "--pieces", "3", "--pairs", "2", "--json"));
    expect(report.standing.games).toBe(4);
  });

  test("match plays a player of a plugin", () => {
    copyFileSync(join(root, "examples/own-player.ts"), join(folder, "own-player.ts"));
    const words = ["match", "tic-tac-toe", "playouts", "random", "--pairs", "2", "--json"];
    const report = JSON.parse(gamelore(...words, "--plugin", "./own-player.ts"));
    expect(report.players[0]).toMatch(/^playouts\(plugin=[0-9a-f]{10}\)$/);
  });

  test("start builds the starter tables and serves page, kernels and API", async () => {
    const server = spawn("npx", ["gamelore", "start", "--port", "0", "--no-background"], {
      cwd: folder,
      env,
      detached: true,
    });
    let printed = "";
    try {
      const address = await new Promise<string>((resolve, reject) => {
        server.stdout.on("data", (chunk: Buffer) => {
          printed += chunk;
          const [, found] = /running at (\S+)/.exec(printed) ?? [];
          if (found !== undefined) resolve(found);
        });
        server.on("exit", () => reject(new Error(`start ended: ${printed}`)));
      });
      expect(await (await fetch(address)).text()).toContain("<title>Gamelore");
      expect((await fetch(new URL("/kernels/chess.wasm", address))).status).toBe(200);
      const games = (await (await fetch(new URL("/api/games", address))).json()) as { games?: unknown[] } & unknown[];
      expect(JSON.stringify(games)).toContain("connect-four");
      const position = await fetch(new URL("/api/games/chess/position", address), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ variant: {}, start: null, moves: ["e4"], seat: null }),
      });
      // Twenty replies.
      expect(((await position.json()) as { moves: unknown[] }).moves).toHaveLength(20);
    } finally {
      const ended = new Promise((resolve) => server.on("exit", resolve));
      // Ctrl-C reaches the whole group: npx does not pass it on.
      process.kill(-(server.pid as number), "SIGINT");
      await ended;
    }
  });
});

describe("the library, installed", () => {
  test.for(EXPECTED)("examples/$file", ({ file, prints }) => {
    copyFileSync(join(root, "examples", file), join(folder, file));
    const printed = run(process.execPath, file);
    for (const text of prints) expect(printed).toMatch(text);
  });

  test("the examples compile against its declarations", () => {
    const words = [
      "--noEmit",
      "--strict",
      "--target",
      "esnext",
      "--module",
      "nodenext",
      "--exactOptionalPropertyTypes",
    ];
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
    writeFileSync(
      join(folder, "browser.ts"),
      `import { mountBoard } from "gamelore/browser";\nexport const mount: typeof mountBoard = mountBoard;\n`,
    );
    const files = [...EXPECTED.map(({ file }) => file), "browser.ts"];
    run(process.execPath, join(root, "node_modules/typescript/bin/tsc"), ...words, ...types, ...files);
  });

  test.runIf(canTestBrowser)("the board plays in a page without a bundler", async () => {
    cpSync(join(root, "examples/board"), folder, { recursive: true });
    const [browser, server] = await Promise.all([launchChromium(), serveFolder(folder)]);
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      await page.goto(server.url);
      await page.getByText("Your move").waitFor();
      const board = page.locator("svg.board");
      await board.focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await page.getByText(/^Engine: /).waitFor();
      expect(errors).toEqual([]);
      // The page's own style is not touched.
      expect(await page.locator("h1").evaluate((heading) => getComputedStyle(heading).color)).toBe("rgb(0, 0, 0)");
    } finally {
      await browser.close();
      await server.stop();
    }
  });
});
