/** The squares of moves, compared with the games' own notation. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { randomGame } from "../../engine/contracts/suites/random-play.ts";
import { findGame } from "../../games/games.ts";
import type { MoveDocument, Spot } from "../api.ts";
import { replayOrThrow } from "./replay.ts";
import { legalMoves } from "./position.ts";

const opened: OpenGame[] = [];
afterAll(() => Promise.all(opened.map((rules) => rules.close())));

async function open(id: string, options: Record<string, string | number> = {}): Promise<OpenGame> {
  const game = unwrap(await findGame(id));
  const rules = unwrap(await game.open({ ...defaultsOf(game.options), ...options }));
  opened.push(rules);
  return rules;
}

/** Positions of random games with a player to move. */
function positionsOf(rules: OpenGame, plies: number): Position[] {
  const seen = [1, 2, 3].flatMap((seed) =>
    randomGame(rules, rules.initial(), seed, plies).map(({ position }) => position),
  );
  return seen.filter((position, i) => i % 3 === 0 && (rules.actors(position)[0] ?? -1) >= 0);
}

function movesAt(rules: OpenGame, position: Position): readonly MoveDocument[] {
  return legalMoves(replayOrThrow(rules, { start: rules.formatPosition(position), moves: [] }), null);
}

function nameOf(rules: OpenGame, position: Position, spot: Spot | null): string | null {
  if (!spot) return null;
  const view = rules.view(position);
  return "cell" in spot ? (view.cells[spot.cell]?.name ?? null) : `${view.rows?.[spot.row]?.items[spot.item] ?? "new"}`;
}

describe.each([
  ["chinese-checkers", { side: 7 }, 60],
  ["chinese-dark-chess", {}, 80],
] as const)("%s", (id, options, plies) => {
  test("the squares are those in the notation", async () => {
    const rules = await open(id, options);
    let moves = 0;
    for (const position of positionsOf(rules, plies))
      for (const { text, from, to } of movesAt(rules, position)) {
        const [first, second] = text.split("-");
        const expected = second === undefined ? [null, first] : [first, second];
        expect([text, nameOf(rules, position, from), nameOf(rules, position, to)]).toEqual([text, ...expected]);
        moves++;
      }
    expect(moves).toBeGreaterThan(300);
  });
});

describe("arimaa", () => {
  const NEXT: Readonly<Record<string, readonly [number, number]>> = { n: [0, 1], s: [0, -1], e: [1, 0], w: [-1, 0] };

  test("steps, captures on traps, and pieces from the hand", async () => {
    const rules = await open("arimaa");
    let [steps, placed] = [0, 0];
    for (const position of positionsOf(rules, 220))
      for (const { text, from, to } of movesAt(rules, position)) {
        const step = /^[a-zA-Z]([a-h])([1-8])([nesw])$/.exec(text);
        const put = /^([a-zA-Z])([a-h][1-8])$/.exec(text);
        const spots = [nameOf(rules, position, from), nameOf(rules, position, to)];
        if (step) {
          const [, file = "", rank = "", direction = ""] = step;
          const [dx, dy] = NEXT[direction] as readonly [number, number];
          const target = String.fromCharCode(file.charCodeAt(0) + dx) + String(Number(rank) + dy);
          expect([text, ...spots]).toEqual([text, file + rank, target]);
          steps++;
        } else if (put) {
          expect([text, ...spots]).toEqual([text, put[1], put[2]]);
          placed++;
        } else expect([text, ...spots]).toEqual([text, null, null]);
      }
    expect(steps).toBeGreaterThan(300);
    expect(placed).toBeGreaterThan(300);
  });
});

describe("chess", () => {
  /** `from-to` of each move by its text. */
  async function waysAt(fen: string): Promise<Record<string, string>> {
    const rules = await open("chess");
    const position = unwrap(rules.parsePosition(fen));
    return Object.fromEntries(
      movesAt(rules, position).map(({ text, from, to }) => [
        text,
        `${nameOf(rules, position, from)}-${nameOf(rules, position, to)}`,
      ]),
    );
  }

  test("castling is the king's move, an en-passant capture ends on the empty square", async () => {
    expect(await waysAt("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")).toMatchObject({ "O-O": "e1-g1", "O-O-O": "e1-c1" });
    expect(await waysAt("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")).toMatchObject({ exd6: "e5-d6" });
  });

  test("promotions share their squares and have `becomes`; other moves do not", async () => {
    const rules = await open("chess");
    const moves = movesAt(rules, unwrap(rules.parsePosition("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1")));
    const becoming = moves.filter(({ becomes }) => becomes);
    expect(becoming.map(({ text, becomes }) => `${text} ${becomes?.letter}${becomes?.owner}`).toSorted()).toEqual([
      "e8=B B0",
      "e8=N+ N0",
      "e8=Q Q0",
      "e8=R R0",
    ]);
    expect(moves.length).toBe(9);
  });
});

