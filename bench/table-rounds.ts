/**
 * What one table would cost on several machines: each has a copy of the table and sweeps its share of every block of top cells; after each
 * round all receive what the others have changed, until one machine can finish. Simulated one machine after the other, so that a share's
 * CPU time is not disturbed by the others.
 */
import { zstdCompressSync } from "node:zlib";
import { throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { binomial, combinations, rankCombination } from "../engine/index/combinations.ts";
import { addressAfter, type Address } from "../engine/kernel/memory.ts";
import type { KernelPool } from "../engine/kernel/pool.ts";
import { Board } from "../games/chinese-checkers/board.ts";
import { game } from "../games/chinese-checkers/game.ts";
import type { Report } from "./figures.ts";

const SIDE = 9;
const CELLS = SIDE * SIDE;
/** As in sweep.as.ts. */
const BLOCK_CELLS = 9;
/** Units that a machine takes before the next one's. */
const PORTION = 64;
const PADDING = 64;
/** Compressed at a time, and skipped if nothing in it has changed. */
const CHUNK = 1 << 16;
/** 1 Gbit/s, and a round over Redis. */
const LINK_BYTES = 0.117e9;
const BARRIER_SECONDS = 0.04;

interface Rounds {
  readonly machines: number;
  /** With a barrier after each. */
  readonly rounds: number;
  /** CPU time of the slowest machine, summed over the rounds. */
  readonly sharedSeconds: number;
  /** Of the machine that finishes. */
  readonly aloneSeconds: number;
  /** CPU time of compressing, per machine. */
  readonly compressSeconds: number;
  /** The largest number of bytes that a machine receives: changed chunks, compressed. */
  readonly receivedBytes: number;
  /** With links of 1 Gbit/s. */
  readonly seconds: number;
}

/** Throws if a table is not the solver's. */
export async function measureRounds(
  pieces: number,
  machineCounts: readonly number[],
  report: Report,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const spec = unwrap(game.table({ side: SIDE, pieces, goal: null }));
  const solved = await spec.solve({ threads: 1, ...(signal ? { signal } : {}) });
  const { cpuSeconds = 0 } = solved.statistics;
  report(`one table of ${pieces} pieces in blocks: ${cpuSeconds.toFixed(2)} CPU s by the solver on one thread`);
  const rows: Rounds[] = [];
  for (const machines of machineCounts) {
    const { table, ...row } = await tableRounds(pieces, machines, signal);
    // The solver's entries are distances, these are nearness.
    const isSame = table.every((nearness, entry) => 255 - nearness === solved.bytes[entry]);
    if (!isSame) throw new Error(`${machines} machines end with another table`);
    const { sharedSeconds, aloneSeconds, compressSeconds, receivedBytes, rounds, seconds } = row;
    report(
      `${machines} machines of one core: ${sharedSeconds.toFixed(2)} s in ${rounds} rounds, ${compressSeconds.toFixed(2)} s compressing, ${(receivedBytes / 1e6).toFixed(1)} MB received, ${aloneSeconds.toFixed(2)} s by one: ${seconds.toFixed(2)} s at 1 Gbit/s`,
    );
    rows.push(row);
  }
  solved.release();
  return { pieces, cpuSeconds, rows };
}

interface Machine {
  readonly pool: KernelPool;
  readonly address: Address;
  readonly table: Uint8Array;
  readonly changes: Uint8Array;
}

async function tableRounds(
  pieces: number,
  machineCount: number,
  signal?: AbortSignal,
): Promise<Rounds & { readonly table: Uint8Array }> {
  const rules = { win: 0, directions: 0, stuck: 0, repetition: "allowed", plyLimit: 1 } as const;
  const { kernel } = new Board({ side: SIDE, cells: CELLS, pieces, ...rules });
  const puzzle = kernel.memory.allocate(kernel.exports.puzzleBytes());
  kernel.exports.buildPuzzle(puzzle);
  const unitsBelow = (cell: number): number => (cell === 0 ? 0 : binomial(cell, pieces - 3));
  const [entries, groups] = [binomial(CELLS, pieces), binomial(CELLS, pieces - 2)];
  const bytesAt = (bytes: number): [Address, Uint8Array] => {
    const address = kernel.memory.allocateZeroed(bytes + PADDING);
    return [address, kernel.memory.bytes(address, bytes)];
  };
  // As in placements.ts: fewer changes than this are finished by one machine.
  const listed = Math.ceil(Math.min(4_000_000, Math.max(65_536, entries / 64)));
  const portions = Math.ceil(binomial(CELLS, pieces - 3) / PORTION) + 1;
  const counters = kernel.memory.allocate(4 * portions);
  const lists = [kernel.memory.allocate(4 * listed), kernel.memory.allocate(4 * listed)] as const;
  let latest: number[] = [];
  const goal = Array.from({ length: pieces }, (_, cell) => cell);
  const merged = new Uint8Array(entries);
  const mergedChanges = new Uint8Array(groups);
  const machines: Machine[] = Array.from({ length: machineCount }, () => {
    const [address, table] = bytesAt(entries);
    const [changesAddress, changes] = bytesAt(groups);
    for (const placement of combinations(goal, pieces)) table[rankCombination(placement)] = 255;
    const own = kernel.memory.allocate(kernel.exports.sweepThreadBytes());
    const pool = kernel.startPool(1, () => [
      kernel.calls.useSweep(puzzle, CELLS, pieces, address, changesAddress, own),
    ]);
    return { pool, address, table, changes };
  });
  let [sweeps, rounds, sharedSeconds, compressSeconds] = [0, 0, 0, 0];
  const received = machines.map(() => 0);

  /** One machine's share of the units from `first` to `end`; returns its CPU seconds. */
  const sweepShare = async (machine: Machine, number: number, first: number, end: number): Promise<number> => {
    const index = machines.indexOf(machine);
    const starts: number[] = [];
    for (let unit = first + index * PORTION; unit < end; unit += machineCount * PORTION) starts.push(unit);
    kernel.memory.words(counters, starts.length).set(starts);
    const before = machine.pool.cpuMilliseconds;
    const calls = starts.map((unit, i) =>
      kernel.calls.sweepUnits(addressAfter(counters, 4 * i), Math.min(unit + PORTION, end), number, 1, counters, 0),
    );
    if (calls.length > 0) await machine.pool.run(calls, { signal });
    return (machine.pool.cpuMilliseconds - before) / 1_000;
  };

  /** All machines receive the changes of all; returns the number of changed entries. */
  const exchange = (): number => {
    let count = 0;
    latest = [];
    const sent = machines.map(() => 0);
    for (let from = 0; from < entries; from += CHUNK) {
      const end = Math.min(from + CHUNK, entries);
      const old = merged.slice(from, end);
      const part = merged.subarray(from, end);
      machines.forEach(({ table }, index) => {
        const own = table.subarray(from, end);
        if (Buffer.compare(own, old) === 0) return;
        const difference = new Uint8Array(own.length);
        for (let i = 0; i < own.length; i++) {
          const [mine, before] = [own[i] as number, old[i] as number];
          if (mine === before) continue;
          difference[i] = mine;
          count++;
          if (mine > (part[i] as number)) part[i] = mine;
          if (count <= listed) latest.push(from + i);
        }
        const started = performance.now();
        const compressed = zstdCompressSync(difference).length;
        compressSeconds += (performance.now() - started) / 1_000 / machineCount;
        sent[index] = (sent[index] as number) + compressed;
      });
      if (Buffer.compare(part, old) !== 0) for (const { table } of machines) table.set(part, from);
    }
    const total = sent.reduce((sum, bytes) => sum + bytes, 0);
    sent.forEach((bytes, index) => (received[index] = (received[index] as number) + total - bytes));
    for (const { changes } of machines)
      changes.forEach((sweep, group) => {
        if (sweep > (mergedChanges[group] as number)) mergedChanges[group] = sweep;
      });
    for (const { changes } of machines) changes.set(mergedChanges);
    return count;
  };

  const round = async (number: number, first: number, end: number): Promise<number> => {
    throwIfAborted(signal);
    let slowest = 0;
    for (const machine of machines) slowest = Math.max(slowest, await sweepShare(machine, number, first, end));
    sharedSeconds += slowest;
    rounds++;
    return exchange();
  };
  /** One machine alone, with worklists of the entries that have changed last. */
  const finish = async (): Promise<number> => {
    const { pool, address } = machines[0] as Machine;
    const before = pool.cpuMilliseconds;
    kernel.memory.words(lists[0], latest.length).set(latest.map((entry) => address + entry));
    for (let left = latest.length, turn = 0; left > 0; turn++) {
      throwIfAborted(signal);
      kernel.memory.words(counters, 2).set([0, left]);
      const [from, to] = [lists[(turn % 2) as 0 | 1], lists[((turn + 1) % 2) as 0 | 1]];
      const counts = addressAfter(counters, 4);
      left = await pool.run([kernel.calls.relaxLists(from, listed, counts, 1, counters, to)], { signal });
    }
    return (pool.cpuMilliseconds - before) / 1_000;
  };
  try {
    merged.set((machines[0] as Machine).table);
    let count = 0;
    do {
      sweeps++;
      count = 0;
      // Blocks matter in the first sweep, in which nearly all entries change: each is swept twice, as the solver does.
      const step = sweeps === 1 ? BLOCK_CELLS : CELLS;
      for (let cell = 0; cell < CELLS; cell += step) {
        const [first, end] = [cell, Math.min(cell + step, CELLS)].map((each) => unitsBelow(each)) as [number, number];
        for (let time = 0; time < (sweeps === 1 ? 2 : 1); time++) count += await round(sweeps, first, end);
      }
    } while (count > listed);
    const aloneSeconds = await finish();
    const receivedBytes = Math.max(...received);
    const computing = sharedSeconds + compressSeconds + aloneSeconds;
    return {
      machines: machineCount,
      rounds,
      sharedSeconds,
      aloneSeconds,
      compressSeconds,
      receivedBytes,
      seconds: computing + receivedBytes / LINK_BYTES + BARRIER_SECONDS * rounds,
      table: (machines[0] as Machine).table,
    };
  } finally {
    for (const { pool } of machines) await pool.close();
  }
}
