/** The rules: the contract's suite, the reference implementation, and the paper's examples. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Position, type PlayerNumber, type Actor } from "../../engine/contracts/position.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { History } from "../../engine/arena/play-game.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { pick, randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { game } from "./game.ts";
import {
  PAPER_RULES,
  referenceEnd,
  referenceMoves,
  referencePlay,
  referenceStart,
  type ReferencePosition,
  type ReferenceRules,
} from "./reference.fixture.ts";

const opened: OpenGame[] = [];
async function openRules(options: Readonly<Record<string, string | number>> = {}): Promise<OpenGame> {
  const rules = unwrap(await game.open({ ...defaultsOf(game.options), ...options }));
  opened.push(rules);
  return rules;
}
const rules = await openRules();
afterAll(() => Promise.all(opened.map((each) => each.close())));

/** Plays moves in the paper's notation: the revealed piece follows its cell. */
function playAll(moves: string, from: Position = rules.initial()): Position {
  let position = from;
  for (const text of moves.split(/[\s;]+/).filter((each) => each !== "")) {
    const steps = text.includes("(") ? [text.slice(0, 2), text] : [text];
    for (const step of steps) position = rules.play(position, [unwrap(rules.parseMove(position, step))]);
  }
  return position;
}

function movesAt(position: Position): string[] {
  return rules
    .moves(position, rules.actors(position)[0] as PlayerNumber)
    .map((move) => rules.formatMove(position, move));
}

/** Few pieces, so that random games end in all possible ways. */
const ENDGAMES = [
  "......../.k....../..PP..../........ w 0",
  "c.p.P..K/......../..g..C../r......R b 35",
  "......../......../.P....../k.R..... w 39",
  "k??C..../P...c.../.....g../..p....R w 7 taken:gbbnnrrcpppGGBBNNRCPPPP",
];

describe("the default rules", () => gameSuite(() => openRules(), { positions: ENDGAMES, perftDepth: 3 }));
describe("all options changed", () =>
  gameSuite(() => openRules({ cannon: "both", king: "takes-pawns", dark: "cannon", flips: "reset" }), {
    positions: ENDGAMES,
    seeds: [1, 2],
  }));

const VARIANTS: [string, Readonly<Record<string, string | number>>, ReferenceRules][] = [
  ["the paper", {}, PAPER_RULES],
  [
    "flips that reset, kings that take pawns",
    { flips: "reset", king: "takes-pawns", limit: 12 },
    { ...PAPER_RULES, flipsReset: true, kingTakesPawns: true, limit: 12 },
  ],
  ["cannons that step", { cannon: "step" }, { ...PAPER_RULES, cannonJumps: false, cannonSteps: true }],
  ["cannons that do both", { cannon: "both", limit: 60 }, { ...PAPER_RULES, cannonSteps: true, limit: 60 }],
];

test.for(VARIANTS)("random games agree with the reference implementation: %s", async ([, options, referenceRules]) => {
  const own = await openRules(options);
  const random = randomNumbers(11);
  let ends = 0;
  for (let played = 0; played < 60; played++) {
    let position = own.initial();
    let other: ReferencePosition = referenceStart();
    for (let end = null; end === null;) {
      const actor = own.actors(position)[0] as Actor;
      const moves = own.moves(position, actor);
      const texts = moves.map((move) => own.formatMove(position, move));
      expect(texts.toSorted()).toEqual(referenceMoves(other, referenceRules));
      if (actor === CHANCE) {
        const probabilities = own.chanceProbabilities(position);
        texts.forEach((text, i) => {
          const equal = other.bag.filter((letter) => letter === text[3]).length;
          expect(probabilities[i]).toBeCloseTo(equal / other.bag.length, 12);
        });
      }
      const move = pick(moves, random);
      other = referencePlay(other, own.formatMove(position, move), referenceRules);
      position = own.play(position, [move]);
      const [rows, mover, quiet] = own.formatPosition(position).split(" ");
      expect([rows, mover, quiet]).toEqual([other.rows.join("/"), other.mover, String(other.quiet)]);
      end = referenceEnd(other, referenceRules);
      const scores = own.result(position);
      if (end === null) expect(scores).toBeNull();
      else if (end === "draw") expect(scores).toEqual([0.5, 0.5]);
      else expect(scores?.[position[48] as number]).toBe(0);
      if (end !== null) ends++;
    }
  }
  expect(ends).toBe(60);
});

