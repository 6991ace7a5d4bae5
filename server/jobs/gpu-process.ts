/** The process in which a job uses a GPU: a crash there, or a driver that hangs, is an error `gpu-failed` here. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { RpcClient, type RpcRequest, type RpcResponse } from "../../service/rpc.ts";
import type { GameSource } from "../game-source.ts";
import { decodeError } from "../threads/worker-errors.ts";
import { killGpuProcess, SILENT_SECONDS, watchGpuProcess } from "./gpu-watchdog.ts";
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
  silentSeconds: SILENT_SECONDS,
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
  const stopWatching = watchGpuProcess(child, silentSeconds, fail);
  child.on("message", (message: RpcResponse | Heartbeat) => {
    if (!("alive" in message)) rpc.receive(message);
  });
  let grace: NodeJS.Timeout | undefined;
  const onAbort = (): void => void (grace = setTimeout(() => fail("it did not stop"), 1_000 * graceSeconds));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const send = (request: RpcRequest): void => void (child.connected && child.send(request));
    const onEvent = (event: unknown): void => report(event as JobReport);
    return (await rpc.call(send, "solve", work, { signal, onEvent })) as string;
  } finally {
    stopWatching();
    clearTimeout(grace);
    signal.removeEventListener("abort", onAbort);
    await killGpuProcess(child);
  }
}
