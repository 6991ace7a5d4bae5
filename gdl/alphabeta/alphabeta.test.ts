/** Alpha-beta over propnets: values equal those of minimax over the reasoner; and the player suite. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position, Move, PlayerNumber } from "../../engine/contracts/position.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { ENDED_BY_NODES, ENDED_BY_PROOF } from "../../engine/search/constants.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { gdlGame } from "../game.ts";
import { FeatureLearner, usefulFeatures } from "../gifl/learner.ts";
import { valueOf, type Feature } from "../gifl/feature.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import { propnetOf } from "../reasoner.fixture.ts";
import type { Facts } from "../reasoner.ts";
import { FeatureEvaluation, placeEvaluation, type EvaluationName } from "./evaluation.ts";
import { AlphabetaSearch, type AlphabetaResult, type AlphabetaRequest } from "./search.ts";
import { turnFacts } from "./turns.ts";

const sheet = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");

class Searcher {
  readonly reasoner: PropnetReasoner;
  readonly #workspace: PropnetWorkspace;
  readonly #search: AlphabetaSearch;

  constructor(reasoner: PropnetReasoner, name: EvaluationName, tableBytes: number, features: readonly Feature[] = []) {
    this.reasoner = reasoner;
    const regions = new Regions(reasoner.placed.kernel.memory);
    this.#workspace = new PropnetWorkspace(reasoner.placed, regions);
    const own = name === "features" ? new FeatureEvaluation(reasoner, features, Infinity) : null;
    this.#search = new AlphabetaSearch(
      this.#workspace,
      regions,
      placeEvaluation(this.#workspace, regions, name, own),
      tableBytes,
    );
  }

  search(from: Facts, request: Partial<AlphabetaRequest> = {}): AlphabetaResult {
    this.#workspace.startWith(from);
    this.#search.setRequest({ depth: 3, nodes: 0, seed: 5n, ...request });
    this.reasoner.placed.kernel.exports.searchAlphabeta(this.#search.record);
    return this.#search.result();
  }
}

const chooserOf = (legal: readonly (readonly number[])[]): number => ((legal[1]?.length ?? 0) > 1 ? 1 : 0);

function after(reasoner: PropnetReasoner, state: Facts, role: number, move: number): Facts {
  const moves = reasoner.legal(state).map((own, each) => (each === role ? move : (own[0] as number)));
  return reasoner.next(state, moves);
}

type Evaluate = (reasoner: PropnetReasoner, state: Facts) => number;

const EVALUATIONS: Readonly<Record<string, Evaluate>> = {
  none: () => 0,
  mobility: (reasoner, state) => {
    const [first = [], second = []] = reasoner.legal(state);
    return 100 * (first.length - second.length);
  },
  goals: (reasoner, state) => {
    const [first, second] = reasoner.goals(state);
    return first == null || second == null ? 0 : 200 * (first - second);
  },
};

/** The best feature of each move, summed over moves; a feature that nearly always won counts 5000 for the player to move. */
function byFeatures(features: readonly Feature[], turns: readonly ReadonlySet<number>[]): Evaluate {
  return (reasoner, state) => {
    const held = new Set(state);
    const mover = chooserOf(reasoner.legal(state));
    const values = [0, 1].map((role) => {
      const best = new Map<number, number>();
      for (const feature of features) {
        const { kind, move, facts, level, right, tried } = feature;
        const own = facts.filter((fact) => !turns[role]?.has(fact));
        if (feature.role !== role || kind === "defensive" || own.length === 0) continue;
        if (!own.every((fact) => held.has(fact))) continue;
        const rank = kind === "avoid" ? 100 : level === 0 && tried >= 5 && right >= 0.95 * tried ? -1 : level;
        best.set(move, Math.min(best.get(move) ?? Infinity, rank));
      }
      return [...best.values()].reduce((sum, rank) => {
        if (rank === 100) return role === mover ? sum - 100 : sum;
        if (rank === -1 && role === mover) return sum + 5_000;
        return sum + Math.round(valueOf({ level: Math.max(0, rank) } as Feature));
      }, 0);
    });
    return Math.max(-20_000, Math.min(20_000, (values[0] as number) - (values[1] as number)));
  };
}

