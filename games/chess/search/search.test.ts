/** The search: minimax values without pruning, published combinations and mates, draws. */
import { afterAll, describe, expect, test } from "vitest";
import { makePlayer } from "../../../engine/arena/players.ts";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import type { Choice } from "../../../engine/contracts/player.ts";
import { WIN_VALUE } from "../../../engine/search/values.ts";
import { game } from "../game.ts";
import type { ChessRules } from "../rules.ts";
import { referenceValue } from "./reference-search.fixture.ts";
import { BRATKO_KOPEC, MATES, WIN_AT_CHESS } from "./tactics.fixture.ts";

const rules = unwrap(await game.open({})) as ChessRules;
afterAll(() => rules.close());

const at = (fen: string): Position => unwrap(rules.parsePosition(fen));

async function choice(text: string, position: Position): Promise<Choice> {
  const player = await makePlayer(rules, text, 1);
  try {
    return await player.choose(position, {});
  } finally {
    await player.close();
  }
}

describe("full-width search with quiescence equals minimax", () => {
  const fens = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/2p1r3/3p4/1P2b3/3N4/2P5/4R3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K2R b K - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 97 80",
    "8/8/8/3k4/8/3KP3/8/8 w - - 0 1",
  ];
  for (const evaluation of ["tuned", "sum(material)"]) {
    test.each(fens)(`${evaluation}: %s`, async (fen) => {
      for (const depth of [1, 2]) {
        const { info } = await choice(
          `alphabeta(depth=${depth}, selective=no, eval=${evaluation}, tables=none)`,
          at(fen),
        );
        const value = info.value as number;
        const found = Math.abs(value) > 200 ? value : Math.round(100 * value);
        expect(found).toBe(await referenceValue(rules, at(fen), depth, evaluation));
      }
    });
  }
});

test("the transposition table does not change full-width values", async () => {
  for (const { fen } of BRATKO_KOPEC.slice(0, 4)) {
    const [without, withTable] = await Promise.all(
      ["tt=0", "tt=8"].map((table) => choice(`alphabeta(depth=3, selective=no, ${table})`, at(fen))),
    );
    expect(withTable?.info.value).toBe(without?.info.value);
  }
});

describe("combinations of Reinfeld's Win at Chess", () => {
  test.each(WIN_AT_CHESS)("$name: $best", async ({ fen, best }) => {
    const { move } = await choice("alphabeta(nodes=400000)", at(fen));
    expect(best).toContain(rules.formatMove(at(fen), move));
  });
});

test("most of the Bratko-Kopec positions", async () => {
  const solved: string[] = [];
  for (const { name, fen, best } of BRATKO_KOPEC) {
    const { move } = await choice("alphabeta(nodes=200000)", at(fen));
    if (best.includes(rules.formatMove(at(fen), move))) solved.push(name);
  }
  expect(solved.length).toBeGreaterThanOrEqual(12);
});

describe("mates", () => {
  test.each(MATES)("$name: mate in $moves", async ({ fen, best, moves }) => {
    for (const text of ["alphabeta(nodes=300000)", `alphabeta(depth=${2 * moves - 1}, selective=no)`]) {
      const { move, info } = await choice(text, at(fen));
      if (best.length > 0) expect(best).toContain(rules.formatMove(at(fen), move));
      expect(info.value).toBe(WIN_VALUE - (2 * moves - 1));
    }
  });

  test("the losing side defends as long as possible", async () => {
    const { info } = await choice("alphabeta(depth=6)", at("k7/8/1K6/8/8/8/8/7R b - - 0 1"));
    expect(info.value).toBe(2 - WIN_VALUE);
  });
});

describe("draws", () => {
  test("the winning side avoids stalemate", async () => {
    const fen = "7k/5Q2/8/8/8/8/8/K7 w - - 0 1";
    const { move, info } = await choice("alphabeta(depth=8)", at(fen));
    const after = rules.play(at(fen), [move]);
    expect(rules.result(after)).toBeNull();
    expect(info.value).toBeGreaterThan(5);
  });

  test("perpetual check saves a lost game", async () => {
    // White is lost on material, but has perpetual check on e8 and h5.
    const fen = "6k1/6p1/8/6P1/8/8/qr6/4Q2K w - - 0 1";
    const { move, info } = await choice("alphabeta(nodes=200000)", at(fen));
    expect(rules.formatMove(at(fen), move)).toMatch(/^Qe/);
    expect(info.value).toBe(0);
  });

  test("a win beyond the fifty-move rule is a draw", async () => {
    const { info } = await choice("alphabeta(depth=6)", at("8/8/8/3k4/8/8/8/K6R w - - 98 120"));
    expect(info.value).toBe(0);
  });
});
