/** The kernel's TypeScript interface: positions from letters, steps, whole turns. */
import type { Exports } from "../../build/kernels/arimaa.ts";
import { ListedTurn } from "../../build/layouts/games/arimaa/turns.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { addressAfter, type Address } from "../../engine/kernel/memory.ts";
import { MAX_MOVES, MAX_STEPS } from "./constants.ts";
import { CAPTURES, HASH, PLAYING, SIDE, STATE_BYTES, STEP_COUNT, STEPS } from "./layout.ts";
import { letterOf, pieceOf, SQUARES, squareName, TRAPS } from "./squares.ts";

/** A turn: up to four steps, a byte each, the first in the lowest byte. */
export type Turn = number;

/** Words of a `ListedTurn`. Lists have tens of thousands of entries, too many for record objects. */
const LISTED = {
  words: ListedTurn.BYTES / 4,
  hash: ListedTurn.OFFSETS.hash / 4,
  turn: ListedTurn.OFFSETS.turn / 4,
} as const;

export class Board {
  readonly states: StateKernel<Exports>;
  readonly #kernel: Kernel<Exports>;
  readonly #state: Address;
  readonly #list: Address;
  #workspace: Address | null = null;
  #forced: Address | null = null;
  #reference: Address | null = null;

  constructor() {
    const kernel = new Kernel<Exports>("arimaa");
    const zobrist = kernel.memory.allocate(kernel.exports.zobristBytes());
    kernel.exports.buildZobrist(zobrist);
    this.#kernel = kernel;
    this.states = new StateKernel<Exports>(kernel, () => [kernel.calls.useZobrist(zobrist)]);
    this.#state = kernel.memory.allocate(STATE_BYTES);
    this.#list = kernel.memory.allocate(4 * MAX_MOVES);
  }

  get kernel(): Kernel<Exports> {
    return this.#kernel;
  }

  moves(position: Position): Move[] {
    return this.states.moves(position);
  }

