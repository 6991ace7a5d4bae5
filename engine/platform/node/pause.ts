/** In the middle of long work: what else waits in this thread has its turn. */
import { setImmediate } from "node:timers/promises";

export async function letOthersRun(): Promise<void> {
  await setImmediate();
}
