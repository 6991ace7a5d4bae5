/**
 * Matching by breadth-first search: a node whose conditions hold contributes its moves and enables its children. Suggestions nearer to the
 * root come first. Each has the path that led to it.
 */
import { type Board, type Cells, imageOfBoard, imageOfCells, imageOfSteps, imageText, type Image } from "./board.ts";
import { holds } from "./conditions.ts";
import { type Graph, isMirrorMove, type Move } from "./graph.ts";
import { planMove } from "./plan-move.ts";
import type { BeginTurn } from "./turn.ts";

export interface Suggestion {
  readonly move: Move;
  /** The node that suggests it. */
  readonly node: string;
  /** Names of the nodes that led there, the root first. */
  readonly path: readonly string[];
  readonly image: Image;
  /** Legal steps in the position; null if matched without rules. */
  readonly steps: readonly string[] | null;
}

export interface Matched {
  readonly suggestions: readonly Suggestion[];
  /** Nodes that were reached and hold, by image. */
  readonly held: readonly { readonly image: Image; readonly nodes: readonly number[] }[];
  /** Moves whose node holds but that cannot be realized within their steps. */
  readonly impossible: readonly Suggestion[];
}

/** The images in which a graph is matched: it is written for gold to move. */
function imagesFor(graph: Graph, { side }: Board): readonly Image[] {
  const colours = side === "silver";
  if (colours && !graph.colours) return [];
  return graph.leftRight
    ? [
        { leftRight: false, colours },
        { leftRight: true, colours },
      ]
    : [{ leftRight: false, colours }];
}

/** With rules (`begin`), suggestions have legal steps, and those without are listed apart; equal steps are suggested once. */
export function matchGraph(graph: Graph, board: Board, begin: BeginTurn | null = null): Matched {
  const images = imagesFor(graph, board).filter(
    // A symmetric position is matched once.
    ({ leftRight }) => !leftRight || !isMirror(board.cells),
  );
  const searches = images.map((image) => ({ image, ...breadthFirst(graph, imageOfBoard(board, image).cells) }));
  const found = searches
    .flatMap(({ image, found }) => found.map((each) => ({ ...each, image })))
    .sort((a, b) => a.move.priority - b.move.priority || a.depth - b.depth);
  const suggestions: Suggestion[] = [];
  const impossible: Suggestion[] = [];
  const known = new Set<string>();
  const seen = new Set<Move>();
  for (const { move, path, image } of found) {
    if (seen.has(move) && isMirrorMove(move)) continue;
    seen.add(move);
    const planned = begin === null ? null : planMove(move, imageOfBoard(board, image), begin);
    const steps = planned?.map((step) => imageOfSteps(step, image)) ?? null;
    const suggestion = { move, node: path.at(-1)!, path, image, steps };
    const key = steps?.join(" ") ?? `${imageText(image)} ${move.text}`;
    if (begin !== null && steps === null) impossible.push(suggestion);
    else if (!known.has(key)) suggestions.push(suggestion);
    known.add(key);
  }
  return { suggestions, impossible, held: searches.map(({ image, held }) => ({ image, nodes: held })) };
}

interface Found {
  readonly move: Move;
  readonly depth: number;
  readonly path: readonly string[];
}

function breadthFirst(graph: Graph, cells: Cells): { found: Found[]; held: number[] } {
  const found: Found[] = [];
  const held: number[] = [];
  const cameFrom = new Map<number, number>([[graph.root, -1]]);
  const depths = new Map<number, number>([[graph.root, 0]]);
  for (const index of cameFrom.keys()) {
    const node = graph.nodes[index]!;
    if (!node.conditions.every((condition) => holds(condition, cells))) continue;
    held.push(index);
    const depth = depths.get(index)!;
    for (const move of node.moves) found.push({ move, depth: depth + 1, path: pathTo(graph, index, cameFrom) });
    for (const { to } of node.edges) {
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, index);
      depths.set(to, depth + 1);
    }
  }
  return { found, held };
}

function pathTo(graph: Graph, index: number, cameFrom: ReadonlyMap<number, number>): string[] {
  const path: string[] = [];
  for (let at = index; at >= 0; at = cameFrom.get(at)!) path.unshift(graph.nodes[at]!.name);
  return path;
}

function isMirror(cells: Cells): boolean {
  const other = imageOfCells(cells, { leftRight: true, colours: false });
  return cells.every((content, square) => content === other[square]);
}
