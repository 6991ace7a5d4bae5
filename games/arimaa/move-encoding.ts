/** Moves of the contract from their parts; constants.ts has the encoding, setups.ts the named setups. */
import type { Move } from "../../engine/contracts/position.ts";
import { END_TURN, PLACE } from "./constants.ts";

export const END: Move = END_TURN as Move;

export function stepMove(square: number, direction: number): Move {
  return (square | (direction << 6)) as Move;
}

export function placement(kind: number, square: number): Move {
  return (PLACE + 64 * kind + square) as Move;
}
