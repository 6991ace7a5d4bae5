/** The search of games without a propnet, by small games that are forced onto the interpreter. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Move, PlayerNumber, Position } from "../../engine/contracts/position.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { gdlGame } from "../game.ts";
import { HIDE } from "../ggp/ggp.fixture.ts";

const TIC_TAC_TOE = readFileSync(new URL("../rulesheets/tic-tac-toe.kif", import.meta.url), "utf8");
/** Too few for any propnet. */
const LIMITS = { maxFacts: 10, maxRuleWords: 10, maxSteps: 10 };

async function open(sheet: string): Promise<OpenGame> {
  return unwrap(await unwrap(gdlGame("small", sheet, () => {}, LIMITS)).open({}));
}

/** Cells by two digits. */
function play(rules: OpenGame, moves: string): Position {
  return moves
    .split(" ")
    .filter(Boolean)
    .reduce(
      (position, [column, row]) => rules.play(position, [unwrap(rules.parseMove(position, `(take ${column} ${row})`))]),
      rules.initial(),
    );
}

describe("the player uct of the interpreter", () => {
  playerSuite(async () => {
    const rules = await open(TIC_TAC_TOE);
    return {
      rules,
      text: "uct(steps=60)",
      quick: { nodes: 60 },
      deepText: "uct(steps=1000000000)",
      deep: {},
      positions: [rules.initial(), play(rules, "22 11")],
      ended: play(rules, "11 21 12 22 13"),
    };
  });
});

test.for([
  ["wins", "11 21 12 22", "(take 1 3)"],
  ["prevents a win", "11 21 12", "(take 1 3)"],
] as const)("%s in tic-tac-toe", async ([, moves, expected]) => {
  const rules = await open(TIC_TAC_TOE);
  const position = play(rules, moves);
  const player = await makePlayer(rules, "best", 1);
  const { move, info } = await player.choose(position, {});
  expect(rules.formatMove(position, move)).toBe(expected);
  expect(info.playouts).toBeGreaterThan(100);
});

test("a state in which another role has no legal move is an error, not an endless search", async () => {
  const rules = await open(`(role a) (role b) (init (at 1)) (<= (legal a ?m) (move ?m)) (move left) (move right)
    (<= (legal b wait) (true (at 1))) (<= (next (at 2)) (true (at 1))) (<= terminal (true (at 3))) (goal a 0) (goal b 0)`);
  const [move] = rules.moves(rules.initial(), 0 as PlayerNumber);
  const blocked = rules.play(rules.initial(), [move as Move]);
  const player = await makePlayer(rules, "best", 1);
  await expect(player.choose(blocked, {})).rejects.toThrow("no legal move");
});

test("simultaneous moves: each role by its own statistics", async () => {
  const rules = await open(HIDE);
  for (const actor of rules.actors(rules.initial())) {
    const player = await makePlayer(rules, "uct(playouts=300)", 1);
    const { move, info } = await player.choose(rules.initial(), {}, { actor });
    expect(rules.moves(rules.initial(), actor)).toContain(move);
    expect(info.playouts).toBe(300);
    // Matching pennies: half of the points for each.
    expect(info.value).toBeGreaterThan(0.3);
    expect(info.value).toBeLessThan(0.7);
  }
});
