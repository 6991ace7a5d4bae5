/** Endgame tables of Chinese Dark Chess: solving, checking, comparing and probing, and the sizes of both formats. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import type { TableSpec } from "../engine/contracts/table.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { countWon } from "../engine/solve/outcome-values.ts";
import { TableStore } from "../engine/tables/store.ts";
import { addressAfter } from "../engine/kernel/memory.ts";
import { compareDirect, decided, solveUpTo } from "../games/chinese-dark-chess/endgame-counts.ts";
import type { Endgames } from "../games/chinese-dark-chess/endgames.ts";
import { entriesOf } from "../games/chinese-dark-chess/layouts.ts";
import { materialText, setsOf, type Material } from "../games/chinese-dark-chess/material.ts";
import { readCaptures } from "../games/chinese-dark-chess/options.ts";
import { endgameSpec, representativesUpTo } from "../games/chinese-dark-chess/tables.ts";
import { countBytes, packWon } from "../games/chinese-dark-chess/won-bits.ts";
import { wonSpec } from "../games/chinese-dark-chess/won-tables.ts";
import { measure } from "./measure.ts";

export interface DarkChessBench {
  readonly elements: number;
  readonly threads: number;
  /** Random sets of the maximum size that are also solved directly; all sets of up to three pieces are. */
  readonly direct: number;
  readonly probes: number;
  readonly seed: number;
}

/** States per call. */
const BATCH = 100_000;

export async function benchDarkChess(
  { elements, threads, direct, probes, seed }: DarkChessBench,
  report: (line: string) => void,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const captures = readCaptures({});
  const sets = representativesUpTo(elements, captures);
  const entries = sets.reduce((sum, set) => sum + entriesOf(set), 0);
  const solving = { threads, ...(signal ? { signal } : {}) };
  const solved = await measure(() => solveUpTo(elements, captures, solving));
  const { endgames, histograms } = solved.value;
  report(
    `${sets.length} tables, ${entries.toLocaleString("en")} entries solved in ${solved.cpuSeconds.toFixed(1)} s of CPU time, ${solved.wallSeconds.toFixed(1)} s on ${threads} threads: ${Math.round((1e9 * solved.cpuSeconds) / entries)} ns per entry`,
  );
  const checked = await measure(() => endgames.check(sets, solving));
  report(
    `${checked.value.checked.toLocaleString("en")} entries checked against their successors, ${checked.value.wrong} wrong: ${checked.cpuSeconds.toFixed(1)} s`,
  );
  if (checked.value.wrong > 0) throw new GameloreError("check-failed", "an entry is inconsistent with its successors");
  const rate = probeRate(endgames, sets, probes, seed);
  report(
    `${(rate.perSecond / 1e6).toFixed(2)} million probes per second in the kernel (${rate.probes.toLocaleString("en")} positions of up to ${elements} pieces)`,
  );
  throwIfAborted(signal);
  const compared = await compareSome(endgames, { elements, threads, direct, probes, seed }, signal);
  report(
    `${compared.sets} sets solved directly: ${compared.compared.toLocaleString("en")} entries compared with their representatives, ${compared.different} different`,
  );
  if (compared.different > 0) throw new GameloreError("check-failed", "equivalent sets have different values");
  const limited = await solveUpTo(elements, captures, solving, { limit: 40 });
  const changed = Array.from({ length: elements - 1 }, (_, i) => {
    const [all, within] = [decided(histograms, i + 2), decided(limited.histograms, i + 2)];
    const counts = { elements: i + 2, won: all.won, lost: all.lost, wonToDrawn: all.won - within.won };
    return { ...counts, lostToDrawn: all.lost - within.lost };
  });
  for (const each of changed)
    report(
      `${each.elements} pieces: ${each.won.toLocaleString("en")} won, ${each.lost.toLocaleString("en")} lost; the 40-ply rule turns ${each.wonToDrawn.toLocaleString("en")} wins and ${each.lostToDrawn.toLocaleString("en")} losses into draws`,
    );
  const sizes = await sizesOf(endgames, sets);
  report(
    `sizes: values with distances ${sizes.values.raw.toLocaleString("en")} bytes, ${sizes.values.stored.toLocaleString("en")} in files; won positions ${sizes.wins.raw.toLocaleString("en")} bytes, ${sizes.wins.stored.toLocaleString("en")} in files (${sizes.won.toLocaleString("en")} positions)`,
  );
  return {
    tables: sets.length,
    entries,
    solveCpuSeconds: solved.cpuSeconds,
    solveWallSeconds: solved.wallSeconds,
    ...checked.value,
    probesPerSecond: rate.perSecond,
    direct: compared,
    changed,
    sizes,
  };
}

/** Writes positions of random entries of random tables to memory, then probes them. */
function probeRate(
  endgames: Endgames,
  sets: readonly Material[],
  probes: number,
  seed: number,
): { perSecond: number; probes: number } {
  const { kernel } = endgames;
  const random = new SeededRandom(seed);
  const bytes = kernel.exports.stateBytes();
  const states = kernel.memory.allocate(bytes * BATCH);
  const tables = sets.map((set) => ({ layout: endgames.layoutOf(set), entries: entriesOf(set) }));
  let [done, seconds] = [0, 0];
  while (done < probes) {
    for (let i = 0; i < BATCH; i++) {
      const { layout, entries } = random.pick(tables);
      kernel.exports.entryState(layout, random.below(entries), addressAfter(states, bytes * i));
    }
    const cpu = process.cpuUsage();
    kernel.exports.probeMany(states, BATCH);
    const { user, system } = process.cpuUsage(cpu);
    seconds += (user + system) / 1e6;
    done += BATCH;
  }
  kernel.memory.free(states);
  return { perSecond: done / seconds, probes: done };
}

async function compareSome(
  endgames: Endgames,
  { elements, threads, direct, seed }: DarkChessBench,
  signal: AbortSignal | undefined,
): Promise<{ sets: number; compared: number; different: number }> {
  const random = new SeededRandom(seed);
  const small = [2, 3].filter((each) => each <= elements).flatMap((each) => [...setsOf(each)]);
  const large = elements > 3 ? [...setsOf(elements)] : [];
  const chosen = new Map<string, Material>();
  while (chosen.size < Math.min(direct, large.length)) {
    const set = random.pick(large);
    chosen.set(materialText(set), set);
  }
  const sets = [...small, ...chosen.values()];
  return { sets: sets.length, ...(await compareDirect(endgames, sets, { threads, ...(signal ? { signal } : {}) })) };
}

interface FormSize {
  raw: number;
  stored: number;
}

/** Writes both formats to a temporary folder. */
async function sizesOf(
  endgames: Endgames,
  sets: readonly Material[],
): Promise<{ values: FormSize; wins: FormSize; won: number }> {
  const sizes = { values: { raw: 0, stored: 0 }, wins: { raw: 0, stored: 0 }, won: 0 };
  const folder = mkdtempSync(join(tmpdir(), "gamelore-bench-"));
  const store = new TableStore(folder);
  const write = async (size: FormSize, { identity, solver }: TableSpec, bytes: Uint8Array): Promise<number[]> => {
    const histogram = countBytes(bytes);
    size.raw += bytes.length;
    size.stored += await store.write({ identity, bytes, histogram }, solver);
    return histogram;
  };
  try {
    for (const set of sets) {
      const own = endgames.entries(set).slice();
      const won = packWon(own, endgames.entries(endgames.partnerOf(set)));
      await write(sizes.values, endgameSpec(set, endgames.captures), own);
      sizes.won += countWon(await write(sizes.wins, wonSpec(set, endgames.captures), won));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return sizes;
}
