/** Metadata of a recorded game, and its winner. */
import type { ArimaaRecord } from "../records.ts";
import { SIDE } from "../layout.ts";

export interface GameHeader {
  readonly goldRating: number | null;
  readonly silverRating: number | null;
  /** 0 gold, 1 silver. */
  readonly result: number | null;
  /** A letter as in game archives: g goal, e all rabbits lost, m no move, t time, r resigned, i illegal; or a word. */
  readonly termination: string | null;
  /** The 64 letters after the last turn, if recorded. */
  readonly finalBoard: string | null;
}

const SIDES: Readonly<Record<string, number>> = { g: 0, w: 0, gold: 0, s: 1, b: 1, silver: 1 };

/** From the fields of a JSON record or the comments above a text; unknown fields are ignored. */
export function headerOf(fields: Readonly<Record<string, unknown>>): GameHeader {
  const number = (value: unknown): number | null => {
    const read = typeof value === "string" && value !== "" ? Number(value) : value;
    return typeof read === "number" && Number.isFinite(read) ? read : null;
  };
  const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
  return {
    goldRating: number(fields["goldRating"]),
    silverRating: number(fields["silverRating"]),
    result: SIDES[text(fields["result"]) ?? ""] ?? null,
    termination: text(fields["termination"]),
    finalBoard: text(fields["finalBoard"]),
  };
}

const REMARK = /^#\s*(goldRating|silverRating|result|termination)[:\s]+(\S+)\s*$/;

/** A comment such as `# goldRating 2100`. */
export function remarkField(line: string): readonly [string, string] | null {
  const match = REMARK.exec(line);
  return match ? [match[1] as string, match[2] as string] : null;
}

export function headerRemarks(header: GameHeader): string[] {
  const { goldRating, silverRating, termination } = header;
  const result = header.result === null ? null : "gs"[header.result];
  return Object.entries({ goldRating, silverRating, result, termination })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `# ${name} ${value}`);
}

/** The winner: by the header, else on the board, else by the last line. */
export function winnerOf(header: GameHeader, { winner, ending, final }: ArimaaRecord): number | null {
  if (header.result !== null) return header.result;
  if (winner !== null) return winner;
  if (ending === null) return null;
  const side = final[SIDE] as number;
  return ending === "won" ? side : 1 - side;
}