  /** The moves even if the game has ended: early games continued when a side had lost its rabbits. */
  movesBeyondEnd(position: Position): Move[] {
    if (position[PLAYING] === 0) return this.moves(position);
    const count = this.states.kernel.exports.listSteps(this.states.put(position), this.#list);
    return [...this.#kernel.memory.words(this.#list, count)] as Move[];
  }

  play(position: Position, move: Move): Position {
    return this.states.play(position, move);
  }

  /** A position at the start of a turn, or during setup, from 64 letters as in `lettersOf`. */
  position(letters: string, side: number, playing = true): Position {
    this.#put(new Uint8Array(STATE_BYTES));
    for (let i = 0; i < SQUARES; i++) {
      const piece = pieceOf(letters[i] as string);
      if (piece) this.#kernel.exports.togglePiece(this.#state, piece.colour, piece.kind, i ^ 56);
    }
    if (playing) this.#kernel.exports.beginTurn(this.#state, side);
    const position = this.#take();
    if (!playing) position[SIDE] = side;
    return position;
  }

  /** The position before the first step of this turn. */
  startOfTurn(position: Position): Position {
    if (position[STEP_COUNT] === 0) return position;
    this.#put(position);
    this.#kernel.exports.rewindTurn(this.#state);
    return this.#take();
  }

  /** The capture of a step, as in `rc3x`; null if none. */
  captureOf(position: Position, step: number): string | null {
    this.#put(position);
    return captureText(this.#kernel.exports.makeStep(this.#state, step));
  }

  /** The squares of frozen pieces of a side. */
  frozen(position: Position, side: number): Set<number> {
    this.#put(position);
    this.#kernel.exports.listFrozen(this.#state, side, addressAfter(this.#state, STATE_BYTES - 8));
    const bits = this.#kernel.memory.bytes(addressAfter(this.#state, STATE_BYTES - 8), 8);
    const squares = Array.from({ length: SQUARES }, (_, square) => square);
    return new Set(squares.filter((square) => ((bits[square >> 3] as number) >> (square & 7)) & 1));
  }

  /** One turn for each placement that the side to move can reach, by number of steps. At the start of a turn only. */
  turns(position: Position, steps: number = MAX_STEPS): Turn[] {
    const count = this.listTurns(position, steps);
    const words = this.#listedTurns(count);
    return Array.from({ length: count }, (_, i) => words[LISTED.words * i + LISTED.turn] as number);
  }

  /** A shortest turn to a placement; null if there is none. */
  turnTo(position: Position, target: Position, steps: number = MAX_STEPS): Turn | null {
    const words = this.#listedTurns(this.listTurns(position, steps));
    const hash = new DataView(target.buffer, target.byteOffset + HASH, 8);
    const [low, high] = [hash.getUint32(0, true), hash.getUint32(4, true)];
    for (let at = 0; at < words.length; at += LISTED.words)
      if (words[at + LISTED.hash] === low && words[at + LISTED.hash + 1] === high)
        return words[at + LISTED.turn] as number;
    return null;
  }

  /** The first entries of the kernel's list. */
  #listedTurns(count: number): Uint32Array {
    const { exports, memory } = this.#kernel;
    return new Uint32Array(memory.memory.buffer, exports.turnList(), LISTED.words * count);
  }

  /** Counts these turns, and leaves them in the kernel's list. */
  listTurns(position: Position, steps: number = MAX_STEPS): number {
    const workspace = this.#turnsWorkspace();
    this.#put(position);
    return this.#kernel.exports.listTurns(this.#state, position[SIDE] as number, steps, workspace);
  }

  /** Counts them by playing every sequence of steps: the reference implementation. */
  countTurnsByReference(position: Position): number {
    this.#reference ??= this.#kernel.memory.allocateZeroed(this.#kernel.exports.referenceTurnsBytes());
    this.#put(position);
    return this.#kernel.exports.countTurnsByReference(this.#state, this.#reference);
  }

  /** A shortest turn that ends with a rabbit of the mover on its goal row; null if there is none. */
  goalTurn(position: Position): Turn | null {
    const workspace = this.#turnsWorkspace();
    this.#put(position);
    return turnOrNull(this.#kernel.exports.goalTurn(this.#state, position[SIDE] as number, workspace));
  }

  /**
   * A turn by which the side to move wins by its next turn at the latest, against every reply: by goal, or optionally by any end. May take
   * seconds.
   */
  forcedWin(position: Position, ends: "goal" | "any" = "goal"): Turn | null {
    const workspace = this.#forcedWorkspace();
    this.#put(position);
    const side = position[SIDE] as number;
    return turnOrNull(this.#kernel.exports.forcedWin(this.#state, side, ends === "goal" ? 1 : 0, workspace));
  }

  /** Whether the side that has just moved has won, or wins after every reply. */
  isForced(position: Position, ends: "goal" | "any" = "goal"): boolean {
    const workspace = this.#forcedWorkspace();
    this.#put(position);
    const mover = 1 - (position[SIDE] as number);
    return this.#kernel.exports.isForced(this.#state, mover, ends === "goal" ? 1 : 0, workspace) !== 0;
  }

  #turnsWorkspace(): Address {
    this.#workspace ??= this.#kernel.memory.allocateZeroed(this.#kernel.exports.turnsWorkspaceBytes());
    return this.#workspace;
  }

  #forcedWorkspace(): Address {
    this.#forced ??= this.#kernel.memory.allocateZeroed(this.#kernel.exports.forcedWinBytes());
    return this.#forced;
  }

  async close(): Promise<void> {
    await this.states.close();
  }

  #put(position: Position): void {
    this.#kernel.memory.bytes(this.#state, STATE_BYTES).set(position);
  }

  #take(): Position {
    return this.#kernel.memory.bytes(this.#state, STATE_BYTES).slice();
  }
}

/** Capture bytes are defined in state.layout.ts. */
function captureText(capture: number): string | null {
  if (capture === 0) return null;
  const piece = (capture & 15) - 1;
  const letter = letterOf({ kind: piece % 6, colour: piece < 6 ? 0 : 1 });
  return `${letter}${squareName(TRAPS[capture >> 4] as number)}x`;
}

function turnOrNull(turn: number): Turn | null {
  return turn === 0 ? null : turn >>> 0;
}

/** The steps of this turn so far, with captures. */
export function stepsOf(position: Position): { step: Move; capture: string | null }[] {
  return Array.from({ length: position[STEP_COUNT] as number }, (_, i) => ({
    step: position[STEPS + i] as Move,
    capture: captureText(position[CAPTURES + i] as number),
  }));
}

export function stepsInTurn(turn: Turn): Move[] {
  const steps: Move[] = [];
  for (let rest = turn; rest !== 0; rest >>>= 8) steps.push((rest & 255) as Move);
  return steps;
}
