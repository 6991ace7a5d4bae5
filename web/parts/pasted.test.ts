import { expect, test } from "vitest";
import { looksLikeGame, offsetOf } from "./pasted.ts";

test("PGN is distinguished from FEN and other positions", () => {
  expect(looksLikeGame("1. e4 e5 2. Nf3")).toBe(true);
  expect(looksLikeGame("1.e4")).toBe(true);
  expect(looksLikeGame('[Event "?"]\n\n1. d4 *')).toBe(true);
  expect(looksLikeGame("e4 e5\nNf3")).toBe(true);
  expect(looksLikeGame("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")).toBe(false);
  expect(looksLikeGame("  8/8/8/8/8/4k3/8/4K2R w K - 0 1\n")).toBe(false);
  expect(looksLikeGame("......../.R....../..k...../........ b 0")).toBe(false);
});

test("line and column give an offset in the text", () => {
  const text = "one\ntwo three\nfour";
  expect(text.slice(offsetOf(text, 2, 5))).toBe("three\nfour");
  expect(offsetOf(text, 1, 1)).toBe(0);
  expect(offsetOf(text, 2, 99)).toBe("one\ntwo three".length);
  expect(offsetOf(text, 9, 1)).toBe(text.length);
});
