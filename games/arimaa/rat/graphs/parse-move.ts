/**
 * Parses the moves of a node: `play Ra1n Ra2n`, `bring H to b6 in 3`, `reach Hb6 Ed6 in 4`, `capture [dch] on c3 in 4`; each may end
 * with `priority 2`, `sacrifice`, and `keeping` with conditions.
 */
import { LETTERS, NEIGHBOURS, SQUARE_NAMES, stepFrom, DIRECTIONS, TRAPS } from "./board.ts";
import type { Condition } from "./conditions.ts";
import type { Aim, Move } from "./graph.ts";
import { BOARD, type Names, readConditions, readContents, readPattern, readSquares } from "./parse-conditions.ts";
import type { Scanner } from "./scanner.ts";

const MAX_STEPS = 4;
const DEFAULT_PRIORITY = 5;
const LEAST_URGENT = 9;

/** The first word of the line, which began at `start`, is already read. */
export function readMove(scanner: Scanner, names: Names, start: number): Move & { readonly because: null } {
  const word = scanner.text.slice(start, scanner.position);
  scanner.skipSpaces();
  const aim = readAim(scanner, names, word);
  let priority = DEFAULT_PRIORITY;
  if (scanner.acceptWord("priority")) priority = scanner.number(1, LEAST_URGENT, "a priority");
  const sacrifice = scanner.acceptWord("sacrifice");
  const keeping = scanner.acceptWord("keeping") ? required(scanner, names, []) : [];
  const text = scanner.text.slice(start).trim();
  return { aim, keeping, sacrifice, priority, text, because: null, at: scanner.location(start) };
}

function readAim(scanner: Scanner, names: Names, word: string): Aim {
  if (word === "play") return { kind: "play", steps: readSteps(scanner) };
  if (word === "reach") {
    const conditions = required(scanner, names, ["in"]);
    return { kind: "reach", conditions, within: readWithin(scanner) };
  }
  if (word === "capture") {
    const contents = readContents(scanner, names);
    const traps = scanner.acceptWord("on") ? readTraps(scanner, names) : TRAPS;
    return { kind: "capture", contents, traps, within: readWithin(scanner) };
  }
  const letterOnly = /^(\[[^\]]*\]|\S)(\s|$)/.test(scanner.text.slice(scanner.position));
  const piece = letterOnly ? { contents: readContents(scanner, names), squares: BOARD } : readPattern(scanner, names);
  if ((piece.contents & 1) !== 0) throw scanner.error("an empty square cannot be brought anywhere");
  if (!scanner.acceptWord("to")) throw scanner.error(`${scanner.next()} where "to" and a square were expected`);
  scanner.skipSpaces();
  return { kind: "bring", piece, to: readSquares(scanner, names), within: readWithin(scanner) };
}

function required(scanner: Scanner, names: Names, until: readonly string[]): Condition[] {
  const conditions = readConditions(scanner, names, until);
  if (conditions.length === 0) throw scanner.error(`${scanner.next()} where conditions were expected`);
  return conditions;
}

function readTraps(scanner: Scanner, names: Names): readonly number[] {
  scanner.skipSpaces();
  const start = scanner.position;
  const traps = readSquares(scanner, names);
  if (traps.some((square) => !TRAPS.includes(square)))
    throw scanner.error("pieces are captured on c3, f3, c6 and f6 only", start);
  return traps;
}

function readWithin(scanner: Scanner): number {
  if (!scanner.acceptWord("in"))
    throw scanner.error(`${scanner.next()} where "in" and a number of steps were expected`);
  return scanner.number(1, MAX_STEPS, "a number of steps");
}

/** At most four steps, and removals. */
function readSteps(scanner: Scanner): readonly string[] {
  const steps: string[] = [];
  while (!scanner.atEnd()) {
    const start = scanner.position;
    if (["priority", "sacrifice", "keeping"].some((word) => scanner.acceptWord(word))) {
      scanner.position = start;
      break;
    }
    const found = scanner.read(/([RCDHMErcdhme])([a-h][1-8])([neswx])(?![^\s,])/y);
    if (!found)
      throw scanner.error(`${scanner.next()} is not a step; expected steps such as Ra1n, and rc3x for a removal`);
    const square = SQUARE_NAMES.indexOf(found[2]!);
    if (found[3] === "x" && !TRAPS.includes(square)) throw scanner.error(`${found[2]} is not a trap`, start);
    if (found[3] !== "x" && stepFrom(square, DIRECTIONS.indexOf(found[3]!)) < 0)
      throw scanner.error(`${found[0]} leads off the board`, start);
    steps.push(found[0]);
    if (steps.filter((step) => !step.endsWith("x")).length > MAX_STEPS)
      throw scanner.error(`a turn has at most ${MAX_STEPS} steps`, start);
  }
  if (steps.length === 0) throw scanner.error("no steps; expected steps such as Ra1n");
  return steps;
}

export interface WrittenStep {
  readonly content: number;
  readonly from: number;
  /** Null if the piece is removed. */
  readonly to: number | null;
}

export function stepOf(text: string): WrittenStep {
  const from = SQUARE_NAMES.indexOf(text.slice(1, 3));
  const to = text[3] === "x" ? null : stepFrom(from, DIRECTIONS.indexOf(text[3]!));
  return { content: LETTERS.indexOf(text[0]!), from, to: to === null || !NEIGHBOURS[from]!.includes(to) ? null : to };
}
