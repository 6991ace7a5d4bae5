/** Stored matches and games as documents. */
import { finishedPairs } from "../../engine/arena/match.ts";
import type { GameOutcome, StoredMatch } from "../../engine/arena/records.ts";
import { seatsOfFirst } from "../../engine/arena/seats.ts";
import { standing } from "../../engine/arena/statistics.ts";
import type { GameStore } from "../../engine/arena/store.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import { openExistingGameStore } from "../../games/game-store.ts";
import type { MatchDocument, MatchSummary, RecordDocument } from "../../service/library-documents.ts";
import { HttpError } from "../http/http-error.ts";
import { LIMITS } from "../http/limits.ts";

export interface MatchFilter {
  readonly game?: string;
  readonly label?: string;
}

/** Reading does not create a store: it is null before the first game. */
function withStore<T>(use: (store: GameStore | null) => T): T {
  const store = openExistingGameStore();
  try {
    return use(store);
  } finally {
    store?.close();
  }
}

export function matchList({ game, label }: MatchFilter): { matches: MatchSummary[] } {
  return withStore((store) => ({
    matches: (store?.matches({ game, label, limit: LIMITS.listed }) ?? []).map((match) =>
      summaryOf(match, store?.outcomes(match.id) ?? []),
    ),
  }));
}

export function matchDocument(id: number): MatchDocument {
  return withStore((store) => {
    const match = store?.match(id);
    if (!store || !match) throw new HttpError("not-found", `match ${id} not found`);
    const games = store.outcomes(id);
    return {
      ...summaryOf(match, games),
      list: games.map(({ id: game, number, firstPlaysFirst, points, plies, ending, finished }) => ({
        id: game,
        number,
        firstPlaysFirst,
        points,
        plies,
        ending,
        finished,
      })),
    };
  });
}

function summaryOf(match: StoredMatch, games: readonly GameOutcome[]): MatchSummary {
  const { id, game, variant, label, first, second, limits } = match;
  const { games: counted, wins, draws, losses, percent, interval, elo } = standing(finishedPairs(games));
  return {
    id,
    game,
    variant,
    label,
    players: [first, second],
    limits,
    games: games.length,
    wins,
    draws,
    losses,
    score: counted === 0 ? null : { value: percent, low: interval[0], high: interval[1] },
    elo:
      counted === 0 ? null : { value: finite(elo.value), low: finite(elo.interval[0]), high: finite(elo.interval[1]) },
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

export function recordDocument(id: number): RecordDocument {
  return withStore((store) => {
    const record = store?.find(id);
    if (!record) throw new HttpError("not-found", `game ${id} not found`);
    const { match, game } = record;
    const seats = seatsOfFirst(game.scores.length, game);
    return {
      id,
      game: match.game,
      state: { variant: setOptions(match.options), start: game.start, moves: game.moves },
      players: seats.map((isFirst) => (isFirst ? match.first : match.second)),
      scores: game.scores,
      ending: game.ending,
      finished: game.finished,
    };
  });
}

/** The options that are set. */
function setOptions(options: OptionValues): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
