import { expect, test } from "vitest";
import { parseRoute } from "../router.ts";
import { linkedGame, linkedMoves } from "./links.ts";

function gameOf(link: string): string {
  const { path, query } = parseRoute(link);
  return linkedGame(path[1] ?? "", query);
}

test("old links of the renamed chess rulesheet open the rulesheet", () => {
  expect(gameOf("#/play/chess?seats=2&moves=%28move+5+2+5+4%29~%28move+5+7+5+5%29")).toBe("chess-gdl");
  expect(gameOf("#/explore/chess?position=%7B%28cell+1+1+white+rook%29%7D")).toBe("chess-gdl");
  expect(gameOf("#/play/chess?start=%7B%28control+white%29%7D&moves=~")).toBe("chess-gdl");
});

test("links of chess and of other games open the game they name", () => {
  expect(gameOf("#/play/chess?seats=2&moves=e4~e5~Nf3")).toBe("chess");
  expect(gameOf("#/explore/chess?position=8%2F8%2F8%2F8%2F8%2F4k3%2F8%2F4K2R+w+K+-+0+1")).toBe("chess");
  expect(gameOf("#/explore/hex?position=%7B%28control+red%29%7D")).toBe("hex");
});

test("the moves of a link are split at the separators", () => {
  expect(linkedMoves({ moves: "~" })).toEqual([]);
  expect(linkedMoves({ moves: "e4~e5" })).toEqual(["e4", "e5"]);
});
