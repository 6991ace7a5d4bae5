/**
 * Tuning of a player's parameters by games. Stateless: each method is deterministic and its games are matches in the store, so an
 * interrupted tuning resumes when it is run again.
 */
import { playMatch, type MatchReport } from "../arena/match.ts";
import type { OpenGame } from "../contracts/game.ts";
import { hillClimb, type HillClimbStep } from "./hill-climb.ts";
import { spsa, type SpsaPlace } from "./spsa.ts";
import { openingSeed, playRounds, type GameCount, type TuneOptions } from "./tune-games.ts";
import type { PlayRound } from "./tune-rounds.ts";
import type { Tuning } from "./tune-spec.ts";
import type { Point } from "./tune-variables.ts";

export interface TuneReport extends GameCount {
  /** The initial and the tuned player. */
  readonly start: string;
  readonly tuned: string;
  readonly values: Point;
  readonly history: TuneHistory;
}

export type TuneHistory =
  | { readonly method: "hill-climb"; readonly steps: readonly HillClimbStep[] }
  | { readonly method: "spsa"; readonly places: readonly SpsaPlace[] };

export async function tune(rules: OpenGame, tuning: Tuning, options: TuneOptions): Promise<TuneReport> {
  const { play, count } = playRounds(rules, tuning, options);
  const { best, history } = await search(tuning, play);
  return { start: tuning.text(tuning.start), tuned: tuning.text(best), values: best, history, ...count() };
}

async function search(
  { variables, start, spec: { method, seed } }: Tuning,
  play: PlayRound,
): Promise<{ best: Point; history: TuneHistory }> {
  if (method.name === "spsa") {
    const { best, places } = await spsa(variables, start, { pairs: method.pairs, seed }, play);
    return { best, history: { method: method.name, places } };
  }
  const { best, steps } = await hillClimb(variables, start, method, play);
  return { best, history: { method: method.name, steps } };
}

/** The tuned player against the initial one, from openings that the tuning did not use. */
export function checkTuned(
  rules: OpenGame,
  { spec, label }: Tuning,
  { start, tuned }: TuneReport,
  pairs: number,
  { concurrency, store, signal, onProgress, elsewhere }: TuneOptions,
): Promise<MatchReport> {
  const { openingPlies, limits } = spec;
  const seed = openingSeed(spec.seed, -1);
  const onGame = (games: number, total: number): void =>
    onProgress?.({ done: games / total, what: "against the start", games, incumbent: tuned });
  const match = { label: `${label}/check`, first: tuned, second: start, openingPlies, seed, limits };
  return playMatch(rules, match, { pairs, concurrency, store, signal, elsewhere, onGame });
}
