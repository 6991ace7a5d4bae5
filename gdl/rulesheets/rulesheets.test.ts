/** Our rulesheets: well formed, terminating, and correct by published counts and reference implementations. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chanceRoleOf } from "../chance-role.ts";
import { checkRulesheet } from "../language/check.ts";
import {
  referenceAmazonsSmall,
  referenceBreakthrough,
  referenceGoofspiel,
  referenceKnightazons,
  referenceKnightfight,
  type ReferencePosition,
} from "./reference-games.fixture.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Facts, Reasoner } from "../reasoner.ts";
import { factTexts, interpreterOf, legalTexts, movesOf, propnetOf } from "../reasoner.fixture.ts";

const FOLDER = import.meta.dirname;
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".kif"))
  .map((file) => file.replace(/\.kif$/, ""));
const textOf = (name: string): string => readFileSync(join(FOLDER, `${name}.kif`), "utf8");
const propnets = new Map<string, PropnetReasoner>();
/** Each rulesheet is grounded once. */
function propnetNamed(name: string): PropnetReasoner {
  const made = propnets.get(name) ?? propnetOf(textOf(name));
  propnets.set(name, made);
  return made;
}
/** Makes all declared facts and moves visible in the initial state. */
const DECLARED = `
  (<= (init (base-of ?fact)) (base ?fact))
  (<= (init (input-of ?role ?move)) (input ?role ?move))
`;

/** A deterministic random generator. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The states of a random game with the legal moves and the moves made. */
function randomGame(
  reasoner: Reasoner,
  seed: number,
): { states: Facts[]; legal: string[][][]; made: string[][]; goals: readonly (number | null)[] } {
  const pick = random(seed);
  const states = [reasoner.initial()];
  const legal: string[][][] = [];
  const made: string[][] = [];
  for (let state = states[0] as Facts; !reasoner.isTerminal(state); state = states.at(-1) as Facts) {
    const texts = legalTexts(reasoner, state);
    const moves = texts.map((own) => own[pick(own.length)] as string);
    legal.push(texts);
    made.push(moves);
    states.push(reasoner.next(state, movesOf(reasoner, state, moves)));
  }
  return { states, legal, made, goals: reasoner.goals(states.at(-1) as Facts) };
}

/** Chance (GDL-II) is the last role and has no goal. */
const playerCount = ({ roles }: Reasoner): number => chanceRoleOf(roles) ?? roles.length;

describe.for(NAMES)("%s", (name) => {
  const text = textOf(name);

  test("has no diagnostics", () => expect(checkRulesheet(text)).toEqual([]));

  test("declares its facts and moves; every role can always move; terminal states have goals", () => {
    const withDeclared = interpreterOf(text + DECLARED);
    const declared = new Set(factTexts(withDeclared, withDeclared.initial()));
    const reasoner = propnetNamed(name);
    for (const seed of [1, 2, 3]) {
      const { states, legal, goals } = randomGame(reasoner, seed);
      for (const fact of states.flatMap((state) => factTexts(reasoner, state)))
        expect(declared.has(`(base-of ${fact})`), fact).toBe(true);
      for (const step of legal)
        for (const [role, moves] of step.entries()) {
          expect(moves.length).toBeGreaterThan(0);
          for (const move of moves) expect(declared.has(`(input-of ${reasoner.roles[role]} ${move})`), move).toBe(true);
        }
      for (const goal of goals.slice(0, playerCount(reasoner))) {
        expect(goal).toBeGreaterThanOrEqual(0);
        expect(goal).toBeLessThanOrEqual(100);
      }
    }
  });

  test("random games end with goals", () => {
    const reasoner = propnetNamed(name);
    const { ended, cutOff, goals: all } = reasoner.playouts(1_280);
    const goals = all.slice(0, playerCount(reasoner));
    expect(cutOff).toBe(0);
    expect(ended).toBeGreaterThanOrEqual(1_280);
    for (const mean of goals) expect(mean).toBeGreaterThan(0);
    // All other games are constant-sum.
    if (!["peg-solitaire", "skirmish", "checkers-barrel-no-kings", "ttcc4"].includes(name))
      expect(goals.reduce((sum, mean) => sum + mean, 0)).toBeCloseTo(100, 6);
  });
});

/** Number of turn sequences of this length. With `hops`, consecutive moves of a role are one turn. */
function perft(reasoner: Reasoner, state: Facts, depth: number, hops = false): number {
  if (depth === 0) return 1;
  if (reasoner.isTerminal(state)) return 0;
  const legal = reasoner.legal(state);
  const mover = moverOf(reasoner, legal);
  const own = legal[mover] as readonly number[];
  if (depth === 1 && !hops) return own.length;
  let sum = 0;
  for (const move of own) {
    const next = reasoner.next(
      state,
      legal.map((moves, role) => (role === mover ? move : (moves[0] as number))),
    );
    const again = hops && moverOf(reasoner, reasoner.legal(next)) === mover && !reasoner.isTerminal(next);
    sum += perft(reasoner, next, again ? depth : depth - 1, hops);
  }
  return sum;
}

