/** Offsets of the fields of a position (state.layout.ts), for positions outside kernel memory. */
import { BoardRecord, StateRecord } from "../../build/layouts/games/arimaa/state.ts";

export const COLOURS: number = BoardRecord.OFFSETS.colours;
export const KINDS: number = BoardRecord.OFFSETS.kinds;
export const HASH: number = BoardRecord.OFFSETS.hash;
export const BOARD_BYTES: number = BoardRecord.BYTES;
export const STEPS: number = StateRecord.OFFSETS.steps;
export const CAPTURES: number = StateRecord.OFFSETS.captures;
export const SIDE: number = StateRecord.OFFSETS.side;
export const STEP_COUNT: number = StateRecord.OFFSETS.stepCount;
export const PLAYING: number = StateRecord.OFFSETS.playing;
export const PUSH: number = StateRecord.OFFSETS.push;
export const STATE_BYTES: number = StateRecord.BYTES;
