/**
 * Loaded before a command (`node --import`) that uses a GPU emulated on the CPU: it fails as GPU_FAILS says, mostly after the first
 * checkpoint.
 */
import { readdirSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** The watchdogs of the device and of its process, and how long they wait here: that of the device once there is a checkpoint. */
const DEVICE_MS = 60_000;
const SOON_MS = 1_000;
const PROCESS_MS = 120_000;
const SILENT_MS = 6_000;

function hasCheckpoint(): boolean {
  const files = readdirSync(process.env["GAMELORE_HOME"] ?? "", { recursive: true, encoding: "utf8" });
  return files.some((file) => file.endsWith(".partial"));
}

const never = (): Promise<never> => new Promise(() => {});

function shortenTimers(shorter: (ms: number) => number): void {
  const { setTimeout } = globalThis;
  Object.assign(globalThis, { setTimeout: (callback: () => void, ms: number) => setTimeout(callback, shorter(ms)) });
}

const FAILURES: Readonly<Record<string, (gpu: typeof globalThis) => void>> = {
  lost: ({ GPUAdapter, GPUQueue }) => {
    const devices = new WeakMap<GPUQueue, GPUDevice>();
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function (...given): Promise<GPUDevice> {
      const device = await requestDevice.apply(this, given);
      devices.set(device.queue, device);
      return device;
    };
    const { submit } = GPUQueue.prototype;
    GPUQueue.prototype.submit = function (commands): void {
      if (hasCheckpoint()) devices.get(this)?.destroy();
      return submit.call(this, commands);
    };
  },
  memory: ({ GPUDevice }) => {
    const { createBuffer } = GPUDevice.prototype;
    GPUDevice.prototype.createBuffer = function (given): GPUBuffer {
      return createBuffer.call(this, { ...given, size: 2 ** 45 });
    };
  },
  hang: ({ GPUBuffer }) => {
    const { mapAsync } = GPUBuffer.prototype;
    GPUBuffer.prototype.mapAsync = function (...given): Promise<void> {
      return hasCheckpoint() ? never() : mapAsync.apply(this, given);
    };
    shortenTimers((ms) => (ms === DEVICE_MS && hasCheckpoint() ? SOON_MS : ms));
  },
  /** The driver does not return. */
  block: ({ GPUBuffer }) => {
    const { mapAsync } = GPUBuffer.prototype;
    GPUBuffer.prototype.mapAsync = function (...given): Promise<void> {
      while (hasCheckpoint());
      return mapAsync.apply(this, given);
    };
    shortenTimers((ms) => (ms === PROCESS_MS ? SILENT_MS : ms));
  },
  crash: ({ GPUQueue }) => {
    const { submit } = GPUQueue.prototype;
    GPUQueue.prototype.submit = function (commands): void {
      if (hasCheckpoint()) process.kill(process.pid, "SIGSEGV");
      return submit.call(this, commands);
    };
  },
  slow: ({ GPUBuffer }) => {
    const { mapAsync } = GPUBuffer.prototype;
    GPUBuffer.prototype.mapAsync = async function (...given): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return mapAsync.apply(this, given);
    };
  },
};

if (isMainThread) {
  // Not a literal: the package may be missing.
  const name = "webgpu";
  const { globals } = (await import(name)) as { readonly globals: typeof globalThis };
  FAILURES[process.env["GPU_FAILS"] ?? ""]?.(globals);
}
