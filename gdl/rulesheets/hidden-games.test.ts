/** Rulesheets with percepts (`sees` of GDL-II) against independent implementations: moves, percepts, results, what a player can know. */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { playGame } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { HiddenInformation } from "../../engine/contracts/hidden.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import {
  CHANCE,
  FIRST,
  SECOND,
  type Actor,
  type PlayerNumber,
  type Position,
} from "../../engine/contracts/position.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { gdlGameOfFile } from "../game-file.ts";

const opened: OpenGame[] = [];
afterAll(() => Promise.all(opened.map((rules) => rules.close())));

async function open(name: string): Promise<OpenGame> {
  const rules = unwrap(await unwrap(gdlGameOfFile(join(import.meta.dirname, `${name}.kif`))).open({}));
  opened.push(rules);
  return rules;
}

const kriegspiel = await open("kriegspiel-tic-tac-toe");
const kuhn = await open("kuhn-poker");

const hiddenOf = (rules: OpenGame): HiddenInformation => rules.hidden as HiddenInformation;

const textsOf = (rules: OpenGame, position: Position, actor: Actor): string[] =>
  rules
    .moves(position, actor)
    .map((move) => rules.formatMove(position, move))
    .toSorted();

const after = (rules: OpenGame, moves: readonly string[]): Position =>
  moves.reduce((position, text) => rules.play(position, [unwrap(rules.parseMove(position, text))]), rules.initial());

/** The own history of a player, as its observation tells it: moves and percepts by step. */
const known = (rules: OpenGame, position: Position, player: PlayerNumber): string[] =>
  rules.formatPosition(hiddenOf(rules).observe(position, player)).split("; ").slice(1);

/** The distinct positions that are sampled, with their numbers. */
function samples(rules: OpenGame, position: Position, player: PlayerNumber, count: number): Map<string, number> {
  const random = new SeededRandom(5);
  const seen = hiddenOf(rules).observe(position, player);
  const found = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const text = rules.formatPosition(hiddenOf(rules).sample(seen, player, () => random.fraction()));
    found.set(text, (found.get(text) ?? 0) + 1);
  }
  return found;
}

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"].map((line) => [...line].map(Number));

function ticTacToeScores(board: readonly (0 | 1 | null)[]): number[] | null {
  for (const player of [0, 1] as const)
    if (LINES.some((line) => line.every((cell) => board[cell] === player))) return player === 0 ? [1, 0] : [0, 1];
  return board.includes(null) ? null : [0.5, 0.5];
}

describe("kriegspiel tic-tac-toe", () => {
  test("moves, percepts and results of random games", () => {
    const random = new SeededRandom(2);
    for (let game = 0; game < 40; game++) {
      let position = kriegspiel.initial();
      const board: (0 | 1 | null)[] = Array(9).fill(null);
      const tried = [new Set<number>(), new Set<number>()] as const;
      const histories: [string[], string[]] = [[], []];
      let mover: 0 | 1 = 0;
      for (let step = 1; ticTacToeScores(board) === null; step++) {
        expect(kriegspiel.actors(position)).toEqual([mover]);
        const cells = [...board.keys()].filter((cell) => !tried[mover].has(cell));
        const text = (cell: number): string => `(mark ${Math.floor(cell / 3) + 1} ${(cell % 3) + 1})`;
        expect(textsOf(kriegspiel, position, mover as Actor)).toEqual(cells.map(text).toSorted());
        for (const player of [FIRST, SECOND]) expect(known(kriegspiel, position, player)).toEqual(histories[player]);
        const cell = random.pick(cells);
        position = kriegspiel.play(position, [unwrap(kriegspiel.parseMove(position, text(cell)))]);
        const isFree = board[cell] === null;
        histories[mover].push(`step ${step}: ${text(cell)}, seen ${isFree ? "accepted" : "rejected"}`);
        histories[mover === 0 ? 1 : 0].push(`step ${step}: noop, seen ${isFree ? "moved" : "erred"}`);
        tried[mover].add(cell);
        if (!isFree) continue;
        board[cell] = mover;
        mover = mover === 0 ? 1 : 0;
      }
      expect(kriegspiel.result(position)).toEqual(ticTacToeScores(board));
    }
  });

  test("a player considers every cell that the opponent may have marked, and no other", () => {
    const position = after(kriegspiel, ["(mark 2 2)", "(mark 1 1)"]);
    expect(samples(kriegspiel, position, FIRST, 400).size).toBe(8);
    // The first player has found the mark by a rejected try.
    expect(samples(kriegspiel, after(kriegspiel, ["(mark 2 2)", "(mark 1 1)", "(mark 1 1)"]), FIRST, 50).size).toBe(1);
  });

  test("the view of a player has no mark that it cannot know", () => {
    const position = after(kriegspiel, ["(mark 2 2)", "(mark 1 1)"]);
    const pieces = (player: PlayerNumber): (number | null)[] =>
      kriegspiel.view(hiddenOf(kriegspiel).observe(position, player)).pieces.map(({ owner }) => owner);
    expect(pieces(FIRST)).toEqual([0]);
    expect(pieces(SECOND)).toEqual([1]);
    const found = after(kriegspiel, ["(mark 2 2)", "(mark 1 1)", "(mark 1 1)"]);
    expect(kriegspiel.view(hiddenOf(kriegspiel).observe(found, FIRST)).pieces).toHaveLength(2);
  });
});

