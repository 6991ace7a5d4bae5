/** The default number of threads. */
import { availableThreads } from "#platform/threads";

const MAX_THREADS = 64;

export function threadCount(): number {
  return Math.min(MAX_THREADS, availableThreads());
}
