/** Positions with known answers from independent programs, and recorded games: ../shared/facts/arimaa, if available. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const FACTS_FOLDER: string = join(import.meta.dirname, "../../../shared/facts/arimaa");

export const factsAvailable: boolean = existsSync(FACTS_FOLDER);
if (!factsAvailable) console.info("skipped: positions with known answers (../shared/facts/arimaa not found)");

function readLines<T>(name: string): T[] {
  if (!factsAvailable) return [];
  return readFileSync(join(FACTS_FOLDER, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

export interface TurnFacts {
  readonly id: number;
  readonly side: "g" | "s";
  readonly board: string;
  readonly turns: number;
  readonly byMinSteps: readonly number[];
  readonly xor: number;
  readonly sum: number;
  readonly firstSteps: readonly string[];
  readonly goalInOne: boolean;
  readonly goalMinSteps: number;
  readonly capture: boolean;
  readonly capturable: string;
  readonly winningTurns: number;
  readonly losingTurns: number;
  readonly immobilisingTurns: number;
  readonly winner: "g" | "s" | null;
}

export interface LegalityFact {
  readonly side: "g" | "s";
  readonly board: string;
  readonly move: string;
  readonly legal: boolean;
  readonly why: string;
}

export interface GoalFact {
  readonly side: "g" | "s";
  readonly board: string;
  /** A turn after which goal cannot be stopped. */
  readonly sharpMove: string;
  readonly replies: number;
}

export interface RecordedArimaa {
  /** Labels such as 12w, and texts. */
  readonly turns: readonly (readonly [string, string])[];
  readonly finalBoard: string;
  /** 1 if gold has won on the board, -1 if silver; false if neither. */
  readonly endState: 1 | -1 | false;
}

export const turnFacts: readonly TurnFacts[] = readLines("turns.jsonl");
export const legalityFacts: readonly LegalityFact[] = readLines("legality.jsonl");
export const goalFacts: readonly GoalFact[] = readLines("goal2.jsonl");
export const recordedGames: readonly RecordedArimaa[] = readLines("games.jsonl");
