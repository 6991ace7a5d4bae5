/**
 * Static analysis of a graph: unreachable nodes, leaves without moves, contradictory conditions in a node or on every path to it, and
 * steps of pieces that cannot be present. Reports certain errors only.
 */
import { EMPTY, LETTERS, NOTHING, SQUARE_NAMES } from "./board.ts";
import { type Condition, contentsText, has } from "./conditions.ts";
import { type Facts, joined, narrowed, noFacts, sameFacts } from "./facts.ts";
import { type Diagnostic, type Graph, type GraphNode, type Move, formatLocation } from "./graph.ts";
import { type Parsed, parseGraph, type ReadIncluded } from "./parse.ts";
import { stepOf } from "./parse-move.ts";

/** Parses a graph and checks it. Diagnostics are sorted by line. */
export function readGraph(file: string, text: string, readIncluded?: ReadIncluded): Parsed {
  const { graph, diagnostics } = parseGraph(file, text, readIncluded);
  if (graph === null || diagnostics.length > 0) return { graph, diagnostics: inOrder(diagnostics) };
  return { graph, diagnostics: inOrder(checkGraph(graph)) };
}

function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return [...diagnostics]
    .sort((a, b) => a.at.file.localeCompare(b.at.file) || a.at.line - b.at.line || a.at.column - b.at.column)
    .filter(
      ({ at, message }) =>
        !seen.has(`${formatLocation(at)} ${message}`) && seen.add(`${formatLocation(at)} ${message}`),
    );
}

function checkGraph(graph: Graph): Diagnostic[] {
  const reached = reachedNodes(graph);
  const useful = nodesWithMovesAhead(graph);
  const diagnostics: Diagnostic[] = [];
  const error = (at: Diagnostic["at"], message: string): void => {
    diagnostics.push({ severity: "error", at, message });
  };
  graph.nodes.forEach((node, index) => {
    if (!reached.has(index)) error(node.at, `node "${node.name}" is unreachable`);
    if (node.edges.length === 0 && node.moves.length === 0 && !node.leadsOut)
      error(node.at, `node "${node.name}" has no edges and no moves; expected ->, play, bring, reach or capture`);
    else if (!useful.has(index)) error(node.at, `no path from node "${node.name}" leads to a move`);
  });
  const alone = graph.nodes.map((node) => narrowed(noFacts(), node.conditions));
  alone.forEach((facts, index) => {
    const node = graph.nodes[index]!;
    if (facts === null) error(node.at, `the conditions of node "${node.name}" contradict each other: ${node.text}`);
  });
  if (alone.includes(null)) return diagnostics;
  const known = factsOfNodes(graph);
  const dominators = dominatorsOf(graph, reached);
  graph.nodes.forEach((node, index) => {
    const { before, after } = known[index]!;
    if (before === null) return;
    if (after === null) error(node.at, `node "${node.name}" can never hold: ${reasonFor(graph, index, dominators)}`);
    else {
      for (const { to, at } of node.edges) {
        const target = graph.nodes[to]!;
        if (known[to]!.after !== null && narrowed(after, target.conditions) === null)
          error(at, `"${target.name}" can never hold after "${node.name}": ${target.text} contradicts the path`);
      }
      for (const move of node.moves) checkMove(node, move, after, error);
    }
  });
  return diagnostics;
}

function reachedNodes(graph: Graph): ReadonlySet<number> {
  const reached = new Set([graph.root]);
  for (const index of reached) for (const { to } of graph.nodes[index]!.edges) reached.add(to);
  return reached;
}

/** Nodes with a path to a move or out of the graph; leaves without moves are reported separately. */
function nodesWithMovesAhead(graph: Graph): ReadonlySet<number> {
  const parents: number[][] = graph.nodes.map(() => []);
  graph.nodes.forEach(({ edges }, index) => edges.forEach(({ to }) => parents[to]!.push(index)));
  const ends = graph.nodes.keys().filter((index) => {
    const { moves, edges, leadsOut } = graph.nodes[index]!;
    return moves.length > 0 || leadsOut || edges.length === 0;
  });
  const useful = new Set(ends);
  for (const index of useful) for (const parent of parents[index]!) useful.add(parent);
  return useful;
}

interface NodeFacts {
  /** Before the node's own conditions; null if it is unreachable. */
  readonly before: Facts | null;
  /** With them; null if they contradict the facts before. */
  readonly after: Facts | null;
}

