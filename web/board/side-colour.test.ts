import { expect, test } from "vitest";
import { colourWord } from "./side-colour.ts";

test("a seat has the name of its colour, unless it is named by one", () => {
  expect(colourWord("side-ruby", "x")).toBe("red");
  expect(colourWord("side-coal", "Black")).toBeNull();
  expect(colourWord("side-gold", "yellow")).toBeNull();
  expect(colourWord("side-unknown", "x")).toBeNull();
});
