/** UCT over propnets: proofs are correct, visits add up, and the tree stays within its memory. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { FIRST, type Actor, type Move, type Position } from "../../engine/contracts/position.ts";
import type { Player } from "../../engine/contracts/player.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { ENDED_BY_PLAYOUTS, ENDED_BY_PROOF } from "../../engine/search/constants.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { gdlGame } from "../game.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import { propnetOf } from "../reasoner.fixture.ts";
import type { Facts } from "../reasoner.ts";
import { selected } from "../gifl/feature.ts";
import { FeatureLearner, PAPER_LEARNER } from "../gifl/learner.ts";
import { GiflPolicy } from "../gifl/policy.ts";
import { playLockstep } from "./lockstep.ts";
import { UctSearch, type UctResult, type UctRequest } from "./search.ts";

const sheet = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");

/** Three roles take one to three stones in turn; the last taker has 100 points, the next role 50. */
const STONES = `
  (role a) (role b) (role c) (init (turn a)) (init (stones 7)) (init (last none))
  (after a b) (after b c) (after c a)
  (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
  (<= (less ?m 1 ?n) (succ ?m ?n)) (<= (less ?m 2 ?n) (succ ?m ?k) (less ?k 1 ?n)) (<= (less ?m 3 ?n) (succ ?m ?k) (less ?k 2 ?n))
  (<= (legal ?r (take ?k)) (true (turn ?r)) (true (stones ?n)) (less ?m ?k ?n))
  (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
  (<= (next (stones ?m)) (true (stones ?n)) (does ?r (take ?k)) (less ?m ?k ?n))
  (<= (next (turn ?s)) (true (turn ?r)) (after ?r ?s))
  (<= (next (last ?r)) (does ?r (take ?k)))
  (<= terminal (true (stones 0)))
  (<= (goal ?r 100) (true (last ?r))) (<= (goal ?r 50) (true (last ?q)) (after ?q ?r))
  (<= (goal ?r 0) (true (last ?q)) (after ?r ?q)) (<= (goal ?r 0) (role ?r) (true (last none)))
`;

/** Matching pennies, twice: equal choices win for the second role. */
const MATCHING = `
  (role odd) (role even) (face heads) (face tails) (init (step 1))
  (<= (legal ?r (show ?f)) (role ?r) (face ?f))
  (<= (next (step 2)) (true (step 1))) (<= (next (step 3)) (true (step 2)))
  (<= same (does odd (show ?f)) (does even (show ?f)))
  (<= (next (won even)) (true (step 2)) same) (<= (next (won odd)) (true (step 2)) (not same))
  (<= terminal (true (step 3)))
  (<= (goal ?r 100) (true (won ?r))) (<= (goal ?r 0) (role ?r) (not (true (won ?r))))
`;

const DEFAULTS: UctRequest = {
  playouts: 1_000,
  steps: 0,
  c: 0.7,
  threshold: 1,
  lanes: 128,
  proofs: true,
  reuse: true,
  expansion: "move",
  untried: "random",
};

class Searcher {
  readonly reasoner: PropnetReasoner;
  readonly #workspace: PropnetWorkspace;
  readonly #search: UctSearch;

  constructor(text: string, bytes = 2 ** 22) {
    this.reasoner = propnetOf(text);
    const regions = new Regions(this.reasoner.placed.kernel.memory);
    this.#workspace = new PropnetWorkspace(this.reasoner.placed, regions);
    this.#workspace.seed(7);
    this.#search = new UctSearch(this.#workspace, regions, bytes);
  }

