/** Conversion of SQLite rows to records. */
import type { OptionValues } from "../contracts/options.ts";
import type { Limits } from "../contracts/player.ts";
import type { Ending, Forfeit } from "./play-game.ts";
import type { GameOutcome, RecordedGame, StoredGame, StoredMatch } from "./records.ts";
import { pointsOfFirst } from "./seats.ts";

interface GameRow {
  readonly id: number;
  readonly number: number;
  readonly pair: number;
  readonly first_moves_first: number;
  readonly start: string;
  readonly moves: string;
  readonly scores: string;
  readonly ending: string;
  readonly plies: number;
  readonly seed_first: number;
  readonly seed_second: number;
  readonly seed_chance: number;
  readonly milliseconds: number;
  readonly build: string;
  readonly finished: string;
  readonly errors: string;
  readonly forfeit: string;
}

interface MatchRow {
  readonly game: string;
  readonly variant: string;
  readonly label: string;
  readonly first: string;
  readonly second: string;
  readonly opening_plies: number;
  readonly seed: number;
  readonly limits: string;
  readonly options: string;
}

export type Row = Readonly<Record<string, unknown>>;

export function storedGame(row: Row): StoredGame {
  const game = row as unknown as GameRow;
  const scores = JSON.parse(game.scores) as number[];
  const errors = JSON.parse(game.errors) as Readonly<Record<string, number>>[];
  const forfeit = JSON.parse(game.forfeit) as Forfeit | null;
  const firstPlaysFirst = game.first_moves_first === 1;
  return {
    id: game.id,
    number: game.number,
    pair: game.pair,
    firstPlaysFirst,
    points: pointsOfFirst(scores, { pair: game.pair, firstPlaysFirst }),
    start: game.start,
    moves: JSON.parse(game.moves) as string[],
    scores,
    ending: game.ending as Ending,
    plies: game.plies,
    seeds: { first: game.seed_first, second: game.seed_second, chance: game.seed_chance },
    milliseconds: game.milliseconds,
    build: game.build,
    finished: game.finished,
    ...(errors.length > 0 ? { errors } : {}),
    ...(forfeit ? { forfeit } : {}),
  };
}

/** From a row that may lack the moves. */
export function gameOutcome(row: Row): GameOutcome {
  const { id, number, pair, first_moves_first, scores, plies, ending, finished } = row as unknown as GameRow;
  const firstPlaysFirst = first_moves_first === 1;
  const points = pointsOfFirst(JSON.parse(scores) as number[], { pair, firstPlaysFirst });
  return { id, number, pair, firstPlaysFirst, points, plies, ending: ending as Ending, finished };
}

export function storedMatchOf(row: Row): StoredMatch {
  return { id: Number(row["id"]), ...matchOf(row) };
}

function matchOf(row: Row): Omit<StoredMatch, "id"> {
  const match = row as unknown as MatchRow;
  return {
    game: match.game,
    variant: match.variant,
    label: match.label,
    first: match.first,
    second: match.second,
    openingPlies: match.opening_plies,
    seed: match.seed,
    limits: JSON.parse(match.limits) as Limits,
    options: JSON.parse(match.options) as OptionValues,
  };
}

export function recordedGame(row: Row): RecordedGame {
  return { match: matchOf(row), game: storedGame(row) };
}
