import { describe, expect, it } from "vitest";
import { meant, nearest } from "./nearest.ts";

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
    expect(nearest(word, PLAYERS)).toBe(meantWord);
  });

  it("does not guess at a word that is like none of them", () => {
    expect(nearest("stockfish", PLAYERS)).toBeNull();
    expect(nearest("", PLAYERS)).toBeNull();
    expect(nearest("x", [])).toBeNull();
    expect(meant("stockfish", PLAYERS)).toBe("");
  });

  it("bounds its work on long words", () => {
    expect(nearest("x".repeat(1_000_000), PLAYERS)).toBeNull();
  });

  it("says it as a question", () => {
    expect(meant("utc", PLAYERS)).toBe('; did you mean "uct"?');
  });
});
