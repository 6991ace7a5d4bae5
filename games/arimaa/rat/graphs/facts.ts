/**
 * Constraint propagation: the possible contents of each square under some conditions. Narrowing never removes a possible content, so an
 * empty set proves that the conditions contradict each other (or the rules: one elephant a side, no piece alone on a trap).
 */
import {
  ANYTHING,
  type Contents,
  EMPTY,
  GOLD,
  LETTERS,
  MAX_COUNT,
  NEIGHBOURS,
  PIECES,
  SILVER,
  SQUARES,
  TRAPS,
} from "./board.ts";
import { compareStrength, type Condition, has, type Pattern, sidesOf } from "./conditions.ts";

/** The possible contents of each square. */
export type Facts = Uint16Array;

export function noFacts(): Facts {
  return new Uint16Array(SQUARES).fill(ANYTHING);
}

/** The join: what either allows. */
export function joined(one: Facts, other: Facts): Facts {
  return one.map((contents, square) => contents | other[square]!);
}

export function sameFacts(one: Facts, other: Facts): boolean {
  return one.every((contents, square) => contents === other[square]);
}

const ALL_SQUARES: readonly number[] = Array.from({ length: SQUARES }, (_, square) => square);
const LIMITS: readonly Condition[] = [...LETTERS]
  .map((_, content): Condition => ({
    kind: "count",
    contents: 1 << content,
    squares: ALL_SQUARES,
    min: 0,
    max: MAX_COUNT[content]!,
  }))
  .slice(1);

/** The facts narrowed by conditions; null if they cannot all hold. */
export function narrowed(facts: Facts, conditions: readonly Condition[]): Facts | null {
  const result = facts.slice();
  for (;;) {
    const before = result.slice();
    for (const condition of conditions) if (!narrow(result, condition)) return null;
    for (const limit of LIMITS) if (!narrow(result, limit)) return null;
    if (!trapsAreKept(result)) return null;
    if (sameFacts(before, result)) return result;
  }
}

/** Narrows in place; false if nothing is left. */
function narrow(facts: Facts, condition: Condition): boolean {
  switch (condition.kind) {
    case "count":
      return narrowCount(facts, condition, condition.min, condition.max);
    case "beside":
      if (condition.not) return true;
      return narrowSome(facts, condition, (square) =>
        condition.present
          ? NEIGHBOURS[square]!.some((next) => (facts[next]! & condition.beside) !== 0)
          : NEIGHBOURS[square]!.every((next) => (facts[next]! & ~condition.beside) !== 0),
      );
    case "frozen": {
      if (condition.not) return true;
      const friends = sidesOf(condition.contents);
      const both = friends === PIECES;
      // A frozen piece has no adjacent friend, so it is not on a trap.
      return narrowSome(
        facts,
        condition,
        (square) =>
          !TRAPS.includes(square) &&
          NEIGHBOURS[square]!.some((next) => (facts[next]! & PIECES & (both ? PIECES : ~friends)) !== 0),
      );
    }
    case "compare":
      return condition.not || narrowCompare(facts, condition);
    case "all":
      return condition.parts.every((part) => narrow(facts, part));
    case "any": {
      const branches = condition.parts.map((part) => narrowed(facts, [part])).filter((each) => each !== null);
      if (branches.length === 0) return false;
      facts.set(branches.reduce(joined));
      return true;
    }
  }
}

function narrowCount(facts: Facts, { contents, squares }: Pattern, min: number, max: number): boolean {
  if (min > max) return false;
  let certain = 0;
  let possible = 0;
  for (const square of squares) {
    if ((facts[square]! & contents) !== 0) possible++;
    if ((facts[square]! & ~contents) === 0) certain++;
  }
  if (possible < min || certain > max) return false;
  for (const square of squares) {
    const may = (facts[square]! & contents) !== 0;
    const must = (facts[square]! & ~contents) === 0;
    if (may && possible === min) facts[square]! &= contents;
    if (!must && certain === max) facts[square]! &= ~contents;
  }
  return true;
}

/** At least one square has one of the contents and fits; if only one can, it does. */
function narrowSome(facts: Facts, { contents, squares }: Pattern, fits: (square: number) => boolean): boolean {
  const possible = squares.filter((square) => (facts[square]! & contents) !== 0 && fits(square));
  if (possible.length === 0) return false;
  if (possible.length === 1) facts[possible[0]!]! &= contents;
  return true;
}

function narrowCompare(facts: Facts, { first, relation, second }: Extract<Condition, { kind: "compare" }>): boolean {
  if (first === second) return (facts[first]! & PIECES) !== 0 && compareStrength(1, relation, 1);
  const contentsOf = (square: number): number[] =>
    [...LETTERS].map((_, content) => content).filter((content) => content !== EMPTY && has(facts[square]!, content));
  const [ones, others] = [contentsOf(first), contentsOf(second)];
  const bits = (contents: readonly number[]): Contents => contents.reduce((sum, content) => sum | (1 << content), 0);
  facts[first] = bits(ones.filter((one) => others.some((other) => compareStrength(one, relation, other))));
  facts[second] = bits(others.filter((other) => ones.some((one) => compareStrength(one, relation, other))));
  return facts[first] !== 0 && facts[second] !== 0;
}

/** A piece on a trap has an adjacent friend. */
function trapsAreKept(facts: Facts): boolean {
  for (const trap of TRAPS) {
    for (const side of [GOLD, SILVER]) {
      if ((facts[trap]! & side) === 0) continue;
      const friends = NEIGHBOURS[trap]!.filter((next) => (facts[next]! & side) !== 0);
      if (friends.length === 0) facts[trap]! &= ~side;
      else if (friends.length === 1 && (facts[trap]! & ~side) === 0) facts[friends[0]!]! &= side;
    }
    if (facts[trap] === 0) return false;
  }
  return facts.every((contents) => contents !== 0);
}
