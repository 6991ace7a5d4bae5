/**
 * Tournaments: matches between several players with the same openings. Stored matches are not played again, so an interrupted
 * tournament resumes when it is run again.
 */
import { createHash } from "node:crypto";
import { GameloreError } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import type { Limits } from "../contracts/player.ts";
import { playMatch, storedMatch, type GamesElsewhere, type MatchReport, type MatchSpec } from "./match.ts";
import type { Pair } from "./pairs.ts";
import { seededOrder, gauntlet, roundRobin, swissRound, type Encounter, type Round } from "./pairings.ts";
import { canonicalText, makePlayer } from "./players.ts";
import { pointsOf, rank, type EncounterResult, type Ranking } from "./ranking.ts";
import type { GameStore } from "./store.ts";

export const FORMATS = ["round-robin", "gauntlet", "swiss"] as const;
export type Format = (typeof FORMATS)[number];

export interface TournamentSpec {
  /** Separates its games from others; "" for a digest of format and players. */
  readonly name: string;
  readonly format: Format;
  readonly players: readonly string[];
  /** For Swiss tournaments; other formats have one. */
  readonly rounds: number;
  /** Pairs of games per encounter. */
  readonly pairs: number;
  readonly openingPlies: number;
  readonly seed: number;
  readonly limits: Limits;
}

export interface TournamentOptions {
  readonly concurrency: number;
  readonly store?: GameStore | null | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after every game, with the players of its encounter. */
  readonly onGame?: ((done: number, total: number, players: readonly [string, string]) => void) | undefined;
  /** Plays the games elsewhere, those of a round at the same time; by default they are played here, one encounter after the other. */
  readonly elsewhere?: GamesElsewhere | undefined;
}

export interface TournamentReport {
  readonly label: string;
  /** Canonical texts, in the order given. */
  readonly players: readonly string[];
  readonly ranking: Ranking;
  /** Pairings, by player number. */
  readonly rounds: readonly Round[];
  readonly games: number;
  /** Number of games read from the store. */
  readonly resumed: number;
  /** Number of games by build. */
  readonly builds: Readonly<Record<string, number>>;
}

export async function playTournament(
  rules: OpenGame,
  spec: TournamentSpec,
  options: TournamentOptions,
): Promise<TournamentReport> {
  const players = playersOf(rules, spec);
  for (const text of options.elsewhere ? [] : players) await (await makePlayer(rules, text, 0, options.signal)).close();
  const run = new Run(rules, spec, players, options);
  for (let round = run.nextRound(); round; round = run.nextRound()) await run.play(round);
  return run.report();
}

/** Number of games of a tournament. */
export function tournamentGames({ format, players, rounds, pairs }: Omit<TournamentSpec, "name">): number {
  const n = players.length;
  const encounters = { "round-robin": (n * (n - 1)) / 2, gauntlet: n - 1, swiss: rounds * Math.floor(n / 2) };
  return 2 * pairs * encounters[format];
}

/** Number of games already stored. */
export function storedTournamentGames(rules: OpenGame, spec: TournamentSpec, store: GameStore): number {
  const players = playersOf(rules, spec);
  const stored = roundRobin(players.length).map(
    (encounter) => storedMatch(rules, matchSpec(spec, players, encounter), store)?.games.length ?? 0,
  );
  return Math.min(
    tournamentGames(spec),
    stored.reduce((sum, games) => sum + games, 0),
  );
}

/** A running tournament. */
class Run {
  readonly #rules: OpenGame;
  readonly #spec: TournamentSpec;
  readonly #players: readonly string[];
  readonly #options: TournamentOptions;
  readonly #rounds: Round[] = [];
  readonly #results: EncounterResult[] = [];
  /** By encounter, over all rounds. */
  readonly #builds = new Map<string, Readonly<Record<string, number>>>();
  readonly #byes: number[];
  #done = 0;
  /** Finished games, also of encounters that are not finished. */
  #playing = 0;
  #resumed = 0;

  constructor(rules: OpenGame, spec: TournamentSpec, players: readonly string[], options: TournamentOptions) {
    this.#rules = rules;
    this.#spec = spec;
    this.#players = players;
    this.#options = options;
    this.#byes = players.map(() => 0);
  }