/** Minimax for the first role: a full win in n plies is 30000 - n, other terminal states count 200 per point of difference. */
function minimax(reasoner: PropnetReasoner, state: Facts, depth: number, evaluate: Evaluate, ply = 0): number {
  if (reasoner.isTerminal(state)) {
    const [first = 50, second = 50] = reasoner.goals(state).map((goal) => goal ?? 50);
    const more = first - second;
    return Math.abs(more) === 100 ? Math.sign(more) * (30_000 - ply) : 200 * more;
  }
  if (depth === 0) return evaluate(reasoner, state);
  const legal = reasoner.legal(state);
  const role = chooserOf(legal);
  const values = (legal[role] ?? []).map((move) =>
    minimax(reasoner, after(reasoner, state, role, move), depth - 1, evaluate, ply + 1),
  );
  return role === 0 ? Math.max(...values) : Math.min(...values);
}

/** The sign of the exact value of a state. */
function solved(reasoner: PropnetReasoner, state: Facts, memo: Map<string, number>): number {
  const key = state.join();
  const known = memo.get(key);
  if (known !== undefined) return known;
  let value = Math.sign(minimax(reasoner, state, 0, () => 0));
  if (!reasoner.isTerminal(state)) {
    const legal = reasoner.legal(state);
    const role = chooserOf(legal);
    const values = (legal[role] ?? []).map((move) => solved(reasoner, after(reasoner, state, role, move), memo));
    value = role === 0 ? Math.max(...values) : Math.min(...values);
  }
  memo.set(key, value);
  return value;
}

/** States of random games, some of them near the end. */
function states(reasoner: PropnetReasoner, count: number): Facts[] {
  const random = randomNumbers(9);
  const found: Facts[] = [];
  while (found.length < count) {
    const game: Facts[] = [];
    for (let state = reasoner.initial(); !reasoner.isTerminal(state);) {
      game.push(state);
      const legal = reasoner.legal(state);
      const role = chooserOf(legal);
      const own = legal[role] as number[];
      state = after(reasoner, state, role, own[Math.floor(random() * own.length)] as number);
    }
    // Alternately one of the last states and any state.
    found.push(game.at(-1 - Math.floor(random() * (found.length % 2 ? 4 : game.length))) ?? reasoner.initial());
  }
  return found;
}

const GAMES: readonly [name: string, depth: number, count: number][] = [
  ["tic-tac-toe", 4, 6],
  ["connect-four", 3, 8],
  ["breakthrough-small", 3, 2],
  ["lose-checkers", 3, 6],
  ["othello", 2, 6],
];

describe.each(GAMES)("in %s", (name, depth, count) => {
  const reasoner = propnetOf(sheet(name));

  test.for(["none", "mobility", "goals"] as const)("values equal minimax, eval=%s", (kind) => {
    for (const tableBytes of [0, 2 ** 16]) {
      const searcher = new Searcher(reasoner, kind, tableBytes);
      for (const state of states(reasoner, count)) {
        const sign = chooserOf(reasoner.legal(state)) ? -1 : 1;
        for (let plies = 1; plies <= depth; plies++) {
          const expected = minimax(reasoner, state, plies, EVALUATIONS[kind] as Evaluate);
          const { value, best, depth: reached, rootMoves } = searcher.search(state, { depth: plies });
          expect(sign * value + 0).toBe(expected);
          expect(rootMoves[0]).toEqual({ ...best, value, isExact: true });
          for (const each of rootMoves) {
            const child = after(reasoner, state, each.role, each.move);
            const truth = 0 + sign * minimax(reasoner, child, reached - 1, EVALUATIONS[kind] as Evaluate, 1);
            if (each.isExact) expect(each.value).toBe(truth);
            else expect(each.value).toBeGreaterThanOrEqual(truth);
          }
          // The best move has the value at the depth reached.
          const then = after(reasoner, state, best.role, best.move);
          expect(minimax(reasoner, then, reached - 1, EVALUATIONS[kind] as Evaluate, 1)).toBe(expected);
        }
      }
    }
  });

  test("values equal minimax, eval=features", async () => {
    const learner = new FeatureLearner(reasoner);
    await learner.learn({ runs: 60 });
    const features = usefulFeatures(learner);
    expect(features.length).toBeGreaterThan(10);
    const evaluate = byFeatures(features, turnFacts(reasoner));
    const searcher = new Searcher(reasoner, "features", 2 ** 16, features);
    for (const state of states(reasoner, count)) {
      const sign = chooserOf(reasoner.legal(state)) ? -1 : 1;
      for (let plies = 1; plies < depth; plies++) {
        const expected = minimax(reasoner, state, plies, evaluate);
        expect(sign * searcher.search(state, { depth: plies }).value + 0).toBe(expected);
      }
    }
    // Most states have a nonzero value; features of othello need most of the board.
    if (name === "othello") return;
    const nonzero = states(reasoner, 20).filter((state) => evaluate(reasoner, state) !== 0);
    expect(nonzero.length).toBeGreaterThan(10);
  });
});

