/** The solver of general games: published counts and values, and values of all states against slow references. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interpreterOf, propnetOf } from "../reasoner.fixture.ts";
import { positionCodec } from "../position-codec.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { connectFour, pawnWhopping, slidingTiles } from "./small-games.fixture.ts";
import { isSolved, SOLVE_BOUNDS, solveFrom, type Unsolved } from "./solver.ts";
import type { SolvedStates, StateValue } from "./solved-states.ts";

const sheet = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");
const BOUNDS = { ...SOLVE_BOUNDS, milliseconds: 60_000 };

async function attempt(reasoner: PropnetReasoner, bounds = BOUNDS): Promise<SolvedStates | Unsolved> {
  return solveFrom(reasoner, positionCodec(reasoner).encode(reasoner.initial()), bounds);
}

async function solve(text: string): Promise<{ reasoner: PropnetReasoner; solved: SolvedStates; values: StateValue[] }> {
  const reasoner = propnetOf(text);
  const solved = await attempt(reasoner);
  if (!isSolved(solved)) throw new Error(solved.reason);
  return { reasoner, solved, values: Array.from({ length: solved.statistics.states }, (_, i) => solved.value(i)) };
}

describe("published counts and values", () => {
  test("tic-tac-toe has 5,478 positions, 958 of them ends, and is a draw", async () => {
    const { solved, values } = await solve(sheet("tic-tac-toe"));
    expect(solved.statistics).toMatchObject({ states: 5_478, levels: 9, cyclic: 0 });
    // A drawn position before the end has no distance.
    const ends = values.filter(({ plies }) => plies === 0).map(({ goals }) => goals?.[0]);
    expect([100, 0, 50].map((goal) => ends.filter((each) => each === goal).length)).toEqual([626, 316, 16]);
    expect(values[0]).toEqual({ goals: [50, 50], plies: null });
  });

  // Width, height, positions and value from John Tromp's Connect-Four Playground.
  test.for([
    [4, 4, 161_029],
    [4, 5, 1_706_255],
  ] as const)("connect four of %i columns and %i rows is a draw", async ([width, height, states]) => {
    const solved = await attempt(propnetOf(connectFour(width, height)));
    if (!isSolved(solved)) throw new Error(solved.reason);
    expect(solved.statistics).toMatchObject({ states, levels: width * height, cyclic: 0 });
    expect(solved.value(0).goals).toEqual([50, 50]);
  });

  test("the eight puzzle has 181,440 states, and two of them need 31 moves", async () => {
    const { solved, values } = await solve(slidingTiles(3));
    expect(solved.statistics.states).toBe(181_440);
    expect(solved.statistics.cyclic).toBe(181_440 - 1);
    const plies = values.map((value) => value.plies as number);
    expect(plies.reduce((most, each) => Math.max(most, each), 0)).toBe(31);
    // The first terms of OEIS A089473, and the last.
    expect([0, 1, 2, 3, 4, 31].map((each) => plies.filter((own) => own === each).length)).toEqual([1, 2, 4, 8, 16, 2]);
  });

  test("the player to move wins nim unless the heaps' exclusive or is 0", async () => {
    const { reasoner, solved, values } = await solve(NIM);
    const { decode } = positionCodec(reasoner);
    // Of all sizes with each player to move, eight cannot be reached: their number of moves has the wrong parity.
    expect(values.length).toBe(2 * 4 * 5 * 6 - 8);
    values.forEach((value, index) => {
      const facts = Array.from(decode(solved.state(index)), (fact) => reasoner.factText(fact)).join(" ");
      const heaps = Array.from(facts.matchAll(/\(heap \w (\d)\)/g), ([, size]) => Number(size));
      const mover = facts.includes("(control first)") ? 0 : 1;
      const sum = heaps.reduce((all, each) => all ^ each, 0);
      expect([facts, value.goals?.[mover]]).toEqual([facts, sum === 0 ? 0 : 100]);
    });
  });
});

/** Three heaps; the player who takes the last object wins. */
const NIM = `
  (role first) (role second) (other first second) (other second first)
  (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
  (<= (less ?a ?b) (succ ?a ?b))
  (<= (less ?a ?c) (less ?a ?b) (succ ?b ?c))
  (init (heap a 3)) (init (heap b 4)) (init (heap c 5)) (init (control first))
  (<= (legal ?p (leave ?h ?rest)) (true (control ?p)) (true (heap ?h ?n)) (less ?rest ?n))
  (<= (legal ?p noop) (other ?p ?o) (true (control ?o)))
  (<= (next (heap ?h ?rest)) (does ?p (leave ?h ?rest)))
  (<= (next (heap ?h ?n)) (true (heap ?h ?n)) (not (touched ?h)))
  (<= (touched ?h) (does ?p (leave ?h ?rest)))
  (<= (next (control ?p)) (other ?p ?o) (true (control ?o)))
  (<= open (true (heap ?h ?n)) (distinct ?n 0))
  (<= terminal (not open))
  (<= (goal ?p 0) (true (control ?p)))
  (<= (goal ?p 100) (other ?p ?o) (true (control ?o)))
`;

