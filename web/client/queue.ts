/** The queue behind the server's jobs, read again every few seconds while a page shows it. */
import { signal, type Signal } from "@preact/signals";
import type { QueueDocument } from "../../service/queue-documents.ts";
import { clients } from "./clients.ts";

const AGAIN_MS = 2_000;

/** Null without one; undefined before the first answer. */
export const queue: Signal<QueueDocument | null | undefined> = signal(undefined);
let followers = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export function followQueue(): () => void {
  if (followers++ === 0) void read();
  return () => {
    if (--followers === 0) clearTimeout(timer);
  };
}

export async function stopRun(id: string): Promise<void> {
  queue.value = await clients.fetch((server) => server.stopRun(id));
}

async function read(): Promise<void> {
  try {
    queue.value = await clients.fetch((server) => server.queue());
  } catch {
    // Shown as it was; the next attempt follows.
  }
  // A server without a queue gets none.
  if (followers > 0 && queue.value !== null) timer = setTimeout(() => void read(), AGAIN_MS);
}
