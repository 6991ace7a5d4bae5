/** Graphs as files: those that come with the project by name, others by path, and what they include beside them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { GameloreError } from "../../../engine/contracts/errors.ts";
import { meant } from "../../../engine/contracts/nearest.ts";
import { readGraph } from "./check.ts";
import { type Graph, placeText } from "./graph.ts";
import type { Parsed, ReadIncluded } from "./parse.ts";

const STRATEGIES: string = fileURLToPath(new URL("strategies/", import.meta.url));
const ENDING = ".graph";

/** Names of the graphs that come with the project. */
export function graphNames(): string[] {
  return readdirSync(STRATEGIES)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .toSorted();
}

/** A path as given, or the name of one of ours. */
export function findGraphFile(text: string): string {
  if (existsSync(text)) return text;
  const names = graphNames();
  if (names.includes(text)) return join(STRATEGIES, text + ENDING);
  throw new GameloreError(
    "bad-usage",
    `there is no graph "${text}"; expected a file, or one of ${names.join(", ")}${meant(text, names)}`,
  );
}

const readIncluded: ReadIncluded = (path, from) => {
  // An included file lies beside or below: a graph from elsewhere shall not read what it likes.
  if (isAbsolute(path) || path.split(/[\\/]/).includes("..")) return null;
  const file = join(dirname(from), path);
  try {
    return { file, text: readFileSync(file, "utf8") };
  } catch {
    return null;
  }
};

/** Reads and checks; the error of a file that cannot be read is thrown. */
export function readGraphFrom(file: string): Parsed {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new GameloreError("bad-usage", `${file} cannot be read; expected a graph`, { cause });
  }
  return readGraph(file, text, readIncluded);
}

/** A graph without errors; with some, the first of them is thrown. */
export function loadGraph(text: string): Graph {
  const { graph, complaints } = readGraphFrom(findGraphFile(text));
  const errors = complaints.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (graph && !first) return graph;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more; --check lists all)` : "";
  throw new GameloreError(
    "bad-rules",
    first ? `${placeText(shortened(first.at))}: ${first.message}${more}` : `${text} is empty`,
  );
}

/** Files of ours by their name within the project's folder of graphs, others as they were given. */
export function shortened<T extends { readonly file: string }>(place: T): T {
  const within = relative(STRATEGIES, place.file);
  return isAbsolute(place.file) && !within.startsWith("..") ? { ...place, file: within } : place;
}