/** Memoised minimax over the interpreter: the best of all moves by goal, then by length. */
function minimax(text: string): Map<string, StateValue> {
  const interpreter = interpreterOf(text);
  const known = new Map<string, StateValue>();
  const value = (state: Int32Array): StateValue => {
    const key = Array.from(state, (fact) => interpreter.factText(fact))
      .sort()
      .join(" ");
    const found = known.get(key) ?? compute(state);
    known.set(key, found);
    return found;
  };
  const compute = (state: Int32Array): StateValue => {
    if (interpreter.isTerminal(state)) return { goals: interpreter.goals(state) as number[], plies: 0 };
    const legal = interpreter.legal(state);
    const chooser = Math.max(
      0,
      legal.findIndex((moves) => moves.length > 1),
    );
    const order = ({ goals, plies }: StateValue): number => {
      const [own = 0, other = 0] = chooser === 0 ? (goals ?? []) : (goals ?? []).toReversed();
      return 1_000 * (own - other) - Math.sign(own - other) * (plies ?? 0);
    };
    const after = (legal[chooser] ?? []).map((move) =>
      value(
        interpreter.next(
          state,
          legal.map((own, role) => (role === chooser ? move : (own[0] as number))),
        ),
      ),
    );
    const best = after.reduce((one, each) => (order(each) > order(one) ? each : one));
    const isDraw = best.goals?.[0] === best.goals?.[1];
    return { goals: best.goals, plies: isDraw ? null : (best.plies as number) + 1 };
  };
  value(interpreter.initial());
  return known;
}

describe("every value equals that of minimax over the interpreter", () => {
  test.for([
    ["tic-tac-toe", sheet("tic-tac-toe")],
    ["nim", NIM],
    ["pawn whopping with three columns and six rows", pawnWhopping(3, 6)],
  ])("%s", async ([, text]) => {
    const { reasoner, solved, values } = await solve(text as string);
    const { decode } = positionCodec(reasoner);
    const expected = minimax(text as string);
    expect(values.length).toBe(expected.size);
    values.forEach((value, index) => {
      const key = Array.from(decode(solved.state(index)), (fact) => reasoner.factText(fact))
        .sort()
        .join(" ");
      expect([key, value]).toEqual([key, expected.get(key)]);
      expect(solved.find(solved.state(index))).toBe(index);
    });
  });
});

interface Graph {
  /** Of each node: the goals of an end, or who chooses and the next nodes. */
  readonly nodes: readonly (readonly number[] | { readonly turn: number; readonly to: readonly number[] })[];
}

const ENDS = [
  [100, 0],
  [75, 25],
  [50, 50],
  [25, 75],
  [0, 100],
] as const;

/** Games on random graphs, with cycles, ends of several values, and roles that move several times in a row. */
function graphs(roles: number): fc.Arbitrary<Graph> {
  const end = fc.constantFrom(...ENDS).map((goals) => goals.slice(0, roles));
  return fc.integer({ min: 2, max: 24 }).chain((size) => {
    const node = fc.integer({ min: 0, max: size - 1 });
    const inner = fc.record({
      turn: fc.integer({ min: 0, max: roles - 1 }),
      to: fc.uniqueArray(node, { minLength: 1, maxLength: 4 }),
    });
    const any = fc.oneof({ weight: 3, arbitrary: inner }, { weight: 1, arbitrary: end });
    return fc
      .tuple(inner, fc.array(any, { minLength: size - 2, maxLength: size - 2 }), end)
      .map(([first, middle, last]) => ({ nodes: [first, ...middle, last] }));
  });
}

const ROLES = ["a", "b"] as const;

function rulesheetOf({ nodes }: Graph, roles: number): string {
  const names = ROLES.slice(0, roles);
  return [
    ...names.map((name) => `(role ${name})`),
    "(init (at 0))",
    ...nodes.flatMap((node, i) =>
      "turn" in node
        ? [`(turn ${i} ${names[node.turn]})`, ...node.to.map((to) => `(edge ${i} ${to})`)]
        : [`(end ${i})`, ...node.map((goal, role) => `(score ${i} ${names[role]} ${goal})`)],
    ),
    "(<= (legal ?r (go ?j)) (true (at ?i)) (turn ?i ?r) (edge ?i ?j))",
    "(<= (legal ?r noop) (role ?r) (true (at ?i)) (turn ?i ?o) (distinct ?r ?o))",
    "(<= (next (at ?j)) (does ?r (go ?j)))",
    "(<= terminal (true (at ?i)) (end ?i))",
    "(<= (goal ?r ?x) (true (at ?i)) (score ?i ?r ?x))",
  ].join("\n");
}

