/** A stored endgame table and its catalogue in kernel memory, for the search. */
import type { Exports } from "../../build/kernels/dominoes.ts";
import { tableSource } from "#platform/tables";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";
import { Catalogue } from "./catalogue.ts";
import { endgameSpec } from "./endgame.ts";
import type { Endgame } from "./endgame-solve.ts";

export interface LoadedEndgames {
  /** Setup calls of threads that probe the table. */
  readonly use: readonly KernelCall[];
}

export async function loadEndgames(kernel: Kernel<Exports>, endgame: Endgame): Promise<LoadedEndgames> {
  const { identity, command } = endgameSpec(endgame);
  const source = tableSource();
  if (!source.has(identity))
    throw new GameloreError("table-missing", `table ${identity.name} not found; build it with: ${command}`);
  const file = source.open(identity);
  const address = kernel.memory.allocate(identity.entries);
  try {
    await file.loadInto(kernel.memory.bytes(address, identity.entries));
  } catch (error) {
    kernel.memory.free(address);
    throw error;
  } finally {
    file.close();
  }
  const catalogue = new Catalogue(kernel, endgame.blocked, endgame.elements).build();
  return { use: [...catalogue.use, kernel.calls.useEndgames(address, endgame.elements)] };
}
