/** Checkpoints of retrograde analysis on a GPU in the format of the solver on threads (outcome.ts), so that either may continue. */
import type { CheckpointHooks } from "../../contracts/table.ts";
import { outcomeMemory, outcomeState } from "../outcome.ts";
import type { RetrogradeCheckpoint } from "./retrograde.ts";

const LEVEL = 0;
const NEXT_RUN = 4;

export function outcomeCheckpoint(
  hooks: CheckpointHooks,
  entries: number,
  say?: (line: string) => void,
): RetrogradeCheckpoint {
  return {
    due: () => hooks.due(),
    restore: async () => {
      const bytes = new Uint8Array(outcomeMemory(entries));
      if (!(await hooks.restore(bytes))) return null;
      const { table, counters, notes } = outcomeState(entries, bytes);
      const level = notes.getInt32(LEVEL, true);
      // Within a level, part of the next one is in the table.
      if (level < 0 || notes.getUint32(NEXT_RUN, true) !== 0) {
        say?.("the CPU saved the checkpoint within a level; the GPU starts from the beginning");
        return null;
      }
      return { level, table, counters };
    },
    save: async (level, write) => {
      const bytes = new Uint8Array(outcomeMemory(entries));
      const { table, counters, notes } = outcomeState(entries, bytes);
      await write(table, counters);
      notes.setInt32(LEVEL, level, true);
      await hooks.save(bytes);
    },
  };
}
