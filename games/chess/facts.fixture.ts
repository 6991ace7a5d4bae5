/**
 * Endings by independent programs (facts/): distances to mate of 8,900 positions from Gaviota tables, checked with two probers
 * and against the signs of Syzygy tables, and statistics over all positions of 23 endings.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const FOLDER = join(import.meta.dirname, "facts");

function linesOf<T>(text: string): T[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

export interface EndgameFact {
  readonly fen: string;
  readonly table: string;
  /** Signed plies to mate for the side to move; 0 for a draw and for a mated side. */
  readonly dtm: number;
  readonly wdl: -1 | 0 | 1;
  readonly mated: boolean;
  readonly stalemate: boolean;
}

export function endgameFacts(): EndgameFact[] {
  return linesOf(gunzipSync(readFileSync(join(FOLDER, "distances-to-mate.jsonl.gz"))).toString());
}

export interface SideStatistics {
  readonly legal: number;
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
  /** Positions by plies to mate. */
  readonly winHist: Readonly<Record<string, number>>;
  readonly lossHist: Readonly<Record<string, number>>;
}

/** Over all placements on 64 squares. */
export interface EndingStatistics {
  readonly table: string;
  readonly wtm: SideStatistics;
  readonly btm: SideStatistics;
}

export function endingStatistics(): EndingStatistics[] {
  return linesOf(readFileSync(join(FOLDER, "endings.jsonl"), "utf8"));
}
