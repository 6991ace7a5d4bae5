import { expect, test } from "vitest";
import type { PlyDocument } from "../../service/api.ts";
import { clockText, limitsFor, spent } from "./clock.ts";
import {
  viewerOf,
  firstOfTurn,
  newGame,
  played,
  redone,
  rematchOf,
  restored,
  type SavedGame,
  sidesChanged,
  stateOf,
  undone,
} from "./saved-game.ts";

const person = { kind: "person" } as const;
const bot = { kind: "player", text: "random" } as const;
const begin = (seats: SavedGame["seats"]): SavedGame => newGame({ game: "g", variant: {}, seats }, "id", new Date(0));
const plies = (actors: readonly number[]): PlyDocument[] =>
  actors.map((actor, turn) => ({ text: `${turn}`, actors: [actor], turn, cells: [] }));

function after(saved: SavedGame, count: number): SavedGame {
  return Array.from({ length: count }, (_, ply) => String(ply)).reduce((game, move) => played(game, move, null), saved);
}

test("undo goes back to the person's last choice, across moves of players and chance", () => {
  const saved = after(begin([person, bot]), 5);
  const made = plies([0, 1, -1, 0, 1]);
  const once = undone(saved, made);
  expect(once.at).toBe(3);
  expect(undone(once, made).at).toBe(0);
  expect(redone(undone(once, made), made).at).toBe(3);
  expect(redone(once, made).at).toBe(5);
});

test("undo stops at the person's first choice, after the deal", () => {
  const saved = after(begin([bot, person]), 5);
  const made = plies([-1, -1, 0, 1, 0]);
  const once = undone(saved, made);
  expect(once.at).toBe(3);
  expect(undone(once, made)).toBe(once);
  expect(undone(after(begin([bot, person]), 1), plies([-1])).at).toBe(1);
});

test("without a person, undo is one ply", () => {
  expect(undone(after(begin([bot, bot]), 3), plies([0, 1, 0])).at).toBe(2);
});

test("a move at an earlier position replaces the later moves of the line", () => {
  const back = undone(after(begin([person, person]), 4), plies([0, 1, 0, 1]));
  expect(played(back, "other", null).moves).toEqual(["0", "1", "2", "other"]);
  expect(stateOf(back).moves).toEqual(["0", "1", "2"]);
});

test("a resignation can be undone", () => {
  const over = { ...after(begin([person, bot]), 2), over: { seat: 0, how: "resigned" as const } };
  expect(undone(over, plies([0, 1]))).toMatchObject({ over: null, at: 2 });
});

test("the viewer is the only person, or of several the one at the screen", () => {
  expect(viewerOf(begin([bot, person]), true, null)).toBe(1);
  expect(viewerOf(begin([person, person]), true, 1)).toBe(1);
  expect(viewerOf(begin([person, person]), true, null)).toBe(0);
  expect(viewerOf(begin([bot, bot]), true, null)).toBeNull();
  expect(viewerOf(begin([person, bot]), false, null)).toBeNull();
});

test("a turn's time is deducted and the increment added; a player gets a share of the rest", () => {
  const saved = newGame(
    { game: "g", variant: {}, seats: [person, bot], clock: { minutes: 5, seconds: 2 } },
    "id",
    new Date(0),
  );
  const later = spent(saved, 1, 10_000);
  expect(later.left).toEqual([300_000, 292_000]);
  expect(limitsFor(later, 1).milliseconds).toBe(Math.round(292_000 / 30 + 1600));
  expect(limitsFor(begin([bot]), 0)).toEqual({});
});

test("clock times are formatted", () => {
  expect([305_000, 59_500, 9_940, 0, 3_725_000].map(clockText)).toEqual([
    "5:05",
    "1:00",
    "0:09.9",
    "0:00.0",
    "1:02:05",
  ]);
});

test("the first ply of a turn", () => {
  const made = plies([0, 1, 1, 1, 0]);
  expect([1, 2, 3].map((at) => firstOfTurn(made, at, 1))).toEqual([1, 1, 1]);
  expect(firstOfTurn(made, 4, 0)).toBe(4);
  expect(firstOfTurn(made, 4, 1)).toBe(1);
  expect(firstOfTurn([], 0, 0)).toBe(0);
});

test("a game of the chess rulesheet saved under its former id gets the current id", () => {
  const { version: _, ...old } = { ...begin([person, bot]), game: "chess" };
  expect(restored(old).game).toBe("chess-gdl");
  expect(restored({ ...begin([person, bot]), game: "chess" }).game).toBe("chess");
  expect(restored({ ...old, game: "hex" }).game).toBe("hex");
});

test("search infos of version 2 are converted", () => {
  const { infos: _, ...rest } = begin([person, bot]);
  const info = { player: "uct", seat: 1, where: "page" as const, value: 1, unit: "points", depth: null, nodes: 2 };
  const times = { playouts: 2, milliseconds: 3 };
  const thoughts = { 1: { ...info, ...times, line: ["a"], considered: [{ kind: "move" as const, text: "a" }] } };
  expect(restored({ ...rest, version: 2, thoughts })).toEqual({
    ...begin([person, bot]),
    infos: { 1: { ...info, ...times, pv: ["a"], candidates: [{ kind: "move", text: "a" }] } },
  });
});

test("a rematch has the same settings and changed sides", () => {
  const saved = after(begin([person, bot]), 3);
  expect(rematchOf(saved, "next", 7, new Date(0))).toEqual({ ...begin([bot, person]), id: "next", seed: 7 });
  expect(rematchOf(after(begin([person, bot, bot]), 3), "next", 7, new Date(0)).seats).toEqual([person, bot, bot]);
});

test("sides are changed in a game of one person and one player", () => {
  expect(sidesChanged(after(begin([person, bot]), 3))).toMatchObject({ at: 3, seats: [bot, person] });
  const two = begin([person, person]);
  expect(sidesChanged(two)).toBe(two);
});
