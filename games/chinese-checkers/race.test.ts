/** A race value is not exact, even when the sides have passed each other: counterexamples by exhaustive search. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position, Actor, Move } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { game } from "./game.ts";
import { specOf } from "./solved.fixture.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-exact-"));
process.env["GAMELORE_HOME"] = home;
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Whether a player can force a win within a number of plies. */
function forces(rules: OpenGame, position: Position, winner: number, plies: number): boolean {
  const scores = rules.result(position);
  if (scores !== null) return scores[winner] === 1;
  if (plies === 0) return false;
  const actor = rules.actors(position)[0] as Actor;
  const after = (move: Move): boolean => forces(rules, rules.play(position, [move]), winner, plies - 1);
  const moves = rules.moves(position, actor);
  return actor === winner ? moves.some(after) : moves.every(after);
}

/** Found by solving 4x4 with 3 pieces: o jumps home over x's pieces; x goes back and blocks. */
const DECEPTIVE = [
  { win: "filled", text: "x/2/xx1/o3/1o1/2/o o" },
  { win: "filled", text: "x/2/1xx/1o2/2o/o1/1 o" },
  { win: "all", text: "x/x1/x2/4/o2/1o/o x" },
] as const;

test.for(DECEPTIVE)("the side ahead in $text cannot force a win, so the value is not exact", async ({ win, text }) => {
  const spec = specOf(4, 3);
  const solved = await spec.solve({ threads: 1 });
  await new TableStore(tablesFolder()).write(solved, spec.solver);
  const rules = unwrap(await game.open(unwrap(parseOptions(game.options, { side: "4", pieces: "3", win }))));
  const position = unwrap(rules.parsePosition(text));
  const { value } = unwrap((await rules.openTable!()).probe(position));
  const { own, other } = value.parts as { own: number; other: number };
  const mover = rules.actors(position)[0] as number;
  const winner = value.score > 0 ? mover : 1 - mover;
  expect(forces(rules, position, winner, value.score > 0 ? 2 * own - 1 : 2 * other)).toBe(false);
  expect(value.exact).toBe(false);
});
