import { expect, test } from "vitest";
import type { PlyDocument } from "../../service/api.ts";
import { blundersOf, graphPoints } from "./graph-points.ts";
import { isDealing, linesOf, turnsOf } from "./turns.ts";

const ply = (text: string, actor: number, turn: number): PlyDocument => ({ text, actors: [actor], turn, cells: [] });

const OF_TWO = { source: { kind: "table", name: "t", text: "" }, player: 0, own: [0], against: [1] } as const;

test("steps of a turn are grouped, and both sides' turns are in one row", () => {
  const turns = turnsOf([ply("Ee2n", 0, 0), ply("Ee3n", 0, 0), ply("end", 0, 0), ply("ed7s", 1, 1), ply("Ee4n", 0, 2)]);
  expect(turns.map((turn) => turn.plies.map(({ text }) => text))).toEqual([
    ["Ee2n", "Ee3n", "end"],
    ["ed7s"],
    ["Ee4n"],
  ]);
  expect(linesOf(turns, 2).map((line) => line.length)).toEqual([2, 1]);
});

test("dealing is one entry, whatever its turn numbers", () => {
  const turns = turnsOf([...[0, 1, 2, 3, 4].map((turn) => ply("hidden", -1, turn)), ply("18", 1, 5)]);
  expect(turns.map(isDealing)).toEqual([true, false]);
});

test("a blunder is the mover's own loss; chance makes none", () => {
  const plies = [ply("a", 0, 0), ply("b", 1, 1), ply("?", -1, 2)];
  const points = [0, -0.9, 0.8, -1].map((value, number) => ({ ply: number, value, text: "", exact: true }));
  expect([...blundersOf(graphPoints({ ...OF_TWO, points }, plies))]).toEqual([0, 1]);
});

test("a smaller loss is a move that lost value, but no blunder; less is no loss", () => {
  const plies = [ply("a", 0, 0), ply("b", 1, 1), ply("c", 0, 2)];
  const points = [0.5, 0.3, 0.35, -0.1].map((value, number) => ({ ply: number, value, text: "", exact: false }));
  const found = graphPoints({ ...OF_TWO, points }, plies);
  expect(found.map(({ lost }) => lost > 0)).toEqual([false, true, false, true]);
  expect([...blundersOf(found)]).toEqual([2]);
});

test("simultaneous moves that changed the value are listed, whomever they cost it; they are no blunders", () => {
  const joint = (turn: number): ReturnType<typeof ply> => ({ ...ply("a: 1 & b: 2", 0, turn), actors: [0, 1] });
  const points = [0, -0.9, 0, 0.1].map((value, number) => ({ ply: number, value, text: "", exact: true }));
  const found = graphPoints({ ...OF_TWO, points }, [joint(0), joint(1), joint(2)]);
  expect(found.map(({ lost }) => lost)).toEqual([0, 0.9, 0.9, 0]);
  expect(blundersOf(found).size).toBe(0);
});

test("with three players, a loss by another's move is not a blunder", () => {
  const plies = [ply("a", 0, 0), ply("b", 1, 1), ply("c", 2, 2)];
  const points = [0, -0.9, 0.8, -1].map((value, number) => ({ ply: number, value, text: "", exact: true }));
  const ofThird = { ...OF_TWO, player: 2, own: [2], against: [] };
  expect([...blundersOf(graphPoints({ ...ofThird, points }, plies))]).toEqual([2]);
  // Two against one: what the third loses, the others have won, and the other way round.
  expect([...blundersOf(graphPoints({ ...ofThird, own: [1, 2], against: [0], points }, plies))]).toEqual([2]);
  expect([...blundersOf(graphPoints({ ...ofThird, against: [0, 1], points }, plies))]).toEqual([1, 2]);
});

test("a gap in the values neither hides nor creates a blunder", () => {
  const points = [1, null, -1].map((value, number) => ({ ply: number, value, text: "", exact: true }));
  expect(blundersOf(graphPoints({ ...OF_TWO, points }, [ply("a", 0, 0), ply("b", 1, 1)])).size).toBe(0);
});
