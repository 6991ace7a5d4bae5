/** Playouts that end early with the values of pieces. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Regions } from "../../engine/kernel/regions.ts";
import { FeatureEvaluation, placeEvaluation } from "../alphabeta/evaluation.ts";
import { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { propnetOf } from "../reasoner.fixture.ts";
import type { Facts } from "../reasoner.ts";
import { UctSearch, type UctResult } from "./search.ts";

const STEPS = 3;
const reasoner = propnetOf(readFileSync(join(import.meta.dirname, "../rulesheets/breakthrough-small.kif"), "utf8"));

/** The facts that a role has a piece on some square. */
function piecesOf(role: string): number[] {
  return reasoner.propnet.facts.flatMap((_, fact) => {
    const text = reasoner.factText(fact);
    return /\d/.test(text) && text.includes(role) ? [fact] : [];
  });
}

class Searcher {
  readonly #workspace: PropnetWorkspace;
  readonly #search: UctSearch;
  readonly #reasoner: PropnetReasoner;
  readonly #evaluation;

  constructor(pieceValue: number) {
    this.#reasoner = reasoner;
    const regions = new Regions(reasoner.placed.kernel.memory);
    this.#workspace = new PropnetWorkspace(reasoner.placed, regions);
    this.#workspace.seed(7);
    this.#search = new UctSearch(this.#workspace, regions, 2 ** 22);
    const pieces = ["white", "black"].map((name, i) => ({ name, facts: piecesOf(name), value: i === 0 ? 1 : -1 }));
    const evaluation = new FeatureEvaluation(reasoner, [], 1, pieces, pieceValue);
    this.#evaluation = placeEvaluation(this.#workspace, regions, "pieces", evaluation);
  }

  search(from: Facts, isCut: boolean): UctResult {
    this.#workspace.startWith(from);
    this.#search.setRequest({
      playouts: 2_000,
      steps: 0,
      c: 0.7,
      threshold: 2,
      lanes: 128,
      proofs: true,
      reuse: false,
      expansion: "move",
      untried: "random",
      cut: isCut ? { steps: STEPS, evaluation: this.#evaluation, scale: 100 } : null,
    });
    this.#reasoner.placed.kernel.exports.searchUct(this.#search.record);
    return this.#search.result();
  }
}

const meanOf = ({ rootMoves }: UctResult): number =>
  rootMoves.reduce((sum, { points }) => sum + points, 0) / rootMoves.reduce((sum, { visits }) => sum + visits, 0);

const initial = reasoner.initial();
const white = new Set(piecesOf("white"));

test("the pieces of breakthrough-small are found", () => {
  expect(white.size).toBeGreaterThan(20);
  expect(initial.filter((fact) => white.has(fact)).length).toBeGreaterThan(4);
});

test("where pieces are worth nothing, playouts that are cut are draws", () => {
  const { rootMoves } = new Searcher(0).search(initial, true);
  // A few end with the game on this small board.
  for (const { points, visits } of rootMoves) expect(Math.abs(points / visits - 50)).toBeLessThan(2);
});

test("playouts are short: a few steps after the tree", () => {
  const searcher = new Searcher(100);
  const [whole, cut] = [searcher.search(initial, false), searcher.search(initial, true)];
  const perPlayout = ({ steps, playouts }: UctResult): number => steps / playouts;
  expect(perPlayout(cut)).toBeLessThan(0.5 * perPlayout(whole));
});

test("points grow with the lead, and both roles see the same lead", () => {
  const searcher = new Searcher(100);
  // White has the first move; without three of its pieces it is behind.
  const gone = new Set(initial.filter((fact) => white.has(fact)).slice(0, 3));
  const behind = initial.filter((fact) => !gone.has(fact));
  expect(meanOf(searcher.search(initial, true))).toBeGreaterThan(35);
  expect(meanOf(searcher.search(initial, true))).toBeLessThan(65);
  expect(meanOf(searcher.search(behind, true))).toBeLessThan(15);
});

test("wins are still proven", () => {
  const searcher = new Searcher(100);
  let state = initial;
  // Random moves until the role to move can win at once.
  for (let seed = 1, ply = 0; ply < 200; ply++) {
    const legal = reasoner.legal(state);
    const role = (legal[1]?.length ?? 0) > 1 ? 1 : 0;
    const after = (move: number): Facts =>
      reasoner.next(
        state,
        legal.map((moves, each) => (each === role ? move : (moves[0] as number))),
      );
    const winning = (legal[role] ?? []).filter((move) => {
      const next = after(move);
      return reasoner.isTerminal(next) && reasoner.goals(next)[role] === 100;
    });
    if (winning.length > 0) {
      const { rootMoves } = searcher.search(state, true);
      const proven = rootMoves.filter((each) => each.proven === 100).map(({ move }) => move);
      expect(proven.length).toBeGreaterThan(0);
      for (const move of proven) expect(winning).toContain(move);
      return;
    }
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    state = after(
      (legal[role] as readonly number[])[(seed >> 8) % (legal[role] as readonly number[]).length] as number,
    );
    if (reasoner.isTerminal(state)) state = initial;
  }
  throw new Error("no win in one in 200 plies");
});
