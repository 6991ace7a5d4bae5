/**
 * Positions with known answers (facts/), computed by two independent programs that agree, and the games recorded by others in
 * ../shared/facts/arimaa, if available.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canTestRecorded, RECORDED_FOLDER } from "../../engine/contracts/suites/needs.ts";

const FACTS_FOLDER: string = join(import.meta.dirname, "facts");
export const RECORDED_GAMES_FILE: string = join(RECORDED_FOLDER, "facts/arimaa/games.jsonl");
export const canTestRecordedGames: boolean = canTestRecorded("facts/arimaa");

function readLines<T>(file: string): T[] {
  return readFileSync(file, "utf8")
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

export const turnFacts: readonly TurnFacts[] = readLines(join(FACTS_FOLDER, "turns.jsonl"));
export const legalityFacts: readonly LegalityFact[] = readLines(join(FACTS_FOLDER, "legality.jsonl"));
export const goalFacts: readonly GoalFact[] = readLines(join(FACTS_FOLDER, "goal-in-two.jsonl"));

export function recordedGames(): RecordedArimaa[] {
  return readLines(RECORDED_GAMES_FILE);
}
