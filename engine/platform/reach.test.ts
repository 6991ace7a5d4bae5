/**
 * Code that a page can reach does not use Node: built-in modules are imported only behind `#platform/`. Each port exports the same names on
 * both platforms.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
/** Entry points of a page; the worker's list of games uses the same pattern. */
const starts = globSync(["games/*/game.ts", "gdl/game.ts", "web/in-page/worker.ts"], { cwd: root });

/** Packages that are bundled into the page. */
const BUNDLED: readonly string[] = ["@noble/hashes/sha2.js", "@noble/hashes/utils.js"];

interface Import {
  readonly what: string;
  readonly onlyTypes: boolean;
}

function importsOf(text: string): Import[] {
  return [...text.matchAll(/^(?:import|export)\s(type\s)?[^;]*?from\s"([^"]+)"/gm)].map((match) => ({
    what: match[2] as string,
    onlyTypes: match[1] !== undefined,
  }));
}

/** `file: import` for every use of Node that is reachable from these files. */
function nodeImports(files: readonly string[]): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    const where = relative(root, file);
    for (const name of text.match(/\b(?:Buffer|process)\.\w+|\bimport\.meta\.dirname/g) ?? [])
      found.push(`${where}: ${name}`);
    for (const { what, onlyTypes } of importsOf(text)) {
      if (onlyTypes) continue;
      if (what.startsWith("#platform/"))
        visit(join(root, "engine/platform/browser", `${what.slice("#platform/".length)}.ts`));
      else if (what.startsWith(".")) visit(resolve(dirname(file), what));
      else if (!BUNDLED.includes(what)) found.push(`${where}: ${what}`);
    }
  };
  for (const file of files) visit(resolve(root, file));
  return found;
}

test("games are found", () => {
  expect(starts.length).toBeGreaterThan(5);
});

test("a page reaches nothing of Node", () => {
  expect(nodeImports(starts)).toEqual([]);
});

test("the check finds violations", () => {
  expect(nodeImports(["engine/tables/store.ts"])).toContain("engine/tables/store.ts: node:fs");
  expect(nodeImports(["engine/tables/format.ts"])).toContain("engine/tables/format.ts: Buffer.from");
});

test("both platforms export the same ports", () => {
  const users = globSync(["engine/**/*.ts", "games/**/*.ts", "gdl/**/*.ts"], { cwd: root });
  const imported = new Map<string, Set<string>>();
  for (const file of users) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, names = "", port = ""] of text.matchAll(/import \{([^}]*)\} from "#platform\/([^"]+)"/g)) {
      const known = imported.get(port) ?? new Set();
      for (const name of names.split(",")) known.add(name.trim());
      imported.set(port, known);
    }
  }
  expect(imported.size).toBeGreaterThan(4);
  for (const [port, names] of imported) {
    for (const platform of ["node", "browser"]) {
      const file = join(root, "engine/platform", platform, `${port}.ts`);
      expect(existsSync(file), `${platform}/${port}`).toBe(true);
      const text = readFileSync(file, "utf8");
      for (const name of names)
        expect(text, `${platform}/${port}`).toMatch(new RegExp(`export (async )?function ${name}\\b`));
    }
  }
});
