/** The openings: required properties of the positions. */
import { afterAll, describe, expect, test } from "vitest";
import { randomOpening } from "../../engine/arena/play-game.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { game } from "./game.ts";
import { SIDE } from "./layout.ts";
import { horseHostages } from "./openings.ts";
import type { ArimaaRules } from "./rules.ts";
import { validatePosition } from "./setup/validate.ts";
import { lettersOf, neighboursOf, pieceAt, squareOf } from "./squares.ts";

const gold = unwrap(await game.open({ setup: "horse-hostage" })) as ArimaaRules;
const silver = unwrap(await game.open({ setup: "horse-hostage-silver" })) as ArimaaRules;
afterAll(async () => {
  await gold.close();
  await silver.close();
});

describe.each([
  ["gold", 0, gold],
  ["silver", 1, silver],
] as const)("%s's horse is a hostage", (_, attacker, rules) => {
  const positions = rules.openings ?? [];

  test("in at least ten positions and their mirror images, all different", () => {
    expect(new Set(horseHostages(attacker)).size).toBeGreaterThanOrEqual(20);
    expect(positions).toHaveLength(horseHostages(attacker).length);
  });

  test("the attacker is to move, the position is legal and ongoing, nobody wins at once", () => {
    for (const position of positions) {
      expect(position[SIDE]).toBe(attacker);
      expect(validatePosition(rules.board, lettersOf(position), attacker).errors).toEqual([]);
      expect(rules.result(position)).toBeNull();
      expect(rules.board.goalTurn(position)).toBeNull();
      const other = rules.board.position(lettersOf(position), 1 - attacker);
      expect(rules.board.goalTurn(other)).toBeNull();
    }
  });

  test("a horse is frozen next to the enemy elephant, on the squares of the paper", () => {
    const held = ["a6", "b7", "h6", "g7"].map((name) => squareOf(name) ^ (attacker === 0 ? 0 : 56));
    for (const position of positions) {
      const frozen = rules.board.frozen(position, attacker);
      const horses = held.filter((square) => pieceAt(position, square)?.colour === attacker);
      expect(horses).toHaveLength(1);
      const [horse = 0] = horses;
      expect(pieceAt(position, horse)).toEqual({ colour: attacker, kind: 3 });
      expect(frozen.has(horse)).toBe(true);
      const holders = neighboursOf(horse).map((square) => pieceAt(position, square));
      expect(holders).toContainEqual({ colour: 1 - attacker, kind: 5 });
    }
  });

  test("match openings are drawn from them", () => {
    const drawn = Array.from({ length: 40 }, (_, seed) => lettersOf(randomOpening(rules, 0, seed)));
    for (const letters of drawn) expect(horseHostages(attacker)).toContain(letters);
    expect(new Set(drawn).size).toBeGreaterThan(10);
    expect(lettersOf(rules.initial())).toBe(horseHostages(attacker)[0]);
  });
});

test.each([
  ["without-elephant", "E", "r"],
  ["without-elephant-silver", "e", "R"],
])(
  "%s: one elephant and one rabbit of the other side are missing, gold is to move",
  async (setup, elephant, rabbit) => {
    const rules = unwrap(await game.open({ setup })) as ArimaaRules;
    const positions = rules.openings ?? [];
    expect(new Set(positions.map(lettersOf)).size).toBe(8);
    for (const position of positions) {
      const letters = lettersOf(position);
      expect(position[SIDE]).toBe(0);
      expect(letters.replaceAll(".", "")).toHaveLength(30);
      expect(letters).not.toContain(elephant);
      expect(letters.split(rabbit)).toHaveLength(8);
    }
    await rules.close();
  },
);
