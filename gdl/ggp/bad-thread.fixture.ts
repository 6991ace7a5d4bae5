/** A match thread that fails in the way that the rulesheet names. */
import { parentPort, workerData } from "node:worker_threads";
import { NOT_COMPARED } from "../hybrid/comparison.ts";
import type { FromMatchThread, MatchThreadStart, ToMatchThread } from "./match-worker.ts";

const port = parentPort;
const { rules, isFallback, history, learned } = workerData as MatchThreadStart;
const post = (message: FromMatchThread): void => port?.postMessage(message);

/** Blocks the thread without using a core. */
function hang(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

if (rules.includes("never ready") && !isFallback) hang();
const games = learned?.comparison.alphabeta.games ?? 0;
post({ kind: "ready", role: 0, player: `bad after ${games} games` });
post({
  kind: "learned",
  learned: {
    learners: [],
    comparison: { ...NOT_COMPARED, alphabeta: { games: games + 1, points: 0 } },
  },
});
post({ kind: "prepared" });
let steps = history.length;
port?.on("message", (message: ToMatchThread) => {
  if (message.kind !== "play") return;
  // The names of the legal moves contain the number of steps the thread has received.
  if (message.step) steps++;
  const moves = ["a", "b"].map((name) => `${name}${steps}`);
  if (rules.includes("says nothing")) return;
  post({ kind: "legal", turn: message.turn, moves });
  if (isFallback) return;
  if (rules.includes("hangs")) hang();
  if (rules.includes("dies")) process.exit(1);
  if (rules.includes("throws")) throw new Error("an error in play");
  if (rules.includes("eats memory"))
    for (const all: number[][] = []; ;) all.push(Array.from({ length: 1e5 }, Math.random));
});
