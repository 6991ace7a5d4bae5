/** Parses conditions: `eb6`, `!Mg3`, `[HD]{a6 b7}`, `(Ha6 | Hb7)`, `count(X{b6 c5 c7 d6})>=2`, `b6>a6`, `Hb6~e`, `frozen(Ha6)`. */
import { didYouMean } from "../../../../engine/contracts/did-you-mean.ts";
import { ANYTHING, type Contents, GOLD, LETTERS, NOTHING, PIECES, SILVER, SQUARE_NAMES, SQUARES } from "./board.ts";
import { type Condition, negation, type Pattern, present, type Relation } from "./conditions.ts";
import type { Scanner } from "./scanner.ts";

/** Names of sets of squares and of pieces defined in a file. */
export interface Names {
  readonly squares: Map<string, readonly number[]>;
  readonly classes: Map<string, Contents>;
}

export const BOARD: readonly number[] = SQUARE_NAMES.map((_, square) => square);
const LETTER_CLASSES: Readonly<Record<string, Contents>> = {
  ".": NOTHING,
  "*": PIECES,
  X: GOLD,
  x: SILVER,
  ...Object.fromEntries([...LETTERS].map((letter, content) => [letter, 1 << content])),
};
const PIECES_KNOWN =
  "R C D H M E, r c d h m e, X or x for any of a side, * for any piece, . for empty, or several in [ ]";
const MAX_DEPTH = 30;

/** Conditions up to the end, a bar, a closing parenthesis or one of the given words. */
export function readConditions(scanner: Scanner, names: Names, until: readonly string[] = [], depth = 0): Condition[] {
  const conditions: Condition[] = [];
  while (!scanner.atEnd() && !/[|)]/.test(scanner.text[scanner.position]!)) {
    const start = scanner.position;
    const stop = until.some((word) => scanner.acceptWord(word));
    scanner.position = start;
    if (stop) break;
    conditions.push(readCondition(scanner, names, depth));
  }
  return conditions;
}

function readCondition(scanner: Scanner, names: Names, depth: number): Condition {
  if (depth > MAX_DEPTH) throw scanner.error(`more than ${MAX_DEPTH} nested parentheses or exclamation marks`);
  if (scanner.accept("!")) return negation(readCondition(scanner, names, depth + 1));
  if (scanner.accept("(")) return readGroup(scanner, names, depth);
  if (scanner.acceptWord("always")) return { kind: "all", parts: [] };
  if (scanner.accept("frozen(")) {
    const pattern = readPattern(scanner, names);
    scanner.expect(")", ")");
    return { kind: "frozen", ...pattern, not: false };
  }
  if (scanner.accept("count(")) return readCount(scanner, names);
  const compared = scanner.read(/([a-h][1-8])(>=|<=|>|<|=)([a-h][1-8])/y);
  if (compared) {
    const [first, second] = [SQUARE_NAMES.indexOf(compared[1]!), SQUARE_NAMES.indexOf(compared[3]!)];
    return { kind: "compare", first, relation: compared[2] as Relation, second, not: false };
  }
  const pattern = readPattern(scanner, names);
  const beside = scanner.read(/!?~/y)?.[0];
  if (beside === undefined) return present(pattern.contents, pattern.squares);
  return {
    kind: "beside",
    ...pattern,
    beside: readContents(scanner, names),
    present: beside === "~",
    not: false,
  };
}

function readGroup(scanner: Scanner, names: Names, depth: number): Condition {
  const parts: Condition[] = [];
  do {
    const start = scanner.position;
    const all = readConditions(scanner, names, [], depth + 1);
    if (all.length === 0) throw scanner.error("nothing where a condition was expected", start);
    parts.push(all.length === 1 ? all[0]! : { kind: "all", parts: all });
  } while (scanner.accept("|"));
  scanner.expect(")", "| or )");
  return { kind: "any", parts };
}

function readCount(scanner: Scanner, names: Names): Condition {
  const pattern = readPattern(scanner, names);
  scanner.expect(")", ")");
  const relation = scanner.read(/\s*(>=|<=|>|<|=)/y)?.[1];
  if (relation === undefined) throw scanner.error(`${scanner.next()} where >=, <=, >, < or = was expected`);
  const number = scanner.number(0, SQUARES, "how many");
  const [min, max] = {
    ">=": [number, SQUARES],
    ">": [number + 1, SQUARES],
    "<=": [0, number],
    "<": [0, number - 1],
    "=": [number, number],
  }[relation] as [number, number];
  return { kind: "count", ...pattern, min, max };
}

