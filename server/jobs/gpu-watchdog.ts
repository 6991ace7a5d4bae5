/** Watches a process that uses a GPU: the driver may crash it, or stop it, and with it the watchdog of `GpuDevice`. */
import type { ChildProcess } from "node:child_process";

/** The process sends a message this often. */
export const HEARTBEAT_MS = 1_000;
export const SILENT_SECONDS = 120;

/** Calls `fail` when the process is silent for too long, ends, or cannot be started. Returns what stops watching. */
export function watchGpuProcess(
  child: ChildProcess,
  silentSeconds: number,
  fail: (message: string) => void,
): () => void {
  const silent = (): void => fail(`the GPU's process has not answered for ${silentSeconds} s`);
  let watchdog = setTimeout(silent, 1_000 * silentSeconds);
  const onMessage = (): void => {
    clearTimeout(watchdog);
    watchdog = setTimeout(silent, 1_000 * silentSeconds);
  };
  const onError = ({ message }: Error): void => fail(`the GPU's process cannot be started: ${message}`);
  const onExit = (status: number | null, by: NodeJS.Signals | null): void =>
    fail(`the GPU's process ended with ${by ?? `status ${status}`}`);
  child.on("message", onMessage).on("error", onError).on("exit", onExit);
  return () => {
    clearTimeout(watchdog);
    child.off("message", onMessage).off("error", onError).off("exit", onExit);
  };
}

/** A process that waits for its driver may not end even so. */
const MAX_KILL_MS = 10_000;

/** Resolves when the process has ended: until then it holds the table's lock. */
export async function killGpuProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_KILL_MS);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    // It may not have started.
    if (!child.kill("SIGKILL") && child.pid === undefined) {
      clearTimeout(timer);
      resolve();
    }
  });
}
