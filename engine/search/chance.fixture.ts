/**
 * Graphs as games with chance: in the kernel of chance.fixture.as.ts, as `Rules` with players, and with a reference solution.
 * The sides need not alternate.
 */
import type { Exports } from "../../build/kernels/fixtures/chance.ts";
import type { OpenGame } from "../contracts/game.ts";
import { CHANCE, type Position, type Move } from "../contracts/position.ts";
import { pick, randomNumbers } from "../contracts/suites/random-play.ts";
import { Kernel } from "../kernel/kernel.ts";
import { StateKernel } from "../kernel/state-kernel.ts";
import { addressAfter } from "../kernel/memory.ts";
import { expectimaxKind } from "./alphabeta.ts";
import { randomKind } from "./random.ts";
import { uctKind } from "./uct.ts";
import type { SearchContext } from "./context.ts";
import { MAX_EVALUATION } from "./values.ts";

export interface Edge {
  readonly to: number;
  /** Relative probability at chance nodes; unused elsewhere. */
  readonly weight: number;
}

/** A node; `result`: 1 won by the first player, 2 by the second, 3 drawn, 0 not terminal. */
export interface Place {
  readonly turn: number;
  readonly result: number;
  readonly chance: boolean;
  /** For the first player. */
  readonly evaluation: number;
  /** Table value for the side to move. */
  readonly exact: number | null;
  readonly edges: readonly Edge[];
}

export type Graph = readonly Place[];

export function place(turn: number, to: readonly number[], more: Partial<Place> = {}): Place {
  const edges = to.map((each) => ({ to: each, weight: 1 }));
  return { turn, result: 0, chance: false, evaluation: 0, exact: null, edges, ...more };
}

export function end(result: number): Place {
  return place(0, [], { result });
}

/** A chance node, with values for `turn`. */
export function byChance(turn: number, outcomes: readonly (readonly [to: number, weight: number])[]): Place {
  return place(turn, [], { chance: true, edges: outcomes.map(([to, weight]) => ({ to, weight })) });
}

const UNKNOWN = -(2 ** 31);

export interface BoardOptions {
  /** Whether the kernel uses exact values. */
  readonly tables?: boolean;
  readonly winUtility?: number;
}

/** The kernel with a graph; the initial state is place 0. */
export class GraphBoard {
  readonly graph: Graph;
  readonly states: StateKernel<Exports>;
  readonly rules: OpenGame;

  constructor(graph: Graph, { tables = false, winUtility = MAX_EVALUATION }: BoardOptions = {}) {
    const kernel = new Kernel<Exports>("fixtures/chance");
    const words = kernel.exports.placeBytes() / 4;
    const address = kernel.memory.allocate(4 * words * graph.length);
    graph.forEach(({ turn, result, chance, evaluation, exact, edges }, i) => {
      const numbers = [turn, result, Number(chance), evaluation, exact ?? UNKNOWN, edges.length];
      for (const { to, weight } of edges) numbers.push(to, weight);
      kernel.memory.words(addressAfter(address, 4 * words * i), numbers.length).set(numbers);
    });
    this.graph = graph;
    this.states = new StateKernel(kernel, () => [kernel.calls.setGraph(address, Number(tables), winUtility)]);
    this.rules = rulesOf(this.states);
    kernel.exports.setStop(kernel.memory.allocateZeroed(4));
  }

  close(): Promise<void> {
    return this.states.close();
  }
}

export function positionAt(place: number): Position {
  const position = new Uint8Array(8);
  new DataView(position.buffer).setUint32(0, place, true);
  return position;
}

function placeAt(position: Position): number {
  return new DataView(position.buffer, position.byteOffset).getUint32(0, true);
}

export function moveAlong(edge: number): Move {
  return (3 * edge + 1) as Move;
}

export function edgeOf(move: number): number {
  return (move - 1) / 3;
}

/** The part of the contract that players and their suite use. */
function rulesOf(states: StateKernel<Exports>): OpenGame {
  const result: OpenGame["result"] = (position) => states.result(position);
  const rules: Partial<OpenGame> = {
    players: ["first", "second"],
    initial: () => positionAt(0),
    actors: (position) =>
      result(position) !== null ? [] : [states.chanceMoves(position) ? CHANCE : states.turn(position)],
    moves: (position) => states.moves(position),
    chanceProbabilities: (position) => states.chanceProbabilities(position),
    play: (position, [move]) => states.play(position, move as Move),
    result,
    formatPosition: (position) => `place ${placeAt(position)}`,
    perft: (position, depth) => states.perft(position, depth),
  };
  const context: SearchContext<Exports> = {
    rules: rules as OpenGame,
    kernel: states.kernel,
    pool: () => states.pool(),
    searchSetup: async () => ({ calls: [], unit: "units", perUnit: 1 }),
    extraParameters: [],
  };
  return {
    ...rules,
    playerKinds: [randomKind(rules as OpenGame), uctKind(context), expectimaxKind(context)],
  } as OpenGame;
}

export interface GraphShape {
  readonly size: number;
  /** Share of chance nodes. */
  readonly chance: number;
  /** Share of terminal nodes, besides the last ones. */
  readonly ends: number;
  readonly mostEdges: number;
  /** Evaluations are within ± this. */
  readonly evaluation: number;
  /** Whether edges may form cycles; otherwise they lead to higher numbers. */
  readonly anywhere?: boolean;
}

/** A random graph. Chance nodes are neither initial nor consecutive. */
export function randomGraph(seed: number, shape: GraphShape): Graph {
  const { size, mostEdges, evaluation } = shape;
  const random = randomNumbers(seed);
  const below = (bound: number): number => Math.floor(random() * bound);
  const kinds = Array.from({ length: size }, (_, i) => ({
    turn: below(2),
    ends: i >= size - 3 || (i > 0 && random() < shape.ends),
    chance: i > 0 && random() < shape.chance,
  }));
  return kinds.map(({ turn, ends, chance }, i): Place => {
    const reach = shape.anywhere ? size : Math.min(size, i + 14);
    const from = shape.anywhere ? 0 : i + 1;
    const follows = (to: number): boolean => !(chance && kinds[to]?.chance && !kinds[to]?.ends);
    const targets = Array.from({ length: size }, (_, to) => to).filter((to) => to >= from && to < reach && follows(to));
    const over = ends || targets.length === 0;
    return {
      turn,
      result: over ? pick([1, 2, 3], random) : 0,
      chance: chance && !over,
      evaluation: below(2 * evaluation + 1) - evaluation,
      exact: null,
      edges: over
        ? []
        : Array.from({ length: 1 + below(mostEdges) }, () => ({ to: pick(targets, random), weight: 1 + below(5) })),
    };
  });
}

/** Expected points of the first player at every place of an acyclic graph under optimal play. */
export function solvePoints(graph: Graph): number[] {
  const points: number[] = [];
  for (let i = graph.length - 1; i >= 0; i--) {
    const { turn, result, chance, edges } = graph[i] as Place;
    const after = edges.map(({ to }) => points[to] as number);
    const sum = edges.reduce((total, { weight }) => total + weight, 0);
    if (result !== 0) points[i] = [1, 0, 0.5][result - 1] as number;
    else if (chance) points[i] = after.reduce((mean, each, k) => mean + (each * (edges[k] as Edge).weight) / sum, 0);
    else points[i] = turn === 0 ? Math.max(...after) : Math.min(...after);
  }
  return points;
}
