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

async function tablesOf(
  { tables, build }: Pick<ReturnType<typeof endgameSet>, "tables" | "build">,
  options: Partial<SolveOptions>,
): Promise<Map<string, Uint8Array>> {
  const built = new Map<string, Uint8Array>();
  await build(tables, { threads: 2, ...options }, async ({ identity }: TableSpec, { bytes }: SolvedTable) => {
    built.set(identity.name, new Uint8Array(bytes));
  });
  return built;
}

async function main(): Promise<Report> {
  const captures = readCaptures({});
  const gpu = await GpuDevice.open();
  const upToThree = await compared(gpu, captures, representativesUpTo(3, captures));
  const equalPieces = await compared(gpu, captures, representatives(captures, ["kPPP", "PPkc", "kPPPP"]));
  const other = readCaptures({ cannon: "both", king: "takes-pawns" });
  const otherRules = await compared(gpu, other, representatives(other, ["kPP", "cRn", "Kgp"]));
  gpu.close();

  // The device is lost after some tables.
  const lines: string[] = [];
  const devices: string[] = [];
  const set = endgameSet(3, captures);
  const expected = await tablesOf(set, {});
  let opened: GpuDevice | null = null;
  const open = GpuDevice.open;
  GpuDevice.open = async (...given) => (opened = await open.call(GpuDevice, ...given));
  const built = await tablesOf(set, {
    device: "gpu",
    say: (line) => lines.push(line),
    onDevice: (name) => devices.push(name),
    onProgress: ({ phase }) => {
      if (phase.startsWith("3 pieces")) opened?.device.destroy();
    },
  });
  const different = [...expected].filter(([name, bytes]) => Buffer.compare(bytes, built.get(name) as Uint8Array) !== 0);
  const afterLoss = {
    sets: built.size,
    different: different.map(([name]) => name),
    note: [...lines, devices.length].join(" "),
  };
  return { upToThree, equalPieces, otherRules, afterLoss };
}

process.stdout.write(JSON.stringify(await main()));
