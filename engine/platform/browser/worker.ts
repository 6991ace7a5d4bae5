/** A pool thread in a page; the first message is its `ThreadStart`. */
import type { KernelCall } from "../../kernel/call.ts";
import { kernelThread, type ThreadReply, type ThreadStart } from "../thread.ts";

let run: ((calls: readonly KernelCall[]) => ThreadReply) | null = null;

addEventListener("message", ({ data }: MessageEvent<ThreadStart | readonly KernelCall[]>) => {
  if (run) postMessage(run(data as readonly KernelCall[]));
  // CPU time is not available in a page.
  else run = kernelThread(data as ThreadStart, () => performance.now());
});
