import { describe, expect, test } from "vitest";
import type { HistoryRules, Rules } from "../contracts/game.ts";
import type { Player } from "../contracts/player.ts";
import { cardDuel, diceRace, takeAway } from "../contracts/suites/fixtures.ts";
import { SeededRandom } from "../search/seeded.ts";
import { randomKind } from "../search/random.ts";
import { playMatch, type MatchOptions } from "./match.ts";
import { History, playGame, randomOpening } from "./play-game.ts";

const OPTIONS: MatchOptions = { pairs: 6, openingPlies: 2, seed: 3, limits: {}, concurrency: 1 };

function withHistory(rules: Rules, history: HistoryRules): Rules {
  return Object.assign(Object.create(rules) as Rules, { history });
}

const random = (rules: Rules) => (seed: number) => randomKind(rules).create({}, seed);

describe("history", () => {
  const rules = takeAway();
  const [one, two] = [rules.initial(), rules.play(rules.initial(), [rules.moves(rules.initial(), 0)[0] as number])];

  test("a third occurrence is a draw, or a loss for who brought it about", () => {
    for (const [repetition, scores] of [
      ["draw", [0.5, 0.5]],
      ["loss", [0, 1]],
    ] as const) {
      const history = new History(withHistory(rules, { repetition, repetitionCount: 3, plyLimit: null }), one);
      expect(history.add(two, 0)).toBeNull();
      expect(history.add(one, 1)).toBeNull();
      expect(history.add(two, 0)).toBeNull();
      expect(history.add(two, 0)).toEqual({ scores, ending: "repetition" });
    }
  });

  test("where it is allowed, only the ply limit ends it", () => {
    const history = new History(withHistory(rules, { repetition: "allowed", repetitionCount: 3, plyLimit: 5 }), one);
    for (let ply = 1; ply < 5; ply++) expect(history.add(one, 0)).toBeNull();
    expect(history.add(one, 0)).toEqual({ scores: [0.5, 0.5], ending: "ply limit" });
  });
});

describe("games", () => {
  test.for([
    ["chance and three players", diceRace()],
    ["simultaneous moves", cardDuel(2)],
  ] as const)("with %s come to an end and can be played again by seed", async ([, rules]) => {
    const play = async () =>
      playGame(rules, await Promise.all(rules.players.map((_, i) => random(rules)(i))), { seed: 5 });
    const record = await play();
    expect(record.plies).toBe(record.moves.length);
    expect(record.scores).toHaveLength(rules.players.length);
    expect(await play()).toEqual(record);
  });

  test("a signal ends a game with an error and no record", async () => {
    const rules = takeAway();
    const players = [await random(rules)(1), await random(rules)(2)];
    await expect(playGame(rules, players, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "interrupted",
    });
  });

  test("an opening has its plies and has not ended; one that always has is refused", () => {
    const rules = takeAway();
    expect(rules.result(randomOpening(rules, 4, 1))).toBeNull();
    expect(() => randomOpening(rules, 50, 1)).toThrow(/shorter opening/);
  });
});

describe("matches", () => {
  test("do not depend on how many games are played at once", async () => {
    const rules = takeAway();
    const [alone, together] = await Promise.all(
      [1, 4].map((concurrency) => playMatch(rules, random(rules), random(rules), { ...OPTIONS, concurrency })),
    );
    expect(together).toEqual(alone);
    expect(alone?.games).toHaveLength(12);
  });

  test("play every opening from both sides", async () => {
    const rules = takeAway();
    const { games } = await playMatch(rules, random(rules), random(rules), OPTIONS);
    for (const [i, game] of games.entries()) {
      expect(game.start).toBe(games[i ^ 1]?.start);
      expect(game.firstPlaysFirst).toBe(i % 2 === 0);
      expect(game.points).toBe(game.scores[i % 2]);
    }
  });

  test("a perfect player wins all, and the standing is from its side", async () => {
    const rules = takeAway();
    // Leaves a multiple of four whenever it can: the known way to win with one to three taken at a time.
    const perfect = async (seed: number): Promise<Player> => {
      const chance = new SeededRandom(seed);
      return {
        text: "perfect",
        choose: async (position) => {
          const actor = rules.actors(position)[0] as number;
          const moves = rules.moves(position, actor);
          const lost = (move: number) => {
            const next = rules.play(position, [move]);
            return rules.result(next) !== null
              ? rules.result(next)?.[actor] === 1
              : Number(/\d+/.exec(rules.formatPosition(next))?.[0]) % 4 === 0;
          };
          const move = moves.find(lost) ?? chance.pick(moves);
          return { move, thought: { value: null, unit: "", line: [], nodes: 1, milliseconds: 0, depth: null } };
        },
        close: async () => {},
      };
    };
    const { standing, players } = await playMatch(rules, perfect, random(rules), { ...OPTIONS, pairs: 20 });
    expect(players).toEqual(["perfect", "random"]);
    expect(standing.percent).toBeGreaterThan(80);
  });

  test("a player that fails ends the match with its error, and all players are closed", async () => {
    const rules = takeAway();
    let open = 0;
    const failing = async (): Promise<Player> => {
      open++;
      return {
        text: "failing",
        choose: () => Promise.reject(new Error("no idea")),
        close: async () => void open--,
      };
    };
    await expect(playMatch(rules, failing, random(rules), { ...OPTIONS, concurrency: 3 })).rejects.toThrow("no idea");
    expect(open).toBe(0);
  });
});
