/** How a player tells what it thinks so far: looked up at intervals while it works, on other threads or in portions of this one. */
import type { OnInfo, SearchInfo } from "../contracts/player.ts";

export const INFO_INTERVAL_MS = 200;

/** `soFar` is null before there is anything to tell. Where nobody listens nothing is looked up. */
export async function reportInfo<T>(
  tell: OnInfo | undefined,
  soFar: () => SearchInfo | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!tell) return work();
  const timer = setInterval(() => {
    const thought = soFar();
    if (thought) tell(thought);
  }, INFO_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
