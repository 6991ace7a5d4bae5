/** One-side builds are deterministic: threads, interruption and resumption do not change the bytes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { CheckpointHooks, Rank, TableSpec } from "../../engine/contracts/table.ts";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { cellNames, specOf, solve, type SolvedCopy } from "./solved.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-one-side-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TABLES: readonly (readonly [side: number, pieces: number, goal?: readonly string[]])[] = [
  [5, 1],
  [6, 2],
  [4, 3],
  [5, 3, ["a1", "c3", "e5", "b4"]],
  [7, 4],
  [5, 6],
  [4, 8],
];

/** Saves once, on the nth call of due(), then calls onSaved; or restores given bytes. */
class FakeCheckpoint implements CheckpointHooks {
  saved: Uint8Array | null = null;
  readonly #given: Uint8Array | null;
  readonly #nth: number;
  readonly #onSaved: () => void;
  #calls = 0;

  constructor(given: Uint8Array | null, nth: number, onSaved: () => void = () => {}) {
    this.#given = given;
    this.#nth = nth;
    this.#onSaved = onSaved;
  }

  async restore(target: Uint8Array): Promise<boolean> {
    if (this.#given) target.set(this.#given);
    return this.#given !== null;
  }

  due(): boolean {
    return ++this.#calls === this.#nth;
  }

  async save(bytes: Uint8Array): Promise<void> {
    this.saved = new Uint8Array(bytes);
    this.#onSaved();
  }
}

/** The bytes of the nth checkpoint, after which the build is aborted; null if the build ends before. */
async function interrupted(spec: TableSpec, nth: number, threads: number): Promise<Uint8Array | null> {
  const aborter = new AbortController();
  const checkpoint = new FakeCheckpoint(null, nth, () => aborter.abort());
  const solving = solve(spec, { threads, signal: aborter.signal, checkpoint });
  if (checkpoint.saved === null) await solving.catch(() => {});
  if (checkpoint.saved === null) return null;
  await expect(solving).rejects.toMatchObject({ code: "interrupted" });
  return checkpoint.saved;
}

async function resumed(spec: TableSpec, saved: Uint8Array, threads = 1): Promise<SolvedCopy> {
  return solve(spec, { threads, checkpoint: new FakeCheckpoint(saved, 0) });
}

describe.for(TABLES)("%dx with %d pieces, goal %o", ([side, pieces, goal]) => {
  const spec = specOf(side, pieces, goal);
  const whole = solve(spec);

  test("one thread and two give the same bytes", async () => {
    const two = await solve(spec, { threads: 2 });
    expect(Buffer.compare(two.bytes, (await whole).bytes)).toBe(0);
    expect(two.histogram).toEqual((await whole).histogram);
  });

  test("a build that is interrupted at a checkpoint and resumed gives the same bytes", async () => {
    const saves: Uint8Array[] = [];
    for (const nth of [1, 2, 3, 6]) {
      const saved = await interrupted(spec, nth, 1 + (nth % 2));
      if (saved === null) break;
      saves.push(saved);
      const { bytes, histogram } = await resumed(spec, saved, 1 + ((nth + 1) % 2));
      expect(Buffer.compare(bytes, (await whole).bytes), `after checkpoint ${nth}`).toBe(0);
      expect(histogram).toEqual((await whole).histogram);
    }
    expect(saves.length).toBeGreaterThan(1);
    // Threads write while a checkpoint is copied, so entries may be a mixture of old and new.
    const random = randomNumbers(pieces);
    const mixture = (saves[0] as Uint8Array).map(
      (_, index) => saves[Math.floor(random() * saves.length)]?.[index] as number,
    );
    const { bytes } = await resumed(spec, mixture);
    expect(Buffer.compare(bytes, (await whole).bytes), "after a mixture of checkpoints").toBe(0);
  });

  test("an aborted signal ends the build immediately", async () => {
    await expect(solve(spec, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "interrupted" });
  });
});

test("an interrupted build resumes from the store's checkpoint", async () => {
  const store = new TableStore(folder);
  const spec = specOf(5, 6);
  const checkpoint = store.checkpoint(spec.identity, spec.solver, { intervalSeconds: 0 });
  const aborter = new AbortController();
  const hooks: CheckpointHooks = {
    restore: (target) => checkpoint.restore(target),
    due: () => checkpoint.due(),
    save: async (bytes) => {
      aborter.abort();
      await checkpoint.save(bytes);
    },
  };
  await expect(solve(spec, { signal: aborter.signal, checkpoint: hooks })).rejects.toMatchObject({
    code: "interrupted",
  });
  expect(store.list()).toMatchObject([{ status: "unfinished" }]);
  const rest = await solve(spec, { checkpoint: store.checkpoint(spec.identity, spec.solver) });
  const whole = await solve(spec);
  expect(Buffer.compare(rest.bytes, whole.bytes)).toBe(0);
  await store.write({ identity: spec.identity, bytes: rest.bytes, histogram: rest.histogram }, spec.solver);
  const file = store.open(spec.identity);
  await file.verify();
  expect(Array.from({ length: 1_000 }, (_, i) => file.get((i * 177) as Rank))).toEqual(
    Array.from({ length: 1_000 }, (_, i) => whole.bytes[i * 177]),
  );
  file.close();
});

test("a failed checkpoint rejects the build", async () => {
  const failing: CheckpointHooks = {
    restore: async () => false,
    due: () => true,
    save: () => Promise.reject(new Error("disk full")),
  };
  await expect(solve(specOf(5, 3), { checkpoint: failing })).rejects.toThrow("disk full");
});

test("more threads than work units are allowed", async () => {
  const threads = 16;
  for (const [side, pieces, goal] of [
    [4, 4],
    [9, 2, cellNames(9).slice(11)],
  ] as const) {
    const spec = specOf(side, pieces, goal);
    expect((await solve(spec, { threads })).bytes).toEqual((await solve(spec)).bytes);
  }
});

test("progress within each phase never decreases", async () => {
  const phases = new Map<string, number[]>();
  await solve(specOf(6, 5), {
    onProgress: ({ phase, done }) => void phases.set(phase, [...(phases.get(phase) ?? []), done]),
  });
  expect(phases.size).toBeGreaterThan(1);
  for (const [phase, done] of phases) {
    expect(
      done.every((share) => share >= 0 && share <= 1),
      phase,
    ).toBe(true);
    expect(
      done.toSorted((a, b) => a - b),
      phase,
    ).toEqual(done);
  }
});
