/** Started by endgames-gpu.test.ts with a GPU: solves small sets on it and prints what happened. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { SolvedTable, SolveOptions, TableSpec } from "../../engine/contracts/table.ts";
import { GpuDevice } from "../../engine/solve/gpu/device.ts";
import { Endgames, type SolvedEndgame } from "./endgames.ts";
import { solveEndgamesOnGpu } from "./endgames-gpu.ts";
import { materialText, parseMaterial, type Material } from "./material.ts";
import { type Captures, readCaptures } from "./options.ts";
import { endgameSet, representativesUpTo } from "./tables.ts";

export interface Compared {
  /** Sets, and those whose entries or histogram are not those of the solver on the CPU. */
  readonly sets: number;
  readonly different: readonly string[];
  readonly note?: string;
}

export type Report = Readonly<Record<string, Compared>>;

const TABLES_OF_TWO = 8;

async function compared(gpu: GpuDevice, captures: Captures, sets: readonly Material[]): Promise<Compared> {
  const onCpu = new Endgames(captures);
  const histograms = new Map<string, string>();
  await onCpu.solve(sets, { threads: 2 }, async ({ material, histogram }) => {
    histograms.set(materialText(material), String(histogram));
  });
  const onGpu = new Endgames(captures);
  const solved: SolvedEndgame[] = [];
  await solveEndgamesOnGpu(gpu, onGpu, sets, {}, async (set) => void solved.push(set));
  const isEqual = ({ material, histogram }: SolvedEndgame): boolean =>
    histograms.get(materialText(material)) === String(histogram) &&
    Buffer.compare(onGpu.entries(material), onCpu.entries(material)) === 0;
  const different = solved.filter((set) => !isEqual(set)).map(({ material }) => materialText(material));
  return { sets: solved.length, different };
}

/** The representatives of sets, each with what captures lead to. */
function representatives(captures: Captures, texts: readonly string[]): Material[] {
  const endgames = new Endgames(captures);
  const found = new Map<string, Material>();
  const add = (material: Material): void => {
    if (found.has(materialText(material))) return;
    found.set(materialText(material), material);
    for (const below of endgames.dependenciesOf(material)) if (below.length < material.length) add(below);
  };
  for (const text of texts) add(endgames.representativeOf(unwrap(parseMaterial(text))).material);
  return [...found.values()];
}

/** The tables of up to three pieces; `onTable` receives how many are built. */
async function tablesUpToThree(
  captures: Captures,
  options: Partial<SolveOptions> = {},
  onTable: (count: number) => void = () => {},
): Promise<Map<string, Uint8Array>> {
  const set = endgameSet(3, captures);
  const built = new Map<string, Uint8Array>();
  await set.build(set.tables, { threads: 2, ...options }, async ({ identity }: TableSpec, { bytes }: SolvedTable) => {
    built.set(identity.name, new Uint8Array(bytes));
    onTable(built.size);
  });
  return built;
}

/** Something happens to the GPU when all sets of two pieces are solved. */
async function failing(
  captures: Captures,
  expected: ReadonlyMap<string, Uint8Array>,
  happens: (gpu: GpuDevice) => void,
): Promise<Compared> {
  const notes: string[] = [];
  const { open } = GpuDevice;
  let gpu: GpuDevice | null = null;
  GpuDevice.open = async (...given) => (gpu = await open.apply(GpuDevice, given));
  const built = await tablesUpToThree(captures, { device: "gpu", say: (line) => notes.push(line) }, (count) => {
    if (gpu && count === TABLES_OF_TWO) happens(gpu);
  });
  GpuDevice.open = open;
  const different = [...expected].filter(([name, bytes]) => Buffer.compare(bytes, built.get(name) as Uint8Array) !== 0);
  return { sets: built.size, different: different.map(([name]) => name), note: notes.join(" ") };
}

async function main(): Promise<Report> {
  const captures = readCaptures({});
  const gpu = await GpuDevice.open();
  const upToThree = await compared(gpu, captures, representativesUpTo(3, captures));
  const equalPieces = await compared(gpu, captures, representatives(captures, ["kPPP", "PPkc", "kPPPP"]));
  const other = readCaptures({ cannon: "both", king: "takes-pawns" });
  const otherRules = await compared(gpu, other, representatives(other, ["kPP", "cRn", "Kgp"]));
  gpu.close();

  const tables = await tablesUpToThree(captures);
  const afterLoss = await failing(captures, tables, ({ device }) => device.destroy());
  const withoutMemory = await failing(captures, tables, ({ device }) => {
    const { createBuffer } = device;
    device.createBuffer = (given) => createBuffer.call(device, { ...given, size: 2 ** 45 });
  });
  return { upToThree, equalPieces, otherRules, afterLoss, withoutMemory };
}

process.stdout.write(JSON.stringify(await main()));
