import fc from "fast-check";
import { expect, test } from "vitest";
import { gameText, isGameText, parseGameText } from "./game-text.ts";
import { newGame, type SavedGame } from "./saved-game.ts";

const person = { kind: "person" } as const;
const bot = { kind: "player", text: "uct(playouts=100)" } as const;
const sample: SavedGame = newGame(
  { game: "connect-four", variant: {}, seats: [person, bot], moves: ["(drop 4)", "(drop 3)"] },
  "id",
  new Date(0),
);

test("a game as text has a line for each fact", () => {
  expect(gameText(sample, "red wins")).toBe(
    [
      "Gamelore game",
      "game: connect-four",
      "player: human",
      "player: uct(playouts=100)",
      "result: red wins",
      "moves: (drop 4); (drop 3)",
      "",
    ].join("\n"),
  );
  expect(isGameText(gameText(sample))).toBe(true);
  expect(isGameText("1. e4 e5")).toBe(false);
});

test("what is written is read again", () => {
  const word = fc.string({ minLength: 1, maxLength: 12 });
  const move = fc.stringMatching(/^[a-zA-Z0-9()+&:-][a-zA-Z0-9()+&: -]{0,8}[a-zA-Z0-9()]$/);
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,8}$/), word),
      fc.option(word),
      fc.array(move),
      (variant, start, moves) => {
        const saved = newGame({ game: "g", variant, start, seats: [bot, person], moves }, "id", new Date(0));
        const parsed = parseGameText(gameText(saved));
        expect(parsed).toEqual({
          ok: true,
          game: { game: "g", variant: { ...variant }, start, seats: [bot, person], moves },
        });
      },
    ),
    { seed: 3 },
  );
});

test("errors name the line", () => {
  expect(parseGameText("something")).toMatchObject({ ok: false, line: 1 });
  expect(parseGameText("Gamelore game\ngame: hex\nmvoes: a")).toMatchObject({ ok: false, line: 3 });
  expect(parseGameText("Gamelore game\nmoves: a")).toMatchObject({
    ok: false,
    message: expect.stringContaining("game:"),
  });
  expect(parseGameText('Gamelore game\ngame: hex\nstart: "a')).toMatchObject({ ok: false, line: 3 });
});
