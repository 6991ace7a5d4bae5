/** The kernel of pursuit.fixture.as.ts: many moves of one player, few of the other. */
import type { Exports } from "../../../build/kernels/fixtures/pursuit.ts";
import type { Position } from "../../contracts/position.ts";
import { Kernel } from "../../kernel/kernel.ts";
import { StateKernel } from "../../kernel/state-kernel.ts";

export const PURSUIT_WIN_UTILITY = 1000;

export function pursuitBoard(size: number, pursuers: number): StateKernel<Exports> {
  const kernel = new Kernel<Exports>("fixtures/pursuit");
  const states = new StateKernel(kernel, () => [kernel.calls.setPursuit(size, pursuers)]);
  kernel.exports.setStop(kernel.memory.allocateZeroed(4));
  return states;
}

export function pursuitPosition(pursuers: readonly number[], evader: number, rounds: number): Position {
  const position = new Uint8Array(8);
  position.set(pursuers);
  position[4] = evader;
  position[7] = rounds;
  return position;
}
