/** Positions of Chinese Checkers to measure with: the same for the same seed. */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/game.ts";
import { SeededRandom } from "../engine/search/seeded.ts";
import type { ChineseCheckersRules } from "../games/chinese-checkers/rules.ts";

/** By then the sides of a six-piece game stand in each other's way. */
const MIDDLE_GAME_PLIES = 22;
/** Of how many most promising moves one is played on the way there. */
const PLAUSIBLE_MOVES = 4;

/** Positions after plausible play of both sides, in which the sides have not passed each other. */
export function middleGames(rules: ChineseCheckersRules, wanted: number, seed: number): Position[] {
  const { board } = rules;
  const random = new SeededRandom(seed);
  const found: Position[] = [];
  // Small boards may have no middle game of this length at all.
  for (let tries = 0; found.length < wanted && tries < 100 * wanted; tries++) {
    let position = rules.initial();
    for (let ply = 0; ply < MIDDLE_GAME_PLIES && rules.result(position) === null; ply++) {
      const moves = board.moves(position).map((move) => ({ move, promise: board.call("promise", position, move) }));
      moves.sort((a, b) => b.promise - a.promise || a.move - b.move);
      position = board.play(position, random.pick(moves.slice(0, PLAUSIBLE_MOVES)).move);
    }
    if (rules.result(position) === null && board.call("areSeparated", position) === 0) found.push(position);
  }
  if (found.length === 0) {
    const { pieces, side } = board.variant;
    throw new GameloreError("bad-variant", `no middle-game positions with ${pieces} pieces on side ${side}`);
  }
  return found;
}
