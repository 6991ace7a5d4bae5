/** Evaluation by endgame databases: against an enumeration of all subsets, and its text. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { SECOND, FIRST, type Position, type PlayerNumber } from "../../../engine/contracts/position.ts";
import { randomNumbers } from "../../../engine/contracts/suites/random-play.ts";
import { readOutcome } from "../../../engine/solve/outcome-values.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import { Board } from "../board.ts";
import { formatFen, parseFen } from "../fen.ts";
import { TURN } from "../layout.ts";
import { parseEvaluation } from "../search/evaluation-text.ts";
import { Evaluations } from "../search/evaluations.ts";
import { letterOf, pieceAt, type Piece } from "../squares.ts";
import { Tablebase } from "../tables/tablebase.ts";
import { endingsUpTo, materialOf, materialText, type Material } from "../tables/material.ts";
import { EndgameProbe, materialAt } from "../tables/probe.ts";
import { solveInMemory } from "../tables/solved.fixture.ts";
import { parseEdb } from "./edb-text.ts";
import { LoadedEdb, type EdbTables } from "./loaded-edb.ts";
import { EDB_PRESETS } from "./presets.ts";

const pawns = (each: Material): number => each.flat().filter((kind) => kind === 0).length;
const solved = await solveInMemory(
  endingsUpTo(4).toSorted((a, b) => a.flat().length - b.flat().length || pawns(a) - pawns(b)),
);
const probe = new EndgameProbe((material) => solved.entries(material));
const board = new Board();
const tablebase = new Tablebase(board.kernel);
const tables: EdbTables = {
  tablebase,
  load: async (endings) => {
    for (const material of endings) if (!tablebase.has(material)) await solved.load(tablebase, material);
  },
};
const START = unwrap(parseFen("8/2k5/1n3b2/8/2P2P2/8/1R3K2/8 w - - 0 1"));
const evaluations = new Evaluations(board, new LoadedEdb(board, tables, materialAt(START)));
afterAll(async () => {
  await board.close();
  await probe.board.close();
});

/** Reference: every subset is set up as a position and looked up. In centipawns. */
function referenceValue(position: Position, weights: ReadonlyMap<string, number>, combine: "mean" | "sum"): number {
  const pieces: (Piece & { square: number })[] = [];
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(position, square);
    if (piece) pieces.push({ ...piece, square });
  }
  const kings = pieces.filter(({ kind }) => kind === 5);
  const others = pieces.filter(({ kind }) => kind !== 5);
  let sum = 0;
  let total = 0;
  for (let subset = 1; subset < 2 ** others.length; subset++) {
    const chosen = others.filter((_, i) => (subset >> i) & 1);
    const side = (colour: number): number[] => chosen.filter((each) => each.colour === colour).map(({ kind }) => kind);
    const weight =
      weights.get(materialText(materialOf(side(0), side(1)))) ??
      weights.get(materialText(materialOf(side(1), side(0))));
    if (weight === undefined || chosen.length > 2) continue;
    const cells = new Array<string>(64).fill("1");
    for (const piece of [...kings, ...chosen]) cells[piece.square] = letterOf(piece);
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => cells.slice(8 * rank, 8 * rank + 8).join(""));
    const abstract = parseFen(`${ranks.join("/")} ${position[TURN] === 0 ? "w" : "b"} - - 0 1`);
    // Removing a blocker may leave the side not to move in check.
    if (!abstract.ok) continue;
    const { kind, plies } = readOutcome(unwrap(probe.valueOf(abstract.value)), "turns");
    const value = kind === "win" ? 600 - 2 * plies : kind === "loss" ? 2 * plies - 600 : 0;
    sum += weight * value;
    total += weight;
  }
  if (total === 0) return 0;
  return combine === "sum" ? sum : sum / total;
}

/** Positions with the pieces of START, and with some of them captured. */
function positions(count: number): Position[] {
  const random = randomNumbers(3);
  const found: Position[] = [];
  while (found.length < count) {
    const cells = new Array<string>(64).fill("1");
    for (const letter of "KkRPPbn") {
      if (/[RPbn]/.test(letter) && random() < 0.15) continue;
      const square = Math.floor(random() * 64);
      if (cells[square] === "1") cells[square] = letter;
    }
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => cells.slice(8 * rank, 8 * rank + 8).join(""));
    const position = parseFen(`${ranks.join("/")} ${random() < 0.5 ? "w" : "b"} - - 0 1`);
    if (position.ok) found.push(position.value);
  }
  return found;
}

