/** Started by endings-gpu.test.ts with a GPU: solves small endings, and slices of larger ones, and compares them with the CPU's. */
import { GameloreError, unwrap } from "../../../../engine/contracts/errors.ts";
import { GpuDevice } from "../../../../engine/solve/gpu/device.ts";
import { writeOutcome } from "../../../../engine/solve/outcome-values.ts";
import { PAWN } from "../../constants.ts";
import { Board } from "../../board.ts";
import { parseSan } from "../../san.ts";
import { compactShapeOf } from "../compact-table.ts";
import { EndgameSolver } from "../endgame-solver.ts";
import { materialText, parseMaterial, withDependencies, type Material } from "../material.ts";
import { EndgameProbe } from "../probe.ts";
import { solveEndings } from "../solve-endings.ts";
import { solveInMemory, type SolvedTables } from "../solved.fixture.ts";
import { shapeOf } from "../wide-table.ts";
import { GpuEndgameSolver } from "./gpu-endgame-solver.ts";
import type { ReadTable } from "./gpu-tables.ts";

export interface Compared {
  /** Entries that differ from those of the solver on the CPU. */
  readonly wrong: number;
  readonly entries: number;
  readonly plies: number;
  /** The histogram is the CPU's too. */
  readonly isHistogram: boolean;
}

export interface Report {
  readonly whole: Readonly<Record<string, Compared>>;
  readonly slices: Readonly<Record<string, Compared>>;
  readonly latest: Compared & { readonly losses: number };
  readonly fallback: { readonly said: readonly string[]; readonly solved: readonly string[]; readonly wrong: number };
  readonly interrupted: string;
}

const material = (text: string): Material => unwrap(parseMaterial(text));

/** In dependency order, fewer pieces and pawns first. */
function ordered(names: readonly string[]): Material[] {
  const pawns = (each: Material): number => each.flat().filter((kind) => kind === PAWN).length;
  return withDependencies(names.map(material)).toSorted(
    (a, b) => a.flat().length - b.flat().length || pawns(a) - pawns(b),
  );
}

const bytesOf = (solved: SolvedTables, each: Material): Uint8Array<ArrayBuffer> => new Uint8Array(solved.bytes(each));

const readFrom =
  (tables: (each: Material) => Uint8Array): ReadTable =>
  async (each, side, target) => {
    const length = compactShapeOf(each).sideEntries;
    target.set(tables(each).subarray((side ?? 0) * length, (side ?? 0) * length + target.length));
  };

function differing(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((wrong, byte, i) => wrong + Number(byte !== b[i]), 0);
}

/** The bytes of both sides to move of some slices. */
function* rangesOf(each: Material, slices: Iterable<number>): Generator<[number, number]> {
  const { sliceEntries, sideEntries } = compactShapeOf(each);
  for (const slice of slices) {
    for (const side of [0, 1]) {
      const first = side * sideEntries + slice * sliceEntries;
      yield [first, first + sliceEntries];
    }
  }
}

/** The slices with pawns on these squares, White's first. */
function slicesWith(each: Material, squares: readonly string[]): Set<number> {
  const { slices, pawnCounts } = shapeOf(each);
  const wanted = squares.map((text) =>
    text.match(/../g)!.map((square) => "abcdefgh".indexOf(square[0] as string) + 8 * (Number(square[1]) - 1)),
  );
  const key = (pawns: readonly number[]): string =>
    [pawns.slice(0, pawnCounts[0]), pawns.slice(pawnCounts[0])].map((side) => side.toSorted().join()).join("/");
  const keys = new Set(wanted.map(key));
  return new Set(slices?.squares.flatMap((pawns, slice) => (keys.has(key(pawns)) ? [slice] : [])));
}

