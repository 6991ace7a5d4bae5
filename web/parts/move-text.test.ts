/** Moves of our rulesheets in the coordinates of their boards. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { gdlGame } from "../../gdl/game.ts";
import { withCardSigns } from "../board/card-text.ts";
import { cellLabels, type CellLabels } from "../board/cell-names.ts";
import { moveText } from "./plain-text.ts";

async function labelsOf(id: string): Promise<CellLabels> {
  const text = readFileSync(new URL(`../../gdl/rulesheets/${id}.kif`, import.meta.url), "utf8");
  const rules = unwrap(await unwrap(gdlGame(id, text)).open({}));
  return cellLabels(rules.view(rules.initial()));
}

test.for([
  ["chess-gdl", "(move 7 1 6 3)", "g1-f3"],
  ["chess-gdl", "(castle long)", "castle long"],
  ["chess-gdl", "(promote 1 2 queen)", "a-b=queen"],
  ["breakthrough", "(move 2 2 2 3)", "b2-b3"],
  ["connect-four", "(drop 4)", "column d"],
  ["connect-four", "(drop 9)", "drop 9"],
  ["tic-tac-toe", "(take 2 2)", "b2"],
  ["checkers", "(move 1 3 2 4)", "a3-b4"],
  ["checkers", "(jump 2 4 4 6)", "b4-d6"],
  ["othello", "(put 3 4)", "c4"],
  ["othello", "noop", "pass"],
  ["hex", "(put 9 1)", "i1"],
  ["amazons-small", "(move 6 3 5 2)", "f3-e2"],
  ["amazons-small", "(shoot 1 5)", "shoot a5"],
  ["pentago", "(turn 1 2 left)", "turn 1 2 left"],
  ["nine-board-tic-tac-toe", "(mark 3 8)", "c8"],
  ["peg-solitaire", "(jump 4 2 4 4)", "d2-d4"],
  ["goofspiel", "left: (bid 5)&right: (bid 6)", "left: bid 5 · right: bid 6"],
] as const)("%s: %s is written %s", async ([id, move, written]) => {
  expect(moveText(move, await labelsOf(id))).toBe(written);
});

test("without a board the words stay, and other notations are not touched", async () => {
  expect(moveText("(move 2 1 1 3)", null)).toBe("move 2 1 1 3");
  const labels = await labelsOf("chess-gdl");
  expect(["a1(p)", "C7+D8", "Nf3", "Ra1n"].map((text) => moveText(text, labels))).toEqual([
    "a1(p)",
    "C7+D8",
    "Nf3",
    "Ra1n",
  ]);
});

test("cards have their signs, words and bids stay", () => {
  const moves = ["C7+HT", "DJ", "pass", "18", "clubs+hand", "skat"];
  expect(moves.map(withCardSigns)).toEqual(["♣7+♥10", "♦J", "pass", "18", "clubs+hand", "skat"]);
});
