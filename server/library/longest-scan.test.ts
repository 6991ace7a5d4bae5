import { expect, test } from "vitest";
import type { Rank } from "../../engine/contracts/table.ts";
import { LongestScan } from "./longest-scan.ts";

const BLOCK = 1000;

/** One block takes a millisecond; the only entries with the value 9 are near the end. */
function largeTable(blocks: number): { file: Parameters<LongestScan["run"]>[0]; table: { get(rank: Rank): number } } {
  const values = new Uint8Array(blocks * BLOCK).fill(3);
  values[values.length - 5] = 9;
  values[values.length - 3] = 9;
  const readBlock = (block: number): Uint8Array => {
    for (const until = performance.now() + 1; performance.now() < until;);
    return values.subarray(block * BLOCK, (block + 1) * BLOCK);
  };
  return {
    file: { blocks, header: { blockBytes: BLOCK }, readBlock },
    table: { get: (rank) => values[rank] as number },
  };
}

test("a scan that exceeds its time continues with the next call, until the longest are found", () => {
  const { file, table } = largeTable(100);
  const scan = new LongestScan([{ value: 9, count: 2 }], 5);
  scan.run(file, table, 20);
  expect(scan.entriesOf(9)).toEqual([]);
  const first = scan.done;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(1);
  for (let calls = 0; calls < 50 && scan.done < 1; calls++) scan.run(file, table, 20);
  expect(scan.entriesOf(9)).toEqual([99_995, 99_997]);
});

test("a scan ends as soon as enough are found", () => {
  const { file, table } = largeTable(100);
  const scan = new LongestScan([{ value: 3, count: 99_998 }], 5);
  scan.run(file, table, 20);
  expect(scan.done).toBe(1);
  expect(scan.entriesOf(3)).toHaveLength(5);
});
