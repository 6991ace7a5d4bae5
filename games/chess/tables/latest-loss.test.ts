/**
 * The latest loss, in 254 plies, which KPPKP alone has. That takes too long to build here: instead KQKP is built from a table of KQKQ in which a win takes 253
 * plies, and compared with its definition, which shares no code with the generator.
 */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { TableEntries } from "../../../engine/contracts/table.ts";
import { readOutcome, writeOutcome } from "../../../engine/solve/outcome-values.ts";
import { memoryEntries } from "../../../engine/tables/memory-entries.ts";
import { Board } from "../board.ts";
import { parseSan } from "../san.ts";
import { EndgameBook } from "./book.ts";
import { checkEntries } from "./check.ts";
import { EndgameSolver, type SolvedEnding } from "./endgame-solver.ts";
import { EndgameTable } from "./ending-table.ts";
import { materialText, parseMaterial, withDependencies, type Material } from "./material.ts";
import { EndgameProbe } from "./probe.ts";
import { solveInMemory, type SolvedTables } from "./solved.fixture.ts";
import { endingOffer } from "./tables.ts";

const material = (text: string): Material => unwrap(parseMaterial(text));
const [own, after] = [material("KQKP"), material("KQKQ")];
/** Black has two kinds of moves: king moves, and the promotion, which is mated at once. White had other wins before. */
const PROMOTES = "8/8/7Q/8/k1K5/8/1p6/8 b - - 0 1";
const WIN_IN_253 = writeOutcome("win", 253, "turns");
const WIN_VALUE = 30_000;

const solved = await solveInMemory(withDependencies([own]));
const board = new Board();
afterAll(() => board.close());

/** Loads the tables, with other bytes for the one that promotions lead to. */
const loadWith =
  (bytes: Uint8Array): SolvedTables["load"] =>
  async (book, each) =>
    void book.add(each).set(materialText(each) === materialText(after) ? bytes : solved.bytes(each));

async function solveOwn(bytes: Uint8Array): Promise<SolvedEnding> {
  const found: SolvedEnding[] = [];
  await new EndgameSolver(loadWith(bytes)).solve([own], { threads: 1 }, async (each) => {
    found.push({ ...each, bytes: each.bytes.slice() });
  });
  return found[0] as SolvedEnding;
}

test("a side that can put off the mate for 254 plies does so, and every entry is what its moves make it", async () => {
  const bytes = solved.bytes(after).slice();
  const entriesOf = (each: Material): TableEntries =>
    materialText(each) === materialText(after)
      ? memoryEntries(endingOffer(after).identity, bytes)
      : solved.entries(each);
  const probe = new EndgameProbe(entriesOf);
  const position = unwrap(probe.parsePosition(PROMOTES));
  const promoted = board.play(position, unwrap(parseSan(board, position, "b1=Q")));
  bytes[unwrap(probe.locate(promoted)).entry] = WIN_IN_253;
  await probe.board.close();

  const { bytes: built, histogram, plies } = await solveOwn(bytes);
  expect(plies).toBe(254);
  expect(histogram[writeOutcome("loss", 254, "turns")]).toBe(1);
  expect(histogram[WIN_IN_253]).toBe(0);
  const table = new EndgameTable(own, memoryEntries(endingOffer(own).identity, built), entriesOf);
  const before = solved.bytes(own);
  const changed = [...built.keys()].filter((entry) => built[entry] !== before[entry]);
  expect(changed).toContain(unwrap(table.rank(position)));
  for (const entry of changed) expect(table.get(entry), `entry ${entry}`).toBe(table.expected(entry));
  const checked = await checkEntries(own, built, loadWith(bytes), { threads: 2, samples: 300_000 });
  expect(checked.wrong).toBe(0);
  expect(checked.checked).toBeGreaterThanOrEqual(300_000);

  expect(readOutcome(table.get(unwrap(table.rank(position))), "turns")).toEqual({ kind: "loss", plies: 254 });
  expect(unwrap(table.probe(position)).value).toMatchObject({
    text: "White wins: mate in 127 moves (254 plies), unless the fifty-move rule draws first",
    outcome: "loss",
  });

  const book = new EndgameBook(board.kernel);
  for (const each of withDependencies([own])) await loadWith(bytes)(book, each);
  book.bytes(own).set(built);
  expect(board.states.call("probeTables", position)).toBe(254 - WIN_VALUE);
  const entry = unwrap(table.rank(position));
  const { memory } = board.kernel;
  const scratch = memory.allocate(board.kernel.call("checkScratchBytes"));
  board.kernel.call("setStop", memory.allocateZeroed(4));
  const wrong = (): number =>
    board.kernel.call("checkEntries", book.layoutOf(own), entry, entry + 1, 1, scratch, memory.allocate(4));
  expect(wrong()).toBe(0);
  book.bytes(own)[entry] = writeOutcome("loss", 252, "turns");
  expect(wrong()).toBe(1);
});

test("a mate that takes longer is refused", async () => {
  const bytes = solved.bytes(after).map((byte) => (readOutcome(byte, "turns").kind === "win" ? WIN_IN_253 : byte));
  await expect(solveOwn(bytes)).rejects.toThrow("a mate of KQKP takes over 254 plies");
});
