/** Digest of all distinct turns of a position: a signature of the placements, and how many end the game. */
import { TurnDigestRecord } from "../../build/layouts/games/arimaa/turns.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { addressAfter } from "../../engine/kernel/memory.ts";
import type { Board } from "./board.ts";
import { SIDE, STATE_BYTES } from "./layout.ts";
import { LETTERS } from "./squares.ts";

export interface TurnDigest {
  readonly turns: number;
  /** The number of placements by minimum number of steps, 1 to 4. */
  readonly byMinSteps: readonly number[];
  /** Xor and sum of the 32-bit FNV-1a hashes of the placements' 64 letters. */
  readonly xor: number;
  readonly sum: number;
  readonly winningTurns: number;
  readonly losingTurns: number;
  readonly immobilisingTurns: number;
  /** Turns that end with a rabbit of the mover on its goal row, and turns that capture an enemy. */
  readonly goalTurns: number;
  readonly capturingTurns: number;
  /** The kinds that can be captured. */
  readonly capturable: string;
}

const SCRATCH_BYTES = 160;

export function digestTurns(board: Board, position: Position): TurnDigest {
  const { kernel } = board;
  const turns = board.listTurns(position);
  const region = kernel.memory.allocate(STATE_BYTES + SCRATCH_BYTES + TurnDigestRecord.BYTES);
  try {
    kernel.memory.bytes(region, STATE_BYTES).set(position);
    const scratch = addressAfter(region, STATE_BYTES);
    const digest = new TurnDigestRecord(kernel.memory, addressAfter(scratch, SCRATCH_BYTES));
    kernel.exports.digestTurns(region, position[SIDE] as number, turns, scratch, digest.address);
    return {
      turns,
      byMinSteps: [...digest.bySteps],
      xor: digest.xor,
      sum: digest.sum,
      winningTurns: digest.winning,
      losingTurns: digest.losing,
      immobilisingTurns: digest.immobilizing,
      goalTurns: digest.goals,
      capturingTurns: digest.capturing,
      capturable: [...LETTERS].filter((_, kind) => (digest.capturable >> kind) & 1).join(""),
    };
  } finally {
    kernel.memory.free(region);
  }
}
