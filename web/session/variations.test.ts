import { expect, test } from "vitest";
import { newGame, played, restored, type SavedGame, shown, switched, withLine } from "./saved-game.ts";
import { branchesOf, keptLines } from "./variations.ts";

const person = { kind: "person" } as const;
const begin = (): SavedGame => newGame({ game: "g", variant: {}, seats: [person, person] }, "id", new Date(0));
const play = (saved: SavedGame, text: string): SavedGame =>
  text.split(" ").reduce((game, move) => played(game, move, null), saved);
const lines = (saved: SavedGame): string[] => saved.variations.map(({ moves }) => moves.join(" "));

test("another move at an earlier position keeps the old continuation as a variation", () => {
  const other = play(shown(play(begin(), "a b c d"), 1), "x y");
  expect(other.moves.join(" ")).toBe("a x y");
  expect(lines(other)).toEqual(["a b c d"]);
});

test("the same move again adds no variation once the line is as long as before", () => {
  const again = play(shown(play(begin(), "a b c"), 1), "b");
  expect(again.moves.join(" ")).toBe("a b");
  expect(lines(again)).toEqual(["a b c"]);
  expect(lines(play(again, "c"))).toEqual([]);
  expect(lines(play(again, "d"))).toEqual(["a b c"]);
});

test("a variation becomes the line on the board; the former line becomes a variation", () => {
  const two = play(shown(play(begin(), "a b c d"), 1), "x y");
  const back = switched(two, 0, 3);
  expect(back.moves.join(" ")).toBe("a b c d");
  expect(back.at).toBe(3);
  expect(lines(back)).toEqual(["a x y"]);
  expect(switched(two, 7, 0)).toBe(two);
});

test("a resignation stays with its line", () => {
  const resigned = { ...play(begin(), "a b"), over: { seat: 1, how: "resigned" as const } };
  const other = withLine(resigned, ["a", "c"], 2);
  expect(other.over).toBeNull();
  expect(switched(other, 0, 2).over).toEqual({ seat: 1, how: "resigned" });
});

test("variations of variations are attached where they differ", () => {
  const line = (text: string): { moves: string[]; over: null } => ({ moves: text.split(" "), over: null });
  const branches = branchesOf(["a", "b", "c"], [line("a x y z"), line("a x w"), line("a b c d")]);
  expect(branches.map(({ parent, from, depth, moves }) => [parent, from, depth, moves.join(" ")])).toEqual([
    [null, 1, 1, "x y z"],
    [0, 2, 2, "w"],
    [null, 3, 1, "d"],
  ]);
});

test("beginnings of other lines are not kept, and the number is limited", () => {
  const line = (text: string): { moves: string[]; over: null } => ({ moves: text.split(" "), over: null });
  const kept = keptLines([line("a b"), line("a b c"), line("a b c"), line("q")], ["q", "r"]);
  expect(kept.map(({ moves }) => moves.join(" "))).toEqual(["a b c"]);
  const many = Array.from({ length: 60 }, (_, number) => line(`m${number} n`));
  expect(keptLines(many, ["z"])).toHaveLength(40);
});

test("a game saved before variations existed is restored without any", () => {
  const { variations: _, ...old } = play(begin(), "a b");
  expect(restored({ ...old, version: 3 })).toEqual(play(begin(), "a b"));
});
