import { expect, test } from "vitest";
import type { PositionDocument } from "../../service/api.ts";
import { newGame, type SavedGame } from "../session/saved-game.ts";
import { resultText } from "./result-text.ts";

const person = { kind: "person" } as const;
const bot = { kind: "player", text: "best" } as const;
const document = { seats: ["White", "Black"] };
const game = (seats: SavedGame["seats"]): SavedGame =>
  newGame({ game: "chess", variant: {}, seats }, "id", new Date(0));
const ended = (scores: number[], text: string): PositionDocument => ({
  game: "chess",
  variant: "",
  position: "",
  view: { shape: "square", cells: [], pieces: [], turn: null },
  plies: [],
  actors: [],
  moves: [],
  result: { scores, ending: "", text },
});

test("the only person has won, lost or drawn", () => {
  const mate = "White wins by checkmate";
  expect(resultText(document, game([person, bot]), ended([1, 0], mate))).toEqual({
    title: "You won",
    how: mate,
    outcome: "win",
  });
  expect(resultText(document, game([bot, person]), ended([1, 0], mate))?.title).toBe("You lost");
  expect(resultText(document, game([bot, person]), ended([0.5, 0.5], "stalemate"))?.title).toBe("Draw");
});

test("between two persons or two players the winner is named", () => {
  expect(resultText(document, game([person, person]), ended([0, 1], "mate"))?.title).toBe("Black wins");
  expect(resultText(document, game([bot, bot]), ended([0.5, 0.5], "stalemate"))?.title).toBe("Draw");
});

test("a resignation ends the game for both", () => {
  const over = { seat: 0, how: "resigned" } as const;
  expect(resultText(document, { ...game([person, bot]), over }, null)).toMatchObject({
    title: "You lost",
    how: "White resigned",
  });
  expect(resultText(document, { ...game([bot, bot]), over }, null)?.title).toBe("Black wins");
});

test("a puzzle for one player has a score", () => {
  expect(resultText({ seats: ["player"] }, game([person]), ended([0.75], "4 pegs left"))?.title).toBe(
    "You scored 0.75",
  );
});

test("a game in progress has no result", () => {
  expect(resultText(document, game([person, bot]), null)).toBeNull();
});