  search(from: Facts, request: Partial<UctRequest> = {}): UctResult {
    this.#workspace.startWith(from);
    this.#search.setRequest({ ...DEFAULTS, ...request });
    this.reasoner.placed.kernel.exports.searchUct(this.#search.record);
    return this.#search.result();
  }

  after(state: Facts, role: number, move: number): Facts {
    const moves = this.reasoner.legal(state).map((own, each) => (each === role ? move : (own[0] as number)));
    return this.reasoner.next(state, moves);
  }
}

/** Goals under optimal play (max^n); ties are broken arbitrarily, so only the own goal is compared. */
function solved(searcher: Searcher, state: Facts, memo = new Map<string, readonly number[]>()): readonly number[] {
  const key = state.join();
  const known = memo.get(key);
  if (known) return known;
  const { reasoner } = searcher;
  const value = reasoner.isTerminal(state) ? reasoner.goals(state).map((goal) => goal ?? 50) : best();
  memo.set(key, value);
  return value;

  function best(): readonly number[] {
    const legal = reasoner.legal(state);
    const role = Math.max(
      0,
      legal.findIndex(({ length }) => length > 1),
    );
    return (legal[role] ?? [])
      .map((move) => solved(searcher, searcher.after(state, role, move), memo))
      .reduce((top, each) => ((each[role] as number) > (top[role] as number) ? each : top));
  }
}

describe("proofs", () => {
  test.for(["tic-tac-toe", "three at stones"])("are correct: %s", (name) => {
    const searcher = new Searcher(name === "tic-tac-toe" ? sheet(name) : STONES);
    const { reasoner } = searcher;
    const memo = new Map<string, readonly number[]>();
    const random = randomNumbers(3);
    let proofs = 0;
    for (let game = 0; game < 60; game++) {
      let state = reasoner.initial();
      while (!reasoner.isTerminal(state)) {
        const legal = reasoner.legal(state);
        const role = Math.max(
          0,
          legal.findIndex(({ length }) => length > 1),
        );
        const { rootMoves } = searcher.search(state, { playouts: 300, lanes: game % 2 ? 128 : 5 });
        for (const { move, proven } of rootMoves) {
          if (proven === null) continue;
          proofs++;
          expect(proven).toBe(solved(searcher, searcher.after(state, role, move), memo)[role]);
        }
        const own = legal[role] as number[];
        state = searcher.after(state, role, own[Math.floor(random() * own.length)] as number);
      }
    }
    expect(proofs).toBeGreaterThan(300);
  });

  test("end the search at the root", () => {
    const searcher = new Searcher(STONES);
    const answer = searcher.search(searcher.reasoner.initial(), { playouts: 1e6 });
    expect(answer.ended).toBe(ENDED_BY_PROOF);
    expect(answer.playouts).toBeLessThan(20_000);
    expect(Math.max(...answer.rootMoves.map(({ proven }) => proven ?? -1))).toBe(
      solved(searcher, searcher.reasoner.initial())[0],
    );
  });
});

describe("visits", () => {
  test.for([1, 7, 64, 65, 128])("add up to the playouts, with %i lanes", (lanes) => {
    const searcher = new Searcher(sheet("connect-four"));
    const first = searcher.search(searcher.reasoner.initial(), { lanes, playouts: 999 });
    expect(first.ended).toBe(ENDED_BY_PLAYOUTS);
    expect(first.rootMoves.reduce((sum, { visits }) => sum + visits, 0)).toBe(999);
    // The second search continues the first one.
    const second = searcher.search(searcher.reasoner.initial(), { lanes, playouts: 500 });
    expect(second.reused).toBe(first.nodes);
    expect(second.rootMoves.reduce((sum, { visits }) => sum + visits, 0)).toBe(1_499);
  });

  test("are reused below the move made, and only there", () => {
    const searcher = new Searcher(sheet("connect-four"));
    const state = searcher.reasoner.initial();
    const { rootMoves, nodes } = searcher.search(state, { playouts: 4_000 });
    const most = rootMoves.toSorted((a, b) => b.visits - a.visits)[0];
    const next = searcher.search(searcher.after(state, 0, most?.move as number), { playouts: 1 });
    expect(next.reused).toBeLessThan(nodes);
    expect(next.reused).toBeGreaterThan(100);
    const visits = next.rootMoves.reduce((sum, move) => sum + move.visits, 0);
    // The simulation that created the node visited none of its moves.
    expect(visits).toBeGreaterThan((most?.visits as number) * 0.9);
    // An unknown state starts a new tree.
    expect(searcher.search(state, { playouts: 10 }).reused).toBe(0);
  });

  test("without a tree give the same mean as random playouts", () => {
    const searcher = new Searcher(sheet("breakthrough"));
    const state = searcher.reasoner.initial();
    // High exploration gives every move its share; the threshold prevents deeper nodes.
    const { rootMoves } = searcher.search(state, { playouts: 40_000, c: 1e4, threshold: 1e6 });
    const mean = rootMoves.reduce((sum, { points }) => sum + points, 0) / 40_000;
    expect(Math.abs(mean - (searcher.reasoner.playouts(40_000, 3).goals[0] as number))).toBeLessThan(2);
    for (const { visits } of rootMoves) expect(Math.abs(visits - 40_000 / rootMoves.length)).toBeLessThan(200);
  });
});

describe("plain UCT", () => {
  const plain = { lanes: 1, proofs: false, reuse: false, expansion: "playout" } as const;

  test("proves nothing and reuses nothing", () => {
    const searcher = new Searcher(STONES);
    for (let i = 0; i < 2; i++) {
      const answer = searcher.search(searcher.reasoner.initial(), { ...plain, playouts: 2_000 });
      expect(answer.ended).toBe(ENDED_BY_PLAYOUTS);
      expect(answer.reused).toBe(0);
      expect(answer.rootMoves.every(({ proven }) => proven === null)).toBe(true);
      expect(answer.rootMoves.reduce((sum, { visits }) => sum + visits, 0)).toBe(2_000);
      // Without proofs the most visited move is still the best one.
      const most = answer.rootMoves.toSorted((a, b) => b.visits - a.visits)[0];
      const after = searcher.after(searcher.reasoner.initial(), 0, most?.move as number);
      expect(solved(searcher, after)[0]).toBe(solved(searcher, searcher.reasoner.initial())[0]);
    }
  });

  test("adds one node per simulation", () => {
    const searcher = new Searcher(sheet("breakthrough"));
    // The first simulation creates the root only; transpositions are impossible in so few.
    const { nodes } = searcher.search(searcher.reasoner.initial(), { ...plain, playouts: 20 });
    expect(nodes).toBe(20);
  });
});

describe("games in lockstep", () => {
  const options = {
    games: 40,
    seed: 3,
    playouts: 40,
    c: 0.7,
    threshold: 1,
    proofs: false,
    expansion: "playout",
    untried: "random",
    own: 1,
    others: 1,
  } as const;

  test.for(["tic-tac-toe", "connect-four", "breakthrough-small"])(
    "%s: are legal, with the right goals",
    async (name) => {
      const { reasoner } = new Searcher(sheet(name));
      const games = await playLockstep(reasoner, null, options);
      expect(games).toHaveLength(options.games);
      expect(new Set(games.map(({ moves }) => moves.join(";"))).size).toBeGreaterThan(20);
      for (const { moves, goals } of games) {
        let state = reasoner.initial();
        const left = [...moves];
        while (!reasoner.isTerminal(state)) {
          const legal = reasoner.legal(state);
          const made = legal.map((own, role) =>
            own.length > 1 && left[0]?.[0] === role ? (left.shift()?.[1] as number) : own[0],
          );
          made.forEach((move, role) => expect(legal[role]).toContain(move));
          state = reasoner.next(state, made as number[]);
        }
        expect(left).toEqual([]);
        expect(reasoner.goals(state)).toEqual(goals);
      }
    },
  );

  test("simultaneous moves are refused", async () => {
    const { reasoner } = new Searcher(sheet("goofspiel"));
    await expect(playLockstep(reasoner, null, options)).rejects.toThrow("do not move at the same time");
  });

  test("tic-tac-toe with many simulations is nearly always a draw, as between perfect players", async () => {
    const { reasoner } = new Searcher(sheet("tic-tac-toe"));
    const games = await playLockstep(reasoner, null, { ...options, playouts: 2_000 });
    expect(games.filter(({ goals }) => goals[0] === 50).length).toBeGreaterThan(34);
  });

  test("knightthrough: features that both sides follow beat plain UCT, as in the paper", async () => {
    const { reasoner } = new Searcher(sheet("knightthrough"));
    const learner = new FeatureLearner(reasoner, { ...PAPER_LEARNER, defences: "one" });
    await learner.learn({ runs: 300 });
    const policy = new GiflPolicy(reasoner.placed, selected(learner.features, null), { maxCost: Infinity });
    const games = await playLockstep(reasoner, policy, { ...options, playouts: 100, expansion: "move" });
    const won = games.filter(({ learner: own, goals }) => (goals[own] ?? 0) > (goals[1 - own] ?? 0)).length;
    expect(won).toBeGreaterThan(26);
  });
});

test("matching pennies: both moves have equal value", () => {
  const searcher = new Searcher(MATCHING);
  const { rootMoves } = searcher.search(searcher.reasoner.initial(), { playouts: 4_000 });
  expect(rootMoves.map(({ role }) => role).toSorted()).toEqual([0, 0, 1, 1]);
  for (const { visits, points, proven } of rootMoves) {
    expect(proven).toBeNull();
    expect(Math.abs(points / visits - 50)).toBeLessThan(15);
  }
});

test("a full tree stays within its memory, and the search continues", () => {
  const searcher = new Searcher(sheet("breakthrough"), 2 ** 18);
  let state = searcher.reasoner.initial();
  for (let ply = 0; ply < 6; ply++) {
    const { rootMoves, playouts, nodes } = searcher.search(state, { playouts: 20_000 });
    expect(playouts).toBe(20_000);
    expect(nodes).toBeLessThan(2 ** 18 / 128);
    state = searcher.after(state, ply % 2, rootMoves.toSorted((a, b) => b.visits - a.visits)[0]?.move as number);
  }
});

describe.each([
  ["uct(playouts=50)", "uct(playouts=1000000000000)"],
  ["uct(playouts=50, gifl=40)", "uct(playouts=1000000000000, gifl=40)"],
  ["uct(playouts=50, trees=2)", "uct(playouts=1000000000000, trees=2)"],
  ["plain-uct(playouts=50)", "plain-uct(playouts=1000000000000)"],
  ["gifl(playouts=50, gifl=40)", "gifl(playouts=1000000000000, gifl=40)"],
])("the player %s", (text, deepText) => {
  playerSuite(async () => {
    const rules: OpenGame = unwrap(await unwrap(gdlGame("tic-tac-toe", sheet("tic-tac-toe"))).open({}));
    const after = (...texts: string[]): Position =>
      texts.reduce(
        (position, text) => rules.play(position, [unwrap(rules.parseMove(position, text))]),
        rules.initial(),
      );
    return {
      rules,
      text,
      quick: { playouts: 50 },
      deepText,
      deep: {},
      positions: [rules.initial(), after("(take 2 2)"), after("(take 1 1)", "(take 2 2)", "(take 1 2)")],
      ended: after("(take 1 1)", "(take 2 1)", "(take 1 2)", "(take 2 2)", "(take 1 3)"),
    };
  });
});

describe("features", () => {
  async function player(parameters: string): Promise<{ rules: OpenGame; player: Player }> {
    const rules = unwrap(await unwrap(gdlGame("connect-four", sheet("connect-four"))).open({}));
    return { rules, player: await makePlayer(rules, `uct(${parameters})`, 3) };
  }

  test("are learned within the time before the first move", async () => {
    const { rules, player: own } = await player("gifl=1000000, study=yes");
    // A million games would take minutes.
    await own.prepare?.(rules.initial(), { milliseconds: 150 });
    const { move } = await own.choose(rules.initial(), { playouts: 200 });
    expect(rules.moves(rules.initial(), FIRST)).toContain(move);
    await own.close();
    await rules.close();
  });

  test("are learned during searches, within the time limit", async () => {
    const { rules, player: own } = await player("gifl=10, study=yes");
    let position = rules.initial();
    for (let ply = 0; ply < 4; ply++) {
      const { move } = await own.choose(position, { milliseconds: 100 });
      position = rules.play(position, [move]);
    }
    await own.close();
    await rules.close();
  });

  test("decide which moves are tried first", async () => {
    const { rules, player: own } = await player("gifl=2000, untried=features, lanes=1, playouts=1, proofs=no");
    // Three in a row on the ground: the fourth wins. With one playout, only the first move tried has a visit.
    const position = ["1", "7", "2", "7", "3", "6"].reduce((at, column) => {
      const move = rules
        .moves(at, rules.actors(at)[0] as Actor)
        .find((each) => rules.formatMove(at, each).includes(column));
      return rules.play(at, [move as Move]);
    }, rules.initial());
    const { move } = await own.choose(position, {});
    expect(rules.result(rules.play(position, [move]))).toEqual([1, 0]);
    await own.close();
    await rules.close();
  });

  test("change playouts, deterministically for a seed", async () => {
    const values: (number | null)[] = [];
    for (const parameters of ["playouts=3000", "playouts=3000, gifl=200", "playouts=3000, gifl=200"]) {
      const { rules, player: own } = await player(parameters);
      values.push((await own.choose(rules.initial(), {})).info.value);
      await own.close();
      await rules.close();
    }
    expect(values[1]).not.toBe(values[0]);
    expect(values[2]).toBe(values[1]);
  });
});
