/** Simultaneous-move games with known solutions, as graphs (rounds.fixture.ts). */
import { end, type Graph, type Place, round } from "./rounds.fixture.ts";

interface Described<State> {
  /** As in `Place`. */
  readonly result?: number;
  readonly evaluation?: number;
  readonly children?: readonly (readonly State[])[];
}

/** The graph of all reachable states; the initial one becomes place 0. States are plain data. */
function graphOf<State>(first: State, describe: (state: State) => Described<State>): Graph {
  const numbers = new Map<string, number>([[JSON.stringify(first), 0]]);
  const states = [first];
  const numberOf = (state: State): number => {
    const key = JSON.stringify(state);
    const number = numbers.get(key) ?? states.push(state) - 1;
    numbers.set(key, number);
    return number;
  };
  const graph: Place[] = [];
  for (let i = 0; i < states.length; i++) {
    const { result = 0, evaluation = 0, children = [] } = describe(states[i] as State);
    graph.push(
      result === 0
        ? round(
            children.map((row) => row.map(numberOf)),
            evaluation,
          )
        : end(result),
    );
  }
  return graph;
}

/** 1 if the first player is ahead, 2 if behind, 3 if level. */
function resultOf(lead: number): number {
  return lead > 0 ? 1 : lead < 0 ? 2 : 3;
}

/**
 * Goofspiel with cards 1 to n: for each prize, from n down to 1, both play a card simultaneously; the higher one takes it. More prize points win.
 * The game is symmetric, so its value is 0.
 */
export function goofspiel(cards: number): Graph {
  const all = Array.from({ length: cards }, (_, i) => i + 1);
  return graphOf<readonly [readonly number[], readonly number[], number]>([all, all, 0], ([first, second, lead]) => {
    if (first.length === 0) return { result: resultOf(lead) };
    const prize = first.length;
    const children = first.map((a) =>
      second.map(
        (b) =>
          [
            first.filter((card) => card !== a),
            second.filter((card) => card !== b),
            lead + prize * Math.sign(a - b),
          ] as const,
      ),
    );
    return { children, evaluation: lead };
  });
}

/**
 * Dresher's inspection game: in one of n periods a violator, the first player, may violate; an inspector may inspect m periods. An uninspected
 * violation wins, an inspected one loses; without a violation the game is drawn.
 */
export function inspection(periods: number, inspections: number): Graph {
  const wins = "violated";
  const loses = "caught";
  type State = readonly [number, number] | typeof wins | typeof loses;
  return graphOf<State>([periods, inspections], (state) => {
    if (state === wins) return { result: 1 };
    if (state === loses) return { result: 2 };
    const [left, more] = state;
    if (left === 0) return { result: 3 };
    const next = [left - 1, more] as const;
    return {
      children:
        more === 0
          ? [[wins], [next]]
          : [
              [wins, loses],
              [next, [left - 1, more - 1]],
            ],
    };
  });
}

function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k;
}

/** The value of the inspection game for the violator: C(n-1, m) / Σ C(n, i) for i from 0 to m (Dresher 1962). */
export function inspectionValue(periods: number, inspections: number): number {
  let sum = 0;
  for (let i = 0; i <= inspections; i++) sum += binomial(periods, i);
  return binomial(periods - 1, inspections) / sum;
}

/**
 * Reference implementation of pursuit.fixture.as.ts with one pursuer: on a square grid both step to a side or stay, simultaneously. The pursuer
 * wins by meeting the evader on a cell or by swapping cells; the evader wins after the last round.
 */
export function pursuit(size: number, pursuer: number, evader: number, rounds: number): Graph {
  const steps = (cell: number): number[] => {
    const [x, y] = [cell % size, Math.floor(cell / size)];
    const sides = [
      [x, y],
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ] as const;
    return sides.filter(([a, b]) => a >= 0 && a < size && b >= 0 && b < size).map(([a, b]) => a + size * b);
  };
  type State = readonly [number, number, number] | "caught";
  return graphOf<State>([pursuer, evader, rounds], (state) => {
    if (state === "caught") return { result: 1 };
    const [hunter, prey, left] = state;
    if (left === 0) return { result: 2 };
    const meet = (a: number, b: number): boolean => a === b || (a === prey && b === hunter);
    const across = Math.abs((hunter % size) - (prey % size));
    const down = Math.abs(Math.floor(hunter / size) - Math.floor(prey / size));
    return {
      evaluation: -((across + down) ** 2),
      children: steps(hunter).map((a) => steps(prey).map((b): State => (meet(a, b) ? "caught" : [a, b, left - 1]))),
    };
  });
}