function moverOf(reasoner: Reasoner, legal: readonly (readonly number[])[]): number {
  return legal.findIndex((moves, role) => moves.length > 0 && reasoner.moveText(moves[0] as number, role) !== "noop");
}

test.for([
  ["othello", false, [4, 12, 56, 244, 1_396, 8_200, 55_092]],
  ["checkers", true, [7, 49, 302, 1_469, 7_361]],
  ["lose-checkers", true, [7, 49, 302, 1_469]],
] as const)("%s: perft counts are as published", ([name, hops, published]) => {
  const reasoner = propnetNamed(name);
  expect(published.map((_, depth) => perft(reasoner, reasoner.initial(), depth + 1, hops))).toEqual(published);
});

describe("chess-gdl", () => {
  const KINDS: Readonly<Record<string, string>> = {
    p: "pawn",
    n: "knight",
    b: "bishop",
    r: "rook",
    q: "queen",
    k: "king",
  };
  const CASTLING = [
    ["K", "white short"],
    ["Q", "white long"],
    ["k", "black short"],
    ["q", "black long"],
  ] as const;

  function factsOf(fen: string): string[] {
    const [board, turn, castling] = fen.split(" ") as [string, string, string];
    const facts = [`(control ${turn === "w" ? "white" : "black"})`, "(step 1)"];
    for (const [letter, right] of CASTLING) if (castling.includes(letter)) facts.push(`(may-castle ${right})`);
    for (const [i, row] of board.split("/").entries()) {
      let x = 1;
      for (const letter of row) {
        const kind = KINDS[letter.toLowerCase()];
        if (kind) facts.push(`(cell ${x} ${8 - i} ${letter === letter.toUpperCase() ? "white" : "black"} ${kind})`);
        x += kind ? 1 : Number(letter);
      }
    }
    return facts;
  }

  test.for([
    ["the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", [20, 400, 8_902]],
    ["kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq", [48, 2_039, 97_862]],
    ["position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w -", [14, 191, 2_812, 43_238]],
    ["position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq", [6, 264, 9_467]],
    ["position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ", [44, 1_486, 62_379]],
  ] as const)("%s: perft counts are as published", ([, fen, published]) => {
    const reasoner = propnetNamed("chess-gdl");
    const numbers = new Map(reasoner.propnet.facts.map((_, fact) => [reasoner.factText(fact), fact]));
    const state = Int32Array.from(factsOf(fen), (fact) => numbers.get(fact) as number).sort();
    expect(published.map((_, depth) => perft(reasoner, state, depth + 1))).toEqual(published);
  });
});

test.for([
  ["amazons-small", referenceAmazonsSmall],
  ["breakthrough-5x5", () => referenceBreakthrough(5)],
  ["breakthrough-small", () => referenceBreakthrough(6)],
  ["knightazons", referenceKnightazons],
  ["knightfight", referenceKnightfight],
] as const)("%s agrees with the reference implementation", ([name, start]) => {
  const reasoner = propnetNamed(name);
  for (const seed of [1, 2, 3, 4, 5]) {
    const { legal, made, goals } = randomGame(reasoner, seed);
    let reference: ReferencePosition = start();
    for (const [step, moves] of made.entries()) {
      expect(legal[step]?.[reference.mover]).toEqual([...reference.moves.keys()].sort());
      expect(legal[step]?.[1 - reference.mover]).toEqual(["noop"]);
      reference = (reference.moves.get(moves[reference.mover] as string) as () => ReferencePosition)();
    }
    expect(goals).toEqual(reference.goals);
  }
});

test("goofspiel agrees with the reference scoring", () => {
  const reasoner = propnetNamed("goofspiel");
  for (let seed = 1; seed <= 40; seed++) {
    const { made, goals } = randomGame(reasoner, seed);
    const bids = made.map((moves) => moves.map((move) => Number(/\d/.exec(move)?.[0])) as [number, number]);
    for (const role of [0, 1]) expect(bids.map((bid) => bid[role]).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(goals).toEqual(referenceGoofspiel(bids));
  }
});

test.for([1, 2, 3, 4, 5, 6, 7, 8])("lose-checkers reverses the result of checkers (%i)", (seed) => {
  const [checkers, losing] = ["checkers", "lose-checkers"].map((name) => randomGame(propnetNamed(name), seed));
  const last = factTexts(propnetNamed("checkers"), checkers?.states.at(-1) as Facts);
  const count = (side: string): number =>
    last.filter((fact) => fact.includes(` ${side} man`) || fact.includes(` ${side} king`)).length;
  const stuck = !last.includes("(step 121)");
  const mover = last.includes("(control black)") ? 0 : 1;
  const points = stuck ? 100 * mover : 50 + 50 * Math.sign(count("black") - count("white"));
  expect(losing?.made).toEqual(checkers?.made);
  expect(checkers?.goals).toEqual([points, 100 - points]);
  expect(losing?.goals).toEqual([100 - points, points]);
});
