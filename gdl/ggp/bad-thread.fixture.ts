/** The thread of a match gone wrong, in the way that the rulesheet names: to see what the match makes of it. */
import { parentPort, workerData } from "node:worker_threads";
import type { FromMatchThread, MatchThreadStart, ToMatchThread } from "./match-worker.ts";

const port = parentPort;
const { rules, isFallback: standIn, history } = workerData as MatchThreadStart;
const say = (message: FromMatchThread): void => port?.postMessage(message);

if (rules.includes("never ready") && !standIn) for (;;) Math.random();
say({ kind: "ready", role: 0, player: "bad" });
say({ kind: "prepared" });
let steps = history.length;
port?.on("message", (message: ToMatchThread) => {
  if (message.kind !== "play") return;
  // The legal moves tell how many steps the thread knows of.
  if (message.moves) steps++;
  const moves = ["a", "b"].map((name) => `${name}${steps}`);
  if (rules.includes("says nothing")) return;
  say({ kind: "legal", turn: message.turn, moves });
  if (standIn) return;
  if (rules.includes("hangs")) for (;;) Math.random();
  if (rules.includes("dies")) process.exit(1);
  if (rules.includes("throws")) throw new Error("an error in play");
  if (rules.includes("eats memory"))
    for (const all: number[][] = []; ;) all.push(Array.from({ length: 1e5 }, Math.random));
});
