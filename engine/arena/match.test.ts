/** Matches: reproducible games, both seatings, correct scores, and no player left open. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { PlayerFault } from "../contracts/errors.ts";
import type { Player, PlayerKind } from "../contracts/player.ts";
import { diceRace, takeAway } from "../contracts/suites/fixtures.ts";
import { randomKind } from "../search/random.ts";

import { playMatchGame, seedsOf } from "./match-game.ts";
import { seatsOfFirst } from "./seats.ts";
import { playMatch, type MatchOptions, type MatchSpec } from "./match.ts";
import { heapRules } from "./rules.fixture.ts";
import { sprt } from "./statistics.ts";
import { GameStore } from "./store.ts";

const SPEC: MatchSpec = { label: "", first: "worker", second: "random", openingPlies: 2, seed: 3, limits: {} };
const OPTIONS: MatchOptions = { pairs: 6, concurrency: 1 };

describe("the games of a match", () => {
  test("do not depend on concurrency or on the number of pairs", async () => {
    const { rules } = heapRules();
    const alone = await playMatch(rules, SPEC, OPTIONS);
    expect(alone.games).toHaveLength(12);
    expect(await playMatch(rules, SPEC, { ...OPTIONS, concurrency: 4 })).toEqual(alone);
    const more = await playMatch(rules, SPEC, { ...OPTIONS, pairs: 9 });
    expect(more.games.slice(0, 12)).toEqual(alone.games);
    const match = { ...SPEC, game: rules.game.id, variant: "", first: "worker(skill=50)" };
    expect(await playMatchGame(rules, match, 7)).toEqual(alone.games[7]);
  });

  test("depend on the seed", async () => {
    const { rules } = heapRules();
    const [one, two] = await Promise.all([1, 2].map((seed) => playMatch(rules, { ...SPEC, seed }, OPTIONS)));
    expect(two?.games.map(({ moves }) => moves)).not.toEqual(one?.games.map(({ moves }) => moves));
  });

  test("play every opening from both sides", async () => {
    const { rules } = heapRules();
    const { games } = await playMatch(rules, SPEC, OPTIONS);
    for (const [i, game] of games.entries()) {
      expect(game).toMatchObject({ number: i, pair: i >> 1, firstPlaysFirst: i % 2 === 0 });
      expect(game.start).toBe(games[i ^ 1]?.start);
      expect(game.points).toBe(game.scores[i % 2]);
    }
    expect(new Set(games.map(({ start }) => start)).size).toBeGreaterThan(1);
  });
});

describe("given openings", () => {
  const position = (heap: number) => Uint8Array.of(heap, 0);
  const withStarts = () => {
    const { rules } = heapRules();
    const initial = rules.initial();
    const openings = [9, 10, 11, 13, 14, 15, 17].map((heap) => {
      const start = initial.slice();
      start[0] = position(heap)[0] as number;
      return start;
    });
    return { ...rules, openings };
  };

  test("are used once each before any is repeated, in an order by seed", async () => {
    const rules = withStarts();
    const startsOf = async (seed: number): Promise<string[]> => {
      const { games } = await playMatch(rules, { ...SPEC, openingPlies: 0, seed }, { ...OPTIONS, pairs: 14 });
      return games.filter((_, i) => i % 2 === 0).map(({ start }) => start);
    };
    const starts = await startsOf(1);
    expect(new Set(starts.slice(0, 7)).size).toBe(7);
    expect(new Set(starts.slice(7)).size).toBe(7);
    expect(starts.slice(7)).not.toEqual(starts.slice(0, 7));
    expect(await startsOf(2)).not.toEqual(starts);
  });

  test("with random moves are sampled with replacement", async () => {
    const { games } = await playMatch(withStarts(), { ...SPEC, openingPlies: 1 }, { ...OPTIONS, pairs: 14 });
    expect(new Set(games.map(({ start }) => start)).size).toBeGreaterThan(3);
  });
});

describe("the report", () => {
  test("a perfect player wins nearly all, and the standing is from the first player's side", async () => {
    const { rules } = heapRules();
    const report = await playMatch(rules, { ...SPEC, first: "perfect" }, { ...OPTIONS, pairs: 20 });
    expect(report.players).toEqual(["perfect", "random"]);
    expect(report.standing.percent).toBeGreaterThan(80);
    const turned = await playMatch(rules, { ...SPEC, first: "random", second: "perfect" }, { ...OPTIONS, pairs: 20 });
    expect(turned.standing.percent).toBeLessThan(20);
  });

  test("has the score of the first mover, by player", async () => {
    const { rules } = heapRules();
    // From 20 the second player wins by leaving multiples of four.
    const { bySeat, games } = await playMatch(
      rules,
      { ...SPEC, first: "perfect", second: "perfect", openingPlies: 0 },
      OPTIONS,
    );
    const lost = { games: 6, wins: 0, draws: 0, losses: 6, percent: 0 };
    expect(bySeat).toMatchObject({ firstMovesFirst: lost, secondMovesFirst: lost });
    expect(games.map(({ points }) => points)).toEqual(games.map((_, i) => i % 2));
  });

  test("names players by their canonical texts", async () => {
    const { rules } = heapRules();
    const { players } = await playMatch(
      rules,
      { ...SPEC, first: " worker( skill = 70 )", second: "worker(skill=50)" },
      { ...OPTIONS, pairs: 1 },
    );
    expect(players).toEqual(["worker(skill=70)", "worker"]);
  });
});

describe("a sequential test", () => {
  const bounds = { elo0: 0, elo1: 100, alpha: 0.05, beta: 0.05 };
  const spec = { ...SPEC, first: "perfect" };

  test("ends the match at the first deciding pair, for any concurrency", async () => {
    const { rules } = heapRules();
    const report = await playMatch(rules, spec, { pairs: 400, concurrency: 1, sprt: bounds });
    expect(report.sprt?.decision).toBe("H1");
    const points = report.games.map((game) => game.points);
    const pairs = points.flatMap((one, i) => (i % 2 === 0 ? [[one, points[i + 1] as number] as const] : []));
    expect(pairs.length).toBeLessThan(400);
    expect(sprt(pairs, bounds)).toEqual(report.sprt);
    for (let i = 0; i < pairs.length; i++) expect(sprt(pairs.slice(0, i), bounds).decision).toBeNull();
    expect(await playMatch(rules, spec, { pairs: 400, concurrency: 5, sprt: bounds })).toEqual(report);
  });

  test("may remain undecided", async () => {
    const { rules } = heapRules();
    const { sprt, games } = await playMatch(rules, spec, { pairs: 3, concurrency: 2, sprt: bounds });
    expect(sprt?.decision).toBeNull();
    expect(games).toHaveLength(6);
  });
});

describe("failures", () => {
  test("an error of a player ends the match, and all players are closed", async () => {
    const { rules, counts } = heapRules();
    const match = playMatch(rules, { ...SPEC, second: "failing" }, { ...OPTIONS, concurrency: 3 });
    await expect(match).rejects.toThrow("no idea");
    expect(counts.open).toBe(0);
  });

  test("a player that cannot be created fails before the first game", async () => {
    const { rules, counts } = heapRules();
    const kinds = rules.playerKinds.map((kind) =>
      kind.name === "random" ? { ...kind, create: () => Promise.reject(new Error("no table")) } : kind,
    );
    await expect(playMatch({ ...rules, playerKinds: kinds }, SPEC, OPTIONS)).rejects.toThrow("no table");
    expect(counts).toEqual({ open: 0, moves: 0 });
  });

  test("a player that fails before or during a game forfeits that game only, and the store has the reason", async () => {
    const { rules } = heapRules();
    let made = 0;
    const kinds = rules.playerKinds.map((kind) => ({
      ...kind,
      create: async (...given: Parameters<PlayerKind["create"]>): Promise<Player> => {
        const player = await kind.create(...given);
        if (kind.name !== "random") return player;
        made++;
        if (made === 2) throw new PlayerFault("lost", "it does not start");
        if (made !== 3) return player;
        return { ...player, choose: () => Promise.reject(new PlayerFault("illegal", `"xyz" is not a move`)) };
      },
    }));
    const folder = mkdtempSync(join(tmpdir(), "gamelore-match-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = GameStore.open(join(folder, "games.sqlite"));
    const options = { pairs: 2, concurrency: 1, store };
    const spec = { ...SPEC, first: "perfect", second: "random" };
    const { games } = await playMatch({ ...rules, playerKinds: kinds }, spec, options);
    expect(games.map(({ ending }) => ending)).toEqual(["forfeit", "forfeit", "rules", "rules"]);
    expect(games.map(({ forfeit }) => forfeit).slice(0, 2)).toEqual([
      { seat: 1, fault: "lost", why: "it does not start" },
      { seat: 0, fault: "illegal", why: `"xyz" is not a move` },
    ]);
    expect(games.slice(0, 2).map(({ points, plies }) => [points, plies])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect([...store.select()].map(({ game }) => game.forfeit?.fault)).toEqual([
      "lost",
      "illegal",
      undefined,
      undefined,
    ]);
    store.close();
  });

  test("a signal ends the match, also with synchronous players", async () => {
    const { rules, counts } = heapRules();
    const aborter = new AbortController();
    setTimeout(() => aborter.abort(), 20);
    const match = playMatch(rules, SPEC, { pairs: 1e6, concurrency: 2, signal: aborter.signal });
    await expect(match).rejects.toMatchObject({ code: "interrupted" });
    expect(counts.open).toBe(0);
  });

  test("a game for one player has no matches", async () => {
    const rules = { ...takeAway(), players: ["alone"], playerKinds: [randomKind(takeAway())] };
    await expect(playMatch(rules, { ...SPEC, first: "random" }, OPTIONS)).rejects.toThrow("take-away has one");
  });
});

describe("three players", () => {
  test("one player has one rotating seat and the other the rest, then vice versa", async () => {
    const race = diceRace();
    const rules = { ...race, playerKinds: [randomKind(race)] };
    const spec = { ...SPEC, first: "random", second: "random", openingPlies: 0 };
    const { games, standing, bySeat } = await playMatch(rules, spec, { ...OPTIONS, pairs: 6 });
    expect(bySeat).toBeNull();
    for (const { pair, firstPlaysFirst, points, scores } of games) {
      const alone = scores[pair % 3] as number;
      expect(points).toBe(firstPlaysFirst ? alone : 1 - alone);
    }
    expect(standing.games).toBe(12);
    expect(seatsOfFirst(3, { pair: 4, firstPlaysFirst: true })).toEqual([false, true, false]);
    expect(seatsOfFirst(3, { pair: 4, firstPlaysFirst: false })).toEqual([true, false, true]);
    expect(seatsOfFirst(2, { pair: 5, firstPlaysFirst: false })).toEqual([false, true]);
  });

  test("both games of a pair have the same seed of chance", () => {
    expect(seedsOf(7, 4).chance).toBe(seedsOf(7, 5).chance);
    expect(seedsOf(7, 4).chance).not.toBe(seedsOf(7, 6).chance);
    expect(seedsOf(7, 4).first).not.toBe(seedsOf(7, 5).first);
  });
});
