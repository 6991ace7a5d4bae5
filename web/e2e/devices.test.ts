/** Tables are built in the page on the browser's GPU or on its CPU, with the bytes of Node's CPU; whatever fails on the GPU, the CPU continues. */
import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { game } from "../../games/chinese-checkers/game.ts";
import { Endgames } from "../../games/chinese-dark-chess/endgames.ts";
import { readCaptures } from "../../games/chinese-dark-chess/options.ts";
import { endgameSpec, representativesUpTo } from "../../games/chinese-dark-chess/tables.ts";
import { canTestBrowser, WEBGPU } from "../in-page/chromium.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const WAIT = { timeout: 60_000 };
/** A page without WebGPU is one without the flags. */
const GPU = new Workbench({ values: false, chromium: WEBGPU });
const NO_GPU = new Workbench({ values: false });
const BROWSER_GPU = "page gpu";
const BROWSER_CPU = "page cpu";
const SOLVED_ON_GPU = /^solved on .*swiftshader.* in /i;

/** In Node, on the CPU. */
async function digestOf(pieces: number, side: number): Promise<string> {
  const spec = unwrap(game.table({ ...defaultsOf(game.tableOptions), side, pieces }));
  const solved = await spec.solve({ threads: 1 });
  const digest = createHash("sha256").update(solved.bytes).digest("hex");
  solved.release();
  return digest;
}

/** Of the table that the browser keeps. */
function keptDigest(page: Page, name: string, of = "chinese-checkers"): Promise<string> {
  return page.evaluate(async (key) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("gamelore");
      request.addEventListener("success", () => resolve(request.result));
    });
    const kept = await new Promise<{ bytes: Uint8Array<ArrayBuffer> }>((resolve) => {
      const request = database.transaction("tables").objectStore("tables").get(key);
      request.addEventListener("success", () => resolve(request.result as never));
    });
    database.close();
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", kept.bytes));
    return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }, `${of}/${name}`);
}

async function openForm(bench: Workbench, side: number, pieces: number, device: string): Promise<Page> {
  const page = await bench.page("#/solve/chinese-checkers");
  await choose(page, side, pieces, device);
  return page;
}

async function choose(page: Page, side: number, pieces: number, device: string): Promise<void> {
  await page.getByLabel("side", { exact: true }).fill(String(side));
  await page.getByLabel("pieces", { exact: true }).fill(String(pieces));
  await page.getByLabel("pieces", { exact: true }).blur();
  await page.getByText(`one-side-${side}x${side}-${pieces}`, { exact: true }).waitFor(WAIT);
  await page.getByLabel("device", { exact: true }).selectOption(device);
}

/** In the worker of the page: reading from the GPU takes a while, so that a build can be cancelled, also on a busy machine. */
function slowDown(): void {
  const { mapAsync } = GPUBuffer.prototype;
  GPUBuffer.prototype.mapAsync = async function (...given): Promise<undefined> {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await mapAsync.apply(this, given);
    return undefined;
  };
}

/** In the worker of the page: checkpoints are due at once, and the GPU fails when one has been saved. Only its watchdog is faster. */
function failOnGpu(how: "lost" | "silent" | "memory"): void {
  let isSaved = false;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given): IDBRequest<IDBValidKey> {
    isSaved = true;
    return put.apply(this, given);
  };
  const now = performance.now.bind(performance);
  let calls = 0;
  performance.now = () => now() + 60_000 * calls++;
  const { createBuffer } = GPUDevice.prototype;
  GPUDevice.prototype.createBuffer = function (given): GPUBuffer {
    return createBuffer.call(this, how === "memory" ? { ...given, size: 2 ** 45 } : given);
  };
  const devices = new WeakMap<GPUQueue, GPUDevice>();
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (...given): Promise<GPUDevice> {
    const device = await requestDevice.apply(this, given);
    devices.set(device.queue, device);
    return device;
  };
  const { submit } = GPUQueue.prototype;
  GPUQueue.prototype.submit = function (commands): undefined {
    if (how === "lost" && isSaved) devices.get(this)?.destroy();
    submit.call(this, commands);
  };
  const { mapAsync } = GPUBuffer.prototype;
  GPUBuffer.prototype.mapAsync = function (...given): Promise<void> {
    return how === "silent" && isSaved ? new Promise(() => {}) : mapAsync.apply(this, given);
  };
  const { setTimeout } = globalThis;
  const sooner = (callback: () => void, ms?: number): unknown =>
    setTimeout(callback, isSaved && ms === 60_000 ? 1_000 : ms);
  Object.assign(globalThis, { setTimeout: sooner });
}

/** In a page whose GPU fails. */
async function buildOnFailing(
  how: "lost" | "silent" | "memory",
  [side, pieces]: readonly [number, number],
): Promise<{ readonly notes: readonly string[]; readonly digest: string }> {
  const page = await openForm(GPU, 4, 2, BROWSER_CPU);
  await build(page);
  await notesOf(page);
  for (const worker of page.workers()) await worker.evaluate(failOnGpu, how);
  await choose(page, side, pieces, BROWSER_GPU);
  await build(page);
  await expect.poll(() => page.locator(".job .state.done").count(), WAIT).toBe(2);
  return { notes: await notesOf(page), digest: await keptDigest(page, `one-side-${side}x${side}-${pieces}`) };
}

