/** Adds the example of the guide as a game to a scratch copy of the repository and runs the guide's commands. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const guide = readFileSync(join(root, "docs/adding-a-game.md"), "utf8");

const commands = /^```sh\n([^]*?)^```$/m.exec(guide)?.[1]?.trim().split("\n") ?? [];

/** The repository without tests; built kernels save time. */
const COPIED = [
  "engine",
  "games",
  "gdl",
  "lab",
  "library",
  "protocols",
  "distributed",
  "server",
  "service",
  "cli",
  "bench",
  "web",
  "build/kernels",
  "build/layouts",
  "build/web",
];
const COPIED_FILES = ["package.json", "tsconfig.json", "vitest.config.ts", ".oxlintrc.json", ".oxfmtrc.json"];

const scratch = mkdtempSync(join(tmpdir(), "gamelore-guide-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The output of a command; throws if it fails. */
function run(command: string): string {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|npm_)/.test(name));
  const env = { ...Object.fromEntries(inherited), GAMELORE_HOME: join(scratch, "home"), NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(command, { cwd: scratch, shell: true, encoding: "utf8", env });
  if (status !== 0) throw new Error(`${command}: exit status ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

beforeAll(() => {
  for (const path of [...COPIED, ...COPIED_FILES].filter((each) => existsSync(join(root, each)))) {
    cpSync(join(root, path), join(scratch, path), {
      recursive: true,
      preserveTimestamps: true,
      filter: (source) => !source.endsWith(".test.ts"),
    });
  }
  symlinkSync(join(root, "node_modules"), join(scratch, "node_modules"), "junction");
  cpSync(join(root, "examples/tic-tac-toe"), join(scratch, "games/tic-tac-toe"), { recursive: true });
});

describe("the guide, executed", () => {
  test("the example has the files that the guide names", () => {
    const files = readdirSync(join(root, "examples/tic-tac-toe"));
    expect(files.filter((file) => !guide.includes(`(../examples/tic-tac-toe/${file})`))).toEqual([]);
  });

  test.for(commands)("%s", (command) => {
    expect(command).toMatch(/^(npm run|npx vitest) /);
    const output = run(command);
    if (command.includes("vitest")) expect(output).toMatch(/Tests +\d+ passed \(\d+\)/);
    if (command.includes("perft")) expect(output).toMatch(/^depth 9: 127,872 /m);
  });

  test("the commands lead from building to playing", () => {
    const words = ["build", "check", "vitest", "perft", "match"];
    expect(commands.map((command) => words.find((word) => command.includes(word)))).toEqual(words);
  });

  test("the kernel has no static data", () => {
    expect(readFileSync(join(scratch, "build/kernels/tic-tac-toe.wat"), "utf8")).not.toContain("(data");
  });
});

describe("the guide, compared with the code", () => {
  const named = new Set([...guide.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text as string));

  /** Members of an interface or abstract class, as their source declares them. */
  function membersOf(path: string, declaration: string): string[] {
    const source = readFileSync(join(root, path), "utf8");
    const body = source.slice(source.indexOf(`export ${declaration} `)).split(/^}/m)[0] as string;
    return [...body.matchAll(/^ {2}(?:readonly |abstract )*(\w+)\??[(:]/gm)].map(([, name]) => name as string);
  }

  test.for([
    ["engine/contracts/game.ts", "interface Game"],
    ["engine/contracts/rules.ts", "interface Rules"],
    ["engine/contracts/notation.ts", "interface Notation"],
    ["engine/contracts/display.ts", "interface Display"],
    ["engine/contracts/catalogue.ts", "interface Catalogue"],
    ["engine/contracts/rules.as.ts", "abstract class Rules"],
    ["engine/contracts/rules.as.ts", "abstract class SearchRules"],
  ] as const)("every member is explained: %s, %s", ([path, declaration]) => {
    const members = membersOf(path, declaration);
    expect(members.length).toBeGreaterThan(3);
    expect(members.filter((member) => !named.has(member))).toEqual([]);
  });

  test("the referenced files exist", () => {
    const paths = [...named].filter((name) => /^(engine|games|docs)\/[\w./-]+$/.test(name));
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
