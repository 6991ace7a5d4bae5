/**
 * How a byte of a table encodes the outcome of a position for the side to move (same numbers as in outcome.as.ts). In a table of `turns`
 * the distance counts pairs of plies: a loss takes 2n plies, a win 2n + 1.
 */
import type { TablePart, ValueKind } from "../contracts/table.ts";

const DRAWN = 0;
const LOST = 1;
const WON = 128;
const NO_POSITION = 255;
/** The longest loss of `turns`. It has no byte of its own and uses that of a win in 253 plies in parts of tables without such a win (`TablePart.latest`). */
const LOST_IN_254 = 256;
const LATEST_PLIES = 254;

/** The longest outcome that a table can store. */
export function maxPlies(values: ValueKind): number {
  return values === "turns" ? 250 : 124;
}

/** Number of distinct values. */
export function valueCount(values: ValueKind): number {
  return values === "turns" ? LOST_IN_254 + 1 : LOST_IN_254;
}

/** An entry without a value yet, during a solve. */
const OPEN = 127;

/** Entries that are still open at the end are draws. */
export function isOpen(entry: number): boolean {
  return entry === OPEN || entry === DRAWN;
}

export interface Outcome {
  readonly kind: "win" | "draw" | "loss" | "no position";
  /** Distance to the win or loss; 0 for a draw. */
  readonly plies: number;
}

/** The byte that a value is stored as. */
export function byteOf(value: number): number {
  return value === LOST_IN_254 ? WON + (LATEST_PLIES - 2) / 2 : value;
}

/** The value of a byte in a part of a table. */
export function valueOfByte(byte: number, latest: TablePart["latest"]): number {
  return latest === "loss" && byte === byteOf(LOST_IN_254) ? LOST_IN_254 : byte;
}

/** Converts a histogram by byte, of a part of a table, to one by value. */
export function valuesOfBytes(counts: readonly number[], latest: TablePart["latest"]): number[] {
  const values: number[] = [];
  counts.forEach((count, byte) => (values[valueOfByte(byte, latest)] = count));
  return Array.from(values, (count) => count ?? 0);
}

export function readOutcome(value: number, values: ValueKind = "outcome"): Outcome {
  if (value === DRAWN) return { kind: "draw", plies: 0 };
  if (value === NO_POSITION) return { kind: "no position", plies: 0 };
  if (value === LOST_IN_254) return { kind: "loss", plies: LATEST_PLIES };
  const turns = values === "turns";
  if (value < WON) return { kind: "loss", plies: (value - LOST) * (turns ? 2 : 1) };
  return { kind: "win", plies: turns ? 2 * (value - WON) + 1 : value - WON };
}

export function writeOutcome(kind: Outcome["kind"], plies = 0, values: ValueKind = "outcome"): number {
  if (kind === "loss" && plies === LATEST_PLIES && values === "turns") return LOST_IN_254;
  const count = values === "turns" ? Math.floor(plies / 2) : plies;
  return { win: WON + count, draw: DRAWN, loss: LOST + count, "no position": NO_POSITION }[kind];
}

/** The outcome for the side to move (1) or for the side that has just moved (-1); empty for "no position". */
export function outcomeFor(kind: Outcome["kind"], sign: 1 | -1): { outcome?: "win" | "draw" | "loss" } {
  if (kind === "no position") return {};
  if (sign === 1 || kind === "draw") return { outcome: kind };
  return { outcome: kind === "win" ? "loss" : "win" };
}

/**
 * The definition of a position's value from the values of its successors: won one ply after the soonest loss of the other
 * side; else drawn if a successor is drawn; else lost one ply after the latest win of the other side.
 */
export function outcomeFrom(after: Iterable<number>, values: ValueKind = "outcome"): number {
  let soonest = Number.POSITIVE_INFINITY;
  let latest = -1;
  let drawn = false;
  for (const value of after) {
    const outcome = readOutcome(value, values);
    if (outcome.kind === "loss") soonest = Math.min(soonest, outcome.plies);
    else if (outcome.kind === "win") latest = Math.max(latest, outcome.plies);
    else drawn = true;
  }
  if (soonest < Number.POSITIVE_INFINITY) return writeOutcome("win", soonest + 1, values);
  return drawn ? DRAWN : writeOutcome("loss", latest + 1, values);
}

/** Number of won positions in a table of `won` (eight positions per entry), from its histogram. */
export function countWon(histogram: readonly number[]): number {
  const ones = (value: number): number => [...value.toString(2)].filter((bit) => bit === "1").length;
  return histogram.reduce((sum, count, value) => sum + count * ones(value), 0);
}
