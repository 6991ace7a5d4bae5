/** Priorities of worker threads: jobs must not delay the answers of games in play. */
import { readlinkSync } from "node:fs";
import { basename } from "node:path";
import { setPriority } from "node:os";

/** A third of the time of a thread of normal priority: a build still goes on beside a search, and on a busy machine. */
const NICE = 5;

/**
 * Lowers the priority of the calling thread and of the threads that it starts. On Linux each thread has its own priority; elsewhere it is
 * that of the whole process, which must not change.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), NICE);
  } catch {
    // A sandbox may forbid it: the job then runs at normal priority.
  }
}
