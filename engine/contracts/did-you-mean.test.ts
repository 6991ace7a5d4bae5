import { describe, expect, it } from "vitest";
import { didYouMean, closestWord } from "./did-you-mean.ts";

const PLAYERS = ["random", "greedy", "alphabeta", "uct", "base0"];

describe("nearest", () => {
  it.each([
    ["alphabta", "alphabeta"],
    ["AlphaBeta", "alphabeta"],
    ["aplhabeta", "alphabeta"],
    ["utc", "uct"],
    ["base", "base0"],
    ["rando", "random"],
  ])("takes %s for %s", (word, meantWord) => {
    expect(closestWord(word, PLAYERS)).toBe(meantWord);
  });

  it("does not guess at a word that is like none of them", () => {
    expect(closestWord("stockfish", PLAYERS)).toBeNull();
    expect(closestWord("", PLAYERS)).toBeNull();
    expect(closestWord("x", [])).toBeNull();
    expect(didYouMean("stockfish", PLAYERS)).toBe("");
  });

  it("bounds its work on long words", () => {
    expect(closestWord("x".repeat(1_000_000), PLAYERS)).toBeNull();
  });

  it("says it as a question", () => {
    expect(didYouMean("utc", PLAYERS)).toBe('; did you mean "uct"?');
  });
});
