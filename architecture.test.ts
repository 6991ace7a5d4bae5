/** The boundaries of the house, where the linter cannot see: imports of AssemblyScript, and names of games in the engine. */
import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = import.meta.dirname;
const kernelFiles = globSync(["engine/**/*.as.ts", "games/**/*.as.ts", "gdl/**/*.as.ts"], { cwd: root });
const games = readdirSync(join(root, "games"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** The generated accessors of a record count as the file that describes it. */
function importsOf(file: string): string[] {
  return [...readFileSync(join(root, file), "utf8").matchAll(/from "(\.[^"]+)"/g)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] as string)).replace(/^build\/layouts\//, ""),
  );
}

test("there are kernels to look at", () => {
  expect(kernelFiles.length).toBeGreaterThan(10);
  expect(games).toContain("chinese-checkers");
});

test("the engine's AssemblyScript imports only the engine", () => {
  const across = kernelFiles
    .filter((file) => file.startsWith("engine/"))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => !target.startsWith("engine/"))
        .map((target) => `${file} → ${target}`),
    );
  expect(across).toEqual([]);
});

test("a game's AssemblyScript imports only the engine and its own room", () => {
  const across = kernelFiles
    .filter((file) => file.startsWith("games/"))
    .flatMap((file) => {
      const room = file.split("/").slice(0, 2).join("/");
      return importsOf(file)
        .filter((target) => !target.startsWith("engine/") && !target.startsWith(`${room}/`))
        .map((target) => `${file} → ${target}`);
    });
  expect(across).toEqual([]);
});

test("the AssemblyScript of gdl imports only the engine and itself", () => {
  const across = kernelFiles
    .filter((file) => file.startsWith("gdl/"))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => !target.startsWith("engine/") && !target.startsWith("gdl/"))
        .map((target) => `${file} → ${target}`),
    );
  expect(across).toEqual([]);
});

test("only examples import the package by its name", () => {
  const importers = globSync("{engine,games,gdl,lab,cli,protocols,service,server,library,web,bench}/**/*.{ts,tsx}", {
    cwd: root,
  }).filter((file) => /from "gamelore(\/browser)?"/.test(readFileSync(join(root, file), "utf8")));
  expect(importers).toEqual([]);
  expect(globSync("examples/*.ts", { cwd: root }).length).toBeGreaterThan(3);
});

test("no file of the engine names a game", () => {
  const named = globSync("engine/**/*.ts", { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8").toLowerCase();
    return games
      .filter((game) => text.includes(game) || text.includes(game.replace("-", " ")))
      .map((game) => `${file} names ${game}`);
  });
  expect(named).toEqual([]);
});

test("kernels keep no static data, which threads over one memory would share", () => {
  const stray = globSync("build/kernels/*.wat", { cwd: root }).filter((file) =>
    /^ \(data /m.test(readFileSync(join(root, file), "utf8")),
  );
  expect(stray).toEqual([]);
});