const build = (page: Page): Promise<void> => page.getByRole("button", { name: "Build", exact: true }).click();

async function notesOf(page: Page): Promise<string[]> {
  await page.locator(".job .state.done").first().waitFor(WAIT);
  return page.locator(".job").first().locator(".job-note").allTextContents();
}

describe.runIf(canTestBrowser)("a table is built in the page", () => {
  beforeAll(async () => {
    await GPU.open();
    await NO_GPU.open();
  });
  afterEach(() => Promise.all([GPU.closePages(), NO_GPU.closePages()]));
  afterAll(() => Promise.all([GPU.close(), NO_GPU.close()]));

  test("on the browser's GPU, with the bytes of the CPU in Node", async () => {
    const page = await openForm(GPU, 5, 3, BROWSER_GPU);
    await build(page);
    expect(await notesOf(page)).toEqual([expect.stringMatching(SOLVED_ON_GPU)]);
    expect(await keptDigest(page, "one-side-5x5-3")).toBe(await digestOf(3, 5));
  });

  test("so is a set of tables", async () => {
    const page = await GPU.page("#/solve/chinese-dark-chess");
    await page.getByLabel("elements", { exact: true }).fill("2");
    await page.getByLabel("elements", { exact: true }).blur();
    await page.getByText("revealed-up-to-2", { exact: true }).waitFor(WAIT);
    await page.getByLabel("device", { exact: true }).selectOption(BROWSER_GPU);
    await build(page);
    expect(await notesOf(page)).toEqual([expect.stringMatching(SOLVED_ON_GPU)]);
    const captures = readCaptures({});
    const sets = representativesUpTo(2, captures);
    const endgames = new Endgames(captures);
    await endgames.solve(sets, { threads: 1 });
    for (const material of sets) {
      const { name } = endgameSpec(material, captures).identity;
      const digest = createHash("sha256").update(endgames.entries(material)).digest("hex");
      expect(await keptDigest(page, name, "chinese-dark-chess")).toBe(digest);
    }
  });

  test("cancelled on the GPU, it is resumed from its checkpoint by the CPU", async () => {
    const page = await openForm(GPU, 4, 1, BROWSER_CPU);
    await build(page);
    await notesOf(page);
    for (const worker of page.workers()) await worker.evaluate(slowDown);
    await choose(page, 6, 4, BROWSER_GPU);
    await build(page);
    await page.locator(".job progress:not([value='0'])").waitFor(WAIT);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".job .state.cancelled").waitFor(WAIT);
    await page.getByLabel("device", { exact: true }).selectOption(BROWSER_CPU);
    await build(page);
    await expect.poll(() => page.locator(".job .state.done").count(), WAIT).toBe(2);
    expect(await notesOf(page)).toEqual([
      "resuming from a checkpoint",
      expect.stringMatching(/^solved on the CPU in /),
    ]);
    expect(await keptDigest(page, "one-side-6x6-4")).toBe(await digestOf(4, 6));
  });

  test("without WebGPU, on the CPU, and it says why", async () => {
    const page = await openForm(NO_GPU, 5, 3, BROWSER_GPU);
    await build(page);
    expect(await notesOf(page)).toEqual([expect.stringMatching(/^solved on the CPU \(no GPU: .*\) in /)]);
    expect(await keptDigest(page, "one-side-5x5-3")).toBe(await digestOf(3, 5));
  });

  test("on the server, whose missing GPU is explained as well", async () => {
    const page = await openForm(NO_GPU, 4, 3, "server gpu");
    await build(page);
    expect(await notesOf(page)).toEqual([expect.stringMatching(/^solved on the CPU \(no GPU: .*\) in /)]);
  });

  test.for([
    ["is lost", "lost", [5, 4], /^the GPU was lost: .*; continuing on the CPU/],
    ["does not answer", "silent", [6, 3], /^the GPU has not answered for 60 s; continuing on the CPU/],
  ] as const)("when the GPU %s, the CPU continues from the checkpoint", async ([, how, table, message]) => {
    const { notes, digest } = await buildOnFailing(how, table);
    expect(notes).toEqual([
      expect.stringMatching(message),
      "resuming from a checkpoint",
      expect.stringMatching(/^solved on the CPU \(the GPU .*\) in /),
    ]);
    expect(digest).toBe(await digestOf(table[1], table[0]));
  });

  test("with too little memory on the GPU, the CPU continues", async () => {
    const { notes, digest } = await buildOnFailing("memory", [7, 2]);
    expect(notes).toEqual([
      expect.stringMatching(/^the GPU has too little memory for .*; continuing on the CPU/),
      expect.stringMatching(/^solved on the CPU \(the GPU .*\) in /),
    ]);
    expect(digest).toBe(await digestOf(2, 7));
  });

  test("no script errors, no content policy violations", () => {
    expect([...GPU.complaints, ...NO_GPU.complaints]).toEqual([]);
  });
});
