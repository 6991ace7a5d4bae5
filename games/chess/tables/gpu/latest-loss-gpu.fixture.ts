/** Started by latest-loss-gpu.test.ts with a GPU: a slice of KQKP with the longest loss, made as in ../latest-loss.test.ts. */
import { unwrap } from "../../../../engine/contracts/errors.ts";
import { GpuDevice } from "../../../../engine/solve/gpu/device.ts";
import { writeOutcome } from "../../../../engine/solve/outcome-values.ts";
import { Board } from "../../board.ts";
import { parseSan } from "../../san.ts";
import { compactShapeOf } from "../compact-table.ts";
import { EndgameSolver } from "../endgame-solver.ts";
import { materialText, type Material } from "../material.ts";
import { EndgameProbe } from "../probe.ts";
import { solveInMemory, type SolvedTables } from "../solved.fixture.ts";
import { inBuildOrder } from "../tables.ts";
import {
  bytesOf,
  type Compared,
  compareSlices,
  material,
  rangesOf,
  readFrom,
  slicesWith,
} from "./compare-slices.fixture.ts";
import { GpuEndgameSolver } from "./gpu-endgame-solver.ts";

export interface Report extends Compared {
  readonly losses: number;
}

/** The entry of the position after a move. */
async function entryAfter(solved: SolvedTables, fen: string, move: string): Promise<number> {
  const board = new Board();
  const probe = new EndgameProbe((each) => solved.entries(each));
  const position = unwrap(probe.parsePosition(fen));
  const { entry } = unwrap(probe.locate(board.play(position, unwrap(parseSan(board, position, move)))));
  await Promise.all([board.close(), probe.board.close()]);
  return entry;
}

async function main(): Promise<Report> {
  // A win in 253 plies after a promotion.
  const [own, after] = [material("KQKP"), material("KQKQ")];
  const solved = await solveInMemory(inBuildOrder([own]));
  const late = bytesOf(solved, after);
  late[await entryAfter(solved, "8/8/7Q/8/k1K5/8/1p6/8 b - - 0 1", "b1=Q")] = writeOutcome("win", 253, "turns");
  const tables = (each: Material): Uint8Array => (materialText(each) === "KQKQ" ? late : solved.bytes(each));
  const built: Uint8Array<ArrayBuffer>[] = [];
  const load: SolvedTables["load"] = async (tablebase, each) => void tablebase.add(each).set(tables(each));
  await new EndgameSolver(load).solve(
    [own],
    { threads: 1 },
    async ({ bytes }) => void built.push(new Uint8Array(bytes)),
  );
  const expected = built[0] as Uint8Array<ArrayBuffer>;
  const gpu = await GpuDevice.open();
  const solver = await GpuEndgameSolver.create(gpu, readFrom(tables));
  const compared = await compareSlices(solver, own, expected, ["b2"]);
  let losses = 0;
  const { sideEntries } = compactShapeOf(own);
  for (const [first, last] of rangesOf(own, slicesWith(own, ["b2"])))
    if (first >= sideEntries) losses += expected.subarray(first, last).filter((byte) => byte === 254).length;
  solver.close();
  gpu.close();
  return { ...compared, losses };
}

process.stdout.write(JSON.stringify(await main()));
