/** Graphs as games with simultaneous moves: in the kernel of rounds.fixture.as.ts, and as `Rules` with players. */
import type { Exports } from "../../../build/kernels/fixtures/rounds.ts";
import type { OpenGame } from "../../contracts/game.ts";
import { FIRST, SECOND, type Position, type PlayerNumber } from "../../contracts/position.ts";
import { randomNumbers } from "../../contracts/suites/random-play.ts";
import { Kernel } from "../../kernel/kernel.ts";
import { StateKernel } from "../../kernel/state-kernel.ts";
import { addressAfter } from "../../kernel/memory.ts";
import type { SearchContext } from "../context.ts";
import { randomKind } from "../random.ts";
import { MAX_EVALUATION } from "../values.ts";
import { ductKind } from "./duct.ts";
import { equilibriumKind } from "./equilibrium.ts";

/** A node; `result`: 1 won by the first player, 2 by the second, 3 drawn, 0 not terminal. */
export interface Place {
  readonly result: number;
  /** For the first player. */
  readonly evaluation: number;
  /** By move number of the first player, then of the second. */
  readonly children: readonly (readonly number[])[];
}

export type Graph = readonly Place[];

export function end(result: number): Place {
  return { result, evaluation: 0, children: [] };
}

export function round(children: readonly (readonly number[])[], evaluation = 0): Place {
  return { result: 0, evaluation, children };
}

export interface BoardOptions {
  readonly winUtility?: number;
  /** Seed of order scores; 0 for none. */
  readonly orderingSeed?: number;
}

/** The kernel with a graph; the initial state is place 0. */
export class RoundsBoard {
  readonly graph: Graph;
  readonly winUtility: number;
  readonly states: StateKernel<Exports>;
  readonly rules: OpenGame;

  constructor(graph: Graph, { winUtility = MAX_EVALUATION, orderingSeed = 0 }: BoardOptions = {}) {
    const kernel = new Kernel<Exports>("fixtures/rounds");
    const { memory } = kernel;
    const words = kernel.exports.placeBytes() / 4;
    const address = memory.allocate(4 * words * graph.length);
    const joint = graph.map(({ children }) => children.flat());
    let children = memory.allocate(4 * joint.reduce((sum, { length }) => sum + length, 0));
    const widths = [0, 0];
    graph.forEach((place, i) => {
      const counts = [place.children.length, place.children[0]?.length ?? 0];
      counts.forEach((count, player) => (widths[player] = Math.max(widths[player] as number, count)));
      memory.words(addressAfter(address, 4 * words * i), 5).set([place.result, place.evaluation, ...counts, children]);
      memory.words(children, (joint[i] as number[]).length).set(joint[i] as number[]);
      children = addressAfter(children, 4 * (joint[i] as number[]).length);
    });
    this.graph = graph;
    this.winUtility = winUtility;
    const [first = 0, second = 0] = widths;
    this.states = new StateKernel(kernel, () => [
      kernel.calls.setRounds(address, first, second, winUtility, orderingSeed),
    ]);
    this.rules = rulesOf(this.states);
    kernel.exports.setStop(memory.allocateZeroed(4));
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

/** The part of the contract that players and their suite use. */
function rulesOf(states: StateKernel<Exports>): OpenGame {
  const rules: Partial<OpenGame> = {
    players: ["first", "second"],
    initial: () => positionAt(0),
    actors: (position) => (states.result(position) === null ? [FIRST, SECOND] : []),
    moves: (position, actor) => states.movesOf(position, actor as PlayerNumber),
    play: (position, moves) => states.playBoth(position, moves),
    result: (position) => states.result(position),
    formatPosition: (position) => `place ${placeAt(position)}`,
    formatMove: (_, move) => String(move),
    perft: (position, depth) => states.perft(position, depth),
  };
  const context: SearchContext<Exports> = {
    rules: rules as OpenGame,
    kernel: states.kernel,
    pool: () => states.pool(),
    searchSetup: async () => ({ calls: [], unit: "units", perUnit: 1 }),
    extraParameters: [],
  };
  const playerKinds = [randomKind(rules as OpenGame), equilibriumKind(context), ductKind(context)];
  return { ...rules, playerKinds } as OpenGame;
}

export interface GraphShape {
  readonly size: number;
  /** Share of terminal nodes, besides the last ones. */
  readonly ends: number;
  /** Maximum number of moves of each player; each place has at least half as many. */
  readonly moves: readonly [number, number];
  /** Evaluations are within ± this. */
  readonly evaluation: number;
  /** Whether joint moves may form cycles; otherwise they lead to higher numbers. */
  readonly anywhere?: boolean;
}

export function randomGraph(seed: number, shape: GraphShape): Graph {
  const { size, evaluation } = shape;
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: size }, (_, i): Place => {
    if (i >= size - 3 || (i > 0 && random() < shape.ends)) return end(1 + below(3));
    const [first, second] = shape.moves.map((most) => most - below(Math.ceil(most / 2))) as [number, number];
    const target = (): number => (shape.anywhere ? below(size) : i + 1 + below(Math.min(size - i - 1, 60)));
    const children = Array.from({ length: first }, () => Array.from({ length: second }, target));
    return round(children, below(2 * evaluation + 1) - evaluation);
  });
}
