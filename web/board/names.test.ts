import { expect, test } from "vitest";
import type { View } from "../../engine/contracts/view.ts";
import { itemKind, itemName } from "./cards.tsx";
import { describeCell } from "./names.ts";
import { pieceSet } from "./pieces/sets.ts";

const unmarked = { selected: false, target: false, value: null };
const view: View = {
  shape: "square",
  cells: [
    { name: "c6", x: 0, y: 0, zone: null, mark: "x" },
    { name: "d6", x: 1, y: 0, zone: null },
  ],
  pieces: [{ cell: 1, letter: "E", owner: 0, held: true }],
  turn: 0,
};

test("labels have the piece, the selection and the value", () => {
  const arimaa = pieceSet("arimaa", []);
  expect(describeCell(view, 0, arimaa, ["gold", "silver"], unmarked)).toBe("c6, trap");
  expect(
    describeCell(view, 1, arimaa, ["gold", "silver"], { selected: true, target: false, value: "win in 3 plies" }),
  ).toBe("d6, gold elephant, held, selected, win in 3 plies");
});

test("a king in check is labelled", () => {
  const checked = { ...view, pieces: [{ cell: 1, letter: "K", owner: 0, check: true }] };
  expect(describeCell(checked, 1, pieceSet("chess", []), ["White", "Black"], unmarked)).toBe(
    "d6, White king, in check",
  );
});

test("labels state what can be moved, or reached by the selected piece", () => {
  const arimaa = pieceSet("arimaa", []);
  expect(describeCell(view, 1, arimaa, [], { ...unmarked, source: true })).toBe(
    "d6, gold elephant, held, can be moved",
  );
  expect(describeCell(view, 0, arimaa, [], { ...unmarked, target: true, source: true })).toBe(
    "c6, trap, can be reached",
  );
});

test("cards, tiles and pieces are recognized by their text", () => {
  expect(["♥10", "[3|5]", "[2|..|6]", "E", "grand"].map(itemKind)).toEqual([
    "card",
    "domino",
    "domino",
    "piece",
    "text",
  ]);
  expect(itemName("♣J")).toBe("jack of clubs");
  expect(itemName("♥10")).toBe("10 of hearts");
  expect(itemName("[3|5]")).toBe("3 and 5");
});

test("pieces of games without a piece set are named by letter and player", () => {
  expect(pieceSet("sheet-123", ["white", "black"]).name({ letter: "x", owner: 1 }, ["white", "black"])).toBe(
    "x of black",
  );
  expect(pieceSet("othello", ["black", "white"]).name({ letter: "b", owner: 0 }, ["black", "white"])).toBe(
    "stone of black",
  );
  expect(pieceSet("othello", ["black", "white"]).side(0)).toBe("side-coal");
  expect(pieceSet("chess", []).name({ letter: "n", owner: 1 }, ["white", "black"])).toBe("black knight");
  expect(pieceSet("chinese-dark-chess", []).name({ letter: "▒", owner: null }, [])).toBe("face-down piece");
});
