/** Distances to mate and statistics of endings by other programs: ../shared/facts/chess, if available. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const FOLDER = join(import.meta.dirname, "../../../../shared/facts/chess");

export const factsAvailable: boolean = existsSync(FOLDER);
if (!factsAvailable) console.info("skipped: endings with known values (../shared/facts/chess not found)");

function linesOf<T>(text: string): T[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

export interface DistanceFact {
  readonly fen: string;
  readonly table: string;
  /** Signed plies for the side to move. */
  readonly dtm: number;
  readonly wdl: -1 | 0 | 1;
  readonly mated: boolean;
}

export function distanceFacts(): DistanceFact[] {
  return linesOf(gunzipSync(readFileSync(join(FOLDER, "dtm.jsonl.gz"))).toString());
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
  return linesOf(readFileSync(join(FOLDER, "stats.jsonl"), "utf8"));
}
