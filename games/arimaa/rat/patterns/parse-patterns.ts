/**
 * Reads local patterns, one a line: `protect 6 horse and dog: Hb3 Dc2 !e@near`. The kind, what it is worth (-9 to 9), a name, and conditions as in the
 * position graphs. `squares NAME = …` and `pieces NAME = …` give names; from # on, a line is a comment.
 */
import { SQUARE_NAMES, TRAPS } from "../graphs/board.ts";
import type { Condition } from "../graphs/conditions.ts";
import { narrowed, noFacts } from "../graphs/facts.ts";
import type { Complaint, Place } from "../graphs/graph.ts";
import { BOARD, type Names, readConditions, readContents, readSquareList } from "../graphs/parse-conditions.ts";
import { Scanner, Trouble } from "../graphs/scanner.ts";
import { squaresOf } from "./condition-squares.ts";

export const PATTERN_KINDS = ["protect", "attack"] as const;
export type PatternKind = (typeof PATTERN_KINDS)[number];

export interface LocalPattern {
  readonly kind: PatternKind;
  readonly name: string;
  readonly score: number;
  readonly conditions: readonly Condition[];
  readonly at: Place;
}

export interface ParsedPatterns {
  readonly patterns: readonly LocalPattern[];
  readonly complaints: readonly Complaint[];
}

const MOST_WORTH = 9;
const MOST_NAME = 60;
/** The trap for which each kind is written. */
const TRAP_OF: Readonly<Record<PatternKind, number>> = { protect: TRAPS[2]!, attack: TRAPS[0]! };
/** What is farther away is no local pattern. */
const FARTHEST = 4;

export function parsePatterns(file: string, text: string): ParsedPatterns {
  const names: Names = { squares: new Map([["board", BOARD]]), classes: new Map() };
  const patterns: LocalPattern[] = [];
  const complaints: Complaint[] = [];
  const complain = (at: Place, message: string): void => void complaints.push({ severity: "error", at, message });
  const known = new Map<string, Place>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const scanner = new Scanner(file, index + 1, line.replace(/(^|\s)#.*$/, ""));
    try {
      if (scanner.atEnd()) continue;
      const pattern = readLine(scanner, names);
      if (!pattern) continue;
      const before = known.get(pattern.name);
      if (before) complain(pattern.at, `"${pattern.name}" is there already, in line ${before.line}`);
      known.set(pattern.name, pattern.at);
      for (const message of faultsOf(pattern)) complain(pattern.at, message);
      patterns.push(pattern);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      complain(error.at, error.message);
    }
  }
  return { patterns, complaints };
}

/** What the parser lets pass: conditions that cannot all hold. Slower than reading, so for those who ask. */
export function checkPatterns(patterns: readonly LocalPattern[]): Complaint[] {
  return patterns
    .filter(({ conditions }) => narrowed(noFacts(), conditions) === null)
    .map(({ name, at }) => ({ severity: "error", at, message: `the conditions of "${name}" contradict each other` }));
}

function readLine(scanner: Scanner, names: Names): LocalPattern | null {
  if (scanner.acceptWord("squares"))
    return readNamed(scanner, names.squares, () => readSquareList(scanner, names, "\n"));
  if (scanner.acceptWord("pieces")) return readNamed(scanner, names.classes, () => readContents(scanner, names));
  const kind = PATTERN_KINDS.find((each) => scanner.acceptWord(each));
  if (!kind) throw scanner.trouble(`${scanner.next()} where protect, attack, squares or pieces was expected`);
  scanner.skipSpaces();
  const at = scanner.place();
  const worth = readWorth(scanner);
  scanner.skipSpaces();
  const name = scanner.read(/[^:]+/y)?.[0].trim() ?? "";
  if (name === "" || name.length > MOST_NAME)
    throw scanner.trouble(`a name of 1 to ${MOST_NAME} letters and a colon were expected`);
  scanner.expect(":", "a colon after the name");
  const start = scanner.position;
  const conditions = readConditions(scanner, names);
  if (!scanner.atEnd())
    throw scanner.trouble(`${scanner.next()} where a condition or the end of the line was expected`);
  if (conditions.length === 0) throw scanner.trouble("no conditions; expected some, as in Hb3 !e{b4 c4}", start);
  return { kind, name, score: worth, conditions, at };
}

function readWorth(scanner: Scanner): number {
  const start = scanner.position;
  const minus = scanner.accept("-");
  const worth = scanner.number(1, MOST_WORTH, "what it is worth, with - where it is bad,");
  if (/\S/.test(scanner.text[scanner.position] ?? "")) throw scanner.trouble(`${scanner.next()} after a number`, start);
  return minus ? -worth : worth;
}

function readNamed<T>(scanner: Scanner, known: Map<string, T>, read: () => T): null {
  scanner.skipSpaces();
  const start = scanner.position;
  const name = scanner.read(/[\w-]{1,40}/y)?.[0];
  if (name === undefined) throw scanner.trouble(`${scanner.next()} where a name was expected`);
  if (known.has(name)) throw scanner.trouble(`"${name}" is there already`, start);
  scanner.skipSpaces();
  scanner.expect("=", "=");
  scanner.skipSpaces();
  known.set(name, read());
  if (!scanner.atEnd()) throw scanner.trouble(`${scanner.next()} where the end of the line was expected`);
  return null;
}

/** A pattern is about its trap: it looks at a square beside it, and at nothing far away. */
function faultsOf({ kind, conditions }: LocalPattern): string[] {
  const trap = TRAP_OF[kind];
  const squares = conditions.flatMap(squaresOf);
  const away = (square: number): number =>
    Math.max(Math.abs((square % 8) - (trap % 8)), Math.abs((square >> 3) - (trap >> 3)));
  const far = squares.find((square) => away(square) > FARTHEST);
  const faults: string[] = [];
  if (!squares.some((square) => away(square) <= 1))
    faults.push(`nothing in it is beside ${SQUARE_NAMES[trap]}, the trap for which such a pattern is written`);
  if (far !== undefined)
    faults.push(`${SQUARE_NAMES[far]} is more than ${FARTHEST} squares from ${SQUARE_NAMES[trap]}: no local pattern`);
  return faults;
}
