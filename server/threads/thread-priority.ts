/** Priorities of worker threads: jobs must not delay the answers of games in play. */
import { readlinkSync } from "node:fs";
import { basename } from "node:path";
import { constants, setPriority } from "node:os";

/**
 * Lowers the priority of the calling thread and of the threads that it starts. On Linux each thread has its own priority; elsewhere it is
 * that of the whole process, which must not change.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it: the job then runs at normal priority.
  }
}
