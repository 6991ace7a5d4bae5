/** `gamelore probe chess --syzygy FOLDER FEN`: the value of a position and of every legal move, from Syzygy tables. */
import { yieldToEventLoop } from "#platform/yield";
import { fail, GameloreError, ok, type Result, throwIfAborted } from "../../../engine/contracts/errors.ts";
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { Probe, ProbedMove, Prober } from "../../../engine/contracts/table.ts";
import { Board } from "../board.ts";
import { formatFen, parseFen } from "../fen.ts";
import { FIFTY_MOVES, PAWN } from "../constants.ts";
import { CASTLING, HALFMOVE_CLOCK, TURN } from "../layout.ts";
import { capturedOf, movedOf } from "../moves.ts";
import { formatSan } from "../san.ts";
import { TableFolders } from "./folders.ts";
import { KernelProbingRules, placementOf } from "./kernel-rules.ts";
import { MAX_PIECES } from "./material.ts";
import { Probing } from "./probing.ts";
import { type ProbedPosition, probeValue, textAfterMove, textOfPosition } from "./verdict.ts";
import { negated } from "./wdl.ts";

export class SyzygyProber implements Prober {
  readonly name = "syzygy";
  readonly #board = new Board();
  readonly #tables: TableFolders;
  readonly #probing: Probing<Position>;

  private constructor(tables: TableFolders) {
    this.#tables = tables;
    this.#probing = new Probing(tables, new KernelProbingRules(this.#board));
  }

  /** `folders`: the text of the option. */
  static open(folders: string): Result<Prober> {
    const tables = TableFolders.open(folders);
    return tables.ok ? ok(new SyzygyProber(tables.value)) : tables;
  }

  parsePosition(text: string): Result<Position> {
    return parseFen(text, this.#board);
  }

  async probe(position: Position, signal?: AbortSignal): Promise<Result<Probe>> {
    const pieces = placementOf(position).codes.length;
    if (pieces > MAX_PIECES)
      return fail("not-in-table", `${pieces} pieces; Syzygy tables have at most ${MAX_PIECES}, kings included`);
    if (position[CASTLING] !== 0)
      return fail("not-in-table", "the position has castling rights, which Syzygy tables do not cover");
    try {
      return ok(await this.#probe(position, signal));
    } catch (error) {
      if (error instanceof GameloreError && error.code !== "interrupted") return { ok: false, error };
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#tables.close();
    await this.#board.close();
  }

  async #probe(position: Position, signal: AbortSignal | undefined): Promise<Probe> {
    const probed = this.#probePosition(position, position[TURN] as number);
    const value = probeValue(probed, probed.distance?.least ?? null, textOfPosition(probed));
    const moves: (ProbedMove & { readonly next: number })[] = [];
    for (const move of this.#board.states.moves(position)) {
      await yieldToEventLoop();
      throwIfAborted(signal);
      moves.push(this.#probedMove(position, move));
    }
    // Among zeroing moves, those with the shorter distance to the next zeroing move come first.
    const sorted = moves.toSorted(
      (a, b) => b.after.score - a.after.score || Math.sign(b.after.score) * (a.next - b.next),
    );
    return {
      position: formatFen(position),
      value,
      moves: sorted.map(({ move, text, after }) => ({ move, text, after })),
    };
  }

  #probedMove(position: Position, move: Move): ProbedMove & { readonly next: number } {
    const after = this.#board.play(position, move);
    const probed = this.#probePosition(after, position[TURN] as number);
    const zeroing = capturedOf(move) !== null || movedOf(move) === PAWN;
    const least = probed.distance?.least ?? null;
    const plies = probed.ended === "mate" ? 0 : zeroing ? 1 : least === null ? null : least + 1;
    const text = formatSan(this.#board, position, move);
    return { move, text, after: probeValue(probed, plies, textAfterMove(probed)), next: least ?? 0 };
  }

  /** Probes a position from the view of a player. */
  #probePosition(position: Position, mover: number): ProbedPosition {
    const clock = position[HALFMOVE_CLOCK] as number;
    const turn = position[TURN] as number;
    const ended = this.#ending(position);
    if (ended && ended !== "mate") return { mover, wdl: 0, distance: { wdl: 0, least: 0, most: 0 }, clock, ended };
    const wdl = this.#probing.wdl(position);
    const distance = this.#probing.distance(position);
    return { mover, wdl: turn === mover ? wdl : negated(wdl), distance, clock, ...(ended ? { ended } : {}) };
  }

  #ending(position: Position): ProbedPosition["ended"] | null {
    if (this.#board.states.result(position) === null) return null;
    if (this.#board.legalMoves(position).length === 0) return this.#board.inCheck(position) ? "mate" : "stalemate";
    return (position[HALFMOVE_CLOCK] as number) >= FIFTY_MOVES ? "fifty-move rule" : "insufficient material";
  }
}
