/** Two threads may open a new store concurrently. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "gamelore-stores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("either of them creates the tables", async () => {
  const workerData = { folder, stores: 200, shared: new SharedArrayBuffer(4) };
  const errors: unknown[] = [];
  const ends = Array.from({ length: 2 }, () => {
    const worker = new Worker(new URL("store-opener.fixture.ts", import.meta.url), { workerData });
    worker.on("message", (error) => errors.push(error));
    return once(worker, "exit");
  });
  await Promise.all(ends);
  expect(errors).toEqual([]);
});
