/** One game: its end by rules or history, and openings. */
import { describe, expect, test } from "vitest";
import { PlayerFault } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { CHANCE, SECOND, FIRST, type Position, type Move } from "../contracts/position.ts";
import type { HistoryRules } from "../contracts/rules.ts";
import type { Player } from "../contracts/player.ts";
import { cardDuel, diceRace, hiddenBet, takeAway } from "../contracts/suites/fixtures.ts";
import { randomKind } from "../search/random.ts";
import { History, playGame, randomOpening } from "./play-game.ts";

function withHistory(rules: OpenGame, history: HistoryRules): OpenGame {
  return Object.assign(Object.create(rules) as OpenGame, { history });
}

const random = (rules: OpenGame) => (seed: number) => randomKind(rules).create({}, seed);

describe("history", () => {
  const rules = takeAway();
  const [one, two] = [rules.initial(), rules.play(rules.initial(), [rules.moves(rules.initial(), FIRST)[0] as Move])];

  test("a third occurrence is a draw, or a loss for the player who caused it", () => {
    for (const [repetition, scores] of [
      ["draw", [0.5, 0.5]],
      ["loss", [0, 1]],
    ] as const) {
      const history = new History(withHistory(rules, { repetition, repetitionCount: 3, plyLimit: null }), one);
      expect(history.add(two, FIRST)).toBeNull();
      expect(history.add(one, SECOND)).toBeNull();
      expect(history.add(two, FIRST)).toBeNull();
      expect(history.add(two, FIRST)).toEqual({ scores, ending: "repetition" });
    }
  });

  test("players receive forbidden positions; reaching one loses", async () => {
    const forbidding = withHistory(rules, { repetition: "forbidden", repetitionCount: 2, plyLimit: null });
    const history = new History(forbidding, one);
    expect([history.forbidden?.(one), history.forbidden?.(two)]).toEqual([true, false]);
    expect(history.add(two, FIRST)).toBeNull();
    expect(history.add(one, SECOND)).toEqual({ scores: [1, 0], ending: "repetition" });
    expect(new History(rules, one).forbidden).toBeUndefined();
    const moves = rules.moves(one, FIRST);
    const player = await random(rules)(1);
    for (const only of moves) {
      const forbidden = (position: Uint8Array): boolean => Buffer.compare(position, rules.play(one, [only])) !== 0;
      expect((await player.choose(one, {}, { actor: FIRST, forbidden })).move).toBe(only);
    }
  });

  test("with allowed repetition only the ply limit ends the game", () => {
    const history = new History(withHistory(rules, { repetition: "allowed", repetitionCount: 3, plyLimit: 5 }), one);
    for (let ply = 1; ply < 5; ply++) expect(history.add(one, FIRST)).toBeNull();
    expect(history.add(one, FIRST)).toEqual({ scores: [0.5, 0.5], ending: "ply limit" });
  });
});

describe("games", () => {
  test.for([
    ["chance and three players", diceRace()],
    ["simultaneous moves", cardDuel(2)],
  ] as const)("with %s end and are reproducible by seed", async ([, rules]) => {
    const play = async () =>
      playGame(rules, await Promise.all(rules.players.map((_, i) => random(rules)(i))), { seed: 5 });
    const record = await play();
    expect(record.plies).toBe(record.moves.length);
    expect(record.scores).toHaveLength(rules.players.length);
    expect(await play()).toEqual(record);
  });

  test("a player receives only its own observation", async () => {
    const rules = hiddenBet();
    const given: string[] = [];
    const spy = (seat: number): Player => ({
      text: "spy",
      choose: async (position) => {
        given.push(rules.formatPosition(position));
        expect(position[1 - seat]).toBe(255);
        return { move: 1 as Move, info: { value: null, unit: "none", pv: [], nodes: 1, milliseconds: 0, depth: null } };
      },
      close: async () => {},
    });
    const { moves } = await playGame(rules, [spy(0), spy(1)], { seed: 3 });
    const [one, two] = moves;
    expect(given).toEqual([`${one} 255 2`, `255 ${two} 3`]);
  });

  test("a player receives the game's history, oldest first; none with hidden information", async () => {
    const recorded = (rules: OpenGame, histories: (readonly Position[] | undefined)[]): Player => ({
      text: "recorder",
      choose: async (position, _limits, options) => {
        histories.push(options?.history);
        const [actor = CHANCE] = rules.actors(position);
        const move = rules.moves(position, options?.actor ?? actor)[0] as Move;
        return { move, info: { value: null, unit: "none", pv: [], nodes: 1, milliseconds: 0, depth: null } };
      },
      close: async () => {},
    });
    const rules = takeAway();
    const histories: (readonly Position[] | undefined)[] = [];
    const reached: Position[] = [rules.initial()];
    const player = recorded(rules, histories);
    await playGame(rules, [player, player], { onPly: (position) => void reached.push(position) });
    expect(histories).toEqual(histories.map((_, ply) => reached.slice(0, ply)));
    const hidden = hiddenBet();
    const none: (readonly Position[] | undefined)[] = [];
    await playGame(hidden, [recorded(hidden, none), recorded(hidden, none)], { seed: 3 });
    expect(none.every((history) => history === undefined)).toBe(true);
  });

  test("a signal ends a game without a record", async () => {
    const rules = takeAway();
    const players = [await random(rules)(1), await random(rules)(2)];
    await expect(playGame(rules, players, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "interrupted",
    });
  });

  test("an opening has not ended; too long openings are an error", () => {
    const rules = takeAway();
    expect(rules.result(randomOpening(rules, 4, 1))).toBeNull();
    expect(() => randomOpening(rules, 50, 1)).toThrow(/shorter opening/);
  });
});

describe("a player that fails", () => {
  const rules = takeAway();
  const failing = (after: number): Player => {
    let left = after;
    return {
      text: "failing",
      choose: async (position) => {
        if (left-- === 0) throw new PlayerFault("late", "no answer in 1 s");
        const [move] = rules.moves(position, FIRST) as [Move];
        return { move, info: { value: null, unit: "none", pv: [], nodes: 1, milliseconds: 0, depth: null } };
      },
      close: async () => {},
    };
  };

  test("forfeits the game; the record has the reason and the moves", async () => {
    const other = await random(rules)(1);
    const record = await playGame(rules, [failing(1), other]);
    expect(record).toMatchObject({ scores: [0, 1], ending: "forfeit", plies: 2 });
    expect(record.moves).toHaveLength(2);
    expect(record.forfeit).toEqual({ seat: 0, fault: "late", why: "no answer in 1 s" });
    expect(await playGame(rules, [other, failing(0)])).toMatchObject({
      scores: [1, 0],
      plies: 1,
      forfeit: { seat: 1 },
    });
  });

  test("other errors are thrown", async () => {
    const broken: Player = { ...failing(0), choose: () => Promise.reject(new Error("a bug")) };
    await expect(playGame(rules, [broken, broken])).rejects.toThrow("a bug");
  });
});
