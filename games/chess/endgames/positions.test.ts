/** Random quiet positions of an endgame, and the stored files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { CommandInput } from "../../../engine/contracts/command.ts";
import { Board } from "../board.ts";
import { endgameNames } from "../endgames.ts";
import { parseFen } from "../fen.ts";
import { TURN } from "../layout.ts";
import { materialText, parseMaterial } from "../tables/material.ts";
import { materialAt } from "../tables/probe.ts";
import { runPositionsCommand } from "./command.ts";
import { materialGain } from "./exchanges.ts";
import { isQuiet, randomPositions } from "./random-positions.ts";

const board = new Board();
afterAll(() => board.close());
const gain = (fen: string, plies: number = 3): number => materialGain(board, unwrap(parseFen(fen)), plies);

function given(word: string, options: CommandInput["options"] = {}): CommandInput {
  const terminal = { interactive: false, say() {}, progress() {}, lines: async function* () {}, draw: () => "" };
  return { words: [word], options, signal: new AbortController().signal, terminal };
}

describe("material gain by captures, in pawns", () => {
  test("a hanging queen", () => {
    expect(gain("7k/8/8/3q4/8/8/8/K2R4 w - - 0 1")).toBe(9);
  });
  test("nothing for a rook against a protected knight", () => {
    expect(gain("7k/8/4p3/3n4/8/8/8/K2R4 w - - 0 1", 0)).toBe(0);
  });
  test("a rook by a knight fork", () => {
    // Nc7+ forks the king on e8 and the rook on a8.
    expect(gain("r3k3/8/8/3N4/8/8/8/7K w - - 0 1")).toBe(5);
  });
  test("an unstoppable promotion", () => {
    expect(gain("8/P6k/8/8/8/8/8/K7 w - - 0 1")).toBe(8);
    expect(gain("8/P6k/8/8/8/8/8/K7 b - - 0 1")).toBe(-8);
  });
  test("mate outweighs material", () => {
    expect(gain("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")).toBeGreaterThan(500);
    expect(gain("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1)).toBeGreaterThan(500);
  });
  test("stalemate is 0", () => {
    expect(gain("k7/8/1Q6/8/8/8/8/K7 b - - 0 1")).toBe(0);
  });
});

test("positions in check, with a hanging piece or with a promotion are not quiet", () => {
  const quiet = (fen: string): boolean => isQuiet(board, unwrap(parseFen(fen)));
  expect(quiet("8/8/8/3k4/8/8/8/K6R w - - 0 1")).toBe(true);
  expect(quiet("8/8/8/3k3R/8/8/8/K7 b - - 0 1")).toBe(false);
  expect(quiet("7k/8/8/3n4/8/8/8/K2R4 w - - 0 1")).toBe(false);
  expect(quiet("8/P6k/8/8/8/8/8/K7 b - - 0 1")).toBe(false);
});

test("random positions have the material, both sides to move, and differ by seed and ending", () => {
  const first = (material: string, seed: number): string[] => {
    const found: string[] = [];
    for (const position of randomPositions(board, unwrap(parseMaterial(material)), seed)) {
      expect(materialText(materialAt(position))).toBe(material);
      expect(isQuiet(board, position)).toBe(true);
      found.push(`${position.slice(0, 16).join()} ${position[TURN]}`);
      if (found.length === 6) return found;
    }
    return found;
  };
  const lists = [first("KRPKN", 1), first("KRPKN", 2), first("KRPKB", 1)];
  expect(new Set(lists.flat()).size).toBe(18);
  expect(first("KRPKN", 1)).toEqual(lists[0]);
  expect(new Set(lists.flat().map((each) => each.at(-1))).size).toBe(2);
});

describe("the command reproduces the stored positions", () => {
  test.for(endgameNames())("%s", async (name) => {
    const { lines } = await runPositionsCommand(given(name), board);
    expect(`${lines.join("\n")}\n`).toBe(readFileSync(join(import.meta.dirname, `${name}.fen`), "utf8"));
    expect(lines).toHaveLength(26);
  });
});

test("invalid arguments are rejected", async () => {
  await expect(runPositionsCommand(given("KXK"), board)).rejects.toThrow(/is not an ending/);
  await expect(runPositionsCommand(given("KK"), board)).rejects.toThrow(/has 2 pieces; expected 3 to 12/);
  await expect(runPositionsCommand(given("KRK", { count: "0" }), board)).rejects.toThrow(
    /--count 0: expected a whole number from 1/,
  );
});
