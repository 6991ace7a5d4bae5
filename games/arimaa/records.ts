/**
 * Game records, one turn per line: `1g Ra1 Rb1 …`, `1s ra8 …`, `2g Ed2n Ed3n`; `w` and `b` for the sides in old records. `takeback` undoes the
 * turn before it. The last line may be a bare label, or give the termination: `12s resigns`. Empty lines and lines that begin with # are
 * ignored.
 */
import { sameBytes } from "../../engine/contracts/bytes.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { Board } from "./board.ts";
import { RABBIT } from "./constants.ts";
import { PLAYING, SIDE, STATE_BYTES } from "./layout.ts";
import { pieceAt, SQUARES } from "./squares.ts";
import { formatTurn, parseTurn, playMoves } from "./turns.ts";

export interface RecordedTurn {
  /** 2g: the turn's number and side. */
  readonly label: string;
  /** The position before it. */
  readonly before: Position;
  readonly moves: readonly Move[];
}

export interface ArimaaRecord {
  readonly turns: readonly RecordedTurn[];
  /** The position after the last turn. */
  readonly final: Position;
  /** The termination given in the last line. */
  readonly ending: Ending | null;
  /** The index of the player who has won on the board. */
  readonly winner: number | null;
  /** Tolerated irregularities: turns after a side lost all rabbits, which did not end early games; third repetitions. */
  readonly remarks: readonly string[];
}

const ENDINGS = ["resigns", "lost", "won", "timeout", "illegal"] as const;
export type Ending = (typeof ENDINGS)[number];
const LINE = /^(\d+)([gswb])(?:\s+(.*))?$/;

export function parseRecord(board: Board, text: string): Result<ArimaaRecord> {
  const reader = new RecordReader(board);
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const read = reader.read(line.trim());
    if (!read.ok) return fail(read.error.code, `line ${i + 1}: ${read.error.message}`);
  }
  return ok(reader.record());
}

export function formatRecord(board: Board, { turns, ending, final }: ArimaaRecord): string {
  const lines = turns.map(({ label, before, moves }) => `${label} ${formatTurn(board, before, moves)}`);
  const next = labelOf(turns.length, final);
  return [...lines, ending === null ? next : `${next} ${ending}`].join("\n") + "\n";
}

/** The labels of setups are 1g and 1s; the numbers go up with gold's turns. */
function labelOf(turns: number, position: Position): string {
  return `${(turns >> 1) + 1}${position[SIDE] === 0 ? "g" : "s"}`;
}

/** Parses a record line by line. An invalid line leaves its state unchanged. */
export class RecordReader {
  readonly #board: Board;
  readonly #turns: RecordedTurn[] = [];
  readonly #remarks: string[] = [];
  #now: Position = new Uint8Array(STATE_BYTES);
  #ending: Ending | null = null;
  #over = false;

  constructor(board: Board) {
    this.#board = board;
  }

  /** The position before the next turn. */
  get now(): Position {
    return this.#now;
  }

  get turns(): number {
    return this.#turns.length;
  }

  read(line: string): Result<null> {
    if (line === "" || line.startsWith("#")) return ok(null);
    if (this.#over) return fail("bad-move", `"${line}" comes after the end of the game`);
    const match = LINE.exec(line);
    if (!match) return fail("bad-move", `"${line}" is not a turn; expected a number, a side and steps, as in 2g Ra2n`);
    const [, number = "", letter = "", text = ""] = match;
    const label = labelOf(this.#turns.length, this.#now);
    const given = `${Number(number)}${letter === "g" || letter === "w" ? "g" : "s"}`;
    if (text === "takeback") return this.#takeBack(label);
    if (given !== label) return fail("bad-move", `turn ${number}${letter} comes where ${label} was expected`);
    const ending = ENDINGS.find((each) => each === text);
    if (text === "" || ending) {
      this.#ending = ending ?? null;
      this.#over = true;
      return ok(null);
    }
    return this.#play(label, text);
  }

  /** The label of a takeback is ignored: programs write that of either side. */
  #takeBack(label: string): Result<null> {
    const last = this.#turns.pop();
    if (!last) return fail("bad-move", `takeback at ${label}: there is no turn to take back`);
    this.#now = last.before;
    return ok(null);
  }

  #play(label: string, text: string): Result<null> {
    const board = this.#board;
    const legalIn = this.#continuesWithoutRabbits(label)
      ? (position: Position) => board.movesBeyondEnd(position)
      : undefined;
    const moves = parseTurn(board, this.#now, text, legalIn);
    if (!moves.ok) return fail(moves.error.code, `turn ${label}: ${moves.error.message}`);
    this.#turns.push({ label, before: this.#now, moves: moves.value });
    this.#now = playMoves(board, this.#now, moves.value);
    this.#checkRepetition(label);
    return ok(null);
  }

  /** Whether the game continues after the loss of all rabbits, as under the early rules. */
  #continuesWithoutRabbits(label: string): boolean {
    if (this.#board.states.result(this.#now) === null) return false;
    const kept = [0, 1].map((colour) => hasRabbit(this.#now, colour));
    if (kept[0] && kept[1]) return false;
    const side = kept[0] ? "silver" : "gold";
    const remark = `${side} has no rabbit left, and the game continues`;
    if (!this.#remarks.some((each) => each.endsWith(remark))) this.#remarks.push(`turn ${label}: ${remark}`);
    return true;
  }

  #checkRepetition(label: string): void {
    if (this.#now[PLAYING] === 0) return;
    const times = this.#turns.filter(({ before }) => sameBytes(before, this.#now)).length + 1;
    if (times >= 3) this.#remarks.push(`turn ${label}: the position occurs ${times} times, which is forbidden`);
  }

  record(): ArimaaRecord {
    const scores = this.#board.states.result(this.#now);
    return {
      turns: this.#turns,
      final: this.#now,
      ending: this.#ending,
      winner: scores === null ? null : scores.indexOf(1),
      remarks: this.#remarks,
    };
  }
}

function hasRabbit(position: Position, colour: number): boolean {
  return Array.from({ length: SQUARES }, (_, square) => pieceAt(position, square)).some(
    (piece) => piece?.colour === colour && piece.kind === RABBIT,
  );
}
