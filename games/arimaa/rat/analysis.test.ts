/** The analysis against the reference implementation of the rules, and on hand-made positions. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { randomNumbers } from "../../../engine/contracts/suites/random-play.ts";
import { SQUARE_NAMES } from "./graphs/board.ts";
import { game } from "../game.ts";
import { SIDE } from "../layout.ts";
import { referenceBoard, referenceTurns } from "../reference-rules.fixture.ts";
import type { ArimaaRules } from "../rules.ts";
import { letterOf, NUMBERS } from "../squares.ts";
import { movesOfTurn, playMoves } from "../turns.ts";
import { Analysis, type Threat } from "./analysis.ts";
import { analysisDocument } from "./describe.ts";
import { cellsOf, RatKernel } from "./rat-kernel.ts";
import { GONE } from "./constants.ts";
import { SearchNode } from "./search-node.ts";

const rules = unwrap(await game.open({})) as ArimaaRules;
const kernel = new RatKernel(rules.board);
afterAll(() => rules.close());

const parsed = (text: string): Position => unwrap(rules.parsePosition(text.replaceAll("/", "")));
const analysed = (text: string): Analysis => new Analysis(new SearchNode(kernel, parsed(text)));

/** Few pieces of both sides around a trap, so that they interact. */
function randomText(seed: number): string | null {
  const random = randomNumbers(seed);
  const letters = Array.from({ length: 64 }, () => ".");
  const [left, top] = [Math.floor(random() * 4), Math.floor(random() * 4)];
  const all = [0, 1].flatMap((colour) =>
    NUMBERS.flatMap((most, kind) => Array.from({ length: most }, () => letterOf({ kind, colour }))),
  );
  for (let i = 0; i < 6 + Math.floor(random() * 4); i++) {
    const [letter] = all.splice(Math.floor(random() * all.length), 1);
    letters[8 * (top + Math.floor(random() * 5)) + left + Math.floor(random() * 5)] = letter!;
  }
  const text = `${random() < 0.5 ? "g" : "s"} ${letters.join("")}`;
  const atGoal = letters.slice(0, 8).includes("R") || letters.slice(56).includes("r");
  return rules.parsePosition(text).ok && !atGoal ? text : null;
}

const texts = Array.from({ length: 60 }, (_, seed) => randomText(seed + 1)).filter((text) => text !== null);

/** By letter: the fewest steps after which the other side has one less. */
function referenceCaptures(letters: string, gold: boolean): Map<string, number> {
  const count = (board: string, letter: string): number => board.split(letter).length - 1;
  const found = new Map<string, number>();
  for (const [after, steps] of referenceTurns(referenceBoard(letters), gold)) {
    for (const letter of gold ? "rcdhme" : "RCDHME") {
      if (count(after, letter) < count(letters, letter)) found.set(letter, Math.min(found.get(letter) ?? 9, steps));
    }
  }
  return found;
}

function byLetter(threats: readonly Threat[], letters: string, side: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const { square, steps } of threats) {
    // Squares are from the view of the side to move; the letters of a position begin with a8 too.
    const letter = letters[side === 0 ? square : square ^ 56]!;
    found.set(letter, Math.min(found.get(letter) ?? 9, steps));
  }
  return found;
}

test("capture threats of both sides match all turns of the reference implementation", () => {
  let some = 0;
  for (const text of texts) {
    const analysis = analysed(text);
    const { side } = analysis.node;
    const letters = text.slice(2);
    const ours = referenceCaptures(letters, side === 0);
    const theirs = referenceCaptures(letters, side === 1);
    some += ours.size + theirs.size;
    expect(byLetter(analysis.captures, letters, side), text).toEqual(ours);
    expect(byLetter(analysis.losses, letters, side), text).toEqual(theirs);
  }
  expect(some).toBeGreaterThan(20);
});

test("goal threats match all turns of the reference implementation", () => {
  for (const text of texts) {
    const { goal, enemyGoal, node } = analysed(text);
    const reaches = (gold: boolean): boolean =>
      [...referenceTurns(referenceBoard(text.slice(2)), gold).keys()].some((after) =>
        gold ? after.slice(0, 8).includes("R") : after.slice(56).includes("r"),
      );
    expect([goal !== null, enemyGoal !== null]).toEqual([reaches(node.side === 0), reaches(node.side === 1)]);
  }
});

test("outcomes match the rules", () => {
  for (const text of texts.slice(0, 20)) {
    const position = parsed(text);
    const node = new SearchNode(kernel, position);
    let seen = 0;
    node.outcomes().each(({ turn, after, moved, from, to, piece, before }) => {
      if (seen++ % 7 !== 0) return;
      const end = playMoves(rules.board, position, movesOfTurn(turn));
      expect(cellsOf(end, node.side)).toEqual(after);
      for (let i = 0; i < moved; i++) {
        expect(before[from[i]!]).toBe(piece[i]);
        if (to[i] !== GONE) expect(after[to[i]!]).toBe(piece[i]);
      }
    });
    expect(seen).toBe(rules.board.listTurns(position));
  }
});

