/** The table that search evaluates by: from the store, or solved in memory where the store has none. */
import { threadCount } from "../engine/kernel/threads.ts";
import { tablesFolder } from "../engine/tables/folder.ts";
import { TableStore } from "../engine/tables/store.ts";
import type { ChineseCheckersRules } from "../games/chinese-checkers/rules.ts";
import { startProgress } from "./progress.ts";

export interface FoundTable {
  /** In the memory of the variant's kernel; null where there is none. */
  readonly address: number | null;
  /** In words, for the reader of the figures. */
  readonly said: string;
}

export async function findTable(
  rules: ChineseCheckersRules,
  solve: boolean,
  signal?: AbortSignal,
): Promise<FoundTable> {
  const offer = rules.table;
  if (!offer) return { address: null, said: "too large for this variant, so only evaluation by rows" };
  const { name } = offer.identity;
  if (new TableStore(tablesFolder()).has(offer.identity)) {
    return { address: (await rules.loadTable()).address, said: `${name} from the store` };
  }
  if (!solve)
    return {
      address: null,
      said: `${name} is not in the store, so only evaluation by rows; build it with: ${offer.command}`,
    };
  const advance = startProgress(`solving ${name} in memory`);
  const solved = await offer.solve({
    threads: threadCount(),
    onProgress: ({ phase, done }) => advance(done, phase),
    ...(signal ? { signal } : {}),
  });
  const { memory } = rules.board.kernel;
  const address = memory.allocate(solved.bytes.length);
  memory.bytes(address, solved.bytes.length).set(solved.bytes);
  solved.release();
  return { address, said: `${name} is not in the store; it was solved in memory` };
}
