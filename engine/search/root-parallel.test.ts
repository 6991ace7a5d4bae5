import { describe, expect, test } from "vitest";
import type { Move } from "../contracts/position.ts";
import type { UctResult, UctRootMove } from "./request.ts";
import { mergeTrees, shareOfLimit } from "./root-parallel.ts";

describe("shares of a limit", () => {
  test.for([
    [10, 1],
    [10, 3],
    [12, 4],
    [100_001, 64],
    [3, 3],
  ] as const)("%d among %d: integers that differ by at most one and sum to the limit", ([limit, trees]) => {
    const shares = Array.from({ length: trees }, (_, tree) => shareOfLimit(limit, trees, tree));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(limit);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    expect(shares.every((share) => Number.isInteger(share) && share > 0)).toBe(true);
  });
});

/** A tree with its chosen move and its root moves as visits, points and optional proof. */
function tree(
  move: number,
  pv: number[],
  ...roots: readonly (readonly [number, number, UctRootMove["proof"]?])[]
): UctResult {
  const rootMoves = roots.map(([visits, points, proof = "open"], i) => ({ move: i as Move, visits, points, proof }));
  const visits = rootMoves.reduce((sum, each) => sum + each.visits, 0);
  return {
    move: move as Move,
    pv: pv as Move[],
    rootMoves,
    mean: 0,
    visits: 0,
    playouts: visits,
    expansions: 10 * visits,
    treeNodes: 1,
    end: "nodes",
  };
}

describe("merged trees", () => {
  test("select the move with most visits in all, even if no tree chose it", () => {
    const merged = mergeTrees([
      tree(0, [0, 7], [50, 25], [40, 30], [0, 0]),
      tree(2, [2, 8], [0, 0], [40, 20], [50, 40]),
    ]);
    const proof = "open";
    expect(merged).toEqual({
      move: 1,
      mean: 50 / 80,
      pv: [1],
      playouts: 180,
      expansions: 1_800,
      moves: [
        { move: 1, mean: 50 / 80, visits: 80, proof },
        { move: 2, mean: 40 / 50, visits: 50, proof },
        { move: 0, mean: 25 / 50, visits: 50, proof },
      ],
    });
  });

  test("the PV is that of a tree that agrees", () => {
    const trees = [
      tree(1, [1, 5], [5, 5], [9, 5]),
      tree(0, [0, 5, 6], [8, 5], [7, 5]),
      tree(1, [1, 6, 7], [1, 1], [2, 1]),
    ];
    expect(mergeTrees(trees)).toMatchObject({ move: 1, pv: [1, 6, 7] });
  });

  test("equal visits: the higher mean", () => {
    expect(mergeTrees([tree(0, [0], [3, 1], [2, 1]), tree(1, [1], [2, 1], [3, 2])])).toMatchObject({
      move: 1,
      mean: 3 / 5,
    });
  });

  test("a proof of one tree holds: a win is taken, a loss avoided", () => {
    expect(mergeTrees([tree(0, [0], [90, 60], [10, 4]), tree(1, [1], [9, 6], [1, 1, "won"])])).toMatchObject({
      move: 1,
      mean: 1,
    });
    expect(mergeTrees([tree(0, [0], [90, 60], [10, 4]), tree(1, [1], [9, 0, "lost"], [1, 0])])).toMatchObject({
      move: 1,
      mean: 4 / 11,
    });
    expect(mergeTrees([tree(0, [0], [90, 60]), tree(0, [0], [9, 0, "lost"])])).toMatchObject({ move: 0, mean: 0 });
    expect(mergeTrees([tree(0, [0], [90, 60]), tree(0, [0], [9, 4.5, "drawn"])])).toMatchObject({ mean: 0.5 });
  });

  test("a single tree is unchanged", () => {
    const only = tree(1, [1, 3], [5, 2], [9, 5]);
    expect(mergeTrees([only])).toMatchObject({ move: 1, mean: 5 / 9, pv: [1, 3], playouts: 14, expansions: 140 });
  });
});