/** Solves some slices again, after their entries are overwritten. */
async function compareSlices(
  solver: GpuEndgameSolver,
  each: Material,
  expected: Uint8Array<ArrayBuffer>,
  squares: readonly string[],
): Promise<Compared> {
  const slices = slicesWith(each, squares);
  const bytes = expected.slice();
  let entries = 0;
  for (const [first, last] of rangesOf(each, slices)) {
    bytes.fill(0xaa, first, last);
    entries += last - first;
  }
  const { plies } = await solver.solve(each, { part: { slices, bytes } });
  await solver.download(each, bytes);
  solver.tables.remove(each);
  return { wrong: differing(bytes, expected), entries, plies, isHistogram: true };
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
  const solved = await solveInMemory(ordered(["KPKP", "KBPK", "KNPK", "KNNK"]));
  const gpu = await GpuDevice.open();
  const changed = new Map<string, Uint8Array>();
  const read = readFrom((each) => changed.get(materialText(each)) ?? solved.bytes(each));
  const solver = await GpuEndgameSolver.create(gpu, read, { batchRows: 2 ** 14, keptBytes: 2 ** 20 });

  const whole: Record<string, Compared> = {};
  for (const text of ["KQK", "KRK", "KBK", "KNK", "KPK", "KNNK"]) {
    const each = material(text);
    const expected = bytesOf(solved, each);
    const { histogram, plies } = await solver.solve(each);
    const bytes = new Uint8Array(expected.length);
    await solver.download(each, bytes);
    const counts = new Array<number>(histogram.length).fill(0);
    for (const byte of expected) counts[byte]!++;
    whole[text] = {
      wrong: differing(bytes, expected),
      entries: bytes.length,
      plies,
      isHistogram: String(counts) === String(histogram),
    };
  }

  // A double push from a2 or b2, past a pawn that may take it, with the stalemates after it; promotions, also by captures, for both colours.
  const passing = ["a4b4", "a3b4", "a2b4", "b4a4", "b3a4", "b2a4", "d5c5", "d5c6", "d5c7", "d4c5"];
  const promoting = ["a7b2", "a7a2", "a7b3"];
  const slices = {
    KPKP: await compareSlices(solver, material("KPKP"), bytesOf(solved, material("KPKP")), [...passing, ...promoting]),
    KBPK: await compareSlices(solver, material("KBPK"), bytesOf(solved, material("KBPK")), ["c4"]),
    KNPK: await compareSlices(solver, material("KNPK"), bytesOf(solved, material("KNPK")), ["a7"]),
  };

  // As in latest-loss.test.ts: a win in 253 plies after a promotion.
  const [own, after] = [material("KQKP"), material("KQKQ")];
  const late = bytesOf(solved, after);
  late[await entryAfter(solved, "8/8/7Q/8/k1K5/8/1p6/8 b - - 0 1", "b1=Q")] = writeOutcome("win", 253, "turns");
  changed.set("KQKQ", late);
  const built: Uint8Array<ArrayBuffer>[] = [];
  const load: SolvedTables["load"] = async (tablebase, each) =>
    void tablebase.add(each).set(changed.get(materialText(each)) ?? solved.bytes(each));
  await new EndgameSolver(load).solve(
    [own],
    { threads: 1 },
    async ({ bytes }) => void built.push(new Uint8Array(bytes)),
  );
  solver.tables.remove(after);
  const expected = built[0] as Uint8Array<ArrayBuffer>;
  const latest = await compareSlices(solver, own, expected, ["b2"]);
  let losses = 0;
  const { sideEntries } = compactShapeOf(own);
  for (const [first, last] of rangesOf(own, slicesWith(own, ["b2"])))
    if (first >= sideEntries) losses += expected.subarray(first, last).filter((byte) => byte === 254).length;
  solver.close();
  gpu.close();

  // The GPU fails after the first of two endings.
  const said: string[] = [];
  const names: string[] = [];
  let wrong = 0;
  const failing: ReadTable = async () => {
    throw new GameloreError("gpu-failed", "the GPU was lost");
  };
  const endings = [material("KRK"), material("KPK")];
  const options = { threads: 1, device: "gpu", say: (line: string): void => void said.push(line) } as const;
  await solveEndings(endings, options, { load: solved.load, read: failing }, async (each) => {
    names.push(materialText(each.material));
    wrong += differing(each.bytes, solved.bytes(each.material));
  });

  const aborter = new AbortController();
  const interrupted = await solveEndings(
    [material("KRK")],
    { threads: 1, device: "gpu", signal: aborter.signal, onProgress: () => aborter.abort() },
    { load: solved.load, read },
    async () => {},
  ).then(
    () => "finished",
    (error: { code: string }) => error.code,
  );
  return { whole, slices, latest: { ...latest, losses }, fallback: { said, solved: names, wrong }, interrupted };
}

process.stdout.write(JSON.stringify(await main()));
