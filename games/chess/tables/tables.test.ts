/** Endgame tables against numbers of other programs, and against the values after all moves. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { tableSuite } from "../../../engine/contracts/suites/table-suite.ts";
import { randomNumbers } from "../../../engine/contracts/suites/random-play.ts";
import type { Rank } from "../../../engine/contracts/table.ts";
import { readOutcome } from "../../../engine/solve/outcome-values.ts";
import { memoryEntries } from "../../../engine/tables/memory-entries.ts";
import { Board } from "../board.ts";
import { parseFen } from "../fen.ts";
import { NO_SQUARE } from "../constants.ts";
import { EN_PASSANT } from "../layout.ts";
import { Tablebase } from "./tablebase.ts";
import { checkEntries } from "./check.ts";
import { compactShapeOf } from "./compact-table.ts";
import { EndgameTable } from "./ending-table.ts";
import { endgameFacts, endingStatistics, type SideStatistics } from "../facts.fixture.ts";
import { endingsUpTo, materialText, parseMaterial, withDependencies, type Material } from "./material.ts";
import { EndgameProbe } from "./probe.ts";
import { solveInMemory } from "./solved.fixture.ts";
import { endingSpec } from "./tables.ts";

const material = (text: string): Material => unwrap(parseMaterial(text));
const pawns = (each: Material): number => each.flat().filter((kind) => kind === 0).length;
const order = withDependencies([...endingsUpTo(4), material("KRRRK")]).toSorted(
  (a, b) => a.flat().length - b.flat().length || pawns(a) - pawns(b),
);
const solved = await solveInMemory(order);
const probe = new EndgameProbe((each) => solved.entries(each));
const board = new Board();
afterAll(async () => {
  await board.close();
  await probe.board.close();
});

/** Positions of each value over all placements on 64 squares: an entry counts once for each of its images under symmetry. */
function histogramOf(each: Material, side: number): number[] {
  const { shape, sideEntries, sliceEntries, pairEntries } = compactShapeOf(each);
  const bytes = solved.bytes(each);
  const table = new EndgameTable(each, solved.entries(each), (other) => solved.entries(other));
  const histogram = new Array<number>(256).fill(0);
  for (let start = side * sideEntries; start < (side + 1) * sideEntries; start += pairEntries) {
    const images = shape.slices
      ? slicesImages(
          shape.slices.squares[Math.floor((start % sideEntries) / sliceEntries)] as number[],
          shape.pawnCounts[0],
        )
      : kingsImages(table.unrank(start as Rank));
    for (let i = start; i < start + pairEntries; i++) histogram[bytes[i] as number]! += images;
  }
  return histogram;
}

function slicesImages(squares: readonly number[], white: number): number {
  const text = (list: readonly number[]): string =>
    [list.slice(0, white), list.slice(white)].map((side) => side.toSorted((a, b) => a - b).join()).join("/");
  return text(squares) === text(squares.map((square) => square ^ 7)) ? 1 : 2;
}

/** With both kings on the long diagonal the reflection is a separate entry. */
function kingsImages(position: Position): number {
  const [kings] = new BigUint64Array(position.slice(56, 64).buffer);
  return ((kings as bigint) & ~0x8040201008040201n) === 0n ? 4 : 8;
}

