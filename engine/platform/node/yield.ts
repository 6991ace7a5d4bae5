/** Lets other tasks of this thread run during long work. */
import { setImmediate } from "node:timers/promises";

export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}
