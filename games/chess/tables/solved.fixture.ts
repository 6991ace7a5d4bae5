/** Tables solved in memory for tests. */
import { memoryEntries } from "../../../engine/tables/memory-entries.ts";
import type { TableEntries } from "../../../engine/contracts/table.ts";
import { EndgameSolver } from "./endgame-solver.ts";
import { canonicalMaterial, materialText, type Material } from "./material.ts";
import type { Tablebase } from "./tablebase.ts";
import { endingSpec } from "./tables.ts";

export interface SolvedTables {
  bytes(material: Material): Uint8Array;
  entries(material: Material): TableEntries;
  /** Loads a table into another tablebase. */
  load(tablebase: Tablebase, material: Material, side?: number | null): Promise<void>;
}

/** By material. Test files of one worker share them. */
const solved = new Map<string, Uint8Array>();

/** Endings in dependency order. */
export async function solveInMemory(endings: readonly Material[], threads = 2): Promise<SolvedTables> {
  const bytes = (material: Material): Uint8Array =>
    solved.get(materialText(canonicalMaterial(material).material)) as Uint8Array;
  const load = async (tablebase: Tablebase, material: Material, side: number | null = null): Promise<void> => {
    const target = tablebase.add(material, side);
    const first = side === 1 ? target.length : 0;
    target.set(bytes(material).subarray(first, first + target.length));
  };
  const solver = new EndgameSolver(load);
  const missing = endings.filter((each) => !solved.has(materialText(canonicalMaterial(each).material)));
  await solver.solve(missing, { threads }, async (each) => {
    solved.set(materialText(each.material), each.bytes.slice());
  });
  return {
    bytes,
    entries: (material) => memoryEntries(endingSpec(material).identity, bytes(material)),
    load,
  };
}
