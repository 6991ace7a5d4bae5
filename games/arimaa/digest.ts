/** Digest of all distinct turns of a position: a signature of the placements, and how many end the game. */
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
const WORDS = 12;

export function digestTurns(board: Board, position: Position): TurnDigest {
  const { kernel } = board;
  const turns = board.listTurns(position);
  const region = kernel.memory.allocate(STATE_BYTES + SCRATCH_BYTES + 4 * WORDS);
  try {
    kernel.memory.bytes(region, STATE_BYTES).set(position);
    const scratch = addressAfter(region, STATE_BYTES);
    const out = addressAfter(scratch, SCRATCH_BYTES);
    kernel.exports.digestTurns(region, position[SIDE] as number, turns, scratch, out);
    const words = [...kernel.memory.words(out, WORDS)].map((word) => word >>> 0);
    const [xor = 0, sum = 0, winningTurns = 0, losingTurns = 0, immobilisingTurns = 0, goalTurns = 0] = words;
    const [capturingTurns = 0, kinds = 0] = words.slice(6);
    return {
      turns,
      byMinSteps: words.slice(8),
      xor,
      sum,
      winningTurns,
      losingTurns,
      immobilisingTurns,
      goalTurns,
      capturingTurns,
      capturable: [...LETTERS].filter((_, kind) => (kinds >> kind) & 1).join(""),
    };
  } finally {
    kernel.memory.free(region);
  }
}
