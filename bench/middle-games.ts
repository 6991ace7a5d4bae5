/** Middle-game positions of Chinese Checkers for benchmarks, determined by a seed. */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/position.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import type { ChineseCheckersRules } from "../games/chinese-checkers/rules.ts";

/** After this many plies the sides of a six-piece game block each other. */
const MIDDLE_GAME_PLIES = 22;
/** Each move is chosen from this many moves with the best ordering score. */
const PLAUSIBLE_MOVES = 4;

/** Positions after plausible play in which the sides have not passed each other. */
export function middleGames(rules: ChineseCheckersRules, count: number, seed: number): Position[] {
  const { board } = rules;
  const random = new SeededRandom(seed);
  const found: Position[] = [];
  // Small boards may have no middle game of this length.
  for (let tries = 0; found.length < count && tries < 100 * count; tries++) {
    let position = rules.initial();
    for (let ply = 0; ply < MIDDLE_GAME_PLIES && rules.result(position) === null; ply++) {
      const moves = board
        .moves(position)
        .map((move) => ({ move, score: board.kernel.exports.orderScore(board.put(position), move) }));
      moves.sort((a, b) => b.score - a.score || a.move - b.move);
      position = board.play(position, random.pick(moves.slice(0, PLAUSIBLE_MOVES)).move);
    }
    if (rules.result(position) === null && board.kernel.exports.areSeparated(board.put(position)) === 0)
      found.push(position);
  }
  if (found.length === 0) {
    const { pieces, side } = board.variant;
    throw new GameloreError("bad-variant", `no middle-game positions with ${pieces} pieces on side ${side}`);
  }
  return found;
}
