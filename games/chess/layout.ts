/** Offsets of the fields of a position (state.layout.ts), for positions outside kernel memory. */
import { Placement, StateRecord } from "../../build/layouts/games/chess/state.ts";

const OFFSETS = StateRecord.OFFSETS;

export const COLOURS: number = OFFSETS.placement + Placement.OFFSETS.colours;
export const KINDS: number = OFFSETS.placement + Placement.OFFSETS.kinds;
export const TURN: number = OFFSETS.turn;
export const CASTLING: number = OFFSETS.castling;
export const EN_PASSANT: number = OFFSETS.enPassant;
export const HALFMOVE_CLOCK: number = OFFSETS.halfmoveClock;
/** 16 bits. */
export const FULLMOVE_NUMBER: number = OFFSETS.fullmoveNumber;
export const STATE_BYTES: number = StateRecord.BYTES;
