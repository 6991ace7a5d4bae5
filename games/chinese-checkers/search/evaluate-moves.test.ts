/** The frontier's evaluation of all moves at once against its definition: play the move, ask the rules, evaluate. */
import { expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/game.ts";
import { parseOptions } from "../../../engine/contracts/options.ts";
import { SeededRandom } from "../../../engine/search/seeded.ts";
import { WIN_VALUE } from "../../../engine/search/values.ts";
import { Board } from "../board.ts";
import { readVariant, VARIANT_OPTIONS } from "../options.ts";

const VARIANTS = ["filled", "all"].flatMap((win) =>
  ["all", "non-backward", "forward"].flatMap((moves) =>
    ["pass", "loss", "draw"].flatMap((stuck) => [
      { side: "4", pieces: "3", win, moves, stuck },
      { side: "5", pieces: "6", win, moves, stuck },
    ]),
  ),
);

function byDefinition(board: Board, position: Position, move: number): number {
  const after = board.play(position, move);
  const scores = board.result(after);
  if (scores === null) return -board.call("evaluate", after);
  const own = scores[board.turn(position)];
  return own === 1 ? WIN_VALUE : own === 0 ? -WIN_VALUE : 0;
}

/** Positions of games in which one side keeps moving forward, so that sides get stuck and games end. */
function positionsOf(board: Board, random: SeededRandom): Position[] {
  const { cells, pieces } = board.variant;
  const home = Array.from({ length: pieces }, (_, i) => i);
  const found = [board.state({ cells: [home.map((i) => cells - 1 - i), home], turn: 0 })];
  for (let ply = 0; ply < 80; ply++) {
    const position = found.at(-1) as Position;
    if (board.result(position) !== null) break;
    const moves = board.moves(position);
    const best = moves.toSorted((a, b) => board.call("promise", position, b) - board.call("promise", position, a))[0];
    found.push(board.play(position, random.fraction() < 0.6 ? (best as number) : random.pick(moves)));
  }
  return found.filter((position) => board.result(position) === null);
}

const ends = new Map<number, number>();

test.for(VARIANTS)("$side×$side, $pieces pieces, win $win, moves $moves, stuck $stuck", (given) => {
  const board = new Board(unwrap(readVariant(unwrap(parseOptions(VARIANT_OPTIONS, given)))));
  board.kernel.call("setSearch", 0, 0, 0, 0);
  const { memory } = board.kernel;
  const list = memory.allocate(4 * board.kernel.call("maxMoves"));
  const values = memory.allocate(4 * board.kernel.call("maxMoves"));
  const random = new SeededRandom(7);
  for (let game = 0; game < 25; game++) {
    for (const position of positionsOf(board, random)) {
      const moves = board.moves(position);
      memory.words(list, moves.length).set(moves);
      board.call("evaluateMoves", position, list, moves.length, values);
      const together = [...memory.words(values, moves.length)];
      const expected = moves.map((move) => byDefinition(board, position, move));
      expect(together).toEqual(expected);
      for (const value of expected) ends.set(value, (ends.get(value) ?? 0) + 1);
    }
  }
});

test("the positions had moves that win, that lose and that draw", () => {
  for (const value of [WIN_VALUE, -WIN_VALUE, 0]) expect(ends.get(value) ?? 0).toBeGreaterThan(0);
});
