/** Choices: the same request has the same answer, whatever was asked before. */
import { afterEach, expect, test } from "vitest";
import type { ChooseRequest } from "./api.ts";
import { Desk } from "./game-service.ts";
import { deskGame } from "../server/game-source.ts";

const NO_TABLES = {
  has: () => false,
  isUnfinished: () => false,
  open: () => {
    throw new Error("there are no tables");
  },
};
const desks: Desk[] = [];
afterEach(() => Promise.all(desks.splice(0).map((desk) => desk.close())));

async function deskOf(id: string): Promise<Desk> {
  const desk = new Desk(await deskGame({ id }), NO_TABLES);
  desks.push(desk);
  return desk;
}

const request = (moves: readonly string[], seed: number, more: Partial<ChooseRequest> = {}): ChooseRequest => ({
  variant: {},
  start: null,
  moves,
  player: "random",
  limits: {},
  seed,
  ...more,
});

test("a variant that cannot be opened is refused each time it is asked for, and no promise fails unheard", async () => {
  const desk = await deskOf("thief-and-police");
  const variant = { maze: "#####\n#..x#\n#...#\n#####" };
  for (let i = 0; i < 3; i++) await expect(desk.game(variant)).rejects.toThrow('row 2, column 4: "x" is not a square');
  await expect(desk.game({ maze: "...E" })).rejects.toThrow("policemen: 4 and a thief do not fit");
});

test("a request has one answer: asked again, after others, by another desk, and under its canonical name", async () => {
  const [one, other] = [await deskOf("hex"), await deskOf("hex")];
  const openings = ["(put 2 2)", "(put 5 5)", "(put 7 3)"];
  const asked = openings.flatMap((move) => [1, 2, 3].map((seed) => request([move], seed)));
  const first: string[] = [];
  for (const each of asked) first.push((await one.choose(each)).move);
  expect(new Set(first).size).toBeGreaterThan(2);
  for (const [i, each] of asked.entries()) expect((await one.choose(each)).move).toBe(first[i]);
  for (const [i, each] of asked.entries().toArray().toReversed())
    expect((await other.choose({ ...each, player: " random " })).move).toBe(first[i]);
});

test("the steps of a turn can be asked for again, in any order", async () => {
  const desk = await deskOf("arimaa");
  const setup = ["99of9", "99of9"];
  const moves = [...setup];
  const answers: string[] = [];
  for (let step = 0; step < 3; step++) {
    const { move } = await desk.choose(request(moves, 5));
    answers.push(move);
    moves.push(move);
  }
  for (const step of [2, 0, 1]) {
    const again = await desk.choose(request(moves.slice(0, setup.length + step), 5));
    expect(again.move).toBe(answers[step]);
  }
});

test("two who choose at once with one seed do not choose alike", async () => {
  const desk = await deskOf("goofspiel");
  const bids = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map(async (seed) => {
      const [left, right] = await Promise.all([0, 1].map((actor) => desk.choose(request([], seed, { actor }))));
      return [left?.move.replace(/^.*: /, ""), right?.move.replace(/^.*: /, "")];
    }),
  );
  expect(bids.filter(([left, right]) => left === right).length).toBeLessThan(4);
});