describe("limits and proofs", () => {
  test("tic-tac-toe is proven to be a draw without a full search", () => {
    const reasoner = propnetOf(sheet("tic-tac-toe"));
    const searcher = new Searcher(reasoner, "mobility", 2 ** 20);
    const answer = searcher.search(reasoner.initial(), { depth: 60 });
    expect(answer.value).toBe(0);
    expect(answer.ended).toBe(ENDED_BY_PROOF);
    expect(answer.depth).toBeLessThanOrEqual(9);
    expect(answer.nodes).toBeLessThan(60_000);
    // States of random games have their exact values.
    const memo = new Map<string, number>();
    for (const state of states(reasoner, 40)) {
      const sign = chooserOf(reasoner.legal(state)) ? -1 : 1;
      const { value, ended } = searcher.search(state, { depth: 60 });
      expect(ended).toBe(ENDED_BY_PROOF);
      expect(Math.sign(sign * value) || 0).toBe(solved(reasoner, state, memo));
    }
  });

  test("the node limit holds, and the best move so far is returned", () => {
    const reasoner = propnetOf(sheet("breakthrough-small"));
    const searcher = new Searcher(reasoner, "mobility", 2 ** 20);
    for (const nodes of [1, 50, 500, 5_000]) {
      const answer = searcher.search(reasoner.initial(), { depth: 60, nodes });
      const legal = reasoner.legal(reasoner.initial())[0] ?? [];
      expect(answer.ended).toBe(ENDED_BY_NODES);
      expect(answer.nodes).toBeLessThanOrEqual(Math.max(nodes, legal.length + 1));
      expect(legal).toContain(answer.best.move);
    }
  });
});

test("the facts that state the turn are found", () => {
  const reasoner = propnetOf(sheet("breakthrough"));
  const texts = turnFacts(reasoner).map((facts) => [...facts].map((fact) => reasoner.factText(fact)));
  expect(texts).toEqual([["(control white)"], ["(control black)"]]);
});

describe("the player kind", () => {
  const isOffered = async (name: string): Promise<boolean> => {
    const rules = unwrap(await unwrap(gdlGame(name, sheet(name))).open({}));
    const found = rules.playerKinds.some((kind) => kind.name === "alphabeta");
    await rules.close();
    return found;
  };

  test("exists only for two roles with alternating turns", async () => {
    expect(await isOffered("tic-tac-toe")).toBe(true);
    expect(await isOffered("goofspiel")).toBe(false);
    expect(await isOffered("peg-solitaire")).toBe(false);
  });

  test("fails with an explanation if moves become simultaneous later", async () => {
    const text = `
      (role a) (role b) (init (step 1)) (side left) (side right)
      (<= (legal a (go ?s)) (side ?s)) (<= (legal b (go ?s)) (side ?s) (true (step 2))) (<= (legal b wait) (true (step 1)))
      (<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
      (<= (next (gone ?r ?s)) (does ?r (go ?s)))
      (<= terminal (true (step 3)))
      (<= (goal ?r 100) (role ?r) (true (gone a ?s)) (true (gone b ?s)))
      (<= (goal ?r 0) (role ?r) (not (true (gone a left)))) (<= (goal ?r 0) (role ?r) (not (true (gone b left))))
    `;
    const rules = unwrap(await unwrap(gdlGame("later", text)).open({}));
    const player = await makePlayer(rules, "alphabeta(depth=3, eval=none)", 1);
    await expect(player.choose(rules.initial(), {})).rejects.toThrow("has simultaneous moves in some states");
    await player.close();
    await rules.close();
  });
});

describe.each([
  ["alphabeta(depth=3, eval=none)", "alphabeta(depth=64, eval=none)"],
  ["alphabeta(depth=2, gifl=40)", "alphabeta(depth=64, gifl=40)"],
])("the player %s", (text, deepText) => {
  playerSuite(async () => {
    const rules: OpenGame = unwrap(await unwrap(gdlGame("connect-four", sheet("connect-four"))).open({}));
    const random = randomNumbers(4);
    const walk = (plies: number): Position => {
      let position = rules.initial();
      for (let ply = 0; ply < plies && rules.result(position) === null; ply++) {
        const moves = rules.moves(position, rules.actors(position)[0] as PlayerNumber);
        position = rules.play(position, [moves[Math.floor(random() * moves.length)] as Move]);
      }
      return position;
    };
    return {
      rules,
      text,
      quick: { depth: 3 },
      deepText,
      deep: {},
      positions: [rules.initial(), walk(1), walk(6)],
      ended: walk(100),
    };
  });
});
