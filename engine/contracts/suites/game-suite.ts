/** Contract tests for games. `gameSuite` registers the checks as tests; they can also be called directly. */
import type { OpenGame } from "../game.ts";
import type { Position } from "../position.ts";
import { unwrap } from "../errors.ts";
import { hiddenChecks } from "./hidden-checks.ts";
import { playChecks } from "./play-checks.ts";
import { type Checks, registerChecks, type Skips } from "./register.ts";
import { textChecks } from "./text-checks.ts";
import { type GameSubject, randomGame } from "./random-play.ts";

export interface GameSuiteOptions {
  /** One random game per seed. */
  readonly seeds?: readonly number[];
  /** Maximum length of a random game. */
  readonly plies?: number;
  /** More starting positions for random games: positions near the end that random play rarely reaches. */
  readonly positions?: readonly string[];
  readonly perftDepth?: number;
  /** Sum of all scores. */
  readonly totalScore?: number;
  readonly skip?: Skips;
}

export const gameChecks: Checks<GameSubject> = { ...playChecks, ...textChecks, ...hiddenChecks };

export async function gameSubject(
  makeRules: () => Promise<OpenGame>,
  options: GameSuiteOptions = {},
): Promise<GameSubject> {
  const { seeds = [1, 2, 3], plies = 200, positions = [], perftDepth = 2, totalScore = 1 } = options;
  const rules = await makeRules();
  const starts: Position[] = [rules.initial(), ...positions.map((text) => unwrap(rules.parsePosition(text)))];
  const games = starts.flatMap((start) => seeds.map((seed) => randomGame(rules, start, seed, plies)));
  return { rules, other: await makeRules(), games, perftDepth, totalScore };
}

export function gameSuite(makeRules: () => Promise<OpenGame>, options: GameSuiteOptions = {}): void {
  registerChecks("game contract", gameChecks, () => gameSubject(makeRules, options), options.skip);
}
