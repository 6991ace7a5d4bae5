/**
 * Finds the facts of a state that a move needs for its effect: each lane omits a different fact, the move is made in all lanes at once, and
 * the outcomes are compared.
 */
import { LANE_COUNT } from "../propnet/constants.ts";
import type { Facts } from "../reasoner.ts";
import { hasLane, intersection, complement, type LaneSet, type LaneStates } from "./lane-states.ts";

/** Maximum number of pairs of facts tested. */
const MAX_PAIRS = 8_192;

/** A move of one role, with the moves of the others in the same step. */
export interface Action {
  readonly state: Facts;
  readonly role: number;
  readonly moves: readonly number[];
}

/** Evaluated after the move: the lanes with the expected outcome. */
export type Test = (lanes: LaneStates) => LaneSet;

/** The state is terminal and a goal is reached. */
export function reaches(goal: number): Test {
  return (lanes) => {
    lanes.computeLegal();
    lanes.computeGoals();
    return intersection([lanes.terminal(), lanes.goal(goal)]);
  };
}

export function holdsAll(facts: readonly number[]): Test {
  return (lanes) => intersection(facts.map((fact) => lanes.fact(fact)));
}

/** The facts hold and the move is legal. */
export function allows(facts: readonly number[], role: number, move: number): Test {
  return (lanes) => {
    lanes.computeLegal();
    return intersection([lanes.legal(role, move), ...facts.map((fact) => lanes.fact(fact))]);
  };
}

export function not(test: Test): Test {
  return (lanes) => complement(test(lanes));
}

/** The role has a legal move, and every one of them reaches the goal; `moves` are those of the other roles. */
export function forces(role: number, moves: readonly number[], goal: number): Test {
  return (lanes) => {
    const { some, every } = afterMovesOf(lanes, role, moves, reaches(goal));
    return intersection([every, some]);
  };
}

/** A legal move of the role reaches the goal; `moves` are those of the other roles. */
export function canReach(role: number, moves: readonly number[], goal: number): Test {
  return (lanes) => afterMovesOf(lanes, role, moves, reaches(goal)).good;
}

/** The lanes in which the role has a legal move, in which the test holds after all of its legal moves, and after one of them. */
function afterMovesOf(
  lanes: LaneStates,
  role: number,
  moves: readonly number[],
  test: Test,
): Readonly<Record<"some" | "every" | "good", LaneSet>> {
  lanes.computeLegal();
  const before = lanes.factWords();
  const count = lanes.placed.code.roles[role]?.moves ?? 0;
  const legal = Array.from({ length: count }, (_, move) => lanes.legal(role, move));
  const some = new Uint8Array(legal[0]?.length ?? 0);
  const good = new Uint8Array(some.length);
  let every = complement(some);
  legal.forEach((able, move) => {
    if (able.every((byte) => byte === 0)) return;
    able.forEach((byte, i) => (some[i]! |= byte));
    lanes.setFactWords(before);
    lanes.setMoves(moves.with(role, move));
    lanes.computeLegal();
    lanes.advance();
    const passed = test(lanes);
    every = every.map((byte, i) => byte & (~(able[i] as number) | (passed[i] as number)));
    able.forEach((byte, i) => (good[i]! |= byte & (passed[i] as number)));
  });
  return { some, every, good };
}

export interface GeneralisationOptions {
  /** A fact that the move restores, so that omitting it has no effect: kept, or omitted again after the move and tested. */
  readonly returning: "kept" | "tested";
  /**
   * If the individually needed facts are not sufficient: also the facts of every pair that cannot both be omitted, and more if necessary, until
   * the facts are sufficient.
   */
  readonly pairs: boolean;
}

/** For each list of facts: whether without them the move is legal and the test holds. */
function trials(
  lanes: LaneStates,
  action: Action,
  omissions: readonly (readonly number[])[],
  test: Test,
  { returning }: GeneralisationOptions,
): boolean[] {
  const outcomes: boolean[] = [];
  const { state, role, moves } = action;
  for (let from = 0; from < omissions.length; from += LANE_COUNT) {
    const part = omissions.slice(from, from + LANE_COUNT);
    lanes.setState(state);
    part.forEach((facts, lane) => facts.forEach((fact) => lanes.remove(fact, lane)));
    lanes.setMoves(moves);
    lanes.computeLegal();
    const legal = lanes.legal(role, moves[role] as number);
    lanes.advance();
    const isKept = part.map((facts, lane) => {
      const back = facts.filter((fact) => lanes.holds(fact, lane));
      if (returning === "kept") return back.length > 0;
      back.forEach((fact) => lanes.remove(fact, lane));
      return false;
    });
    const good = test(lanes);
    part.forEach((_, lane) => outcomes.push(hasLane(legal, lane) && hasLane(good, lane) && !isKept[lane]));
  }
  return outcomes;
}

/** The facts without which the move is illegal or the outcome differs. */
export function neededFacts(lanes: LaneStates, action: Action, test: Test, options: GeneralisationOptions): number[] {
  const state = [...action.state];
  const without = (lists: readonly (readonly number[])[]): boolean[] => trials(lanes, action, lists, test, options);
  const isSame = without(state.map((fact) => [fact]));
  const needed = new Set(state.filter((_, i) => !isSame[i]));
  const others = state.filter((fact) => !needed.has(fact));
  if (options.pairs && others.length > 1 && !without([others])[0]) {
    const pairs = others.flatMap((one, i) => others.slice(i + 1).map((other) => [one, other]));
    if (pairs.length <= MAX_PAIRS) {
      const isUnchanged = without(pairs);
      pairs.filter((_, i) => !isUnchanged[i]).forEach((pair) => pair.forEach((fact) => needed.add(fact)));
    }
    // More than two facts that can replace each other: greedily omit one after the other as long as the outcome stays the same.
    let left: number[] = [];
    const rest = state.filter((fact) => !needed.has(fact));
    if (without([rest])[0]) left = rest;
    else for (const fact of rest) if (without([[...left, fact]])[0]) left.push(fact);
    return state.filter((fact) => !left.includes(fact));
  }
  return state.filter((fact) => needed.has(fact));
}

/** For each test and move: whether the test holds after the move. */
export function afterEach(
  lanes: LaneStates,
  action: Action,
  moves: readonly number[],
  tests: readonly Test[],
): boolean[][] {
  const results: boolean[][] = tests.map(() => []);
  for (let from = 0; from < moves.length; from += LANE_COUNT) {
    const part = moves.slice(from, from + LANE_COUNT);
    lanes.setState(action.state);
    lanes.setMoves(action.moves);
    lanes.setMovesByLane(action.role, part);
    lanes.computeLegal();
    lanes.advance();
    tests.forEach((test, i) => {
      const good = test(lanes);
      part.forEach((_, lane) => results[i]?.push(hasLane(good, lane)));
    });
  }
  return results;
}