  nextRound(): Round | null {
    const { format, rounds, seed } = this.#spec;
    const count = this.#players.length;
    if (format === "swiss") {
      if (this.#rounds.length === rounds) return null;
      const points = pointsOf(count, this.#results, this.#byes, 2 * this.#spec.pairs);
      return swissRound({ points, order: seededOrder(count, seed), rounds: this.#rounds });
    }
    if (this.#rounds.length > 0) return null;
    return { encounters: format === "gauntlet" ? gauntlet(count) : roundRobin(count), bye: null };
  }

  async play(round: Round): Promise<void> {
    const { encounters } = round;
    if (this.#options.elsewhere) {
      // A failure ends the tournament after the other encounters.
      const met = await Promise.allSettled(encounters.map((encounter) => this.#meet(encounter)));
      for (const outcome of met) if (outcome.status === "rejected") throw outcome.reason;
      for (const [i, outcome] of met.entries())
        if (outcome.status === "fulfilled") this.#record(encounters[i] as Encounter, outcome.value);
    } else for (const encounter of encounters) this.#record(encounter, await this.#meet(encounter));
    if (round.bye !== null) this.#byes[round.bye]!++;
    this.#rounds.push(round);
  }

  /** A match is an endless sequence of pairs: a rematch continues it. */
  async #meet(encounter: Encounter): Promise<MatchReport> {
    const { pairs } = this.#spec;
    const { concurrency, store, signal, onGame, elsewhere } = this.#options;
    const before = this.#pairsBefore(encounter);
    const texts = encounter.map((player) => this.#players[player]) as [string, string];
    let counted = 0;
    const count = (games: number): void => {
      this.#playing += Math.max(0, games - 2 * before) - counted;
      counted = Math.max(0, games - 2 * before);
    };
    const report = await playMatch(this.#rules, matchSpec(this.#spec, this.#players, encounter), {
      pairs: before + pairs,
      concurrency,
      store,
      signal,
      elsewhere,
      onGame: (done) => {
        count(done);
        onGame?.(this.#playing, tournamentGames(this.#spec), texts);
      },
    });
    // Of an encounter that is stored, no game is played.
    count(2 * (before + pairs));
    return report;
  }

  #pairsBefore(encounter: Encounter): number {
    const { pairs } = this.#spec;
    return pairs * this.#results.filter(({ players }) => players.join() === encounter.join()).length;
  }

  #record(encounter: Encounter, report: MatchReport): void {
    const { pairs } = this.#spec;
    const before = this.#pairsBefore(encounter);
    const games = report.games.slice(2 * before);
    const results = games.flatMap(({ points }, i): Pair[] =>
      i % 2 === 0 ? [[points, games[i + 1]?.points ?? 0]] : [],
    );
    this.#results.push({ players: encounter, pairs: results });
    this.#done += 2 * pairs;
    this.#resumed += Math.max(0, report.resumed - 2 * before);
    this.#builds.set(encounter.join(), report.builds);
  }

  report(): TournamentReport {
    const { format, pairs } = this.#spec;
    return {
      label: labelOf(this.#spec, this.#players),
      players: this.#players,
      ranking: rank(this.#players, this.#results, {
        by: format === "gauntlet" ? "elo" : "points",
        byes: this.#byes,
        byeGames: 2 * pairs,
      }),
      rounds: this.#rounds,
      games: this.#done,
      resumed: this.#resumed,
      builds: summed([...this.#builds.values()]),
    };
  }
}

function playersOf(rules: OpenGame, { players }: TournamentSpec): string[] {
  const texts = players.map((text) => canonicalText(rules, text));
  const twice = texts.find((text, i) => texts.indexOf(text) !== i);
  if (twice !== undefined) throw new GameloreError("bad-usage", `the player ${twice} is given twice`);
  if (texts.length < 2) throw new GameloreError("bad-usage", "a tournament needs at least two players");
  return texts;
}

function matchSpec(spec: TournamentSpec, players: readonly string[], [a, b]: Encounter): MatchSpec {
  const { openingPlies, seed, limits } = spec;
  const [first, second] = [players[a] as string, players[b] as string];
  return { label: labelOf(spec, players), first, second, openingPlies, seed, limits };
}

function labelOf({ name, format }: TournamentSpec, players: readonly string[]): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([format, players]))
    .digest("hex")
    .slice(0, 10);
  return `tournament/${name || digest}`;
}

function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of counts.flatMap(Object.entries<number>)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