/** Contents and squares; without contents, any piece. */
export function readPattern(scanner: Scanner, names: Names): Pattern {
  if (/^([a-h][1-8]|[{@])/.test(scanner.text.slice(scanner.position, scanner.position + 2)))
    return { contents: PIECES, squares: readSquares(scanner, names) };
  const contents = readContents(scanner, names);
  return { contents, squares: readSquares(scanner, names) };
}

export function readContents(scanner: Scanner, names: Names): Contents {
  if (scanner.accept("[")) {
    let contents = 0;
    for (scanner.skipSpaces(); !scanner.accept("]"); scanner.skipSpaces()) contents |= readClassItem(scanner, names);
    if (contents === 0) throw scanner.error("no piece in [ ]", scanner.position - 1);
    return contents;
  }
  return readLetter(scanner);
}

function readLetter(scanner: Scanner): Contents {
  const letter = scanner.text[scanner.position] ?? "";
  if (!Object.hasOwn(LETTER_CLASSES, letter))
    throw scanner.error(`${scanner.next()} does not begin with a piece or a square; pieces are ${PIECES_KNOWN}`);
  scanner.position++;
  return LETTER_CLASSES[letter]!;
}

function readClassItem(scanner: Scanner, names: Names): Contents {
  if (scanner.accept("@")) return readName(scanner, names.classes, "class of pieces");
  const relation = scanner.read(/>=|<=|>|</y)?.[0];
  const start = scanner.position;
  const contents = readLetter(scanner);
  if (relation === undefined) return contents;
  const content = 31 - Math.clz32(contents);
  if (contents !== 1 << content || content === 0)
    throw scanner.error(`${relation} needs one piece to compare with, as in [>H]`, start);
  const side = content > 6 ? SILVER : GOLD;
  const weaker = (1 << content) - 1;
  const stronger = ANYTHING & ~weaker & ~contents;
  return side & ((relation[0] === ">" ? stronger : weaker) | (relation.length > 1 ? contents : 0));
}

/** A square, `{…}` with squares, rectangles and names of sets, or `@name`. */
export function readSquares(scanner: Scanner, names: Names): readonly number[] {
  if (scanner.accept("@")) return readName(scanner, names.squares, "set of squares");
  if (!scanner.accept("{")) return [readSquare(scanner)];
  const squares = readSquareList(scanner, names, "}");
  scanner.expect("}", "a square or }");
  return squares;
}

export function readSquareList(scanner: Scanner, names: Names, end: string): readonly number[] {
  const squares = new Set<number>();
  const start = scanner.position;
  while (!scanner.atEnd() && !scanner.text.startsWith(end, scanner.position)) {
    if (scanner.accept("@")) for (const each of readName(scanner, names.squares, "set of squares")) squares.add(each);
    else for (const each of readRange(scanner)) squares.add(each);
  }
  if (squares.size === 0) throw scanner.error("no square where some were expected", start);
  return [...squares].sort((a, b) => a - b);
}

function readRange(scanner: Scanner): readonly number[] {
  const from = readSquare(scanner);
  if (!scanner.accept("..")) return [from];
  const to = readSquare(scanner);
  const between = (value: number, one: number, other: number): boolean =>
    value >= Math.min(one, other) && value <= Math.max(one, other);
  return BOARD.filter((square) => between(square % 8, from % 8, to % 8) && between(square >> 3, from >> 3, to >> 3));
}

function readSquare(scanner: Scanner): number {
  const name = scanner.read(/[a-h][1-8]/y)?.[0];
  if (name === undefined)
    throw scanner.error(`${scanner.next()} where a square was expected, a1 to h8, or some in { }`);
  return SQUARE_NAMES.indexOf(name);
}

function readName<T>(scanner: Scanner, known: ReadonlyMap<string, T>, what: string): T {
  const start = scanner.position - 1;
  const name = scanner.read(/[\w-]{1,40}/y)?.[0] ?? "";
  const value = known.get(name);
  if (value !== undefined) return value;
  throw scanner.error(`${what} "@${name}" not found${didYouMean(name, [...known.keys()])}`, start);
}
