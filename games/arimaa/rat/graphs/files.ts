/** Graphs as files: those that come with the project by name, others by path, and what they include beside them. */
import { fileNames, fileText, isFile, gameFolder } from "#platform/game-files.ts";
import { GameloreError } from "../../../../engine/contracts/errors.ts";
import { didYouMean } from "../../../../engine/contracts/did-you-mean.ts";
import { readGraph } from "./check.ts";
import { type Graph, placeText } from "./graph.ts";
import type { Parsed, ReadIncluded } from "./parse.ts";

const STRATEGIES: string = `${gameFolder("arimaa/rat/graphs/strategies")}/`;
const ENDING = ".graph";

/** Names of the graphs that come with the project. */
export function graphNames(): string[] {
  return fileNames(STRATEGIES.slice(0, -1))
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length));
}

/** A path as given, or the name of one of ours. */
export function findGraphFile(text: string): string {
  if (isFile(text)) return text;
  const names = graphNames();
  if (names.includes(text)) return STRATEGIES + text + ENDING;
  throw new GameloreError(
    "bad-usage",
    `there is no graph "${text}"; expected a file, or one of ${names.join(", ")}${didYouMean(text, names)}`,
  );
}

const readIncluded: ReadIncluded = (path, from) => {
  // An included file lies beside or below: a graph from elsewhere shall not read what it likes.
  if (/^([\\/]|[A-Za-z]:)/.test(path) || path.split(/[\\/]/).includes("..")) return null;
  const file = from.replace(/[^\\/]*$/, "") + path;
  try {
    return { file, text: fileText(file) };
  } catch {
    return null;
  }
};

/** Reads and checks; the error of a file that cannot be read is thrown. */
export function readGraphFrom(file: string): Parsed {
  let text: string;
  try {
    text = fileText(file);
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
  return place.file.startsWith(STRATEGIES) ? { ...place, file: place.file.slice(STRATEGIES.length) } : place;
}
