/** Probes a position and every legal move in it (distance to mate). */
import { fail, GameloreError, ok, type Result } from "../../../engine/contracts/errors.ts";
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { Probe, ProbedMove, ProbeValue, Rank, TableEntries } from "../../../engine/contracts/table.ts";
import { plural } from "../../../engine/contracts/quantities.ts";
import { outcomeScore } from "../../../engine/solve/outcome-probe.ts";
import { outcomeFor, outcomeFrom, readOutcome, writeOutcome } from "../../../engine/solve/outcome-values.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import { Board } from "../board.ts";
import { formatFen, parseFen } from "../fen.ts";
import { FIFTY_MOVES, NO_SQUARE } from "../constants.ts";
import { CASTLING, HALFMOVE_CLOCK, EN_PASSANT, TURN } from "../layout.ts";
import { isEnPassant } from "../moves.ts";
import { formatSan } from "../san.ts";
import { COLOUR_NAMES, pieceAt } from "../squares.ts";
import { Tablebase } from "./tablebase.ts";
import { entryValue } from "./compact-table.ts";
import { canonicalMaterial, materialOf, materialText, MAX_PIECES, type Material } from "./material.ts";

const KING = 5;

export type EntriesOf = (material: Material) => Pick<TableEntries, "get">;

export function materialAt(position: Position): Material {
  const sides: [number[], number[]] = [[], []];
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(position, square);
    if (piece && piece.kind !== KING) (sides[piece.colour] as number[]).push(piece.kind);
  }
  return materialOf(...sides);
}

export class EndgameProbe {
  readonly board: Board = new Board();
  readonly #tablebase: Tablebase;
  readonly #entriesOf: EntriesOf;
  readonly #opened = new Map<string, Pick<TableEntries, "get">>();

  constructor(entriesOf: EntriesOf) {
    this.#tablebase = new Tablebase(this.board.kernel);
    this.#entriesOf = entriesOf;
  }

  parsePosition(text: string): Result<Position> {
    return parseFen(text, this.board);
  }

  formatPosition(position: Position): string {
    return formatFen(position);
  }

  layoutOf(material: Material): Address {
    return this.#tablebase.layoutOf(material);
  }

  /** The table and entry of a placement. */
  locate(position: Position): Result<{ material: Material; entry: Rank }> {
    const found = materialAt(position);
    const count = 2 + found[0].length + found[1].length;
    if (count > MAX_PIECES)
      return fail(
        "not-in-table",
        `the position has ${plural(count, "piece")}; the tables cover up to ${MAX_PIECES}, kings included (Syzygy files up to 7: --syzygy FOLDER)`,
      );
    if (position[CASTLING] !== 0)
      return fail("not-in-table", "the position has castling rights, which the tables do not cover");
    const { material } = canonicalMaterial(found);
    this.#tablebase.layoutOf(material);
    this.board.states.kernel.exports.locatePlacement(this.board.states.put(position), position[TURN] as number);
    return ok({ material, entry: (this.board.kernel.exports.locatedEntry() >>> 0) as Rank });
  }

  /** The table value of a position (outcome-values.ts). */
  valueOf(position: Position): Result<number> {
    if (materialAt(position).every((kinds) => kinds.length === 0)) return ok(writeOutcome("draw"));
    const found = this.locate(position);
    if (!found.ok) return found;
    const value = this.#get(found.value.material, found.value.entry);
    return value.ok && position[EN_PASSANT] !== NO_SQUARE ? this.#withEnPassant(position, value.value) : value;
  }

  #get(material: Material, entry: Rank): Result<number> {
    const text = materialText(material);
    try {
      const entries = this.#opened.get(text) ?? this.#entriesOf(material);
      this.#opened.set(text, entries);
      return ok(entryValue(material, entry, entries.get(entry)));
    } catch (error) {
      if (error instanceof GameloreError) return { ok: false, error };
      throw error;
    }
  }

  /** The tables ignore en passant: the better of those captures and the table value, if another move exists. */
  #withEnPassant(position: Position, value: number): Result<number> {
    const moves = this.board.legalMoves(position);
    const captures = this.#valuesAfter(position, moves.filter(isEnPassant));
    if (!captures.ok) return captures;
    if (moves.every(isEnPassant)) return ok(outcomeFrom(captures.value, "turns"));
    const best = outcomeFrom(captures.value, "turns");
    return ok(scoreOf(best) > scoreOf(value) ? best : value);
  }

  #valuesAfter(position: Position, moves: readonly Move[]): Result<number[]> {
    const values: number[] = [];
    for (const move of moves) {
      const value = this.valueOf(this.board.play(position, move));
      if (!value.ok) return value;
      values.push(value.value);
    }
    return ok(values);
  }

  /** The value of a legal position from the values after its moves. */
  expected(position: Position): number {
    const moves = this.board.legalMoves(position);
    if (moves.length === 0) return writeOutcome(this.board.inCheck(position) ? "loss" : "draw");
    const after = this.#valuesAfter(position, moves);
    if (!after.ok) throw after.error;
    return outcomeFrom(after.value, "turns");
  }

  probe(position: Position): Result<Probe> {
    const value = this.valueOf(position);
    if (!value.ok) return value;
    const legal = this.board.legalMoves(position);
    const after = this.#valuesAfter(position, legal);
    if (!after.ok) return after;
    const moves = legal.map((move, i): ProbedMove => {
      const next = this.board.play(position, move);
      return {
        move,
        text: formatSan(this.board, position, move),
        after: this.#probeValue(next, after.value[i] as number, -1),
      };
    });
    moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
    const table = materialText(canonicalMaterial(materialAt(position)).material).toLowerCase();
    return ok({ table, position: formatFen(position), value: this.#probeValue(position, value.value, 1), moves });
  }

  /** For the side to move (1) or the side that has just moved (-1). Distance to mate, ignoring the fifty-move rule until it applies. */
  #probeValue(position: Position, value: number, sign: 1 | -1): ProbeValue {
    const { kind, plies } = readOutcome(value, "turns");
    const ruled = plies === 0 && kind !== "draw" ? null : this.#drawByRule(position);
    if (ruled !== null)
      return { text: ruled, score: 0, parts: { entry: value, plies: null, moves: null }, exact: true, outcome: "draw" };
    const turn = position[TURN] as number;
    const exact = kind === "draw" || plies + (position[HALFMOVE_CLOCK] as number) <= FIFTY_MOVES;
    const caveat = exact ? "" : ", unless the fifty-move rule draws first";
    const winner = COLOUR_NAMES[kind === "win" ? turn : 1 - turn] as string;
    const moves = Math.ceil(plies / 2);
    const distance = `mate in ${plural(moves, "move")} (${plural(plies, "ply", "plies")})`;
    const text =
      kind === "draw" ? "draw" : plies === 0 ? `${winner} has mated` : `${winner} wins: ${distance}${caveat}`;
    return {
      text,
      score: sign * scoreOf(value),
      parts: { entry: value, plies: kind === "draw" ? null : plies, moves: kind === "draw" ? null : moves },
      exact,
      ...outcomeFor(kind, sign),
    };
  }

  /** A position that is drawn by the rules, whatever the table says; null for others. */
  #drawByRule(position: Position): string | null {
    if (this.board.legalMoves(position).length === 0) return this.board.inCheck(position) ? null : "draw: stalemate";
    return (position[HALFMOVE_CLOCK] as number) >= FIFTY_MOVES ? "draw by the fifty-move rule" : null;
  }
}

function scoreOf(value: number): number {
  return outcomeScore(readOutcome(value, "turns"));
}