describe("numbers of other programs", () => {
  test("8,900 distances to mate from Gaviota tables, 150 of them with an en-passant capture", () => {
    const facts = endgameFacts();
    const wrong = facts.filter(({ fen, dtm, wdl, mated }) => {
      const { kind, plies } = readOutcome(unwrap(probe.valueOf(unwrap(probe.parsePosition(fen)))), "turns");
      const expected = mated ? "loss 0" : wdl === 0 ? "draw 0" : wdl > 0 ? `win ${dtm}` : `loss ${-dtm}`;
      return `${kind} ${plies}` !== expected;
    });
    expect(wrong).toEqual([]);
    expect(facts.length).toBe(8_900);
    expect(facts.filter(({ fen }) => fen.split(" ")[3] !== "-")).toHaveLength(150);
  });

  test.for(endingStatistics())("all positions of $table by result and distance", ({ table, wtm, btm }) => {
    const sides: readonly (readonly [number, SideStatistics])[] = [
      [0, wtm],
      [1, btm],
    ];
    for (const [side, expected] of sides) {
      const histogram = histogramOf(material(table), side);
      const counted = (kind: string): Record<string, number> =>
        Object.fromEntries(
          histogram.flatMap((count, byte) => {
            const outcome = readOutcome(byte, "turns");
            return count > 0 && outcome.kind === kind ? [[outcome.plies, count]] : [];
          }),
        );
      expect({ won: counted("win"), lost: counted("loss"), drawn: histogram[0] }).toEqual({
        won: expected.winHist,
        lost: expected.lossHist,
        drawn: expected.draw,
      });
    }
  });
});

// Published in many places since Thompson (1986) and Stiller; in moves of the side named first, to move and winning.
test.for([
  ["KPK", 28],
  ["KRK", 16],
  ["KQK", 10],
  ["KBNK", 33],
  ["KBBK", 19],
  ["KRKN", 40],
  ["KRKB", 29],
  ["KQKR", 35],
  ["KQKN", 21],
  ["KQKB", 17],
  ["KQKP", 28],
  ["KRKP", 26],
  ["KPKP", 33],
  ["KRRRK", 5],
] as const)("the longest mate of %s takes %i moves", ([text, moves]) => {
  const { sideEntries } = compactShapeOf(material(text));
  let longest = 128;
  for (const byte of solved.bytes(material(text)).subarray(0, sideEntries))
    if (byte > longest && byte < 255) longest = byte;
  expect((readOutcome(longest, "turns").plies + 1) / 2).toBe(moves);
});

describe("consistency with the values after all moves", () => {
  test.for(endingsUpTo(3).map(materialText))("every entry of %s is consistent", async (text) => {
    const bytes = solved.bytes(material(text));
    const { checked, wrong } = await checkEntries(material(text), bytes, solved.load, { threads: 2 });
    expect({ checked, wrong }).toEqual({ checked: bytes.length, wrong: 0 });
  });

  test("a wrong entry is detected", async () => {
    const bytes = solved.bytes(material("KRK")).slice();
    const at = bytes.findIndex((byte) => byte > 135 && byte < 255);
    bytes[at]! -= 1;
    const { wrong, example } = await checkEntries(material("KRK"), bytes, solved.load, { threads: 1 });
    expect(wrong).toBeGreaterThan(0);
    expect(example).not.toBeNull();
  });

  test.for(endingsUpTo(4).map(materialText))("500 entries of %s are consistent", (text) => {
    const table = new EndgameTable(material(text), solved.entries(material(text)), (other) => solved.entries(other));
    const random = randomNumbers(5);
    for (let i = 0; i < 500; i++) {
      const entry = Math.floor(random() * table.identity.entries) as Rank;
      if (table.get(entry) !== table.expected(entry))
        expect.fail(
          `entry ${entry}, ${table.formatPosition(table.unrank(entry))}: ${table.get(entry)}, should be ${table.expected(entry)}`,
        );
    }
  });
});

