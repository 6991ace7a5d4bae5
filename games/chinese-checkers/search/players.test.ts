import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { parseOptions } from "../../../engine/contracts/options.ts";
import {
  type Choice,
  type Limits,
  parsePlayerText,
  type Player,
  type PlayerKind,
} from "../../../engine/contracts/player.ts";
import { alphabetaKind } from "../../../engine/search/alphabeta.ts";
import { TestGame, WIN_FILLED } from "./small-game.fixture.ts";
import { greedyKind } from "../../../engine/search/greedy.ts";
import { randomKind } from "../../../engine/search/random.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { uctKind } from "../../../engine/search/uct.ts";

const game = new TestGame({ side: 5, pieces: 3, win: WIN_FILLED });
const context = game.context();
const kinds: readonly PlayerKind[] = [
  randomKind(context.rules),
  greedyKind(context),
  alphabetaKind(context),
  uctKind(context),
];
afterAll(() => game.close());

function create(text: string, seed = 1): Promise<Player> {
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = kinds.find((candidate) => candidate.name === name) as PlayerKind;
  return kind.create(unwrap(parseOptions(kind.parameters, parameters)), seed);
}

async function using<T>(text: string, seed: number, use: (player: Player) => Promise<T>): Promise<T> {
  const player = await create(text, seed);
  try {
    return await use(player);
  } finally {
    await player.close();
  }
}

/** The moves of a game that a player plays against itself. */
function selfPlay(text: string, seed: number, plies: number, limits: Limits = {}): Promise<number[]> {
  return using(text, seed, async (player) => {
    const played: number[] = [];
    let position = game.initial();
    for (let ply = 0; ply < plies && game.result(position) === 0; ply++) {
      const { move } = await player.choose(position, limits);
      expect(game.moves(position)).toContain(move);
      played.push(move);
      position = game.play(position, move);
    }
    return played;
  });
}

describe.each(["random", "greedy", "alphabeta(depth=3)", "uct(playouts=50)"])("%s", (text) => {
  test("plays legal moves, and the same moves for the same seed", async () => {
    expect(await selfPlay(text, 5, 40)).toEqual(await selfPlay(text, 5, 40));
  });

  test("its text creates the same player", async () => {
    const player = await create(text);
    expect(player.text).toBe(text);
    await player.close();
  });

  test("rejects a finished game", async () => {
    const home = [0, 1, 2];
    const ended = game.position(
      home,
      home.map((cell) => game.cells - 1 - cell),
      1,
    );
    await using(text, 1, (player) => expect(player.choose(ended, {})).rejects.toMatchObject({ code: "bad-position" }));
  });
});

describe("limits", () => {
  const choose = (text: string, limits: Limits): Promise<Choice> =>
    using(text, 1, (player) => player.choose(game.initial(), limits));

  test("alphabeta searches 5 plies without limits", async () => {
    expect((await choose("alphabeta", {})).info.depth).toBe(5);
    expect((await choose("alphabeta", { playouts: 3 })).info.depth).toBe(5);
  });

  test("limits of the text and of the call both apply", async () => {
    expect((await choose("alphabeta(depth=2)", { depth: 4 })).info.depth).toBe(2);
    expect((await choose("alphabeta(depth=4)", { depth: 2 })).info.depth).toBe(2);
    expect((await choose("alphabeta(nodes=5000)", {})).info.nodes).toBeLessThanOrEqual(5000);
    expect((await choose("alphabeta(nodes=5000)", { nodes: 300 })).info.nodes).toBeLessThanOrEqual(300);
    expect((await choose("uct(playouts=100000)", { nodes: 700 })).info.nodes).toBe(700);
    expect((await choose("uct(expansions=600)", { playouts: 100_000 })).info.nodes).toBe(600);
  });

  test.each(["alphabeta", "uct"])("%s respects a time limit, given either way", async (name) => {
    for (const [text, limits] of [
      [`${name}(ms=60)`, {}],
      [name, { milliseconds: 60 }],
    ] as const) {
      const { info } = await choose(text, limits);
      expect(info.milliseconds).toBeGreaterThan(30);
    }
  });

  test.each(["alphabeta(depth=64)", "uct(playouts=1000000000)"])(
    "%s returns a move when the signal aborts",
    async (text) => {
      await using(text, 1, async (player) => {
        const aborter = new AbortController();
        const choice = player.choose(game.initial(), {}, { signal: aborter.signal });
        setTimeout(() => aborter.abort(), 50);
        expect(game.moves(game.initial())).toContain((await choice).move);
        const late = await player.choose(game.initial(), {}, { signal: aborter.signal });
        expect(game.moves(game.initial())).toContain(late.move);
      });
    },
  );
});

test("the canonical text omits defaults", async () => {
  const player = await create("alphabeta( tt=16 , nodes=10, depth=3 )");
  expect(player.text).toBe("alphabeta(depth=3, nodes=10)");
  await player.close();
});

test("close frees all memory, also during a search", async () => {
  const { memory } = game.kernel;
  game.pool();
  const before = memory.allocate(64);
  memory.free(before);
  for (const text of ["greedy", "alphabeta(depth=64)", "uct(playouts=1000000000)"]) {
    const player = await create(text);
    const choice = player.choose(game.initial(), {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    await player.close();
    expect(game.moves(game.initial())).toContain((await choice).move);
    const after = memory.allocate(64);
    memory.free(after);
    expect(after).toBe(before);
  }
});

test("random plays every move", async () => {
  const position = game.randomPosition(new SeededRandom(2), 6);
  const seen = new Set<number>();
  await using("random", 9, async (player) => {
    for (let i = 0; i < 400; i++) seen.add((await player.choose(position, {})).move);
  });
  expect([...seen].toSorted()).toEqual(game.moves(position).toSorted());
});

test("every searching player beats random", async () => {
  const score = (first: string, second: string): Promise<number> =>
    using(first, 1, (a) =>
      using(second, 2, async (b) => {
        let points = 0;
        for (let round = 0; round < 4; round++) {
          let position = game.randomPosition(new SeededRandom(round), 4);
          for (let ply = 0; ply < 120 && game.result(position) === 0; ply++) {
            const mover = (game.turn(position) + round) % 2 === 0 ? a : b;
            position = game.play(position, (await mover.choose(position, {})).move);
          }
          const result = game.result(position);
          if (result === 0 || result === 3) points += 0.5;
          else if ((result - 1 + round) % 2 === 0) points += 1;
        }
        return points;
      }),
    );
  expect(await score("greedy", "random")).toBeGreaterThan(2);
  expect(await score("uct(playouts=400)", "random")).toBeGreaterThan(2);
  expect(await score("alphabeta(depth=3)", "random")).toBeGreaterThan(2);
});
