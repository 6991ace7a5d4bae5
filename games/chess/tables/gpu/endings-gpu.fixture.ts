/** Started by endings-gpu.test.ts with a GPU: solves small endings, and slices of larger ones, and compares them with the CPU's. */
import { GameloreError } from "../../../../engine/contracts/errors.ts";
import { GpuDevice } from "../../../../engine/solve/gpu/device.ts";
import { materialText } from "../material.ts";
import { solveEndings } from "../solve-endings.ts";
import { solveInMemory } from "../solved.fixture.ts";
import { inBuildOrder } from "../tables.ts";
import { bytesOf, type Compared, compareSlices, differing, material, readFrom } from "./compare-slices.fixture.ts";
import { GpuEndgameSolver } from "./gpu-endgame-solver.ts";
import type { ReadTable } from "./gpu-tables.ts";

export interface Report {
  readonly whole: Readonly<Record<string, Compared>>;
  readonly slices: Readonly<Record<string, Compared>>;
  readonly fallback: { readonly said: readonly string[]; readonly solved: readonly string[]; readonly wrong: number };
  readonly refused: string;
  readonly interrupted: string;
}

async function main(): Promise<Report> {
  const solved = await solveInMemory(inBuildOrder(["KPKP", "KBPK", "KNPK", "KNNK"].map(material)));
  const gpu = await GpuDevice.open();
  const read = readFrom(solved.bytes);
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

  const interrupted = await solver.solve(material("KRK"), { signal: AbortSignal.abort() }).then(
    () => "solved",
    (error: GameloreError) => error.code,
  );

  // A GPU whose shaders can use little memory at a time.
  const limits = { minUniformBufferOffsetAlignment: 256, maxStorageBufferBindingSize: 50_000 };
  Object.defineProperty(gpu, "limits", { value: limits });
  const refused = await solver.solve(material("KRK")).then(
    () => "solved",
    (error: GameloreError) => `${error.code}: ${error.message}`,
  );
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

  return { whole, slices, fallback: { said, solved: names, wrong }, refused, interrupted };
}

process.stdout.write(JSON.stringify(await main()));
