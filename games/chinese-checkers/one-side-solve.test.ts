/** How a one-side table is built must not be seen in it: threads, interruptions and resumed work leave the same bytes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { CheckpointHooks, TableSpec } from "../../engine/contracts/table.ts";
import { randomNumbers } from "../../engine/contracts/suites/walk.ts";
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
];

/** Hooks that save once, when asked for the nth time, and then call for the end; or that give saved bytes back. */
class Memory implements CheckpointHooks {
  saved: Uint8Array | null = null;
  readonly #given: Uint8Array | null;
  readonly #nth: number;
  readonly #onSaved: () => void;
  #asked = 0;

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
    return ++this.#asked === this.#nth;
  }

  async save(bytes: Uint8Array): Promise<void> {
    this.saved = new Uint8Array(bytes);
    this.#onSaved();
  }
}

/** What is saved the nth time a build asks, the build being stopped then; null where it has ended before. */
async function interrupted(offer: TableSpec, nth: number, threads: number): Promise<Uint8Array | null> {
  const aborter = new AbortController();
  const memory = new Memory(null, nth, () => aborter.abort());
  const solving = solve(offer, { threads, signal: aborter.signal, checkpoint: memory });
  if (memory.saved === null) await solving.catch(() => {});
  if (memory.saved === null) return null;
  await expect(solving).rejects.toMatchObject({ code: "interrupted" });
  return memory.saved;
}

async function resumed(offer: TableSpec, saved: Uint8Array, threads = 1): Promise<SolvedCopy> {
  return solve(offer, { threads, checkpoint: new Memory(saved, 0) });
}

describe.for(TABLES)("%dx with %d pieces, goal %o", ([side, pieces, goal]) => {
  const offer = specOf(side, pieces, goal);
  const whole = solve(offer);

  test("one thread and two give the same bytes", async () => {
    const two = await solve(offer, { threads: 2 });
    expect(two.bytes).toEqual((await whole).bytes);
    expect(two.histogram).toEqual((await whole).histogram);
  });

  test("a build that is interrupted at any of its saves and resumed gives the same bytes", async () => {
    const saves: Uint8Array[] = [];
    for (const nth of [1, 2, 3, 6]) {
      const saved = await interrupted(offer, nth, 1 + (nth % 2));
      if (saved === null) break;
      saves.push(saved);
      const { bytes, histogram } = await resumed(offer, saved, 1 + ((nth + 1) % 2));
      expect(bytes, `after save ${nth}`).toEqual((await whole).bytes);
      expect(histogram).toEqual((await whole).histogram);
    }
    expect(saves.length).toBeGreaterThan(1);
    // Threads write while a save is copied: some entries are old, some new. Any such mixture must do.
    const random = randomNumbers(pieces);
    const mixture = (saves[0] as Uint8Array).map(
      (_, index) => saves[Math.floor(random() * saves.length)]?.[index] as number,
    );
    expect((await resumed(offer, mixture)).bytes, "after a mixture of saves").toEqual((await whole).bytes);
  });

  test("a signal that has fired before the start ends the build at once", async () => {
    await expect(solve(offer, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "interrupted" });
  });
});

test("the store's own checkpoint brings an interrupted build to its end", async () => {
  const store = new TableStore(folder);
  const offer = specOf(5, 6);
  const checkpoint = store.checkpoint(offer.identity, offer.solver, { intervalSeconds: 0 });
  const aborter = new AbortController();
  const hooks: CheckpointHooks = {
    restore: (target) => checkpoint.restore(target),
    due: () => checkpoint.due(),
    save: async (bytes) => {
      aborter.abort();
      await checkpoint.save(bytes);
    },
  };
  await expect(solve(offer, { signal: aborter.signal, checkpoint: hooks })).rejects.toMatchObject({
    code: "interrupted",
  });
  expect(store.list()).toMatchObject([{ status: "unfinished" }]);
  const rest = await solve(offer, { checkpoint: store.checkpoint(offer.identity, offer.solver) });
  const whole = await solve(offer);
  expect(rest.bytes).toEqual(whole.bytes);
  await store.write({ identity: offer.identity, bytes: rest.bytes, histogram: rest.histogram }, offer.solver);
  const file = store.open(offer.identity);
  await file.verify();
  expect(Array.from({ length: 1_000 }, (_, i) => file.get(i * 177))).toEqual(
    Array.from({ length: 1_000 }, (_, i) => whole.bytes[i * 177]),
  );
  file.close();
});

test("a save that fails is reported by the build", async () => {
  const failing: CheckpointHooks = {
    restore: async () => false,
    due: () => true,
    save: () => Promise.reject(new Error("disk full")),
  };
  await expect(solve(specOf(5, 3), { checkpoint: failing })).rejects.toThrow("disk full");
});

test("threads that find nothing to do are no harm", async () => {
  const threads = 16;
  for (const [side, pieces, goal] of [
    [4, 4],
    [9, 2, cellNames(9).slice(11)],
  ] as const) {
    const offer = specOf(side, pieces, goal);
    expect((await solve(offer, { threads })).bytes).toEqual((await solve(offer)).bytes);
  }
});

test("a build says how far each phase is, never going back in it", async () => {
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
