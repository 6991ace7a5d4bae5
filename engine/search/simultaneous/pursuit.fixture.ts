/** The kernel of pursuit.fixture.as.ts: many moves of one player, few of the other. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Position } from "../../contracts/game.ts";
import { compileKernel } from "../../kernel/build.ts";
import { Kernel } from "../../kernel/kernel.ts";
import { StateKernel } from "../../kernel/state-kernel.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-pursuit-"));
const path = join(folder, "pursuit.wasm");
await compileKernel(fileURLToPath(new URL("pursuit.fixture.as.ts", import.meta.url)), path);

export function removePursuitKernel(): void {
  rmSync(folder, { recursive: true, force: true });
}

export const PURSUIT_WIN_UTILITY = 1000;

export function pursuitBoard(size: number, pursuers: number): StateKernel {
  const kernel = new Kernel("pursuit", path);
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
