/** Plays games and matches. */
import { plural } from "../engine/contracts/quantities.ts";
import { playMatch, type MatchReport } from "../engine/arena/match.ts";
import { playGame, type GameOptions, type GameRecord } from "../engine/arena/play-game.ts";
import { makePlayer } from "../engine/arena/players.ts";
import type { SprtBounds, Standing } from "../engine/arena/statistics.ts";
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Limits, Player } from "../engine/contracts/player.ts";
import type { Position } from "../engine/contracts/position.ts";
import { threadCount } from "../engine/kernel/threads.ts";

export interface PlaySettings extends Omit<GameOptions, "start"> {
  /** A position of the game; by default the initial one. */
  readonly start?: Position | string;
}

/**
 * Plays a game. `players` are texts such as "alphabeta(depth=3)", one for each seat, or one for all; `gamelore games NAME` lists them.
 * `settings.seed` determines chance and the players' random choices.
 */
export async function play(
  game: OpenGame,
  players: string | readonly string[],
  { start, ...settings }: PlaySettings = {},
): Promise<GameRecord> {
  const texts = typeof players === "string" ? game.players.map(() => players) : players;
  if (texts.length !== game.players.length)
    throw new GameloreError(
      "bad-usage",
      `${game.game.id} has ${plural(game.players.length, "seat")} (${game.players.join(", ")}), not ${texts.length}`,
    );
  const { seed = 1, signal } = settings;
  const created: Player[] = [];
  try {
    for (const [seat, text] of texts.entries()) created.push(await makePlayer(game, text, seed + seat, signal));
    const from = typeof start === "string" ? unwrap(game.parsePosition(start)) : start;
    return await playGame(game, created, { ...settings, seed, ...(from && { start: from }) });
  } finally {
    await Promise.all(created.map((player) => player.close()));
  }
}

export interface MatchSettings {
  /** Pairs of games: each opening is played from both sides. 25 unless given. */
  readonly pairs?: number;
  readonly seed?: number;
  /** Random plies at the start of each pair; by default the game's usual number. */
  readonly openingPlies?: number;
  /** Of every move. */
  readonly limits?: Limits;
  /** Games played in parallel; by default one for each processor. */
  readonly concurrency?: number;
  /** Stores games in `$GAMELORE_HOME/games.sqlite` and does not repeat stored ones, like `gamelore match`. */
  readonly store?: boolean;
  /** Separates stored games from those of other matches. */
  readonly label?: string;
  /** Ends the match when this test is decided. */
  readonly sprt?: SprtBounds;
  readonly signal?: AbortSignal;
  /** Called after every game. */
  readonly onGame?: (done: number, total: number, soFar: () => Standing) => void;
}

/** Usual number of random opening plies. */
const OPENING_PLIES = 10;
const PAIRS = 25;

/** A match between two players, given by their texts. `report.standing` has the score of the first with its interval. */
export async function match(
  game: OpenGame,
  first: string,
  second: string,
  settings: MatchSettings = {},
): Promise<MatchReport> {
  const { pairs = PAIRS, seed = 1, openingPlies = game.game.openingPlies ?? OPENING_PLIES, limits = {} } = settings;
  const { concurrency = threadCount(), label = "", sprt, signal, onGame } = settings;
  // Loaded only when needed: SQLite.
  const store = settings.store ? (await import("../games/game-store.ts")).openGameStore() : null;
  try {
    const spec = { label, first, second, openingPlies, seed, limits };
    return await playMatch(game, spec, { pairs, concurrency, store, signal, onGame, sprt });
  } finally {
    store?.close();
  }
}
