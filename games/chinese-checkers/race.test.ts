/** A race value is not exact, even when the sides have passed each other: counterexamples by exhaustive search. The last moves are proven. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position, Actor, Move } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { provenPlies } from "../../engine/search/values.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { game } from "./game.ts";
import { randomPast } from "./passed.fixture.ts";
import { solve, specOf } from "./solved.fixture.ts";
import { readTwoSide, twoSideSpec } from "./two-side.ts";

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

// Under "all", where going back can block, the race predicts the wrong winner most often.
test.for(["all", "filled"])(
  "what a player reports as proven once the sides have passed each other is in the solved game, win %s",
  async (win) => {
    const rules = unwrap(await game.open(unwrap(parseOptions(game.options, { side: "4", pieces: "3", win }))));
    const solved = await solve(twoSideSpec(unwrap(readTwoSide({ side: 4, pieces: 3, win, moves: "all" }))));
    const table = solved.open();
    const player = await makePlayer(rules, "alphabeta(depth=1, eval=table)", 1);
    const random = randomNumbers(18);
    const wrong: string[] = [];
    const unproven: string[] = [];
    let [won, lost] = [0, 0];
    for (let i = 0; i < 1_500; i++) {
      const text = randomPast(4, 3, random);
      const position = unwrap(rules.parsePosition(text));
      if (rules.result(position) !== null) continue;
      const { info } = await player.choose(position, {});
      if (info.unit !== "plies in the race") continue;
      const { value } = unwrap(table.probe(position));
      const isWonNow = value.parts["plies"] === 1;
      const plies = provenPlies(info.value ?? 0);
      if (isWonNow && plies !== 1) unproven.push(text);
      if (plies === null) continue;
      const outcome = (info.value ?? 0) > 0 ? "win" : "loss";
      if (outcome === "win") won++;
      else lost++;
      if (value.outcome !== outcome || (value.parts["plies"] ?? Infinity) > plies)
        wrong.push(`${text}: ${outcome} in ${plies}, ${value.text}`);
    }
    expect({ wrong, unproven }).toEqual({ wrong: [], unproven: [] });
    expect(won).toBeGreaterThan(15);
    expect(lost).toBeGreaterThan(15);
    await player.close();
    await rules.close();
  },
);