describe("lookups of all subsets", () => {
  test.for([
    ["edb(names:4)", new Map(endingsUpTo(4).map((material) => [materialText(material), 1])), "mean"],
    [
      "edb(names:KRPK+KKBN*2+KRK*0.5)",
      new Map([
        ["KRPK", 1],
        ["KBNK", 2],
        ["KRK", 0.5],
      ]),
      "mean",
    ],
    [
      "edb(sum:names:KRKN+KPKB)",
      new Map([
        ["KRKN", 1],
        ["KPKB", 1],
      ]),
      "sum",
    ],
  ] as const)("%s", async ([text, weights, combine]) => {
    const evaluator = await evaluations.evaluator(text);
    for (const position of positions(400)) {
      const expected = referenceValue(position, weights, combine) / 100;
      const found = evaluator.evaluate(position, position[TURN] as PlayerNumber);
      expect(Math.abs(found - expected), `${formatFen(position)}: ${found}, reference ${expected}`).toBeLessThan(0.02);
    }
  });
});

test("values of the two sides are negatives of each other, and other terms are added", async () => {
  const [edb, material, both] = await Promise.all(
    ["edb(4)", "sum(material)", "sum(material, edb(4)*0.5)"].map((text) => evaluations.evaluator(text)),
  );
  for (const position of positions(50)) {
    expect(edb?.evaluate(position, FIRST)).toBeCloseTo(-(edb?.evaluate(position, SECOND) ?? 0), 10);
    const expected = (material?.evaluate(position, FIRST) ?? 0) + 0.5 * (edb?.evaluate(position, FIRST) ?? 0);
    expect(Math.abs((both?.evaluate(position, FIRST) ?? 0) - expected)).toBeLessThan(0.03);
  }
});

test("most lookups hit the per-thread cache", async () => {
  const evaluator = await evaluations.evaluator("edb(4)");
  const { kernel } = board;
  evaluator.evaluate(START, FIRST);
  const before = [kernel.exports.edbLookups(), kernel.exports.edbMisses()] as const;
  for (const move of board.legalMoves(START)) {
    const after = board.play(START, move);
    for (const reply of board.legalMoves(after)) kernel.exports.edbValue(stateAt(board.play(after, reply)));
  }
  const lookups = kernel.exports.edbLookups() - before[0];
  const misses = kernel.exports.edbMisses() - before[1];
  expect(misses / lookups).toBeLessThan(0.4);
});

function stateAt(position: Position): Address {
  const { memory } = board.kernel;
  const address = memory.allocate(position.length);
  memory.bytes(address, position.length).set(position);
  return address;
}

describe("trainable weights", () => {
  test("one term per abstraction; the value is their weighted sum", async () => {
    const terms = await evaluations.termEvaluator("edb(KRPK+KKBN*2)");
    const whole = await evaluations.evaluator("edb(sum:KRPK+KKBN*2)");
    expect(terms.names).toEqual(["KRPK", "KKBN"]);
    for (const position of positions(50)) {
      const sum = terms.terms(position, FIRST).reduce((all, term, i) => all + term * (terms.weights[i] as number), 0);
      expect(Math.abs(sum - whole.evaluate(position, FIRST))).toBeLessThan(0.03);
    }
    expect(terms.withWeights([0.25, 1])).toBe("edb(sum:KRPK*0.25+KKBN)");
  });
});

describe("its text", () => {
  test.for(Object.entries(EDB_PRESETS))("the paper's list %s is parsed", ([name, list]) => {
    expect(unwrap(parseEdb(name))).toEqual(unwrap(parseEdb(list)));
    expect(unwrap(parseEdb(name)).abstractions).toHaveLength(list.split("+").length);
  });

  test.for(["edb(5)", "edb(KRPKN+KPPKN*0.5)", "edb(sum:KRK)", "sum(material, edb(4)*0.5)"])(
    "%s is canonical",
    (text) => {
      expect(unwrap(parseEvaluation(text)).text).toBe(text);
    },
  );

  test.for([
    ["edb(KRPPKN)", "has 6 pieces"],
    ["edb(KXK)", "is not an ending"],
    ["edb(KRK*1000)", "outside"],
    ["edb()", "is not an ending"],
    ["sum(edb(4), edb(3))", "twice"],
    ["nothing", "edb(…)"],
  ] as const)("%s is rejected: %s", ([text, message]) => {
    const read = parseEvaluation(text);
    expect(read.ok ? "" : read.error.message).toContain(message);
  });
});