describe.each(["breakthrough-small", "checkers", "chess-gdl", "amazons-small"])("the rulesheet %s", (id) => {
  test("the squares are those in the notation", async () => {
    const rules = await open(id);
    let moves = 0;
    for (const position of positionsOf(rules, 24).slice(0, 12))
      for (const { text, from, to } of movesAt(rules, position)) {
        const numbers = text.match(/\b[a-h\d]\b/g) ?? [];
        if (numbers.length !== 4 || !/^\((move|jump|capture|step)/.test(text)) continue;
        const [a, b, c, d] = numbers;
        expect([text, nameOf(rules, position, from), nameOf(rules, position, to)]).toEqual([
          text,
          `${a},${b}`,
          `${c},${d}`,
        ]);
        moves++;
      }
    expect(moves).toBeGreaterThan(30);
  });
});

describe.each(["tic-tac-toe", "hex", "othello"])("the rulesheet %s", (id) => {
  test("a placed piece lands on the square in the notation", async () => {
    const rules = await open(id);
    for (const position of positionsOf(rules, 8))
      for (const { text, from, to } of movesAt(rules, position)) {
        const [a, b] = text.match(/\b[a-z\d]\b/g) ?? [];
        if (b === undefined) continue;
        expect([text, from, nameOf(rules, position, to)]).toEqual([text, null, `${a},${b}`]);
      }
  });
});

test("dominoes: a tile goes from the hand to the named end of the chain", async () => {
  const rules = await open("dominoes");
  const position = unwrap(rules.parsePosition("16 35 / 22 23 / 3..1 / A"));
  const moves = movesAt(rules, position);
  const { rows = [] } = rules.view(position);
  const hand = rows.findIndex(({ owner }) => owner === 0);
  const chain = rows.findIndex(({ name }) => name === "chain");
  expect(moves).toEqual([
    { text: "35", actor: 0, from: { row: hand, item: 0 }, to: { row: chain, item: 0 } },
    { text: "16", actor: 0, from: { row: hand, item: 1 }, to: { row: chain, item: 1 } },
  ]);
});

test("skat: a card goes from the hand to the trick, unless it ends the trick", async () => {
  const rules = await open("skat");
  const start = "play CJHTS7/SJCAD8/HJCTS9 declarer=forehand game=grand trick=forehand:";
  const first = movesAt(rules, unwrap(rules.parsePosition(start)));
  expect(first.map(({ text }) => text)).toHaveLength(3);
  const { rows = [] } = rules.view(unwrap(rules.parsePosition(start)));
  const trick = rows.findIndex(({ name }) => name.startsWith("trick"));
  for (const { from, to } of first) {
    expect(from).toMatchObject({ row: 0 });
    expect(to).toEqual({ row: trick, item: 0 });
  }
});

test("with simultaneous moves, only the move's own changes count", async () => {
  const rules = await open("goofspiel");
  const moves = movesAt(rules, rules.initial());
  expect(new Set(moves.map(({ actor }) => actor))).toEqual(new Set([0, 1]));
  // A card leaves the hand of its player; the hands are the first rows.
  for (const { text, actor, from, to } of moves)
    expect([text, from, to]).toEqual([text, { row: actor, item: Number(/\(bid (\d+)\)/.exec(text)?.[1]) - 1 }, null]);
});

test("thief and police: one step has from and to, several steps are listed", async () => {
  const rules = await open("thief-and-police", { maze: "...#..E/.#.#.##/.......", policemen: 2 });
  const position = unwrap(rules.parsePosition("a1,b1/e1/police"));
  const moves = movesAt(rules, position);
  const cells = rules.view(position).cells.map(({ name }) => name);
  const stepsOf = ({ from, to, steps }: (typeof moves)[number]): string[] =>
    steps
      ? steps.map(([start, end]) => `${cells[start]}-${cells[end]}`)
      : from
        ? [`${nameOf(rules, position, from)}-${nameOf(rules, position, to)}`]
        : [];
  for (const move of moves) expect(stepsOf(move).join(",") || "stay").toBe(move.text);
  expect(moves.find(({ text }) => text === "a1-b1,b1-c1")).toMatchObject({ from: null, to: null });
});
