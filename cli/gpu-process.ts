/**
 * `gamelore solve` uses a GPU in a process of its own, which runs the same command line: a driver may crash it, or stop it without an answer.
 * The command then goes on with the CPU.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Device } from "../engine/contracts/table.ts";
import { cpuInstead, expectGpu } from "../engine/solve/gpu/choose-device.ts";
import { HEARTBEAT_MS, killGpuProcess, SILENT_SECONDS, watchGpuProcess } from "../server/jobs/gpu-watchdog.ts";
import { interruptible } from "./command.ts";

const VARIABLE = "GAMELORE_GPU_PROCESS";
/** The console of Windows sends Ctrl-C to all of its processes; elsewhere this process passes it on. */
const HAS_OWN_GROUP = process.platform !== "win32";

interface Failure {
  readonly code: "gpu-failed" | "gpu-missing";
  readonly message: string;
}

type Message = { readonly alive: true } | { readonly failure: Failure } | { readonly ended: true };

export interface Wanted {
  /** A GPU solves the table if there is one, and the table is not being built. */
  readonly gpu: boolean;
  readonly device: Device;
  /** The command that resumes an interrupted build. */
  readonly resume: string;
}

/** Builds a table. The result is null if the GPU's process has printed it. */
export async function buildOnDevice<T extends { readonly device: string }>(
  { gpu, device, resume }: Wanted,
  build: (device: Device, gpuOnly: boolean) => Promise<T>,
): Promise<T | null> {
  if (process.env[VARIABLE] !== undefined && process.send) return inGpuProcess(device, () => build(device, true));
  if (!gpu || !isInstalled()) return build(device, false);
  const failure = await runGpuProcess(resume);
  if (failure === null) return null;
  const { code, message } = failure;
  if (code === "gpu-missing" && device === "gpu") throw new GameloreError(code, message);
  if (code === "gpu-failed")
    process.stderr.write(`${message}; continuing on the CPU, from the last checkpoint if there is one\n`);
  return { ...(await build("cpu", false)), device: cpuInstead(message) };
}

/** The package that brings WebGPU to Node. */
function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve("webgpu");
    return true;
  } catch {
    return false;
  }
}

/** Resolves with null when the process has solved the table or reported why not; its exit status becomes that of this one. */
function runGpuProcess(resume: string): Promise<Failure | null> {
  const child = fork(process.argv[1] as string, process.argv.slice(2), {
    env: { ...process.env, [VARIABLE]: "1" },
    detached: HAS_OWN_GROUP,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.on("exit", kill);
  return interruptible(async (signal) => {
    if (HAS_OWN_GROUP) signal.addEventListener("abort", () => child.kill("SIGINT"));
    const failure = await ended(child);
    if (failure && signal.aborted) throw new GameloreError("interrupted", `interrupted; resume with: ${resume}`);
    return failure;
  }).finally(async () => {
    process.off("exit", kill);
    await killGpuProcess(child);
  });
}

function ended(child: ChildProcess): Promise<Failure | null> {
  return new Promise((resolve) => {
    const end = (failure: Failure | null): void => {
      stop();
      resolve(failure);
    };
    const stop = watchGpuProcess(child, SILENT_SECONDS, (message) => end({ code: "gpu-failed", message }));
    child.on("message", (message: Message) => {
      if ("failure" in message) end(message.failure);
      if (!("ended" in message)) return;
      stop();
      child.on("exit", (status) => {
        process.exitCode = status ?? 1;
        end(null);
      });
    });
  });
}

async function inGpuProcess<T>(device: Device, build: () => Promise<T>): Promise<T | null> {
  const send = (message: Message): Promise<void> => new Promise((resolve) => process.send?.(message, () => resolve()));
  const beat = setInterval(() => void send({ alive: true }), HEARTBEAT_MS);
  const orphaned = (): void => process.exit();
  process.on("disconnect", orphaned);
  try {
    // Before a lock is taken or anything is printed.
    await expectGpu(device);
    return await build();
  } catch (error) {
    if (!(error instanceof GameloreError) || (error.code !== "gpu-failed" && error.code !== "gpu-missing")) throw error;
    const { code, message } = error;
    await send({ failure: { code, message } });
    // Until it is killed.
    return await new Promise<never>(() => {});
  } finally {
    clearInterval(beat);
    await send({ ended: true });
    process.off("disconnect", orphaned);
    process.disconnect?.();
  }
}
