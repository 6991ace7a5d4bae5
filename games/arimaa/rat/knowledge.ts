/** Rat's knowledge base: position graphs and local patterns, read from text files. */
import type { Graph } from "./graphs/graph.ts";
import { graphNames, loadGraph } from "./graphs/files.ts";
import { loadTrapPatterns, NO_PATTERNS, type TrapPatterns } from "./patterns/trap-patterns.ts";

export interface NamedGraph {
  readonly name: string;
  readonly graph: Graph;
}

export interface Knowledge {
  readonly graphs: readonly NamedGraph[];
  readonly patterns: TrapPatterns;
}

/** The simplified graph printed in the paper is part of the whole one. */
const EXCLUDED = ["figure-4"];
/** Graphs about urgent subjects first; others follow by name. */
const ORDER = ["rabbit-road", "camel-hostage", "frame", "elephant-horse", "opening"];

/** The only strategy that the paper's Rat has a graph for. */
const OF_PAPER = ["elephant-horse"];

const loaded = new Map<string, Knowledge>();

/** Loaded once per process. */
export function loadKnowledge(graphs: "all" | "paper" | "none", patterns: boolean): Knowledge {
  const key = `${graphs} ${patterns}`;
  let knowledge = loaded.get(key);
  if (!knowledge) {
    const names = graphNames().filter((name) =>
      graphs === "paper" ? OF_PAPER.includes(name) : !EXCLUDED.includes(name),
    );
    const rank = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
    names.sort((a, b) => rank(a) - rank(b));
    knowledge = {
      graphs: graphs === "none" ? [] : names.map((name) => ({ name, graph: loadGraph(name) })),
      patterns: patterns ? loadTrapPatterns() : NO_PATTERNS,
    };
    loaded.set(key, knowledge);
  }
  return knowledge;
}
