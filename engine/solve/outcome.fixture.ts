/** Graphs as games for tests of the outcome solver: in the kernel of outcome.fixture.as.ts, and a reference solver. */
import type { Exports } from "../../build/kernels/fixtures/outcome.ts";
import { Kernel } from "../kernel/kernel.ts";
import type { Address } from "../kernel/memory.ts";
import type { OutcomeGame } from "./outcome.ts";
import type { Outcome } from "./outcome-values.ts";

/** For each position its successors, or the result for the side to move. */
export type Graph = readonly (readonly number[] | Outcome["kind"])[];

const ENDS: Readonly<Record<Outcome["kind"], number>> = { draw: 0, loss: -1, win: -2, "no position": -3 };

/** With `stopEvery`, threads keep stopping themselves in the middle of the work. */
export function gameOf(
  graph: Graph,
  runLength: number,
  stopEvery = 0,
): OutcomeGame & { readonly kernel: Kernel<Exports> } {
  const kernel = new Kernel<Exports>("fixtures/outcome");
  const moves = graph.map((each) => (typeof each === "string" ? [] : each));
  const back: number[][] = graph.map(() => []);
  moves.forEach((list, from) => list.forEach((to) => back[to]?.push(from)));
  const put = (words: readonly number[]): Address => {
    const address = kernel.memory.allocate(4 * words.length);
    kernel.memory.words(address, words.length).set(words);
    return address;
  };
  const putLists = (lists: readonly (readonly number[])[]): Address => {
    let place = 0;
    return put([0, ...lists.map((list) => (place += list.length)), ...lists.flat()]);
  };
  const ends = put(graph.map((each) => (typeof each === "string" ? ENDS[each] : 1)));
  const [forward, backward] = [putLists(moves), putLists(back)];
  return {
    kernel,
    entries: graph.length,
    runs: Math.ceil(graph.length / runLength),
    prepareThread: () => [kernel.calls.setGraph(graph.length, runLength, ends, forward, backward, stopEvery)],
  };
}

/** By the definition: one pass over all positions per ply. */
export function referenceSolve(graph: Graph): Outcome[] {
  const found: (Outcome | undefined)[] = graph.map((each) =>
    typeof each === "string" ? { kind: each, plies: 0 } : undefined,
  );
  let changed = true;
  for (let plies = 1; changed; plies++) {
    const now = [...found];
    changed = false;
    graph.forEach((each, position) => {
      if (typeof each === "string" || now[position]) return;
      const after = each.map((to) => now[to]?.kind);
      const wins = after.includes("loss");
      if (!wins && after.some((kind) => kind !== "win")) return;
      found[position] = { kind: wins ? "win" : "loss", plies };
      changed = true;
    });
  }
  return found.map((outcome) => outcome ?? { kind: "draw", plies: 0 });
}
