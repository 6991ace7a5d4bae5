/** Progress of a search: elapsed time and the latest search info, sent on every info and at a fixed rate. */
import type { ThinkingDocument, SearchInfoDocument } from "../api.ts";

export type OnInfo = (info: SearchInfoDocument) => void;

const HEARTBEAT_MS = 500;

export async function withProgress<T>(
  send: (thinking: ThinkingDocument) => void,
  search: (onInfo: OnInfo) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  let info: SearchInfoDocument | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendNow = (): void => {
    clearTimeout(timer);
    timer = setTimeout(sendNow, HEARTBEAT_MS);
    send({ milliseconds: Math.round(performance.now() - started), info });
  };
  sendNow();
  try {
    return await search((latest) => {
      info = latest;
      sendNow();
    });
  } finally {
    clearTimeout(timer);
  }
}
