/**
 * Writes docs/api.md, the reference of the library: the comment and declaration of every function and type that library/gamelore.ts and
 * gamelore/browser export. Run by `npm run api`; a test compares.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const API_FILE: string = join(ROOT, "docs/api.md");

/** The parts of a syntax tree that are used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name: string } | null;
  readonly body?: Node;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly source?: { readonly value: string } | null;
  readonly specifiers?: readonly { readonly exported: { readonly name: string } }[];
}

interface Module {
  readonly path: string;
  readonly text: string;
  readonly exports: readonly Node[];
}

function readModule(path: string): Module {
  const text = readFileSync(path, "utf8");
  const { body } = parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as { body: readonly Node[] };
  return { path, text, exports: body.filter(({ type }) => type.startsWith("Export")) };
}

function nameOf({ declaration }: Node): string | undefined {
  return declaration?.id?.name ?? declaration?.declarations?.[0]?.id?.name;
}

/** The exported names of an entry file in their order, with the module that declares each. */
function exportsOf(entry: string): [name: string, module: Module][] {
  const module = readModule(join(ROOT, entry));
  return module.exports.flatMap((node): [string, Module][] => {
    const own = nameOf(node);
    if (own !== undefined) return [[own, module]];
    if (!node.source) return [];
    const from = readModule(resolve(dirname(module.path), node.source.value));
    const names =
      node.specifiers?.map(({ exported }) => exported.name) ?? from.exports.flatMap((each) => nameOf(each) ?? []);
    return names.map((name) => [name, from]);
  });
}

/** The declaration without the bodies of functions, after its comment. */
function describe(name: string, { path, text, exports }: Module): string[] {
  const node = exports.find((each) => nameOf(each) === name);
  if (!node?.declaration) throw new Error(`${relative(ROOT, path)} does not declare ${name}`);
  const { start, end, type, body } = node.declaration;
  const isFunction = type === "FunctionDeclaration";
  const declaration = text.slice(start, isFunction ? body?.start : end).trim();
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(text.slice(0, node.start))?.[1] ?? "";
  const words = comment.replaceAll(/^\s*\* ?/gm, "").trim();
  return [`### ${name}`, "", ...(words ? [words, ""] : []), "```ts", declaration, "```", ""];
}

function chapter(title: string, entry: string): string[] {
  return [`## ${title}`, "", ...exportsOf(entry).flatMap(([name, module]) => describe(name, module))];
}

export function apiReference(): string {
  return [
    "# API reference",
    "",
    "Generated from the sources by `npm run api`. The functions of `gamelore` run in Node, those of `gamelore/browser` in a page.",
    "",
    ...chapter("gamelore", "library/gamelore.ts"),
    ...chapter("gamelore/browser", "web/embed/gamelore.tsx"),
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(API_FILE, apiReference());
