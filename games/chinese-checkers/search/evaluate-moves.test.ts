/** Evaluation of all moves at the frontier against its definition: play each move, check the result, evaluate. */
import { expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position, Move } from "../../../engine/contracts/position.ts";
import { parseOptions } from "../../../engine/contracts/options.ts";
import { binomial, rankCombination } from "../../../engine/index/combinations.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { WIN_VALUE } from "../../../engine/search/values.ts";
import { addressAfter } from "../../../engine/kernel/memory.ts";
import { Board } from "../board.ts";
import { writeEvaluation, type EvaluationBlock } from "../evaluation-block.ts";
import { EvaluationRecord } from "../../../build/layouts/games/chinese-checkers/evaluation.ts";
import { readVariant, VARIANT_OPTIONS } from "../options.ts";

const VARIANTS = ["filled", "all"].flatMap((win) =>
  ["all", "non-backward", "forward"].flatMap((moves) =>
    ["pass", "loss", "draw"].flatMap((stuck) => [
      { side: "4", pieces: "3", win, moves, stuck },
      { side: "5", pieces: "6", win, moves, stuck },
    ]),
  ),
);

/** Terminal values seen. */
const ends = new Set<number>();

function byDefinition(board: Board, position: Position, move: Move): number {
  const after = board.play(position, move);
  const scores = board.result(after);
  if (scores === null) return 0 - board.kernel.exports.evaluate(board.put(after));
  const own = scores[board.turn(position)];
  const value = own === 1 ? WIN_VALUE : own === 0 ? -WIN_VALUE : 0;
  ends.add(value);
  return value;
}

/** Positions of games with mostly forward moves, so that sides get stuck and games end. */
function positionsOf(board: Board, random: SeededRandom): Position[] {
  const { cells, pieces } = board.variant;
  const home = Array.from({ length: pieces }, (_, i) => i);
  const found = [board.state({ cells: [home.map((i) => cells - 1 - i), home], turn: 0 })];
  for (let ply = 0; ply < 80; ply++) {
    const position = found.at(-1) as Position;
    if (board.result(position) !== null) break;
    const moves = board.moves(position);
    const best = moves.toSorted(
      (a, b) =>
        board.kernel.exports.orderScore(board.put(position), b) -
        board.kernel.exports.orderScore(board.put(position), a),
    )[0];
    found.push(board.play(position, random.fraction() < 0.6 ? (best as Move) : random.pick(moves)));
  }
  return found.filter((position) => board.result(position) === null);
}

type Lookup = EvaluationBlock["lookups"][number];

/** Evaluations over tables of random bytes: the test checks which entries are read. */
function evaluationOf(board: Board, number: number, random: SeededRandom): EvaluationBlock {
  const { cells, pieces } = board.variant;
  const lookup = (places: readonly number[]): Lookup => {
    const entries = binomial(cells, places.length);
    const table = board.kernel.memory.allocate(entries);
    const bytes = board.kernel.memory.bytes(table, entries);
    for (let i = 0; i < entries; i++) bytes[i] = random.below(50);
    return { table, weight: random.below(9) - 2, places };
  };
  const pair = (places: readonly number[], others: readonly number[]): Lookup => {
    const entries = binomial(cells, places.length) * binomial(cells - places.length, others.length);
    const table = board.kernel.memory.allocate(entries);
    const bytes = board.kernel.memory.bytes(table, entries);
    for (let i = 0; i < entries; i++) bytes[i] = random.below(256);
    return { table, weight: 1 + random.below(4), places, others };
  };
  const all = Array.from({ length: pieces }, (_, place) => place);
  const onCells = Array.from({ length: cells }, () => random.below(100) - 20);
  const network = (inputs: number): { hidden: number; weights: number[] } => ({
    hidden: 5,
    weights: Array.from({ length: 5 * (inputs + 1) + 6 }, () => random.fraction() - 0.4),
  });
  const [none, front, rear] = [[], all.slice(0, 2), all.slice(1)];
  const blocks: EvaluationBlock[] = [
    { tempo: 1, cells: onCells, behind: 0, lookups: [] },
    { tempo: 1, cells: none, behind: 0, lookups: [lookup(all)] },
    { tempo: 16, cells: onCells, behind: 3, lookups: [lookup(front), lookup(rear), lookup([0, pieces - 1])] },
    { tempo: 0, cells: none, behind: 0, pairs: true, lookups: [pair(front, rear.slice(0, 2)), pair([0, 2], [1, 2])] },
    { tempo: 7, cells: onCells, behind: 1, lookups: [lookup(front), lookup(rear)], network: network(4) },
  ];
  return blocks[number % blocks.length] as EvaluationBlock;
}

