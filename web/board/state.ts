/**
 * What a person holds in hand, and what a press on a spot then means. Pure: the same for mouse, finger and keyboard. A move is taken up
 * at `from` and put down at `to`; one that has only one of them is made by one press; one that has neither is a button.
 */
import type { MoveDocument, Spot } from "../../service/api.ts";
import { sameSpot } from "./spots.ts";

export interface BoardState {
  /** What is taken up. */
  readonly taken: Spot | null;
  /** Moves that look the same on the board, to choose from by name. */
  readonly choices: readonly MoveDocument[];
}

export const AT_REST: BoardState = { taken: null, choices: [] };

export interface Pressed {
  readonly state: BoardState;
  readonly play: MoveDocument | null;
}

/** Moves that begin at a spot, or are made by pressing it. */
export function movesAt(moves: readonly MoveDocument[], spot: Spot): MoveDocument[] {
  return moves.filter((move) => sameSpot(move.from ?? move.to, spot));
}

/** Moves from what is taken up to a spot. */
function movesBetween(moves: readonly MoveDocument[], from: Spot, to: Spot): MoveDocument[] {
  return moves.filter((move) => sameSpot(move.from, from) && sameSpot(move.to, to));
}

function directMoves(moves: readonly MoveDocument[], spot: Spot): MoveDocument[] {
  return movesAt(moves, spot).filter((move) => move.from === null || move.to === null);
}

function leadsOn(moves: readonly MoveDocument[], spot: Spot): boolean {
  return moves.some((move) => move.to !== null && sameSpot(move.from, spot));
}

function decide(candidates: readonly MoveDocument[]): Pressed {
  return candidates.length === 1
    ? { state: AT_REST, play: candidates[0] as MoveDocument }
    : { state: { taken: null, choices: candidates }, play: null };
}

export function press(state: BoardState, moves: readonly MoveDocument[], spot: Spot): Pressed {
  const { taken } = state;
  if (taken !== null) {
    const between = movesBetween(moves, taken, spot);
    if (between.length > 0) return decide(between);
    if (sameSpot(taken, spot)) {
      const direct = directMoves(moves, spot);
      return direct.length > 0 ? decide(direct) : { state: AT_REST, play: null };
    }
  }
  if (leadsOn(moves, spot)) return { state: { taken: spot, choices: [] }, play: null };
  const direct = directMoves(moves, spot);
  return direct.length > 0 ? decide(direct) : { state: AT_REST, play: null };
}

/** What lands in a row, in a trick or at a chain, has no place there yet: it is played by taking it out of the hand. */
export function withoutRowTargets(moves: readonly MoveDocument[]): MoveDocument[] {
  return moves.map((move) =>
    move.from !== null && move.to !== null && "row" in move.to ? { ...move, to: null } : move,
  );
}

/** Something was carried from one spot to another, or to none. Let go where it cannot land, it stays in hand. */
export function drop(moves: readonly MoveDocument[], from: Spot, to: Spot | null): Pressed {
  const between = to === null ? [] : movesBetween(moves, from, to);
  if (between.length > 0) return decide(between);
  const direct = directMoves(moves, from);
  if (direct.length > 0 && "row" in from) return decide(direct);
  return { state: { taken: leadsOn(moves, from) ? from : null, choices: [] }, play: null };
}

/** Where what is taken up may land; with empty hands, the spots where one press is a move. */
export function targets(state: BoardState, moves: readonly MoveDocument[]): Spot[] {
  const { taken } = state;
  if (taken === null) return moves.flatMap((move) => (move.from === null && move.to !== null ? [move.to] : []));
  return moves.flatMap((move) => (move.to !== null && sameSpot(move.from, taken) ? [move.to] : []));
}

/** What can be taken up or played by one press. */
export function sources(moves: readonly MoveDocument[]): Spot[] {
  return moves.flatMap((move) => (move.from === null ? [] : [move.from]));
}

/** Moves that no place on the board stands for. */
export function spokenMoves(moves: readonly MoveDocument[]): MoveDocument[] {
  return moves.filter((move) => move.from === null && move.to === null);
}
