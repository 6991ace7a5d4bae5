import { describe, expect, it } from "vitest";
import { didYouMean, closestWord } from "./did-you-mean.ts";

const PLAYERS = ["random", "greedy", "alphabeta", "uct", "base0"];

describe("did you mean", () => {
  it.each([
    ["alphabta", "alphabeta"],
    ["AlphaBeta", "alphabeta"],
    ["aplhabeta", "alphabeta"],
    ["utc", "uct"],
    ["base", "base0"],
    ["rando", "random"],
  ])("%s is close to %s", (word, expected) => {
    expect(closestWord(word, PLAYERS)).toBe(expected);
  });

  it("suggests nothing for a word that is not close to any", () => {
    expect(closestWord("stockfish", PLAYERS)).toBeNull();
    expect(closestWord("", PLAYERS)).toBeNull();
    expect(closestWord("x", [])).toBeNull();
    expect(didYouMean("stockfish", PLAYERS)).toBe("");
  });

  it("truncates long words", () => {
    expect(closestWord("x".repeat(1_000_000), PLAYERS)).toBeNull();
  });

  it("formats a question", () => {
    expect(didYouMean("utc", PLAYERS)).toBe('; did you mean "uct"?');
  });
});