test("move sequences from the start: 32 cells, 14 kinds of pieces, 31 cells, then one kind less after a king", () => {
  expect([1, 2, 3, 4].map((depth) => rules.perft(rules.initial(), depth))).toEqual([
    32,
    32 * 14,
    32 * 14 * 31,
    32 * 31 * (12 * 14 + 2 * 13),
  ]);
});

describe("the paper's figure 1", () => {
  // Misprinted as b7-b6 for c7-c6: b7 is still face down, and the guard of c7 is on c6 in the figure.
  const GAME =
    "b5(k) d8(P); d7(R) d4(p); c7(G) c6(c); c4(C) c4-c6; c5(p) c3(B); b6(r) c3-c4; b6-c6 c7-c6; c2(C) c4-d4; b3(g) d4-c4; b3-c3 c4-d4;";
  const position = playAll(GAME);
  const steps = (texts: readonly string[]): string[] => texts.filter((text) => text.includes("-")).toSorted();

  test("the board after ten turns", () => {
    expect(rules.formatPosition(position)).toBe("????????/??.?k.??/?Cg.pG.?/???B??RP w 4 taken:rcpC");
  });

  test("the first player's moves", () => {
    // Misprinted as c3-d3 for c3-c4: d3 is face down, and c4 is empty.
    expect(steps(movesAt(position))).toEqual(["b5-b6", "c3-b3", "c3-c2", "c3-c4", "c5-c4"]);
  });

  test("the second player's moves", () => {
    const other = unwrap(rules.parsePosition(rules.formatPosition(position).replace(" w ", " b ")));
    expect(steps(movesAt(other))).toEqual(["c2-c5", "c6-b6", "c6-c5", "c6-c7", "d4-c4", "d7-c7"]);
  });
});

describe("the paper's figure 2", () => {
  test("Black to move loses in the line shown", () => {
    const start = unwrap(rules.parsePosition("......../.R....../..k...../........ b 0"));
    expect(rules.result(playAll("b2-b1 c3-c2; b1-a1 c2-b2; a1-a2 b2-a2;", start))).toEqual([1, 0]);
  });

  test("White to move repeats as shown until the draw", () => {
    const start = unwrap(rules.parsePosition("......../.R....../..k...../........ w 0"));
    const round = "c3-c2 b2-b3; c2-b2 b3-c3; b2-b3 c3-c2; b3-c3 c2-b2; ";
    const after = playAll(round.repeat(5), start);
    expect(rules.formatPosition(after)).toBe("......../.R....../..k...../........ w 40");
    expect(rules.result(after)).toEqual([0.5, 0.5]);
  });
});

test("with repetition=draw a third repetition is a draw, regardless of the ply count", async () => {
  const own = await openRules({ repetition: "draw" });
  let position = unwrap(own.parsePosition("k......./......../......../.......K w 0"));
  const history = new History(own, position);
  const ends = "a1-a2 d8-d7 a2-a1 d7-d8 a1-a2 d8-d7 a2-a1 d7-d8".split(" ").map((text) => {
    const mover = own.actors(position)[0] as Actor;
    position = own.play(position, [unwrap(own.parseMove(position, text))]);
    return history.add(position, mover)?.ending ?? null;
  });
  expect(ends).toEqual([null, null, null, null, null, null, null, "repetition"]);
});

test.for([
  ["k.K", "four rows of eight"],
  ["......../......../......../........ w 0", "no piece"],
  ["kk....../......../......../.......K w 0", "2 k on the board"],
  ["x......./......../......../.......K w 0", '"x" is not a piece'],
  ["k......./......../......../.......K", "side to move"],
  ["k......./......../......../.......K w 41", "drawn after 40"],
  ["k?....../......../......../.......K w 0", "expected 32"],
  ["k......./......../......../.......K w 0 flip:a1", "no face-down piece"],
  ["k......./......../......../.......K w 0 taken:p", "are face down"],
  ["k......./......../......../.......K w 0 who:b", "unknown word"],
] as const)("the text %s is rejected: %s", ([text, reason]) => {
  const read = rules.parsePosition(text);
  expect(read.ok).toBe(false);
  if (!read.ok) expect(read.error.message).toContain(reason);
});

test("dark=cannon is rejected with cannons that only step", async () => {
  const read = await game.open({ ...defaultsOf(game.options), cannon: "step", dark: "cannon" });
  expect(read.ok).toBe(false);
});
