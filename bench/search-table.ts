/** The evaluation table: from the store, or solved in memory if it is missing. */
import type { Address } from "../engine/kernel/memory.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { tablesFolder } from "../engine/platform/node/folders.ts";
import { TableStore } from "../engine/tables/store.ts";
import type { ChineseCheckersRules } from "../games/chinese-checkers/rules.ts";
import { startProgress } from "./progress.ts";

export interface FoundTable {
  /** In the memory of the variant's kernel; null if there is none. */
  readonly address: Address | null;
  /** For the report. */
  readonly description: string;
}

export async function findTable(
  rules: ChineseCheckersRules,
  solve: boolean,
  signal?: AbortSignal,
): Promise<FoundTable> {
  const spec = rules.table;
  if (!spec) return { address: null, description: "too large for this variant; only evaluation by rows" };
  const { name } = spec.identity;
  if (new TableStore(tablesFolder()).has(spec.identity)) {
    return { address: (await rules.loadTable()).address, description: `${name} from the store` };
  }
  if (!solve)
    return {
      address: null,
      description: `${name} is not stored; only evaluation by rows; build it with: ${spec.command}`,
    };
  const advance = startProgress(`solving ${name} in memory`);
  const solved = await spec.solve({
    threads: threadCount(),
    onProgress: ({ phase, done }) => advance(done, phase),
    ...(signal ? { signal } : {}),
  });
  const { memory } = rules.board.kernel;
  const address = memory.allocate(solved.bytes.length);
  memory.bytes(address, solved.bytes.length).set(solved.bytes);
  solved.release();
  return { address, description: `${name} is not stored; it was solved in memory` };
}
