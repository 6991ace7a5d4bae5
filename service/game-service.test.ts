/** Choices: the same request has the same answer, whatever was requested before. */
import { afterEach, expect, test } from "vitest";
import type { ChooseRequest } from "./api.ts";
import { GameService } from "./game-service.ts";
import { loadServedGame } from "../server/game-source.ts";

const NO_TABLES = {
  has: () => false,
  isUnfinished: () => false,
  open: () => {
    throw new Error("no tables");
  },
};
const services: GameService[] = [];
afterEach(() => Promise.all(services.splice(0).map((service) => service.close())));

async function serviceOf(id: string): Promise<GameService> {
  const service = new GameService(await loadServedGame({ id }), NO_TABLES);
  services.push(service);
  return service;
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

test("a variant that cannot be opened fails on every request, without an unhandled rejection", async () => {
  const service = await serviceOf("thief-and-police");
  const variant = { maze: "#####\n#..x#\n#...#\n#####" };
  for (let i = 0; i < 3; i++)
    await expect(service.game(variant)).rejects.toThrow('row 2, column 4: "x" is not a square');
  await expect(service.game({ maze: "...E" })).rejects.toThrow("policemen: 4 and a thief do not fit");
});

test("so does one that evicts another, which takes time to close", async () => {
  const service = await serviceOf("thief-and-police");
  // Its player has threads.
  for (const policemen of [1, 2, 3])
    await service.choose(request([], 1, { variant: { maze: "small", policemen }, player: "alphabeta(depth=1)" }));
  await expect(service.game({ maze: "#####\n#..x#\n#...#\n#####" })).rejects.toThrow("row 2, column 4");
});

test("a search goes on while its variant is evicted", async () => {
  const service = await serviceOf("chinese-checkers");
  const variant = (side: number): { side: number; pieces: number } => ({ side, pieces: 3 });
  const began = Promise.withResolvers<void>();
  const stop = new AbortController();
  const search = service.choose(
    request([], 1, { variant: variant(9), player: "alphabeta(eval=rows)", limits: { milliseconds: 600_000 } }),
    stop.signal,
    () => began.resolve(),
  );
  await began.promise;
  for (const side of [4, 5, 6, 7]) await service.choose(request([], 1, { variant: variant(side) }));
  const ended = await Promise.race([search, service.game({}).then(() => null)]);
  expect(ended).toBeNull();
  stop.abort();
  await expect(search).rejects.toThrow("interrupted");
});

test("a request has one answer: repeated, after others, by another service, and under its canonical name", async () => {
  const [one, other] = [await serviceOf("hex"), await serviceOf("hex")];
  const openings = ["(put 2 2)", "(put 5 5)", "(put 7 3)"];
  const requests = openings.flatMap((move) => [1, 2, 3].map((seed) => request([move], seed)));
  const first: string[] = [];
  for (const each of requests) first.push((await one.choose(each)).move);
  expect(new Set(first).size).toBeGreaterThan(2);
  for (const [i, each] of requests.entries()) expect((await one.choose(each)).move).toBe(first[i]);
  for (const [i, each] of requests.entries().toArray().toReversed())
    expect((await other.choose({ ...each, player: " random " })).move).toBe(first[i]);
});

test("the steps of a turn can be requested again, in any order", async () => {
  const service = await serviceOf("arimaa");
  const setup = ["99of9", "99of9"];
  const moves = [...setup];
  const answers: string[] = [];
  for (let step = 0; step < 3; step++) {
    const { move } = await service.choose(request(moves, 5));
    answers.push(move);
    moves.push(move);
  }
  for (const step of [2, 0, 1]) {
    const again = await service.choose(request(moves.slice(0, setup.length + step), 5));
    expect(again.move).toBe(answers[step]);
  }
});

test("two actors with one seed do not choose alike", async () => {
  const service = await serviceOf("goofspiel");
  const bids = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map(async (seed) => {
      const [left, right] = await Promise.all([0, 1].map((actor) => service.choose(request([], seed, { actor }))));
      return [left?.move.replace(/^.*: /, ""), right?.move.replace(/^.*: /, "")];
    }),
  );
  expect(bids.filter(([left, right]) => left === right).length).toBeLessThan(4);
});

test("a small general game is solved: exact values with a principal variation, in values, analysis and pv", async () => {
  const service = await serviceOf("tic-tac-toe");
  const state = { variant: {}, start: null, moves: ["(take 1 1)", "(take 2 1)"] };
  const values = (): ReturnType<GameService["values"]> => service.values({ ...state, seat: null });
  // The first request may end before the game is solved.
  await expect.poll(async () => (await values()).source.kind, { timeout: 20_000 }).toBe("solved");
  const { source, value, moves } = await values();
  expect(source.text).toBe("exact, solved: retrograde analysis");
  expect(value).toMatchObject({ text: "win in 5 plies", outcome: "win", moves: 3, exact: true });
  // On a busy machine it may end early.
  await expect.poll(async () => (await values()).pv.length, { timeout: 20_000 }).toBe(5);
  expect(moves).toHaveLength(7);
  expect((await service.pv({ ...state, seat: null })).ended).toBe(true);
  const analysis = await service.analyse({ ...state, seat: null, lines: 2, player: 0 });
  expect(analysis).toMatchObject({ done: true, evaluation: { share: 1, text: "x wins in 3 moves", exact: true } });
});
