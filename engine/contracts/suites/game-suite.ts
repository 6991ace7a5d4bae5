/** What every game must hold to, whoever wrote it. `gameSuite` makes tests of the checks; the checks can also be called alone. */
import type { Position, Rules } from "../game.ts";
import { unwrap } from "../errors.ts";
import { hiddenChecks } from "./hidden-checks.ts";
import { playChecks } from "./play-checks.ts";
import { type Checks, registerChecks, type Skips } from "./register.ts";
import { textChecks } from "./text-checks.ts";
import { type GameSubject, walk } from "./random-play.ts";

export interface GameSuiteOptions {
  /** One game of random play for each. */
  readonly seeds?: readonly number[];
  /** Plies after which a random game is left. */
  readonly plies?: number;
  /** Random games start from these too: positions near an end, where random play from the start seldom gets. */
  readonly positions?: readonly string[];
  readonly perftDepth?: number;
  /** Points that all players share at the end. */
  readonly totalScore?: number;
  readonly skip?: Skips;
}

export const gameChecks: Checks<GameSubject> = { ...playChecks, ...textChecks, ...hiddenChecks };

export async function gameSubject(
  makeRules: () => Promise<Rules>,
  options: GameSuiteOptions = {},
): Promise<GameSubject> {
  const { seeds = [1, 2, 3], plies = 200, positions = [], perftDepth = 2, totalScore = 1 } = options;
  const rules = await makeRules();
  const starts: Position[] = [rules.initial(), ...positions.map((text) => unwrap(rules.parsePosition(text)))];
  const walks = starts.flatMap((start) => seeds.map((seed) => walk(rules, start, seed, plies)));
  return { rules, other: await makeRules(), walks, perftDepth, totalScore };
}

export function gameSuite(makeRules: () => Promise<Rules>, options: GameSuiteOptions = {}): void {
  registerChecks("game contract", gameChecks, () => gameSubject(makeRules, options), options.skip);
}
