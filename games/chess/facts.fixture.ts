/** Endgame positions with distances to mate by independent programs: ../shared/facts/chess, if available. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const FACTS_FOLDER: string = join(import.meta.dirname, "../../../shared/facts/chess");

export const factsAvailable: boolean = existsSync(FACTS_FOLDER);
if (!factsAvailable) console.info("skipped: positions with known answers (../shared/facts/chess not found)");

export interface EndgameFact {
  readonly fen: string;
  readonly table: string;
  /** Signed plies to mate for the side to move; 0 for a draw and for a mated side. */
  readonly dtm: number;
  readonly wdl: number;
  readonly mated: boolean;
  readonly stalemate: boolean;
}

export function endgameFacts(): EndgameFact[] {
  if (!factsAvailable) return [];
  const text = gunzipSync(readFileSync(join(FACTS_FOLDER, "dtm.jsonl.gz"))).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as EndgameFact);
}
