/**
 * The longest loss, in 254 plies, which occurs only in KPPKP. KPPKP takes too long to build here: instead KQKP is built from a table of KQKQ
 * with a win in 253 plies, and checked against the values after all moves, which share no code with the generator.
 */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Rank, TableEntries } from "../../../engine/contracts/table.ts";
import { readOutcome, writeOutcome } from "../../../engine/solve/outcome-values.ts";
import { memoryEntries } from "../../../engine/tables/memory-entries.ts";
import { Board } from "../board.ts";
import { parseSan } from "../san.ts";
import { Tablebase } from "./tablebase.ts";
import { checkEntries } from "./check.ts";
import { EndgameSolver, type SolvedEnding } from "./endgame-solver.ts";
import { EndgameTable } from "./ending-table.ts";
import { materialText, parseMaterial, withDependencies, type Material } from "./material.ts";
import { EndgameProbe } from "./probe.ts";
import { solveInMemory, type SolvedTables } from "./solved.fixture.ts";
import { endingSpec } from "./tables.ts";

const material = (text: string): Material => unwrap(parseMaterial(text));
const [own, after] = [material("KQKP"), material("KQKQ")];
/** Black has king moves and a promotion, which is mated at once in the real table. */
const PROMOTES = "8/8/7Q/8/k1K5/8/1p6/8 b - - 0 1";
const WIN_IN_253 = writeOutcome("win", 253, "turns");
const WIN_VALUE = 30_000;

const solved = await solveInMemory(withDependencies([own]));
const board = new Board();
afterAll(() => board.close());

/** Loads the tables, with modified bytes for the promotion target. */
const loadWith =
  (bytes: Uint8Array): SolvedTables["load"] =>
  async (tablebase, each) =>
    void tablebase.add(each).set(materialText(each) === materialText(after) ? bytes : solved.bytes(each));

async function solveOwn(bytes: Uint8Array): Promise<SolvedEnding> {
  const found: SolvedEnding[] = [];
  await new EndgameSolver(loadWith(bytes)).solve([own], { threads: 1 }, async (each) => {
    found.push({ ...each, bytes: each.bytes.slice() });
  });
  return found[0] as SolvedEnding;
}

test("a loss in 254 plies is stored, and every entry is consistent with its moves", async () => {
  const bytes = solved.bytes(after).slice();
  const entriesOf = (each: Material): TableEntries =>
    materialText(each) === materialText(after)
      ? memoryEntries(endingSpec(after).identity, bytes)
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
  const table = new EndgameTable(own, memoryEntries(endingSpec(own).identity, built), entriesOf);
  const before = solved.bytes(own);
  const changed = [...built.keys()].filter((entry) => built[entry] !== before[entry]);
  expect(changed).toContain(unwrap(table.rank(position)));
  for (const entry of changed) expect(table.get(entry as Rank), `entry ${entry}`).toBe(table.expected(entry as Rank));
  const checked = await checkEntries(own, built, loadWith(bytes), { threads: 2, samples: 300_000 });
  expect(checked.wrong).toBe(0);
  expect(checked.checked).toBeGreaterThanOrEqual(300_000);

  expect(readOutcome(table.get(unwrap(table.rank(position))), "turns")).toEqual({ kind: "loss", plies: 254 });
  expect(unwrap(table.probe(position)).value).toMatchObject({
    text: "White wins: mate in 127 moves (254 plies), unless the fifty-move rule draws first",
    outcome: "loss",
  });

  const tablebase = new Tablebase(board.kernel);
  for (const each of withDependencies([own])) await loadWith(bytes)(tablebase, each);
  tablebase.bytes(own).set(built);
  expect(board.states.kernel.exports.probeTables(board.states.put(position))).toBe(254 - WIN_VALUE);
  const entry = unwrap(table.rank(position));
  const { memory } = board.kernel;
  const scratch = memory.allocate(board.kernel.exports.checkScratchBytes());
  board.kernel.exports.setStop(memory.allocateZeroed(4));
  const wrong = (): number =>
    board.kernel.exports.checkEntries(tablebase.layoutOf(own), entry, entry + 1, 1, scratch, memory.allocate(4));
  expect(wrong()).toBe(0);
  tablebase.bytes(own)[entry] = writeOutcome("loss", 252, "turns");
  expect(wrong()).toBe(1);
});

test("a longer mate is rejected", async () => {
  const bytes = solved.bytes(after).map((byte) => (readOutcome(byte, "turns").kind === "win" ? WIN_IN_253 : byte));
  await expect(solveOwn(bytes)).rejects.toThrow("KQKP has a mate of more than 254 plies");
});
