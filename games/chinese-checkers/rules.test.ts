/** The rules against a reference implementation (reference.fixture.ts). */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { pick, randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { game } from "./game.ts";
import { type ReferencePosition, ReferenceRules, type ReferenceVariant } from "./reference.fixture.ts";

const SIDES = [4, 5, 6, 7, 8, 9];
const PIECES = [1, 3, 6, 10];
const WINS = ["filled", "all"] as const;
const MOVES = ["all", "non-backward", "forward", "paper"] as const;
const STUCK = ["pass", "loss", "draw"] as const;

const variants: ReferenceVariant[] = SIDES.flatMap((side) =>
  PIECES.filter((pieces) => side > 4 || pieces < 10).flatMap((pieces) =>
    WINS.flatMap((win) => MOVES.flatMap((moves) => STUCK.map((stuck) => ({ side, pieces, win, moves, stuck })))),
  ),
);

async function open(variant: Partial<ReferenceVariant>): Promise<OpenGame> {
  const given = Object.fromEntries(Object.entries(variant).map(([key, value]) => [key, String(value)]));
  return unwrap(await game.open(unwrap(parseOptions(game.options, given))));
}

/** Random cells; a greater `pull` favours the first ones. */
function scatter(cells: readonly string[], count: number, pull: number, random: () => number): string[] {
  const left = [...cells];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() ** pull * left.length), 1)[0] as string);
}

/** A deadlock: at each tip the pieces that want to leave are blocked by those that want to enter. */
function deadlock(reference: ReferenceRules, random: () => number): ReferencePosition {
  const { pieces } = reference.variant;
  const [stayingX, stayingO] = [Math.floor(random() * pieces), Math.floor(random() * pieces)];
  const top = reference.cells.slice(0, stayingO + pieces - stayingX);
  const bottom = reference.cells.toReversed().slice(0, stayingX + pieces - stayingO);
  return {
    sides: [
      new Set([...top.slice(stayingO), ...bottom.slice(0, stayingX)]),
      new Set([...top.slice(0, stayingO), ...bottom.slice(stayingX)]),
    ],
    turn: random() < 0.5 ? 0 : 1,
  };
}

/** Random pieces, or pieces drawn to their goals, where games end and players get stuck. */
function randomPosition(reference: ReferenceRules, random: () => number): ReferencePosition {
  const { pieces, side } = reference.variant;
  // Two deadlocks need space for all pieces.
  if (random() < 0.2 && 2 * pieces < side * side) return deadlock(reference, random);
  const pulls = [1, 1, 3, 8, 30];
  const x = scatter(reference.cells, pieces, pick(pulls, random), random);
  const free = reference.cells.toReversed().filter((cell) => !x.includes(cell));
  return {
    sides: [new Set(x), new Set(scatter(free, pieces, pick(pulls, random), random))],
    turn: random() < 0.5 ? 0 : 1,
  };
}

/** Result and legal moves of a position. */
function observed(rules: OpenGame, text: string): { result: unknown; moves: string[] } {
  const position = unwrap(rules.parsePosition(text));
  const [actor] = rules.actors(position);
  const moves = actor === undefined ? [] : rules.moves(position, actor).map((move) => rules.formatMove(position, move));
  return { result: rules.result(position), moves: moves.toSorted() };
}

describe("random positions of every variant", () => {
  const seen = { ended: 0, stuck: 0, drawn: 0, positions: 0 };

  test.for(SIDES)("side %d: the same legal moves and results", async (side) => {
    const random = randomNumbers(side);
    for (const variant of variants.filter((each) => each.side === side)) {
      const rules = await open(variant);
      const reference = new ReferenceRules(variant);
      expect(rules.formatPosition(rules.initial())).toBe(reference.text(reference.initial()));
      for (let i = 0; i < 20; i++) {
        const position = randomPosition(reference, random);
        // Unreachable: a game ends when the first side wins.
        if (reference.hasWon(position, 0) && reference.hasWon(position, 1)) continue;
        const text = reference.text(position);
        const expected = { result: reference.result(position), moves: reference.moves(position).toSorted() };
        expect(observed(rules, text), `${text} in ${JSON.stringify(variant)}`).toEqual(expected);
        const won = reference.hasWon(position, 0) || reference.hasWon(position, 1);
        seen.positions++;
        seen.ended += won ? 1 : 0;
        seen.stuck += !won && reference.ownMoves(position, position.turn).length === 0 ? 1 : 0;
        seen.drawn += variant.stuck === "pass" && expected.result?.[0] === 0.5 ? 1 : 0;
      }
    }
  });

  test("they include won, stuck and mutually stuck ones", () => {
    expect(seen.positions).toBeGreaterThan(6_000);
    expect(seen.ended).toBeGreaterThan(100);
    expect(seen.stuck).toBeGreaterThan(100);
    expect(seen.drawn).toBeGreaterThan(5);
  });
});

