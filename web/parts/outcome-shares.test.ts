import { expect, test } from "vitest";
import { shares } from "./outcome-shares.ts";

test("shares of won, drawn and lost positions; a rare outcome is not rounded away", () => {
  // King and rook against king, White to move: everything is won. King and queen against king and rook: a few are lost.
  expect(shares({ won: 175_168, drawn: 0, lost: 0 }).map(({ text }) => text)).toEqual(["100 %", "0 %", "0 %"]);
  expect(shares({ won: 9_990, drawn: 8, lost: 2 }).map(({ text }) => text)).toEqual([">99 %", "<1 %", "<1 %"]);
  expect(shares({ won: 0, drawn: 0, lost: 0 }).map(({ share }) => share)).toEqual([0, 0, 0]);
});