test("goal defences are all turns after which there is no goal", () => {
  let some = 0;
  for (const text of texts) {
    const position = parsed(text);
    const side = position[SIDE] as number;
    if (kernel.goalTurn(position, 1 - side, 4) === null) continue;
    const expected = rules.board
      .turns(position)
      .filter((turn) => kernel.goalTurn(kernel.after(position, turn, 1 - side), 1 - side, 4) === null);
    const found = kernel.goalDefences(position, side, 4);
    expect(found).toEqual(expected.slice(0, 256));
    some += found.length;
  }
  expect(some).toBeGreaterThan(20);
});

test("frozen pieces match the rules", () => {
  for (const text of texts) {
    const { frozen, node } = analysed(text);
    const squares = frozen.map((square) => (node.side === 0 ? square ^ 56 : square));
    expect(new Set(squares)).toEqual(rules.board.frozen(node.position, node.side));
  }
});

const at = (name: string): number => SQUARE_NAMES.indexOf(name);

test("trap control: adjacent pieces, their number and strength", () => {
  const { traps } = analysed("g .......r/..r...../.h.E..../..D...../......../.c....../......../.......R");
  const control = (name: string): object | undefined => traps.find(({ square }) => square === at(name));
  expect(control("c6")).toMatchObject({
    home: false,
    own: 2,
    ownStrength: 6,
    enemy: 2,
    enemyStrength: 4,
    holder: "both",
  });
  expect(control("c3")).toMatchObject({ home: true, own: 0, enemy: 1, enemyStrength: 2, holder: "enemy" });
  expect(control("f3")).toMatchObject({ own: 0, enemy: 0, holder: "nobody" });
});

test("hostages, frames, forks, flips and camel hunts are detected", () => {
  const hostage = analysed("g .......r/......../......../......../.h....../.E....../......../.......R");
  expect(hostage.hostages).toMatchObject([{ square: at("b4"), holder: at("b3"), trap: at("c3"), ours: false }]);
  const ours = analysed("g .......r/......../eH....../......../......../......../......../.......R");
  expect(ours.hostages).toMatchObject([{ square: at("b6"), ours: true }]);
  const frame = analysed("g .......r/..r...../.HcD..../..E...../......../......../......../.......R");
  expect(frame.frames).toMatchObject([{ trap: at("c6"), complete: true, ours: false, closed: 3 }]);
  const fork = analysed("g .......r/......../......../.dEc..../......../......../......../.......R");
  expect(fork.forks).toEqual([{ by: at("c5"), victims: expect.arrayContaining([at("b5"), at("d5")]) }]);
  const flip = analysed("g .......r/......../...d..../...E..../......../......../......../.......R");
  expect(flip.flips).toEqual([{ by: at("d5"), victim: at("d6") }]);
  const hunt = analysed("g e......r/......../......../...m..../......../......../...E..../.......R");
  expect(hunt.camelHunt).toEqual({ camel: at("d5"), elephant: at("d2"), away: 3 });
});

test("phases: opening, middle game, endgame", () => {
  expect(analysed("g rrrddrrr/rhcemchr/......../......../......../......../RHCMECHR/RRRDDRRR").phase).toBe("opening");
  expect(analysed("g r..ddr.r/rhcemchr/......../...E..../......../.H....H./R.CM.C.R/RRRDDRRR").phase).toBe(
    "middle game",
  );
  expect(analysed("g .......r/...d..../......../......../......../......../R......./..D....R").phase).toBe("endgame");
});

test("silver has the same analysis with the board rotated", () => {
  for (const text of texts.slice(0, 20)) {
    const [side = "", letters = ""] = text.split(" ");
    const rows = letters.match(/.{8}/g)!.toReversed().join("");
    const swapped = [...rows].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase()));
    const one = analysed(text);
    const other = analysed(`${side === "g" ? "s" : "g"} ${swapped.join("")}`);
    expect(other.cells).toEqual(one.cells);
    expect(other.captures.map(({ square, steps }) => [square, steps])).toEqual(
      one.captures.map(({ square, steps }) => [square, steps]),
    );
    expect(other.exposed).toEqual(one.exposed);
  }
});

test("the document has squares in the usual notation", () => {
  const document = analysisDocument(
    analysed("s .......r/......../......dE/......../......../......../......../R......."),
  );
  expect(document).toMatchObject({ side: "silver", losses: [{ piece: "d", square: "g6", steps: 2 }], exposed: ["g6"] });
});
