/**
 * The paper's other form of a table: for a set, the positions that are won for White, with either side to move, and nothing else. A
 * position is lost if it is in the list of the colours swapped, and drawn if it is in neither.
 */
import { readOutcome } from "../../engine/solve/outcome-values.ts";

export interface WonList {
  /** Entries of the set's table (White to move) that are won for White, ascending. */
  readonly whiteToMove: Uint32Array;
  /** Entries of the table of the colours swapped (Black to move, seen as White) that are lost for who moves. */
  readonly blackToMove: Uint32Array;
}

function entriesThat(kind: "win" | "loss", values: Uint8Array): Uint32Array {
  const entries: number[] = [];
  values.forEach((value, entry) => {
    if (readOutcome(value, "turns").kind === kind) entries.push(entry);
  });
  return Uint32Array.from(entries);
}

/** From the values of a set's table and of its colours swapped. */
export function wonListOf(own: Uint8Array, swapped: Uint8Array): WonList {
  return { whiteToMove: entriesThat("win", own), blackToMove: entriesThat("loss", swapped) };
}

/** What a position with White to move is, by its set's list and that of the colours swapped. */
export function outcomeByLists(entry: number, own: WonList, swapped: WonList): "win" | "draw" | "loss" {
  if (includes(own.whiteToMove, entry)) return "win";
  return includes(swapped.blackToMove, entry) ? "loss" : "draw";
}

function includes(entries: Uint32Array, entry: number): boolean {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] as number) < entry) low = middle + 1;
    else high = middle;
  }
  return entries[low] === entry;
}

/** How many, then each as its distance from the one before: seven bits a byte, the highest bit where more follow. */
export function encodeList({ whiteToMove, blackToMove }: WonList): Uint8Array {
  const bytes: number[] = [];
  const put = (number: number): void => {
    for (; number >= 128; number = Math.floor(number / 128)) bytes.push(128 + (number % 128));
    bytes.push(number);
  };
  for (const entries of [whiteToMove, blackToMove]) {
    put(entries.length);
    let before = 0;
    for (const entry of entries) {
      put(entry - before);
      before = entry;
    }
  }
  return Uint8Array.from(bytes);
}

export function decodeList(bytes: Uint8Array): WonList {
  let at = 0;
  const take = (): number => {
    let [number, scale] = [0, 1];
    for (let byte = 128; byte >= 128; scale *= 128) {
      byte = bytes[at++] ?? 0;
      number += (byte % 128) * scale;
    }
    return number;
  };
  const entries = (): Uint32Array => {
    const found = new Uint32Array(take());
    let last = 0;
    for (let i = 0; i < found.length; i++) found[i] = last += take();
    return found;
  };
  return { whiteToMove: entries(), blackToMove: entries() };
}
