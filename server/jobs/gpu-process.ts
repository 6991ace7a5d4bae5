/** The process in which a job uses a GPU: a crash there, or a driver that hangs, is an error `gpu-failed` here. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { RpcClient, type RpcRequest, type RpcResponse } from "../../service/rpc.ts";
import type { GameSource } from "../game-source.ts";
import { decodeError } from "../threads/worker-errors.ts";
import type { Control, JobReport } from "./job-control.ts";
import type { Of } from "./job-work.ts";

export interface GpuProcess {
  readonly program: URL;
  /** A process that is silent for this long is killed: the driver hangs and with it the process, whose own watchdog cannot report it. */
  readonly silentSeconds: number;
  /** The time for saving a checkpoint when the job is cancelled. */
  readonly graceSeconds: number;
}

export const GPU_PROCESS: GpuProcess = {
  program: new URL("./gpu-start.js", import.meta.url),
  silentSeconds: 120,
  graceSeconds: 50,
};

export interface GpuWork {
  readonly source: GameSource | null;
  readonly request: Of<"solve">;
}

/** Sent every second while the process is alive. */
export interface Heartbeat {
  readonly alive: true;
}

export async function solveInGpuProcess(
  { program, silentSeconds, graceSeconds }: GpuProcess,
  work: GpuWork,
  { signal, report }: Control,
): Promise<string> {
  const child = fork(fileURLToPath(program), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const rpc = new RpcClient(decodeError);
  const fail = (why: string): void => {
    rpc.failAll(
      signal.aborted ? new GameloreError("interrupted", "interrupted") : new GameloreError("gpu-failed", why),
    );
    child.kill("SIGKILL");
  };
  const silent = (): void => fail(`the GPU's process has not answered for ${silentSeconds} s`);
  let watchdog = setTimeout(silent, 1_000 * silentSeconds);
  child.on("message", (message: RpcResponse | Heartbeat) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(silent, 1_000 * silentSeconds);
    if (!("alive" in message)) rpc.receive(message);
  });
  child.on("error", ({ message }) => fail(`the GPU's process cannot be started: ${message}`));
  child.on("exit", (status, by) => fail(`the GPU's process ended with ${by ?? `status ${status}`}`));
  let grace: NodeJS.Timeout | undefined;
  const onAbort = (): void => void (grace = setTimeout(() => fail("it did not stop"), 1_000 * graceSeconds));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const send = (request: RpcRequest): void => void (child.connected && child.send(request));
    const onEvent = (event: unknown): void => report(event as JobReport);
    return (await rpc.call(send, "solve", work, { signal, onEvent })) as string;
  } finally {
    clearTimeout(watchdog);
    clearTimeout(grace);
    signal.removeEventListener("abort", onAbort);
    child.kill("SIGKILL");
  }
}