test("whole games are the same", async () => {
  for (const [seed, variant] of variants.filter(({ side }) => side === 5).entries()) {
    const random = randomNumbers(seed);
    const rules = await open(variant);
    const reference = new ReferenceRules(variant);
    let position = rules.initial();
    let referencePosition = reference.initial();
    for (let ply = 0; ply < 25; ply++) {
      const moves = reference.moves(referencePosition);
      expect(observed(rules, rules.formatPosition(position)).moves).toEqual(moves.toSorted());
      if (moves.length === 0) break;
      const text = pick(moves, random);
      position = rules.play(position, [unwrap(rules.parseMove(position, text))]);
      referencePosition = reference.play(referencePosition, text);
      expect(rules.formatPosition(position)).toBe(reference.text(referencePosition));
      expect(rules.result(position)).toEqual(reference.result(referencePosition));
    }
  }
});

describe("perft is the same", () => {
  test("from the start, and from random positions", async () => {
    for (const [seed, variant] of variants.entries()) {
      // A sample in which every option occurs with every side.
      if (seed % 7 !== 0) continue;
      const random = randomNumbers(seed);
      const rules = await open(variant);
      const reference = new ReferenceRules(variant);
      const depth = variant.pieces === 1 ? 3 : 2;
      expect(rules.perft(rules.initial(), 2), JSON.stringify(variant)).toBe(reference.perft(reference.initial(), 2));
      if (variant.pieces > 3) continue;
      const position = randomPosition(reference, random);
      if (reference.hasWon(position, 0) && reference.hasWon(position, 1)) continue;
      const text = reference.text(position);
      expect(rules.perft(unwrap(rules.parsePosition(text)), depth), `${text} in ${JSON.stringify(variant)}`).toBe(
        reference.perft(position, depth),
      );
    }
  });

  test("four plies deep on small boards", async () => {
    for (const variant of [
      { side: 4, pieces: 1, win: "filled", moves: "all", stuck: "pass" },
      { side: 4, pieces: 3, win: "all", moves: "forward", stuck: "pass" },
      { side: 4, pieces: 3, win: "filled", moves: "non-backward", stuck: "draw" },
    ] as const) {
      const rules = await open(variant);
      const reference = new ReferenceRules(variant);
      expect(rules.perft(rules.initial(), 4)).toBe(reference.perft(reference.initial(), 4));
    }
  });
});

describe("the rules in words", () => {
  const at = async (text: string, variant: Partial<ReferenceVariant>): Promise<ReturnType<typeof observed>> =>
    observed(await open(variant), text);

  test("a goal filled up by the opponent wins for a player with a piece in it", async () => {
    // x has a1 of its goal a1 b1 a2; o still occupies the other two.
    expect((await at("x/oo/3/2xo/2x/2/1 o", { side: 4, pieces: 3 })).result).toEqual([1, 0]);
    expect((await at("x/oo/3/2xo/2x/2/1 o", { side: 4, pieces: 3, win: "all" })).result).toBeNull();
  });

  test("a goal that only the opponent occupies is not a win", async () => {
    const rules = await open({ side: 4, pieces: 3 });
    expect(rules.result(rules.initial())).toBeNull();
  });

  test("jumps chain and may return to the start, but no move ends where it began", async () => {
    // b2 over c2 to d2, over c3 to b4, over b3 back to b2; and four rolls.
    const { moves } = await at("1/2/1x1/1oo1/2o2/4/3/x1/x x", { side: 5, pieces: 3 });
    expect(moves.filter((move) => move.startsWith("b2"))).toEqual([
      "b2-a2",
      "b2-a3",
      "b2-b1",
      "b2-b4",
      "b2-c1",
      "b2-d2",
    ]);
  });

  test("a player without a move passes, loses or draws", async () => {
    // Forward only: x on the tip blocks o on d3.
    const forward = { side: 4, pieces: 1, moves: "forward", win: "all" } as const;
    const shut = "1/2/3/4/3/o1/x o";
    expect(await at(shut, { ...forward, stuck: "pass" })).toEqual({ result: null, moves: ["pass"] });
    expect(await at(shut, { ...forward, stuck: "loss" })).toEqual({ result: [1, 0], moves: [] });
    expect(await at(shut, { ...forward, stuck: "draw" })).toEqual({ result: [0.5, 0.5], moves: [] });
  });
});

describe.for([
  { side: 4, pieces: 1 },
  { side: 4, pieces: 3, stuck: "loss", moves: "forward", win: "all" },
  { side: 5, pieces: 6, moves: "non-backward", stuck: "draw" },
  { side: 5, pieces: 10, moves: "forward", stuck: "pass" },
  { side: 9, pieces: 6, moves: "forward" },
] as const)("%o", (variant) => {
  // One move from home, so that random play reaches the end.
  const near: Readonly<Record<number, readonly string[]>> = { 3: ["x/1x/x2/4/1o1/1o/o x"] };
  gameSuite(() => open(variant), { seeds: [1, 2], plies: 150, positions: near[variant.pieces] ?? [] });
});
