/** Conditions of nodes: evaluation, negation, mirror images. */
import { type Cells, type Contents, isFrozen, LETTERS, NEIGHBOURS, sideOf, SQUARES, strengthOf } from "./board.ts";

export type Relation = ">" | ">=" | "<" | "<=" | "=";

/** Contents on squares. */
export interface Pattern {
  readonly contents: Contents;
  readonly squares: readonly number[];
}

export type Condition =
  /** From min to max of the squares have one of the contents. */
  | (Pattern & { readonly kind: "count"; readonly min: number; readonly max: number })
  /** One of the squares has one of the contents and is (or is not) adjacent to one of `beside`. */
  | (Pattern & { readonly kind: "beside"; readonly beside: Contents; readonly present: boolean; readonly not: boolean })
  | (Pattern & { readonly kind: "frozen"; readonly not: boolean })
  /** Compares two pieces by strength. False if one is missing. */
  | {
      readonly kind: "compare";
      readonly first: number;
      readonly relation: Relation;
      readonly second: number;
      readonly not: boolean;
    }
  | { readonly kind: "all" | "any"; readonly parts: readonly Condition[] };

export function has(contents: Contents, content: number): boolean {
  return ((contents >> content) & 1) === 1;
}

export function present(contents: Contents, squares: readonly number[]): Condition {
  return { kind: "count", contents, squares, min: 1, max: SQUARES };
}

export function negation(condition: Condition): Condition {
  switch (condition.kind) {
    case "count": {
      const { min, max } = condition;
      const parts: Condition[] = [];
      if (min > 0) parts.push({ ...condition, min: 0, max: min - 1 });
      if (max < SQUARES) parts.push({ ...condition, min: max + 1, max: SQUARES });
      return parts.length === 1 ? parts[0]! : { kind: "any", parts };
    }
    case "all":
    case "any":
      return { kind: condition.kind === "all" ? "any" : "all", parts: condition.parts.map(negation) };
    default:
      return { ...condition, not: !condition.not };
  }
}

export function compareStrength(first: number, relation: Relation, second: number): boolean {
  const [one, other] = [strengthOf(first), strengthOf(second)];
  if (one === 0 || other === 0) return false;
  switch (relation) {
    case ">":
      return one > other;
    case ">=":
      return one >= other;
    case "<":
      return one < other;
    case "<=":
      return one <= other;
    case "=":
      return one === other;
  }
}

export function holds(condition: Condition, cells: Cells): boolean {
  switch (condition.kind) {
    case "count": {
      let count = 0;
      for (const square of condition.squares) if (has(condition.contents, cells[square]!)) count++;
      return count >= condition.min && count <= condition.max;
    }
    case "beside":
      return (
        condition.not !==
        condition.squares.some(
          (square) =>
            has(condition.contents, cells[square]!) &&
            condition.present === NEIGHBOURS[square]!.some((next) => has(condition.beside, cells[next]!)),
        )
      );
    case "frozen":
      return (
        condition.not !==
        condition.squares.some((square) => has(condition.contents, cells[square]!) && isFrozen(cells, square))
      );
    case "compare":
      return condition.not !== compareStrength(cells[condition.first]!, condition.relation, cells[condition.second]!);
    case "all":
      return condition.parts.every((part) => holds(part, cells));
    case "any":
      return condition.parts.some((part) => holds(part, cells));
  }
}

/** The letters of a set of contents, for messages. */
export function contentsText(contents: Contents): string {
  return [...LETTERS].filter((_, content) => has(contents, content)).join("");
}

/** All pieces of the sides that occur in a set. */
export function sidesOf(contents: Contents): Contents {
  let sides = 0;
  for (let content = 1; content < LETTERS.length; content++) if (has(contents, content)) sides |= sideOf(content);
  return sides;
}

/** The mirror image. */
export function mirrored(condition: Condition): Condition {
  switch (condition.kind) {
    case "all":
    case "any":
      return { kind: condition.kind, parts: condition.parts.map(mirrored) };
    case "compare":
      return { ...condition, first: condition.first ^ 7, second: condition.second ^ 7 };
    default:
      return { ...condition, squares: mirroredSquares(condition.squares) };
  }
}

export function mirroredSquares(squares: readonly number[]): readonly number[] {
  return squares.map((square) => square ^ 7).sort((a, b) => a - b);
}