describe("en passant against a one-ply search", () => {
  const random = randomNumbers(11);
  const square = (): number => Math.floor(random() * 64);
  const positions: Position[] = [];
  while (positions.length < 4_000) {
    const file = Math.floor(random() * 8);
    const beside = file === 0 ? 1 : file === 7 ? 6 : file + (random() < 0.5 ? 1 : -1);
    const cells = new Array<string>(64).fill(".");
    cells[24 + file] = "P";
    cells[24 + beside] = "p";
    const kings = [square(), square()];
    if (kings.some((at) => cells[at] !== ".") || kings[0] === kings[1]) continue;
    cells[kings[0] as number] = "K";
    cells[kings[1] as number] = "k";
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
      cells
        .slice(8 * rank, 8 * rank + 8)
        .join("")
        .replace(/\.+/g, (empty) => String(empty.length)),
    );
    const position = parseFen(`${ranks.join("/")} b - ${"abcdefgh"[file]}3 0 1`, board);
    if (position.ok && position.value[EN_PASSANT] !== NO_SQUARE) positions.push(position.value);
  }

  test("the value is that of the best of all legal moves", () => {
    let changed = 0;
    for (const position of positions) {
      const value = unwrap(probe.valueOf(position));
      expect(value, probe.formatPosition(position)).toBe(probe.expected(position));
      const without = position.slice();
      without[EN_PASSANT] = NO_SQUARE;
      if (unwrap(probe.valueOf(without)) !== value) changed++;
    }
    expect(changed).toBeGreaterThan(100);
  });
});

describe("the table of KPK", () => {
  tableSuite(async () => {
    const own = material("KPK");
    const open = (loaded: number): EndgameTable =>
      new EndgameTable(own, memoryEntries(endingSpec(own).identity, solved.bytes(own), loaded), (other) =>
        solved.entries(other),
      );
    const table = open(compactShapeOf(own).entries);
    return {
      table,
      positions: [],
      isPosition: (index) => table.get(index) !== 255,
      // After a conversion the position belongs to another table.
      successors: (position) => board.legalMoves(position).map((move) => [move, board.play(position, move)] as const),
      sign: () => -1,
      entryOf: (value) => value.parts["entry"] ?? null,
      openPrefix: open,
      sample: 3_000,
      probes: 60,
    };
  });
});

test("a table loaded for one side to move covers only its positions", async () => {
  const own = material("KRK");
  const tablebase = new Tablebase(board.kernel);
  for (const side of [0, 1]) {
    await solved.load(tablebase, own, side);
    for (const turn of [0, 1]) {
      const position = unwrap(parseFen(`8/8/8/8/8/2k5/1R6/K7 ${turn === 0 ? "w" : "b"} - - 0 1`, board));
      const value = board.states.kernel.exports.probePlacement(board.states.put(position), turn);
      expect(value).toBe(side === turn ? unwrap(probe.valueOf(position)) : -1);
    }
    tablebase.remove(own);
  }
});

describe("positions that are not covered", () => {
  const refusal = (fen: string): string => {
    const answer = probe.probe(unwrap(probe.parsePosition(fen)));
    return answer.ok ? "" : answer.error.message;
  };

  test("too many pieces", () => {
    expect(refusal("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1")).toContain(
      "the position has 10 pieces; the tables cover up to 5",
    );
  });

  test("castling rights", () => {
    expect(refusal("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).toContain("castling");
  });

  test("a missing table is reported with the command that builds it", () => {
    const none = new EndgameProbe((each) => {
      throw Object.assign(new Error(), { message: endingSpec(each).command });
    });
    expect(() => none.valueOf(unwrap(none.parsePosition("8/8/8/8/4k3/8/2PQ4/4K3 w - - 0 1")))).toThrow(
      "gamelore solve chess --material KQPK",
    );
  });
});

test("with 80 plies on the clock a mate in 31 plies is uncertain, and the text says so", () => {
  const late = unwrap(probe.probe(unwrap(probe.parsePosition("8/8/8/8/8/2k5/1R6/K7 w - - 80 100"))));
  expect(late.value).toMatchObject({ exact: false, text: expect.stringContaining("fifty-move rule") });
  const early = unwrap(probe.probe(unwrap(probe.parsePosition("8/8/8/8/8/2k5/1R6/K7 w - - 0 1"))));
  expect(early.value).toMatchObject({ exact: true, text: "White wins: mate in 16 moves (31 plies)", outcome: "win" });
});
