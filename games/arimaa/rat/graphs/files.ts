/** Graph files: built-in ones by name, others by path, and their includes. */
import { fileNames, fileText, isFile, gameFolder } from "#platform/game-files";
import { GameloreError } from "../../../../engine/contracts/errors.ts";
import { didYouMean } from "../../../../engine/contracts/did-you-mean.ts";
import { readGraph } from "./check.ts";
import { type Graph, formatLocation } from "./graph.ts";
import type { Parsed, ReadIncluded } from "./parse.ts";

const STRATEGIES: string = `${gameFolder("arimaa/rat/graphs/strategies")}/`;
const ENDING = ".graph";

/** The names of the built-in graphs. */
export function graphNames(): string[] {
  return fileNames(STRATEGIES.slice(0, -1))
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length));
}

/** Resolves a path or the name of a built-in graph. */
export function findGraphFile(text: string): string {
  if (isFile(text)) return text;
  const names = graphNames();
  if (names.includes(text)) return STRATEGIES + text + ENDING;
  throw new GameloreError(
    "bad-usage",
    `graph "${text}" not found; expected a file, or one of ${names.join(", ")}${didYouMean(text, names)}`,
  );
}

const readIncluded: ReadIncluded = (path, from) => {
  // Includes are restricted to the same folder and below: a foreign graph must not read arbitrary files.
  if (/^([\\/]|[A-Za-z]:)/.test(path) || path.split(/[\\/]/).includes("..")) return null;
  const file = from.replace(/[^\\/]*$/, "") + path;
  try {
    return { file, text: fileText(file) };
  } catch {
    return null;
  }
};

/** Parses and checks; throws if the file cannot be read. */
export function readGraphFrom(file: string): Parsed {
  let text: string;
  try {
    text = fileText(file);
  } catch (cause) {
    throw new GameloreError("bad-usage", `${file} cannot be read; expected a graph file`, { cause });
  }
  return readGraph(file, text, readIncluded);
}

/** A graph without errors; throws the first error. */
export function loadGraph(text: string): Graph {
  const { graph, diagnostics } = readGraphFrom(findGraphFile(text));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (graph && !first) return graph;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more; --check lists all)` : "";
  throw new GameloreError(
    "bad-rules",
    first ? `${formatLocation(shortened(first.at))}: ${first.message}${more}` : `${text} is empty`,
  );
}

/** Built-in files relative to their folder, others as given. */
export function shortened<T extends { readonly file: string }>(place: T): T {
  return place.file.startsWith(STRATEGIES) ? { ...place, file: place.file.slice(STRATEGIES.length) } : place;
}
