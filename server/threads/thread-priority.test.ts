import { readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

/** A thread that lowers its priority, and the nice value of a thread that it starts, as field 19 of its stat file has it. */
const PROGRAM = `
  const { Worker, parentPort } = require("node:worker_threads");
  import(${JSON.stringify(new URL("./thread-priority.ts", import.meta.url).href)}).then(({ lowerThreadPriority }) => {
    lowerThreadPriority();
    const inner = new Worker(
      'require("node:worker_threads").parentPort.postMessage(require("node:fs").readFileSync("/proc/thread-self/stat", "utf8"))',
      { eval: true },
    );
    inner.on("message", (stat) => parentPort.postMessage(stat));
  });
`;

function niceOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
}

test.runIf(process.platform === "linux")("threads of a job have lower priority, the others keep theirs", async () => {
  const before = getPriority();
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [] });
  const stat = await new Promise<string>((resolve, reject) => {
    worker.on("message", resolve);
    worker.on("error", reject);
  });
  expect(niceOf(stat)).toBe(Math.max(before, 5));
  expect(niceOf(readFileSync("/proc/self/stat", "utf8"))).toBe(before);
  await worker.terminate();
});