/** Points of the groups of both sides, on the board rotated so that the mover's goal is at cell 0. */
function pairsOf(board: Board, position: Position, block: EvaluationBlock): number {
  const { cells: count } = board.variant;
  const { cells, turn } = board.placement(position);
  const seen = (player: number): number[] =>
    cells[player as 0 | 1].map((cell) => (turn === 0 ? cell : count - 1 - cell)).toSorted((a, b) => a - b);
  const [own, other] = [seen(turn), seen(1 - turn)];
  return block.lookups.reduce((sum, { table, weight, places, others = [] }) => {
    const mine = places.map((place) => own[place] as number);
    const free = Array.from({ length: count }, (_, cell) => cell).filter((cell) => !mine.includes(cell));
    const theirs = others.map((place) => free.indexOf(other[place] as number));
    const rank = rankCombination(mine) * binomial(count - mine.length, others.length) + rankCombination(theirs);
    const entry = board.kernel.memory.bytes(addressAfter(table, rank), 1)[0] as number;
    return sum + weight * (entry === 0 || entry === 255 ? 0 : entry < 128 ? -(128 - (entry - 1)) : 128 - (entry - 128));
  }, 0);
}

/** Reference implementation of the evaluation. */
function valueOf(board: Board, position: Position, block: EvaluationBlock): number {
  const { memory } = board.kernel;
  const { cells, turn } = board.placement(position);
  if (block.pairs) return pairsOf(board, position, block);
  const toGo = (player: number): number => {
    const own = cells[player as 0 | 1]
      .map((cell) => (player === 0 ? cell : board.variant.cells - 1 - cell))
      .toSorted((a, b) => a - b);
    const rows = own.map((cell) =>
      (board.notation.coordinates[cell] as readonly [number, number]).reduce((a, b) => a + b),
    );
    const onCells = own.reduce((sum, cell) => sum + (block.cells[cell] ?? 0), 0);
    const behind = own.length * Math.max(0, ...rows) - rows.reduce((a, b) => a + b, 0);
    const found = block.lookups.map(({ table, places }) => {
      const rank = rankCombination(places.map((place) => own[place] as number));
      return memory.bytes(addressAfter(table, rank), 1)[0] as number;
    });
    const net = block.network;
    if (!net)
      return found.reduce(
        (sum, value, i) => sum + value * (block.lookups[i]?.weight ?? 0),
        onCells + block.behind * behind,
      );
    const inputs = [1, ...found, onCells, behind];
    const hidden = Array.from({ length: net.hidden }, (_, unit) =>
      Math.max(
        0,
        inputs.reduce((sum, input, i) => sum + input * (net.weights[unit * inputs.length + i] as number), 0),
      ),
    );
    return [1, ...hidden].reduce(
      (sum, output, i) => sum + output * (net.weights[net.hidden * inputs.length + i] as number),
      0,
    );
  };
  return toGo(1 - turn) - toGo(turn) + block.tempo;
}

test.for(VARIANTS.map((given, number) => ({ ...given, number })))(
  "$side×$side, $pieces pieces, win $win, moves $moves, stuck $stuck",
  (given) => {
    const { number, ...options } = given;
    const board = new Board(unwrap(readVariant(unwrap(parseOptions(VARIANT_OPTIONS, options)))));
    const block = evaluationOf(board, (number >> 1) + (number & 1) * 2, new SeededRandom(number));
    const evaluation = board.kernel.memory.allocate(EvaluationRecord.BYTES);
    writeEvaluation(board.kernel.memory, evaluation, block);
    board.kernel.exports.setSearch(0, evaluation, 0);
    const { memory } = board.kernel;
    const list = memory.allocate(4 * board.kernel.exports.maxMoves());
    const values = memory.allocate(4 * board.kernel.exports.maxMoves());
    const random = new SeededRandom(7);
    for (let game = 0; game < 25; game++) {
      for (const position of positionsOf(board, random)) {
        const moves = board.moves(position);
        memory.words(list, moves.length).set(moves);
        board.kernel.exports.evaluateMoves(board.put(position), list, moves.length, values);
        const together = [...memory.words(values, moves.length)];
        const expected = moves.map((move) => byDefinition(board, position, move));
        expect(together).toEqual(expected);
        // A network is summed in 32-bit floats and rounded for each side.
        const difference = Math.abs(
          board.kernel.exports.evaluate(board.put(position)) - valueOf(board, position, block),
        );
        expect(difference).toBeLessThanOrEqual(block.network ? 2 : 0);
      }
    }
  },
);

test("the positions include winning, losing and drawing moves", () => {
  expect(ends).toEqual(new Set([WIN_VALUE, -WIN_VALUE, 0]));
});
