/**
 * Scored positions for fitting the evaluation (fit-scores.ts): positions of games, and ones after turns that the evaluation likes. Nobody plays most of those, but
 * a search compares little else: where the evaluation errs in its favour, it chooses.
 */
import type { Position } from "../../../engine/contracts/position.ts";
import type { SeededRandom } from "../../../engine/random/seeded.ts";
import type { Board } from "../board.ts";
import { MAX_STEPS } from "../constants.ts";
import { movesOfTurn, playMoves } from "../turns.ts";
import { KernelEvaluator } from "./evaluator.ts";
import type { ScoredPosition } from "./fit-scores.ts";
import { Searcher } from "./searcher.ts";
import { LEAST_WIN } from "./terms.ts";

const HASH_MEGABYTES = 16;
/** The best by evaluation of so many random turns. */
const SAMPLES: readonly number[] = [4, 40, 300];
/** At most so many such turns after each other. */
const MOST_TURNS = 2;

/** Scores by a search of one turn: of each position, and of one after one or two liked turns. Wins are left out. */
export async function* scorePositions(
  board: Board,
  positions: readonly Position[],
  weights: Int32Array,
  random: SeededRandom,
): AsyncGenerator<ScoredPosition> {
  const evaluator = new KernelEvaluator(board, weights);
  const options = { selective: true, goalSearch: true, checkGoals: false, threads: 1, hash: HASH_MEGABYTES, weights };
  const searcher = new Searcher(board, options);
  const limits = { depth: MAX_STEPS };
  try {
    for (const position of positions) {
      for (const scored of [position, afterLikedTurns(board, evaluator, position, random)]) {
        if (scored === null || board.states.result(scored) !== null) continue;
        const request = { position: scored, limits, signal: undefined, excluded: [], hints: [] };
        const { value: score } = await searcher.search(request);
        if (Math.abs(score) < LEAST_WIN) yield { position: scored, score };
      }
    }
  } finally {
    searcher.close();
    evaluator.close();
  }
}

/** Null if the game is over within these turns. */
function afterLikedTurns(
  board: Board,
  evaluator: KernelEvaluator,
  position: Position,
  random: SeededRandom,
): Position | null {
  let now = position;
  for (let turns = 1 + random.below(MOST_TURNS); turns > 0; turns--) {
    if (board.states.result(now) !== null) return null;
    const all = board.turns(now);
    const samples = Array.from({ length: SAMPLES[random.below(SAMPLES.length)] as number }, () => {
      const after = playMoves(board, now, movesOfTurn(all[random.below(all.length)] as number));
      return { after, value: evaluator.evaluate(after) };
    });
    // The value is the opponent's.
    now = samples.reduce((best, sample) => (sample.value < best.value ? sample : best)).after;
  }
  return now;
}
