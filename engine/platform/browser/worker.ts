/** A thread of a pool in a page: what it starts with is its first message. */
import type { KernelCall } from "../../kernel/call.ts";
import { kernelThread, type ThreadReply, type ThreadStart } from "../thread.ts";

let run: ((calls: readonly KernelCall[]) => ThreadReply) | null = null;

addEventListener("message", ({ data }: MessageEvent<ThreadStart | readonly KernelCall[]>) => {
  if (run) postMessage(run(data as readonly KernelCall[]));
  // A page cannot know its processor time.
  else run = kernelThread(data as ThreadStart, () => performance.now());
});
