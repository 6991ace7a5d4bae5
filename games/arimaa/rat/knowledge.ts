/** What Rat knows beside its plans: graphs and local patterns, both read from text. */
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

/** The simplified graph that the paper prints says nothing that the whole one does not. */
const LEFT_OUT = ["figure-4"];
/** Graphs whose subject is urgent come first; others follow by name. */
const ORDER = ["rabbit-road", "camel-hostage", "frame", "elephant-horse", "opening"];

const loaded = new Map<string, Knowledge>();

/** Read once: players of one process share it. */
export function loadKnowledge(graphs: boolean, patterns: boolean): Knowledge {
  const key = `${graphs} ${patterns}`;
  let knowledge = loaded.get(key);
  if (!knowledge) {
    const names = graphNames().filter((name) => !LEFT_OUT.includes(name));
    const rank = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
    names.sort((a, b) => rank(a) - rank(b));
    knowledge = {
      graphs: graphs ? names.map((name) => ({ name, graph: loadGraph(name) })) : [],
      patterns: patterns ? loadTrapPatterns() : NO_PATTERNS,
    };
    loaded.set(key, knowledge);
  }
  return knowledge;
}