/** The facts at each node over all paths from the root, by fixed-point iteration. */
function factsOfNodes(graph: Graph): readonly NodeFacts[] {
  const dominators = dominatorsOf(graph, reachedNodes(graph));
  const before: (Facts | null)[] = graph.nodes.map((_, index) => (index === graph.root ? noFacts() : null));
  const after: (Facts | null)[] = graph.nodes.map(() => null);
  const waiting = new Set([graph.root]);
  for (const index of waiting) {
    waiting.delete(index);
    // The conditions of all dominators hold together, even those about several squares.
    const conditions = [...dominators[index]!].flatMap((each) => graph.nodes[each]!.conditions);
    const facts = narrowed(before[index]!, conditions);
    if (facts === null) continue;
    after[index] = facts;
    for (const { to } of graph.nodes[index]!.edges) {
      const old = before[to] ?? null;
      const next = old === null ? facts : joined(old, facts);
      if (old !== null && sameFacts(old, next)) continue;
      before[to] = next;
      waiting.add(to);
    }
  }
  return graph.nodes.map((_, index) => ({ before: before[index]!, after: after[index]! }));
}

/** The dominators of each node: the nodes on every path from the root to it, itself included. */
function dominatorsOf(graph: Graph, reached: ReadonlySet<number>): readonly ReadonlySet<number>[] {
  const parents: number[][] = graph.nodes.map(() => []);
  for (const index of reached) for (const { to } of graph.nodes[index]!.edges) parents[to]!.push(index);
  const dominators: (Set<number> | null)[] = graph.nodes.map(() => null);
  dominators[graph.root] = new Set([graph.root]);
  for (let changed = true; changed;) {
    changed = false;
    for (const index of reached) {
      if (index === graph.root) continue;
      const known = parents[index]!.map((parent) => dominators[parent]).filter((each) => each != null);
      const common = known.reduce<Set<number> | null>((sum, each) => (sum ? sum.intersection(each) : each), null);
      const next = new Set(common ?? []).add(index);
      if (dominators[index]?.size === next.size) continue;
      dominators[index] = next;
      changed = true;
    }
  }
  return dominators.map((each, index) => each ?? new Set([index]));
}

/** Names a single dominator that contradicts the node, if there is one. */
function reasonFor(graph: Graph, index: number, dominators: readonly ReadonlySet<number>[]): string {
  const node = graph.nodes[index]!;
  const culprit = [...dominators[index]!].find(
    (each) => each !== index && narrowed(noFacts(), bothOf(graph.nodes[each]!, node)) === null,
  );
  const other = culprit === undefined ? null : graph.nodes[culprit]!;
  return other
    ? `${node.text} contradicts ${other.text} of "${other.name}" (line ${other.at.line})`
    : `${node.text} contradicts what holds on every path to it`;
}

function bothOf(one: GraphNode, other: GraphNode): readonly Condition[] {
  return [...one.conditions, ...other.conditions];
}

/** Checks the steps against the facts. */
function checkMove(
  node: GraphNode,
  { aim, at, keeping }: Move,
  known: Facts,
  error: (at: Diagnostic["at"], message: string) => void,
): void {
  if (keeping.length > 0 && narrowed(noFacts(), keeping) === null)
    error(at, "the conditions of keeping contradict each other");
  if (aim.kind === "reach" && narrowed(noFacts(), [...aim.conditions, ...keeping]) === null)
    error(at, "the conditions to reach contradict each other");
  if (aim.kind === "bring" && !aim.piece.squares.some((square) => (known[square]! & aim.piece.contents) !== 0))
    error(at, `there is no ${contentsText(aim.piece.contents)} to bring at node "${node.name}"`);
  if (aim.kind !== "play") return;
  const facts = known.slice();
  for (const text of aim.steps) {
    const { content, from, to } = stepOf(text);
    if (!has(facts[from]!, content))
      return error(at, `${text}: at node "${node.name}" there can be no ${LETTERS[content]} on ${SQUARE_NAMES[from]}`);
    if (to !== null && !has(facts[to]!, EMPTY))
      return error(at, `${text}: at node "${node.name}" ${SQUARE_NAMES[to]} cannot be empty`);
    facts[from] = NOTHING;
    if (to !== null) facts[to] = 1 << content;
  }
}