describe("kuhn poker", () => {
  const CARDS = ["jack", "queen", "king"];

  test("all deals and all ways to bet", () => {
    const dealt = kuhn.moves(kuhn.initial(), CHANCE).map((move) => kuhn.formatMove(kuhn.initial(), move));
    expect(dealt).toHaveLength(6);
    expect(kuhn.chanceProbabilities(kuhn.initial())).toEqual(Array(6).fill(1 / 6));
    for (const deal of dealt) {
      const [own, its] = deal.slice(1, -1).split(" ").slice(1) as [string, string];
      const sign = Math.sign(CARDS.indexOf(own) - CARDS.indexOf(its));
      const ways: [string[], number][] = [
        [["check", "check"], sign],
        [["check", "bet", "fold"], -1],
        [["check", "bet", "call"], 2 * sign],
        [["bet", "fold"], 1],
        [["bet", "call"], 2 * sign],
      ];
      for (const [moves, won] of ways)
        expect(kuhn.result(after(kuhn, [deal, ...moves]))).toEqual([0.5 + won / 4, 0.5 - won / 4]);
    }
    expect(kuhn.perft(kuhn.initial(), 3)).toBe(6 * 4);
    expect(kuhn.perft(kuhn.initial(), 4)).toBe(6 * 2);
  });

  test("a player sees its card and the bets, and the other two cards are equally likely", () => {
    const position = after(kuhn, ["(deal queen king)", "check"]);
    expect(known(kuhn, position, SECOND)).toEqual([
      "step 1: noop, seen (dealt king)",
      "step 2: noop, seen (played first check)",
    ]);
    const found = samples(kuhn, position, FIRST, 1_000);
    expect([...found.keys()].map((text) => /\(deal \w+ \w+\)/.exec(text)?.[0]).toSorted()).toEqual([
      "(deal queen jack)",
      "(deal queen king)",
    ]);
    // Within four standard deviations of one half.
    for (const count of found.values()) expect(Math.abs(count - 500)).toBeLessThan(4 * Math.sqrt(250));
  });

  test("the view shows the own card only", () => {
    const position = after(kuhn, ["(deal queen king)"]);
    const notes = kuhn.view(hiddenOf(kuhn).observe(position, FIRST)).notes?.join(" ");
    expect(notes).toContain("(holds first queen)");
    expect(notes).not.toContain("king");
  });

  test("the king calls, the jack folds", async () => {
    const player = await makePlayer(kuhn, "best", 1);
    for (const [deal, move] of [
      ["(deal jack king)", "call"],
      ["(deal king jack)", "fold"],
    ] as const) {
      const position = after(kuhn, [deal, "bet"]);
      const choice = await player.choose(hiddenOf(kuhn).observe(position, SECOND), { playouts: 2_000 });
      expect(kuhn.formatMove(position, choice.move)).toBe(move);
    }
    await player.close();
  });
});

test.for([
  ["kriegspiel-tic-tac-toe", 100, kriegspiel],
  ["kuhn-poker", 1_000, kuhn],
] as const)("%s: the search beats random moves in %i games", async ([, games, rules]) => {
  const players = [await makePlayer(rules, "best", 1), await makePlayer(rules, "random", 2)] as const;
  const points: number[] = [];
  for (let seed = 0; seed < games; seed++) {
    const own = seed % 2;
    const seats = own === 0 ? players : players.toReversed();
    const { scores } = await playGame(rules, seats, { seed, limits: { playouts: 1_000 } });
    points.push(scores[own] as number);
  }
  for (const player of players) await player.close();
  const mean = points.reduce((sum, each) => sum + each, 0) / games;
  const variance = points.reduce((sum, each) => sum + (each - mean) ** 2, 0) / games;
  // More than equal play by three standard errors.
  expect(mean).toBeGreaterThan(0.5 + 3 * Math.sqrt(variance / games));
});
