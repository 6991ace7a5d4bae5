/** Parses the `info` lines of an engine; unknown parts are skipped. */
import type { Score } from "./score.ts";

export interface UciInfo {
  readonly depth: number | null;
  readonly score: Score | null;
  /** False for a lower or upper bound. */
  readonly isExact: boolean;
  readonly nodes: number | null;
  readonly hashfull: number | null;
  /** From 1. */
  readonly multipv: number;
  readonly pv: readonly string[];
}

/** Larger numbers are ignored. */
const MAX_NUMBER = 1e15;
const MAX_PV_MOVES = 256;

/** Null for a line without search information, such as `info string …`. */
export function parseInfo(text: string): UciInfo | null {
  const words = text.split(/\s+/);
  const found = { depth: null, nodes: null, hashfull: null, multipv: null } as Record<string, number | null>;
  let score: Score | null = null;
  let isExact = true;
  let pv: string[] = [];
  let hasInfo = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    // The rest of the line is text.
    if (word === "string") break;
    if (Object.hasOwn(found, word)) {
      const number = numberOf(words[++i]);
      found[word] = number === null ? (found[word] ?? null) : Math.max(0, number);
      hasInfo = true;
    } else if (word === "score") {
      const number = numberOf(words[i + 2]);
      if (number !== null && words[i + 1] === "cp") score = { kind: "cp", centipawns: number };
      else if (number !== null && words[i + 1] === "mate") score = { kind: "mate", moves: number };
      else continue;
      i += 2;
      hasInfo = true;
    } else if (word === "lowerbound" || word === "upperbound") isExact = false;
    else if (word === "pv") {
      pv = words.slice(i + 1, i + 1 + MAX_PV_MOVES);
      hasInfo = true;
      break;
    }
  }
  if (!hasInfo) return null;
  const { depth = null, nodes = null, hashfull = null } = found;
  return { depth, nodes, hashfull, score, isExact, multipv: Math.max(1, found["multipv"] ?? 1), pv };
}

function numberOf(word: string | undefined): number | null {
  const number = word === undefined || !/^[+-]?\d+$/.test(word) ? Number.NaN : Number(word);
  return Number.isFinite(number) && Math.abs(number) <= MAX_NUMBER ? number : null;
}

/** What an engine has reported about one search so far. */
export class SearchReport {
  /** The latest info of each PV, by its number from 1. */
  readonly pvs: Map<number, UciInfo> = new Map();
  depth: number | null = null;
  /** The largest count reported. */
  nodes: number | null = null;
  hashfull: number | null = null;

  add(text: string): void {
    const info = parseInfo(text);
    if (!info) return;
    if (info.depth !== null && info.multipv === 1) this.depth = info.depth;
    if (info.nodes !== null) this.nodes = Math.max(this.nodes ?? 0, info.nodes);
    this.hashfull = info.hashfull ?? this.hashfull;
    const last = this.pvs.get(info.multipv);
    // A bound does not replace an exact score.
    if (info.score !== null && (info.isExact || !last?.isExact || last.score === null) && this.#hasRoom(info.multipv))
      this.pvs.set(info.multipv, info.pv.length > 0 || !last ? info : { ...info, pv: last.pv });
  }

  #hasRoom(rank: number): boolean {
    return this.pvs.has(rank) || (rank <= MAX_PV_MOVES && this.pvs.size < MAX_PV_MOVES);
  }
}
