/** The player `hybrid`: what alpha-beta proves counts, and short games decide who leads. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Actor, Move, Position } from "../../engine/contracts/position.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { gdlGame } from "../game.ts";
import type { GdlRules } from "../rules.ts";
import { sharedComparison } from "./comparison.ts";

const sheet = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");
const opened = async (name: string): Promise<OpenGame> => unwrap(await unwrap(gdlGame(name, sheet(name))).open({}));

function after(rules: OpenGame, columns: string): Position {
  return [...columns].reduce((position, column) => {
    const moves = rules.moves(position, rules.actors(position)[0] as Actor);
    return rules.play(position, [
      moves.find((move) => rules.formatMove(position, move).includes(`drop ${column}`)) as Move,
    ]);
  }, rules.initial());
}

/** Discs, and the only columns that keep the best result, by an independent solver in C. */
const LATE_POSITIONS: readonly (readonly [discs: string, best: string])[] = [
  ["72212731656245135", "3"],
  ["34377352113353421", "4"],
  ["73212711422717766", "4"],
  ["46171463117266426", "23"],
];

describe("the player hybrid", () => {
  test.for(LATE_POSITIONS)("plays late positions of connect four without a mistake: %s", async ([discs, best]) => {
    const rules = await opened("connect-four");
    const position = after(rules, discs);
    for (const leader of ["uct", "alphabeta"]) {
      const player = await makePlayer(rules, `hybrid(playouts=10000, gifl=0, leader=${leader})`, 1);
      const { move } = await player.choose(position, {});
      expect([...best]).toContain(/drop (\d)/.exec(rules.formatMove(position, move))?.[1]);
      await player.close();
    }
  });

  test("plays short games before the first move", async () => {
    const rules = await opened("breakthrough-small");
    const player = await makePlayer(rules, "best(gifl=50)", 1);
    await player.prepare?.(rules.initial(), { milliseconds: 5_000 });
    const { context } = rules as GdlRules;
    if (!context) throw new Error("no propnet");
    expect(sharedComparison(context).result.alphabeta.games).toBeGreaterThan(0);
    const { move } = await player.choose(rules.initial(), { milliseconds: 20 });
    expect(rules.moves(rules.initial(), rules.actors(rules.initial())[0] as Actor)).toContain(move);
    await player.close();
  });
});

describe("the player hybrid(playouts=300, gifl=0)", () => {
  playerSuite(async () => {
    const rules = await opened("connect-four");
    return {
      rules,
      text: "hybrid(playouts=300, gifl=0)",
      quick: { playouts: 50 },
      deepText: "hybrid(playouts=100000000, gifl=0)",
      deep: {},
      positions: [rules.initial(), after(rules, "4"), after(rules, "443526")],
      ended: after(rules, "1213141"),
    };
  });
});
