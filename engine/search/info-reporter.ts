/** Reports search info at intervals during a search on other threads or in slices of this one. */
import type { OnInfo, SearchInfo } from "../contracts/player.ts";

export const INFO_INTERVAL_MS = 200;

/** `current` returns null while there is nothing to report; it is not called without `onInfo`. */
export async function reportInfo<T>(
  onInfo: OnInfo | undefined,
  current: () => SearchInfo | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!onInfo) return work();
  const timer = setInterval(() => {
    const info = current();
    if (info) onInfo(info);
  }, INFO_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
