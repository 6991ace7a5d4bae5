/** Reports search info at intervals during a search on other threads or in slices of this one. */
import type { OnInfo, SearchInfo } from "../contracts/player.ts";

export const INFO_INTERVAL_MS = 200;
/** The first report of a search; the interval doubles from here, so that short searches are reported too. */
const FIRST_INFO_MS = 5;

/** `current` returns null while there is nothing to report; it is not called without `onInfo`. */
export async function reportInfo<T>(
  onInfo: OnInfo | undefined,
  current: () => SearchInfo | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!onInfo) return work();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reportAfter = (milliseconds: number): void => {
    timer = setTimeout(() => {
      reportAfter(Math.min(2 * milliseconds, INFO_INTERVAL_MS));
      const info = current();
      if (info) onInfo(info);
    }, milliseconds);
  };
  reportAfter(FIRST_INFO_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
