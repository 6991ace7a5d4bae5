/** Probes of general games: exact values in order, parts of games that are too large, and solving in the background. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Actor, Position } from "../../engine/contracts/position.ts";
import type { Prober } from "../../engine/contracts/table.ts";
import { pick, randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { gdlGame } from "../game.ts";
import { slidingTiles } from "./small-games.fixture.ts";

const sheet = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");

async function open(id: string, text: string = sheet(id)): Promise<{ rules: OpenGame; prober: Prober }> {
  const game = unwrap(gdlGame(id, text));
  const rules = unwrap(await game.open({}));
  const prober = unwrap(await (game.prober as NonNullable<typeof game.prober>)({}));
  onTestFinished(async () => {
    await prober.close();
    await rules.close();
  });
  return { rules, prober };
}

function play(rules: OpenGame, moves: readonly string[]): Position {
  return moves.reduce(
    (position, text) => rules.play(position, [unwrap(rules.parseMove(position, text))]),
    rules.initial(),
  );
}

describe("tic-tac-toe", () => {
  test("every first move draws; an empty text is the initial position", async () => {
    const { rules, prober } = await open("tic-tac-toe");
    const probe = unwrap(await prober.probe(unwrap(prober.parsePosition(""))));
    expect(probe.position).toBe(rules.formatPosition(rules.initial()));
    expect(probe.value).toEqual({ text: "draw", score: 0, parts: { goal: 50 }, exact: true, outcome: "draw" });
    expect(probe.moves.map(({ after }) => after.text)).toEqual(Array.from({ length: 9 }, () => "draw"));
  });

  test("the fastest win comes first, and the slowest loss", async () => {
    const { rules, prober } = await open("tic-tac-toe");
    // x in two corners, o between and beside: x wins at once on the diagonal.
    const won = unwrap(await prober.probe(play(rules, ["(take 1 1)", "(take 2 1)", "(take 2 2)", "(take 1 2)"])));
    expect(won.value).toMatchObject({ text: "win in 1 ply", outcome: "win", parts: { plies: 1, goal: 100 } });
    expect(won.moves[0]).toMatchObject({ text: "(take 3 3)", after: { text: "win at once", parts: { plies: 0 } } });
    const scores = won.moves.map(({ after }) => after.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    // After that, o cannot hold: only one move prevents the line for a while.
    const lost = unwrap(await prober.probe(play(rules, ["(take 1 1)", "(take 2 1)", "(take 2 2)"])));
    expect(lost.value).toMatchObject({ text: "loss in 4 plies", outcome: "loss", parts: { plies: 4, goal: 0 } });
    expect(lost.moves[0]).toMatchObject({ text: "(take 3 3)", after: { text: "loss in 3 plies" } });
    expect(lost.moves.slice(1).map(({ after }) => after.text)).toEqual(
      Array.from({ length: 5 }, () => "loss in 1 ply"),
    );
  });

  test("a finished game has no value", async () => {
    const { rules, prober } = await open("tic-tac-toe");
    const end = play(rules, ["(take 1 1)", "(take 2 1)", "(take 2 2)", "(take 1 2)", "(take 3 3)"]);
    expect(await prober.probe(end)).toMatchObject({ ok: false, error: { code: "not-in-table" } });
  });
});

test("a puzzle: the shortest solution, and states that cannot be solved", async () => {
  const { rules, prober } = await open("tiles", slidingTiles(3));
  const probe = unwrap(await prober.probe(rules.initial()));
  expect(probe.value.text).toMatch(/^solved in \d+ plies$/);
  const plies = probe.value.parts["plies"] as number;
  expect(probe.moves[0]?.after.parts["plies"]).toBe(plies - 1);
  // Two exchanged tiles: the other half of the permutations, which is solved on its own.
  const text = rules.formatPosition(rules.initial());
  const [one, two] = text.match(/\(tile [12] \d\)/g) as [string, string];
  const exchanged = text
    .replace(one, `${one.slice(0, -2)}${two.at(-2)})`)
    .replace(two, `${two.slice(0, -2)}${one.at(-2)})`);
  const unsolvable = unwrap(await prober.probe(unwrap(prober.parsePosition(exchanged))));
  expect(unsolvable.value).toMatchObject({ text: "no end can be reached", outcome: "loss", exact: true });
});

describe("connect four, which is too large", () => {
  /** A position with `discs` discs, by random moves that do not end the game. */
  function late(rules: OpenGame, discs: number): Position {
    const random = randomNumbers(5);
    for (let attempt = 0; attempt < 1_000; attempt++) {
      let position = rules.initial();
      for (let i = 0; i < discs && rules.result(position) === null; i++) {
        const moves = rules.moves(position, rules.actors(position)[0] as Actor);
        position = rules.play(position, [pick(moves, random)]);
      }
      if (rules.result(position) === null) return position;
    }
    throw new Error("every random game ends too early");
  }

  /** Plain memoised minimax: the score of the first role, with the distance in plies. */
  function minimax(rules: OpenGame): (position: Position) => number {
    const known = new Map<string, number>();
    const value = (position: Position): number => {
      const key = rules.formatPosition(position);
      const found = known.get(key);
      if (found !== undefined) return found;
      const result = rules.result(position);
      const own = result ? 1_000 * Math.sign((result[0] as number) - (result[1] as number)) : best(position);
      known.set(key, own);
      return own;
    };
    const best = (position: Position): number => {
      const actor = rules.actors(position)[0] as Actor;
      // A column is full or a single move is left: the turn is a fact, not the number of choices.
      const isFirst = key(rules, position).includes(`(control ${rules.players[0]})`);
      const after = rules.moves(position, actor).map((move) => {
        const score = value(rules.play(position, [move]));
        return score - Math.sign(score);
      });
      return isFirst ? Math.max(...after) : Math.min(...after);
    };
    return value;
  }
  const key = (rules: OpenGame, position: Position): string => rules.formatPosition(position);

  test("late positions have the values of minimax", async () => {
    const { rules, prober } = await open("connect-four");
    const position = late(rules, 31);
    const expected = minimax(rules);
    const probe = unwrap(await prober.probe(position));
    const sign = rules.actors(position)[0] === 0 ? 1 : -1;
    const scoreOf = ({ outcome, parts }: typeof probe.value): number =>
      outcome === "draw" ? 0 : (outcome === "win" ? 1 : -1) * (1_000 - (parts["plies"] as number));
    expect(scoreOf(probe.value)).toBe(sign * expected(position) + 0);
    expect(probe.moves.length).toBe(rules.moves(position, rules.actors(position)[0] as Actor).length);
    for (const { move, after } of probe.moves)
      expect(scoreOf(after)).toBe(sign * expected(rules.play(position, [move])) + 0);
  });

  test("a probe without patience fails at once, and a later one is exact", async () => {
    const { rules, prober } = await open("connect-four");
    expect(await prober.probe(rules.initial(), undefined, 0)).toMatchObject({
      ok: false,
      error: { code: "not-in-table", message: "connect-four is not solved yet" },
    });
    await expect.poll(() => prober.revision, { timeout: 30_000 }).toBe(1);
    const failed = await prober.probe(rules.initial(), undefined, 0);
    expect(failed.ok ? "" : failed.error.message).toMatch(/^connect-four cannot be solved: more than 4,194,304 states/);
    const position = late(rules, 31);
    await prober.probe(position, undefined, 0);
    await expect.poll(async () => (await prober.probe(position, undefined, 0)).ok, { timeout: 30_000 }).toBe(true);
  });

  test("a signal ends a probe", async () => {
    const { rules, prober } = await open("connect-four");
    await expect(prober.probe(rules.initial(), AbortSignal.timeout(20))).rejects.toMatchObject({ code: "interrupted" });
  });
});

test("a game with simultaneous moves is not solved, with the reason", async () => {
  const { rules, prober } = await open("goofspiel");
  const failed = await prober.probe(rules.initial());
  expect(failed.ok ? "" : failed.error.message).toContain("simultaneous moves");
});
