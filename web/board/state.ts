/**
 * The selection on the board, and what a press on a spot does. Pure: the same for mouse, touch and keyboard. A move is made by pressing
 * `from`, then `to`; a move with only one of them by one press; a move with neither is a button.
 */
import type { ViewCell } from "../../engine/contracts/view.ts";
import type { MoveDocument, Spot } from "../../service/api.ts";
import { sameSpot } from "./spots.ts";

export interface BoardState {
  readonly selected: Spot | null;
  /** Moves with the same squares, to choose from by name. */
  readonly choices: readonly MoveDocument[];
}

export const NO_SELECTION: BoardState = { selected: null, choices: [] };

export interface Pressed {
  readonly state: BoardState;
  readonly play: MoveDocument | null;
}

/** Moves that start at a spot, or are made by pressing it. */
export function movesAt(moves: readonly MoveDocument[], spot: Spot): MoveDocument[] {
  return moves.filter((move) => sameSpot(move.from ?? move.to, spot));
}

function movesBetween(moves: readonly MoveDocument[], from: Spot, to: Spot): MoveDocument[] {
  return moves.filter((move) => sameSpot(move.from, from) && sameSpot(move.to, to));
}

function directMoves(moves: readonly MoveDocument[], spot: Spot): MoveDocument[] {
  return movesAt(moves, spot).filter((move) => move.from === null || move.to === null);
}

function isSource(moves: readonly MoveDocument[], spot: Spot): boolean {
  return moves.some((move) => move.to !== null && sameSpot(move.from, spot));
}

function decide(candidates: readonly MoveDocument[]): Pressed {
  return candidates.length === 1
    ? { state: NO_SELECTION, play: candidates[0] as MoveDocument }
    : { state: { selected: null, choices: candidates }, play: null };
}

export function press(state: BoardState, moves: readonly MoveDocument[], spot: Spot): Pressed {
  const { selected: taken } = state;
  if (taken !== null) {
    const between = movesBetween(moves, taken, spot);
    if (between.length > 0) return decide(between);
    if (sameSpot(taken, spot)) {
      const direct = directMoves(moves, spot);
      return direct.length > 0 ? decide(direct) : { state: NO_SELECTION, play: null };
    }
  }
  if (isSource(moves, spot)) return { state: { selected: spot, choices: [] }, play: null };
  const direct = directMoves(moves, spot);
  return direct.length > 0 ? decide(direct) : { state: NO_SELECTION, play: null };
}

/** A target in a row (a trick, a chain) does not exist yet: such a move is made by pressing the card or tile. */
export function withoutRowTargets(moves: readonly MoveDocument[]): MoveDocument[] {
  return moves.map((move) =>
    move.from !== null && move.to !== null && "row" in move.to ? { ...move, to: null } : move,
  );
}

/** The end of a drag. Dropped on an illegal target, the piece stays selected. */
export function drop(moves: readonly MoveDocument[], from: Spot, to: Spot | null): Pressed {
  const between = to === null ? [] : movesBetween(moves, from, to);
  if (between.length > 0) return decide(between);
  const direct = directMoves(moves, from);
  if (direct.length > 0 && "row" in from) return decide(direct);
  return { state: { selected: isSource(moves, from) ? from : null, choices: [] }, play: null };
}

/**
 * By cell, the target that a press on it means: where a move names only a column (a stone is dropped), every cell of the column stands for
 * its only target.
 */
export function columnTargets(
  moves: readonly MoveDocument[],
  cells: readonly Pick<ViewCell, "name" | "x">[],
): ReadonlyMap<number, number> {
  const byColumn = new Map<number, number>();
  for (const { from, to, text } of moves) {
    if (from === null && to === null) continue;
    const cell = from === null && to !== null && "cell" in to ? to.cell : null;
    const at = cell === null ? undefined : cells[cell];
    if (cell === null || !at || byColumn.has(at.x) || namesCell(text, at.name)) return new Map();
    byColumn.set(at.x, cell);
  }
  return new Map(
    cells.flatMap(({ x }, index) => {
      const target = byColumn.get(x);
      return target === undefined || target === index ? [] : [[index, target] as const];
    }),
  );
}

/** Whether a move's text has all coordinates of a cell, as in `(mark 1 3)` for `1,3`. */
function namesCell(text: string, name: string): boolean {
  const words: string[] = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return name.split(",").every((part) => {
    const at = words.indexOf(part);
    if (at >= 0) words.splice(at, 1);
    return at >= 0;
  });
}

/** The targets of the selected piece; without a selection, the spots where one press is a move. */
export function targets(state: BoardState, moves: readonly MoveDocument[]): Spot[] {
  const { selected: taken } = state;
  if (taken === null) return moves.flatMap((move) => (move.from === null && move.to !== null ? [move.to] : []));
  return moves.flatMap((move) => (move.to !== null && sameSpot(move.from, taken) ? [move.to] : []));
}

/** The spots of pieces that can be selected or played. */
export function sources(moves: readonly MoveDocument[]): Spot[] {
  return moves.flatMap((move) => (move.from === null ? [] : [move.from]));
}

/** Moves without squares, shown as buttons. */
export function buttonMoves(moves: readonly MoveDocument[]): MoveDocument[] {
  return moves.filter((move) => move.from === null && move.to === null);
}
