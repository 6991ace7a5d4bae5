/** A player of whole turns plays them step by step, and searches again only if necessary. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { game } from "./game.ts";
import type { ArimaaRules } from "./rules.ts";
import { TurnPlayer } from "./turn-player.ts";
import { parseTurn } from "./turns.ts";

const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
afterAll(() => rules.close());

test("one search for the steps of a turn, another in an unexpected position", async () => {
  const searched: string[] = [];
  const player = new TurnPlayer("two", rules.board, async ({ position }) => {
    searched.push(rules.formatPosition(position).split(" ").slice(2).join(" "));
    const moves = unwrap(parseTurn(rules.board, position, "Ra2n Rh2n"));
    return { moves, info: { value: 1, unit: "rabbits", pv: moves, nodes: 9, milliseconds: 5, depth: 1 } };
  });
  const start = rules.initial();
  let position: Position = start;
  const played: string[] = [];
  const nodes: number[] = [];
  for (let i = 0; i < 3; i++) {
    const { move, info } = await player.choose(position, {});
    played.push(rules.formatMove(position, move));
    nodes.push(info.nodes);
    position = rules.play(position, [move]);
  }
  expect(played).toEqual(["Ra2n", "Rh2n", "end"]);
  expect(nodes).toEqual([9, 1, 1]);
  expect(searched).toEqual([""]);
  await player.choose(start, {});
  const elsewhere = rules.play(start, [unwrap(rules.parseMove(start, "Ee2n"))]);
  await player.choose(elsewhere, {});
  expect(searched).toEqual(["", "", "Ee2n"]);
  await player.close();
});
