/** The `info` lines of an engine, read as far as they are understood. */
import type { Score } from "./score.ts";

export interface UciInfo {
  readonly depth: number | null;
  readonly score: Score | null;
  /** Whether the score is exact, and not only a bound. */
  readonly isExact: boolean;
  readonly nodes: number | null;
  readonly hashfull: number | null;
  /** From 1. */
  readonly multipv: number;
  readonly pv: readonly string[];
}

/** Numbers of an engine are not believed beyond this. */
const MOST = 1e15;
const PV_WORDS = 256;

/** Null for what says nothing of the search: `info string …`. */
export function parseInfo(text: string): UciInfo | null {
  const words = text.split(/\s+/);
  const found = { depth: null, nodes: null, hashfull: null, multipv: null } as Record<string, number | null>;
  let score: Score | null = null;
  let isExact = true;
  let pv: string[] = [];
  let isTelling = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    // The rest of the line is text.
    if (word === "string") break;
    if (Object.hasOwn(found, word)) {
      const number = numberOf(words[++i]);
      found[word] = number === null ? (found[word] ?? null) : Math.max(0, number);
      isTelling = true;
    } else if (word === "score") {
      const number = numberOf(words[i + 2]);
      if (number !== null && words[i + 1] === "cp") score = { kind: "cp", centipawns: number };
      else if (number !== null && words[i + 1] === "mate") score = { kind: "mate", moves: number };
      else continue;
      i += 2;
      isTelling = true;
    } else if (word === "lowerbound" || word === "upperbound") isExact = false;
    else if (word === "pv") {
      pv = words.slice(i + 1, i + 1 + PV_WORDS);
      isTelling = true;
      break;
    }
  }
  if (!isTelling) return null;
  const { depth = null, nodes = null, hashfull = null } = found;
  return { depth, nodes, hashfull, score, isExact, multipv: Math.max(1, found["multipv"] ?? 1), pv };
}

function numberOf(word: string | undefined): number | null {
  const number = word === undefined || !/^[+-]?\d+$/.test(word) ? Number.NaN : Number(word);
  return Number.isFinite(number) && Math.abs(number) <= MOST ? number : null;
}

/** What an engine has said of one search so far. */
export class SearchReport {
  /** The newest of each line of play, by its rank from 1. */
  readonly lines: Map<number, UciInfo> = new Map();
  depth: number | null = null;
  /** The most that was reported: counts of one search only grow. */
  nodes: number | null = null;
  hashfull: number | null = null;

  add(text: string): void {
    const info = parseInfo(text);
    if (!info) return;
    if (info.depth !== null && info.multipv === 1) this.depth = info.depth;
    if (info.nodes !== null) this.nodes = Math.max(this.nodes ?? 0, info.nodes);
    this.hashfull = info.hashfull ?? this.hashfull;
    const known = this.lines.get(info.multipv);
    // A bound says less than the score it would replace.
    if (info.score !== null && (info.isExact || !known?.isExact || known.score === null) && this.#hasRoom(info.multipv))
      this.lines.set(info.multipv, info.pv.length > 0 || !known ? info : { ...info, pv: known.pv });
  }

  #hasRoom(rank: number): boolean {
    return this.lines.has(rank) || (rank <= PV_WORDS && this.lines.size < PV_WORDS);
  }
}
