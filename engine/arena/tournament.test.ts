/** Tournaments: all encounters of their format, in one store, resumable with the same result. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GamesElsewhere, playMatch } from "./match.ts";
import { playMatchGame, seedsOf } from "./match-game.ts";
import { heapRules } from "./rules.fixture.ts";
import { GameStore } from "./store.ts";
import { FORMATS, playTournament, storedTournamentGames, tournamentGames, type TournamentSpec } from "./tournament.ts";

const PLAYERS = ["worker(skill=90)", "random", "perfect", "worker(skill=30)", "worker"];
const SPEC: TournamentSpec = {
  name: "",
  format: "round-robin",
  players: PLAYERS,
  rounds: 3,
  pairs: 4,
  openingPlies: 2,
  seed: 1,
  limits: {},
};

let folder: string;
let store: GameStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-tournament-"));
  store = GameStore.open(join(folder, "games.sqlite"));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function playInOrder(
  ...[rules, { match, tally, onProgramCpu, add }]: Parameters<GamesElsewhere["play"]>
): Promise<void> {
  for (let number = tally.next(); number !== null; number = tally.next()) {
    const game = await playMatchGame(rules, match, number, undefined, onProgramCpu);
    add({ ...game, seeds: seedsOf(match.seed, number), milliseconds: 0, build: "" });
  }
}

describe.each(FORMATS)("a tournament by %s", (format) => {
  const spec = { ...SPEC, format };

  test("resumes after an interruption without playing games twice, with the same result", async () => {
    const { rules, counts } = heapRules();
    const whole = await playTournament(rules, spec, { concurrency: 1 });
    const aborter = new AbortController();
    const options = { concurrency: 2, store };
    const ended = playTournament(rules, spec, {
      ...options,
      signal: aborter.signal,
      onGame: (done) => void (done === 13 && aborter.abort()),
    });
    await expect(ended).rejects.toMatchObject({ code: "interrupted" });
    const saved = storedTournamentGames(rules, spec, store);
    expect(saved).toBeGreaterThanOrEqual(13);
    const reported: number[] = [];
    const again = await playTournament(rules, spec, {
      ...options,
      onGame: (done, total) => {
        expect(total).toBe(whole.games);
        reported.push(done);
      },
    });
    expect(again).toEqual({ ...whole, resumed: saved });
    expect(reported).toEqual(Array.from({ length: whole.games - saved }, (_, i) => saved + 1 + i));
    expect(store.count()).toBe(whole.games);
    expect(storedTournamentGames(rules, spec, store)).toBe(whole.games);
    counts.moves = 0;
    expect(await playTournament(rules, spec, options)).toEqual({ ...whole, resumed: whole.games });
    expect(counts.moves).toBe(0);
  });

  test("played elsewhere, counts the games of encounters that are stored", async () => {
    const { rules } = heapRules();
    const aborter = new AbortController();
    const { signal } = aborter;
    const onGame = (done: number): void => void (done > 2 * spec.pairs && aborter.abort());
    await expect(playTournament(rules, spec, { concurrency: 1, store, signal, onGame })).rejects.toThrow("interrupted");
    const reported: number[] = [];
    await playTournament(rules, spec, {
      concurrency: 1,
      store,
      elsewhere: { slots: 1, play: playInOrder },
      onGame: (done) => void reported.push(done),
    });
    expect(reported.at(-1)).toBe(tournamentGames(spec));
  });

  test("has the announced number of games", async () => {
    const { rules } = heapRules();
    const { games, rounds, ranking } = await playTournament(rules, spec, { concurrency: 1 });
    const encounters = { "round-robin": 10, gauntlet: 4, swiss: 6 }[format];
    expect(games).toBe(encounters * 8);
    expect(tournamentGames(spec)).toBe(games);
    expect(rounds.flatMap((round) => round.encounters)).toHaveLength(encounters);
    expect(ranking.rows.reduce((sum, row) => sum + row.games, 0)).toBe(2 * games);
  });
});

test("stronger players are ranked first", async () => {
  const { rules } = heapRules();
  const { ranking, players } = await playTournament(rules, { ...SPEC, pairs: 40 }, { concurrency: 1 });
  expect(players).toEqual(PLAYERS);
  expect(ranking.rows.map(({ player }) => player)).toEqual([
    "perfect",
    "worker(skill=90)",
    "worker",
    "worker(skill=30)",
    "random",
  ]);
});

test("rematches play new games", async () => {
  const { rules } = heapRules();
  const spec: TournamentSpec = { ...SPEC, format: "swiss", players: PLAYERS.slice(0, 2), rounds: 3 };
  const whole = await playTournament(rules, spec, { concurrency: 1 });
  expect(whole.games).toBe(24);
  const [first = "", second = ""] = spec.players;
  const { label } = whole;
  const match = await playMatch(rules, { ...SPEC, label, first, second }, { pairs: 12, concurrency: 1 });
  expect(whole.ranking.rows.find(({ player }) => player === first)?.points).toBe(2 * match.standing.points);
  const { resumed, builds, ...report } = await playTournament(rules, spec, { concurrency: 1, store });
  expect({ ...report, resumed: 0, builds }).toEqual(whole);
  expect(Object.values(builds)).toEqual([24]);
  expect(resumed).toBe(0);
  const games = [...store.select()].map(({ game }) => game.number);
  expect(games.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i));
});

test("its games are stored under its name, or a digest of format and players", async () => {
  const { rules } = heapRules();
  const labels = async (more: Partial<TournamentSpec>): Promise<string> =>
    (await playTournament(rules, { ...SPEC, pairs: 1, ...more }, { concurrency: 1, store })).label;
  expect(await labels({ name: "spring" })).toBe("tournament/spring");
  expect(store.count({ label: "tournament/spring" })).toBe(20);
  const unnamed = await labels({});
  expect(unnamed).toMatch(/^tournament\/[0-9a-f]{10}$/);
  expect(await labels({ players: PLAYERS.map((text) => ` ${text} `), pairs: 2 })).toBe(unnamed);
  expect(await labels({ players: PLAYERS.slice(1) })).not.toBe(unnamed);
});

test("duplicate, single or unknown players are rejected before any game", async () => {
  const { rules, counts } = heapRules();
  const refused = (players: readonly string[]): Promise<unknown> =>
    playTournament(rules, { ...SPEC, players }, { concurrency: 1, store });
  await expect(refused(["worker", "random", "worker(skill=50)"])).rejects.toThrow("the player worker is given twice");
  await expect(refused(["worker"])).rejects.toThrow("at least two players");
  await expect(refused(["worker", "wroker"])).rejects.toMatchObject({ code: "bad-player" });
  expect(counts.moves).toBe(0);
  expect(store.count()).toBe(0);
});
