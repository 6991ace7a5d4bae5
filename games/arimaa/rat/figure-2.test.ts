/**
 * The sequence that the paper narrates for its figure 2, with the opponent's "cooperation": a victim is pulled to d7, flipped to d5, pushed to c4,
 * captured on c3, and the elephant returns to d6. The pictures are lost. From the text: the squares of both elephants, the held horse, camel, horse and
 * dog at home, the victim's squares from d7 on. Open, and chosen here: that the victim comes from e7, its kind, all small pieces, silver's replies.
 */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { defaultsOf } from "../../../engine/contracts/options.ts";
import { game } from "../game.ts";
import { lettersOf } from "../squares.ts";
import type { ArimaaRules } from "../rules.ts";
import { parseTurn, playMoves } from "../turns.ts";

const rules = unwrap(await game.open({})) as ArimaaRules;
afterAll(() => rules.close());
const kind = rules.playerKinds.find(({ name }) => name === "rat")!;

/** Silver waits in the east. */
const REPLIES = ["hh6s", "hh5n", "hh6s", "hh5n"];

const letterAt = (position: Position, square: string): string =>
  lettersOf(position)[8 * (8 - Number(square[1])) + "abcdefgh".indexOf(square[0]!)]!;
const count = (position: Position, letter: string): number => lettersOf(position).split(letter).length - 1;

/** The boards after each turn of Rat as gold. */
async function turnsOf(rows: string): Promise<Position[]> {
  const rat = await kind.create(defaultsOf(kind.parameters), 1);
  const boards: Position[] = [];
  let now = unwrap(rules.parsePosition(`g ${rows.replaceAll("/", "")}`));
  for (const reply of [...REPLIES, null]) {
    now = playMoves(rules.board, now, (await rat.choose(now, {})).info.pv);
    boards.push(now);
    if (reply !== null) now = playMoves(rules.board, now, unwrap(parseTurn(rules.board, now, reply)));
  }
  await rat.close();
  return boards;
}

test.each([
  ["a horse, ours held on a6", "h", ".rrcdrrr/r...hdrr/He.E..mh/......../......../.D.H..M./R.C..C.R/RRRDRRR."],
  ["a horse, ours held on b7", "h", "rrrcdrrr/.H..hdrr/.e.E..mh/......../......../.D.H..M./R.C..C.R/RRRDRRR."],
  ["the camel, our horse held on a6", "m", ".rrcdrrr/r...mdrr/He.E...h/......../......../.D.H..M./R.C..C.R/RRRDRRR."],
])("flash-kidnapping of %s", async (_, victim, rows) => {
  const [pulled, flipped, pushed, captured, returned] = (await turnsOf(rows)) as [
    Position,
    Position,
    Position,
    Position,
    Position,
  ];
  expect(letterAt(pulled, "d7") + letterAt(pulled, "d6")).toBe(`${victim}E`);
  expect(letterAt(flipped, "d5") + letterAt(flipped, "d6")).toBe(`${victim}E`);
  expect(letterAt(pushed, "c4")).toBe(victim);
  expect(count(pushed, victim) - count(captured, victim)).toBe(1);
  expect(letterAt(returned, "d6")).toBe("E");
});