/** Scores after `rounds` rounds of value iteration; a state that has not ended by then counts as `endless`. */
function valueIteration({ nodes }: Graph, rounds: number, roles: number, endless: number): number[] {
  let scores = nodes.map((node) => ("turn" in node ? endless : score(node, 0, roles)));
  for (let round = 0; round < rounds; round++) {
    scores = nodes.map((node, i) => {
      if (!("turn" in node)) return scores[i] as number;
      const after = node.to.map((to) => {
        const own = scores[to] as number;
        return own === endless ? own : own - (roles === 1 ? 1 : Math.sign(own));
      });
      return node.turn === 0 ? Math.max(...after) : Math.min(...after);
    });
  }
  return scores;
}

function score(goals: readonly number[], plies: number, roles: number): number {
  const [own = 0, other = 0] = goals;
  if (roles === 1) return 1_000 * own - plies;
  return 1_000 * (own - other) - Math.sign(own - other) * plies;
}

describe("games on random graphs with cycles", () => {
  test.for([
    [1, -1_000_000],
    [2, 0],
  ] as const)("values of %i role(s) equal those of value iteration", async ([roles, endless]) => {
    await fc.assert(
      fc.asyncProperty(graphs(roles), async (graph) => {
        const { reasoner, solved, values } = await solve(rulesheetOf(graph, roles));
        const expected = valueIteration(graph, graph.nodes.length + 1, roles, endless);
        const { decode } = positionCodec(reasoner);
        values.forEach(({ goals, plies }, index) => {
          const [fact] = decode(solved.state(index));
          const node = Number(/\d+/.exec(reasoner.factText(fact as number))?.[0]);
          const own = goals === null ? endless : score(goals, plies ?? 0, roles);
          expect([node, own + 0]).toEqual([node, (expected[node] as number) + 0]);
        });
      }),
      { numRuns: 30, seed: 7 },
    );
  });
});

describe("games that are not solved", () => {
  const unsolved = async (text: string, bounds = BOUNDS): Promise<Unsolved> => {
    const result = await attempt(propnetOf(text), bounds);
    if (isSolved(result)) throw new Error("solved");
    return result;
  };

  test("simultaneous moves", async () => {
    const result = await unsolved(sheet("goofspiel"));
    expect(result).toMatchObject({ isTooLarge: false });
    expect(result.reason).toContain("simultaneous moves");
  });

  test("goals that are not opposed", async () => {
    const graph = { nodes: [{ turn: 0, to: [1, 2] }, [100, 100], [50, 100]] };
    const result = await unsolved(rulesheetOf(graph, 2));
    expect(result).toMatchObject({ isTooLarge: false });
    expect(result.reason).toContain("100:100");
  });

  test("an end without a goal", async () => {
    const graph = { nodes: [{ turn: 0, to: [1, 2] }, [100, 0], [50]] };
    expect((await unsolved(rulesheetOf(graph, 2))).reason).toContain("without a goal");
  });

  test("too many states are noticed long before the limit", async () => {
    const result = await unsolved(sheet("breakthrough"));
    expect(result).toMatchObject({ isTooLarge: true });
    expect(result.states).toBeLessThan(1_000_000);
    expect(result.reason).toContain("4,194,304 states");
  });

  test("states, memory and time are bounded", async () => {
    const text = sheet("tic-tac-toe");
    expect(await unsolved(text, { ...BOUNDS, states: 5_477 })).toMatchObject({ isTooLarge: true });
    expect(await unsolved(text, { ...BOUNDS, bytes: 100_000 })).toMatchObject({ isTooLarge: true });
    const late = await unsolved(connectFour(4, 5), { ...BOUNDS, milliseconds: 1 });
    expect(late.reason).toContain("not finished in 0.001 s");
  });

  test("a signal ends it", async () => {
    const reasoner = propnetOf(connectFour(5, 4));
    const root = positionCodec(reasoner).encode(reasoner.initial());
    const solving = solveFrom(reasoner, root, BOUNDS, { signal: AbortSignal.timeout(50) });
    await expect(solving).rejects.toMatchObject({ code: "interrupted" });
  });
});
