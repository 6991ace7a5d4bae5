/**
 * Which facts of a state a move needs to do what it does: each is left out in a lane of its own, the move is made in all lanes at once, and
 * then it shows where the outcome is still the same.
 */
import { LANE_COUNT } from "../propnet/layout.ts";
import type { Facts } from "../reasoner.ts";
import { hasLane, intersection, complement, type LaneSet, type LaneStates } from "./lane-states.ts";

/** More pairs of facts than this are not tried. */
const MAX_PAIRS = 8_192;

/** A move of one role, with those that the others make at the same time. */
export interface Action {
  readonly state: Facts;
  readonly role: number;
  readonly moves: readonly number[];
}

/** Asked after the move: the lanes in which the outcome is what it should be. */
export type Test = (lanes: LaneStates) => LaneSet;

/** The game has ended and a goal is reached. */
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

/** The facts hold and the move can be made. */
export function allows(facts: readonly number[], role: number, move: number): Test {
  return (lanes) => {
    lanes.computeLegal();
    return intersection([lanes.legal(role, move), ...facts.map((fact) => lanes.fact(fact))]);
  };
}

export function not(test: Test): Test {
  return (lanes) => complement(test(lanes));
}

/** Whatever another role does next, it can do something and the goal is reached; `moves` are those of the rest. */
export function forces(role: number, moves: readonly number[], goal: number): Test {
  return (lanes) => {
    lanes.computeLegal();
    const before = lanes.factWords();
    const count = lanes.placed.code.roles[role]?.moves ?? 0;
    const legal = Array.from({ length: count }, (_, move) => lanes.legal(role, move));
    const some = new Uint8Array(legal[0]?.length ?? 0);
    let forced = complement(some);
    const won = reaches(goal);
    legal.forEach((able, move) => {
      if (able.every((byte) => byte === 0)) return;
      able.forEach((byte, i) => (some[i]! |= byte));
      lanes.setFactWords(before);
      lanes.setMoves(moves.with(role, move));
      lanes.computeLegal();
      lanes.advance();
      const good = won(lanes);
      forced = forced.map((byte, i) => byte & (~(able[i] as number) | (good[i] as number)));
    });
    return intersection([forced, some]);
  };
}

export interface GeneralisationOptions {
  /** What becomes of a fact that the move brings back, so that leaving it out shows nothing: it is kept, or left out after the move too. */
  readonly returning: "kept" | "tested";
  /**
   * Where the facts that are needed one by one are not enough, also the facts of every pair that cannot both be left out, and more if even
   * those are not: then the move does what it does with these facts alone.
   */
  readonly pairs: boolean;
}

/** For each list of facts: whether the move is legal without them and the test holds then. */
function trials(
  lanes: LaneStates,
  action: Action,
  leftOut: readonly (readonly number[])[],
  test: Test,
  { returning }: GeneralisationOptions,
): boolean[] {
  const outcomes: boolean[] = [];
  const { state, role, moves } = action;
  for (let from = 0; from < leftOut.length; from += LANE_COUNT) {
    const part = leftOut.slice(from, from + LANE_COUNT);
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

/** The facts without which the move is illegal or the outcome another. */
export function neededFacts(lanes: LaneStates, action: Action, test: Test, care: GeneralisationOptions): number[] {
  const state = [...action.state];
  const without = (lists: readonly (readonly number[])[]): boolean[] => trials(lanes, action, lists, test, care);
  const isSame = without(state.map((fact) => [fact]));
  const needed = new Set(state.filter((_, i) => !isSame[i]));
  const others = state.filter((fact) => !needed.has(fact));
  if (care.pairs && others.length > 1 && !without([others])[0]) {
    const couples = others.flatMap((one, i) => others.slice(i + 1).map((other) => [one, other]));
    if (couples.length <= MAX_PAIRS) {
      const stays = without(couples);
      couples.filter((_, i) => !stays[i]).forEach((couple) => couple.forEach((fact) => needed.add(fact)));
    }
    // More than two that stand in for each other: one after the other is left out for good, as long as that changes nothing.
    let left: number[] = [];
    const rest = state.filter((fact) => !needed.has(fact));
    if (without([rest])[0]) left = rest;
    else for (const fact of rest) if (without([[...left, fact]])[0]) left.push(fact);
    return state.filter((fact) => !left.includes(fact));
  }
  return state.filter((fact) => needed.has(fact));
}

/** By lane for the moves given: whether the test holds after each of them. */
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
