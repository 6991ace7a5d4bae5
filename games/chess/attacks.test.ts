/** Magic bitboards against attacks computed square by square. */
import { expect, test } from "vitest";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { Board } from "./board.ts";

const board = new Board();
const { kernel } = board;
const out = kernel.memory.allocate(8);

function attacked(
  name: "writeRookAttacks" | "writeBishopAttacks",
  square: number,
  occupied: ReadonlySet<number>,
): number[] {
  const bytes = kernel.memory.bytes(out, 8).fill(0);
  for (const each of occupied) bytes[each >> 3]! |= 1 << (each & 7);
  kernel.exports[name](square, out);
  return Array.from({ length: 64 }, (_, each) => each).filter((each) => (bytes[each >> 3]! >> (each & 7)) & 1);
}

function referenceAttacks(
  directions: readonly (readonly [number, number])[],
  square: number,
  occupied: ReadonlySet<number>,
): number[] {
  const seen: number[] = [];
  for (const [right, up] of directions) {
    for (let steps = 1; ; steps++) {
      const [file, rank] = [(square & 7) + steps * right, (square >> 3) + steps * up];
      if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
      seen.push(8 * rank + file);
      if (occupied.has(8 * rank + file)) break;
    }
  }
  return seen.toSorted((a, b) => a - b);
}

test.each([
  [
    "writeRookAttacks",
    [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ],
  ],
  [
    "writeBishopAttacks",
    [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ],
  ],
] as const)("%s", (name, directions) => {
  const random = randomNumbers(5);
  for (let square = 0; square < 64; square++) {
    for (let i = 0; i < 60; i++) {
      const share = random();
      const squares = Array.from({ length: 64 }, (_, each) => each).filter(() => random() < share);
      const occupied = new Set(squares);
      expect(attacked(name, square, occupied)).toEqual(referenceAttacks(directions, square, occupied));
    }
  }
});
