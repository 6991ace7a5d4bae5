/** Contract tests of tic-tac-toe, and published facts. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { evaluatorSuite } from "../../engine/contracts/suites/evaluator-suite.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { randomGame } from "../../engine/contracts/suites/random-play.ts";
import { game } from "./game.ts";

const rules: OpenGame = unwrap(await game.open({}));
afterAll(() => rules.close());

const played: readonly Position[] = [1, 2, 3].flatMap((seed) =>
  randomGame(rules, rules.initial(), seed, 9).map(({ position }) => position),
);

gameSuite(async () => unwrap(await game.open({})), { perftDepth: 3 });

describe.for(rules.evaluators)("the evaluator $name", (spec) => {
  evaluatorSuite(async () => ({ evaluator: await spec.create(), others: [], players: 2, positions: played }));
});

describe.for(["random", "alphabeta(depth=3)", "uct(playouts=200)"])("the player %s", (text) => {
  playerSuite(async () => ({
    rules,
    text,
    quick: { nodes: 1_000 },
    // In a larger game, a search that never ends, such as alphabeta(depth=64).
    deepText: text,
    deep: {},
    positions: played.filter((position) => rules.result(position) === null),
    ended: unwrap(rules.parsePosition("xxx/oo./...")),
  }));
});

test("perft equals published counts", () => {
  const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((depth) => rules.perft(rules.initial(), depth));
  expect(counts).toEqual([9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
});

test("5,478 positions and 255,168 games: 131,184 won by x, 77,904 by o, 46,080 drawn", () => {
  const games = [0, 0, 0];
  let positions = 0;
  // Positions after each number of moves, with the number of paths to them.
  for (let ways = new Map([[rules.formatPosition(rules.initial()), 1]]); ways.size > 0;) {
    const next = new Map<string, number>();
    for (const [text, count] of ways) {
      const position = unwrap(rules.parsePosition(text));
      const scores = rules.result(position);
      if (scores) games[[1, 0, 0.5].indexOf(scores[0] as number)]! += count;
      for (const move of rules.actors(position).flatMap((actor) => rules.moves(position, actor))) {
        const after = rules.formatPosition(rules.play(position, [move]));
        next.set(after, (next.get(after) ?? 0) + count);
      }
    }
    positions += ways.size;
    ways = next;
  }
  expect({ positions, games }).toEqual({ positions: 5_478, games: [131_184, 77_904, 46_080] });
});

test("the game is a draw", async () => {
  const alphabeta = rules.playerKinds.find(({ name }) => name === "alphabeta") as PlayerKind;
  const player = await alphabeta.create({}, 1);
  const { info } = await player.choose(rules.initial(), { depth: 9 });
  expect(info).toMatchObject({ value: 0, depth: 9 });
  await player.close();
});
