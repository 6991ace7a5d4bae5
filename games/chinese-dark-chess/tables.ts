/** Table specs: one for each representative, White to move, and the set of all of them. */
import { tableSource } from "#platform/tables";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type {
  SolvedTable,
  SolveOptions,
  TableEntries,
  TableIdentity,
  TableSpec,
  TableSetSpec,
} from "../../engine/contracts/table.ts";
import { solveOnDevice } from "../../engine/solve/gpu/choose-device.ts";
import { guardedEntries, throwWithRebuild } from "../../engine/tables/rebuild.ts";
import { Endgames, type SolvedEndgame } from "./endgames.ts";
import { solveEndgamesOnGpu } from "./endgames-gpu.ts";
import { entriesOf, indexName } from "./layouts.ts";
import { classesOf, materialText, type Material } from "./material.ts";
import { CAPTURE_OPTIONS, type Captures } from "./options.ts";
import { EndgameProbe } from "./probe.ts";
import { EndgameTable } from "./set-table.ts";
import { colourOf, letterOf } from "./pieces.ts";

export const SOLVER = "retrograde, whole 1";
/** Memory besides the entries: counters, smaller tables, problems. */
export const WORK_BYTES = 60e6;

/** Rough build speed in entries per second on two cores. */
const BUILD_RATE = 5e6;

/** Options that differ from the default captures, as command line words. */
export function nonDefault(captures: Captures): string[] {
  return CAPTURE_OPTIONS.filter(({ name, default: usual }) => captures[name as keyof Captures] !== usual).map(
    ({ name }) => `${name} ${captures[name as keyof Captures]}`,
  );
}

export function commandFor(words: string, captures: Captures): string {
  return ["gamelore solve chinese-dark-chess", words, ...nonDefault(captures).map((option) => `--${option}`)].join(" ");
}

/** The name of a set's file: format, White's pieces, Black's, and options that differ from the defaults. */
export function nameFor(first: string, material: Material, captures: Captures): string {
  const side = (colour: number): string =>
    materialText(material.filter((piece) => colourOf(piece) === colour)).toLowerCase();
  return [first, side(0), side(1), ...nonDefault(captures).map((option) => option.replace(" ", "-"))].join("-");
}

function identityOf(material: Material, captures: Captures): TableIdentity {
  return {
    game: "chinese-dark-chess",
    name: nameFor("revealed", material, captures),
    covers: `outcome of ${materialText(material)}, White to move, and of all that is equivalent${nonDefault(captures)
      .map((option) => `, ${option}`)
      .join("")}`,
    index: indexName(material),
    value: "turns",
    entries: entriesOf(material),
  };
}

/** The table of a representative. */
export function endgameSpec(material: Material, captures: Captures): TableSpec {
  const identity = identityOf(material, captures);
  const spec: TableSpec = {
    identity,
    summary: identity.covers,
    requiredEntries: identity.entries,
    pieces: material.map((piece) => ({ letter: letterOf(piece), owner: colourOf(piece) })),
    memoryBytes: 4 * identity.entries + WORK_BYTES,
    buildSeconds: identity.entries / BUILD_RATE,
    solver: SOLVER,
    gpu: true,
    command: commandFor(`--material ${materialText(material)}`, captures),
    solve: async (options) => {
      const endgames = new Endgames(captures);
      for (const below of endgames.dependenciesOf(material).filter(({ length }) => length < material.length))
        await loadTable(endgames, below);
      return solveOne(endgames, material, identity, options);
    },
    open: (entries) =>
      new EndgameTable(material, guardedEntries(spec, entries), captures, (other) =>
        openStored(endgameSpec(other, captures)),
      ),
    checkAll: async (bytes, { threads, signal, onProgress }) => {
      const endgames = new Endgames(captures);
      endgames.allocate(material);
      endgames.entries(material).set(bytes);
      for (const other of endgames.dependenciesOf(material)) if (!endgames.has(other)) await loadTable(endgames, other);
      endgames.openDirectory(material.length);
      return endgames.check([material], {
        threads,
        ...(signal ? { signal } : {}),
        onProgress: (done, phase) => onProgress?.({ phase, done }),
      });
    },
  };
  return spec;
}

async function solveOne(
  endgames: Endgames,
  material: Material,
  identity: TableIdentity,
  options: SolveOptions,
): Promise<SolvedTable> {
  let histogram: readonly number[] = [];
  let plies = 0;
  options.onProgress?.({ phase: "retrograde", done: 0 });
  const { gpuSeconds } = await solveSets(endgames, [material], options, async (solved) => {
    histogram = solved.histogram;
    plies = solved.plies;
  });
  const seconds = gpuSeconds === null ? { cpuSeconds: endgames.cpuMilliseconds / 1000 } : { gpuSeconds };
  return {
    identity,
    bytes: endgames.entries(material),
    histogram,
    statistics: { states: identity.entries, plies, ...seconds },
    release: () => endgames.drop(material),
  };
}

/** On the chosen device; when a GPU fails, the CPU solves the sets that are not finished. */
async function solveSets(
  endgames: Endgames,
  sets: readonly Material[],
  options: SolveOptions,
  done: (solved: SolvedEndgame) => Promise<void>,
): Promise<{ gpuSeconds: number | null }> {
  const { threads, signal, onProgress } = options;
  const finished = new Set<string>();
  const entries = (some: readonly Material[]): number => some.reduce((sum, material) => sum + entriesOf(material), 0);
  const missing = (): Material[] => sets.filter((material) => !finished.has(materialText(material)));
  const finish = async (solved: SolvedEndgame): Promise<void> => {
    await done(solved);
    finished.add(materialText(solved.material));
  };
  const running = {
    threads: Math.min(threads, sets.length),
    ...(signal ? { signal } : {}),
    onProgress: (share: number, phase: string) => onProgress?.({ phase, done: share }),
  };
  return solveOnDevice<{ gpuSeconds: number | null }>(
    entries(sets),
    options,
    (gpu) => solveEndgamesOnGpu(gpu, endgames, sets, running, finish),
    async () => {
      await endgames.solve(missing(), running, finish);
      return { gpuSeconds: null };
    },
  );
}

function missing(spec: TableSpec): GameloreError {
  return new GameloreError("table-missing", `table ${spec.identity.name} not found; build it with: ${spec.command}`);
}

/** A stored table, read block by block. */
export function openStored(spec: TableSpec): TableEntries {
  const source = tableSource();
  if (!source.has(spec.identity)) throw missing(spec);
  try {
    return guardedEntries(spec, source.open(spec.identity));
  } catch (error) {
    return throwWithRebuild(spec, error);
  }
}

/** Loads the stored table of a set into kernel memory. */
export async function loadTable(endgames: Endgames, material: Material): Promise<void> {
  const spec = endgameSpec(material, endgames.captures);
  const source = tableSource();
  if (!source.has(spec.identity)) throw missing(spec);
  endgames.allocate(material);
  try {
    const file = source.open(spec.identity);
    try {
      await file.loadInto(endgames.entries(material));
    } finally {
      file.close();
    }
  } catch (error) {
    endgames.drop(material);
    throwWithRebuild(spec, error);
  }
}

/** All representatives of up to `elements` pieces, fewer pieces first. */
export function representativesUpTo(elements: number, captures: Captures): Material[] {
  const classes = classesOf(captures);
  return Array.from({ length: elements - 1 }, (_, i) => classes.representatives(i + 2)).flat();
}

export function endgameSet(elements: number, captures: Captures): TableSetSpec {
  const specs = new Map(
    representativesUpTo(elements, captures).map((material) => [
      materialText(material),
      { material, spec: endgameSpec(material, captures) },
    ]),
  );
  const specOf = (material: Material): TableSpec => (specs.get(materialText(material)) as { spec: TableSpec }).spec;
  const tables = [...specs.values()].map(({ spec }) => spec);
  const smaller = [...specs.values()].filter(({ material }) => material.length < elements);
  return {
    name: ["revealed", `up-to-${elements}`, ...nonDefault(captures).map((option) => option.replace(" ", "-"))].join(
      "-",
    ),
    summary: `outcomes of all sets of up to ${elements} revealed pieces`,
    tables,
    memoryBytes:
      smaller.reduce((sum, { material }) => sum + entriesOf(material), 0) +
      6 * Math.max(...tables.map(({ identity }) => identity.entries)) +
      WORK_BYTES,
    command: commandFor(`--elements ${elements}`, captures),
    units: (tablesToBuild) => {
      const endgames = new Endgames(captures);
      const names = new Set(tablesToBuild.map(({ identity }) => identity.name));
      const sets = [...specs.values()].filter(({ spec }) => names.has(spec.identity.name));
      return endgames.pairs(sets.map(({ material }) => material)).map((pair) => ({
        tables: pair.map(specOf),
        needs: pair
          .flatMap((material) => endgames.dependenciesOf(material))
          .filter((below) => below.length < (pair[0] as Material).length)
          .map(specOf),
      }));
    },
    gpu: true,
    build: async (tablesToBuild, options, done) => {
      const endgames = new Endgames(captures);
      const names = new Set(tablesToBuild.map(({ identity }) => identity.name));
      const sets = [...specs.values()].filter(({ spec }) => names.has(spec.identity.name));
      const requested = new Set(sets.map(({ material }) => materialText(material)));
      for (const { material } of sets) {
        for (const below of endgames.dependenciesOf(material)) {
          if (below.length === material.length || requested.has(materialText(below)) || endgames.has(below)) continue;
          await loadTable(endgames, below);
        }
      }
      const { gpuSeconds } = await solveSets(
        endgames,
        sets.map(({ material }) => material),
        options,
        async ({ material, histogram, plies }) => {
          const spec = specOf(material);
          const last = material.length === elements;
          await done(spec, {
            identity: spec.identity,
            bytes: endgames.entries(material),
            histogram,
            statistics: { states: spec.identity.entries, plies },
            release: () => {},
          });
          // No table depends on those of the maximum size.
          if (last) endgames.drop(material);
        },
      );
      return { cpuSeconds: endgames.cpuMilliseconds / 1000, ...(gpuSeconds === null ? {} : { gpuSeconds }) };
    },
    open: (entries) =>
      new EndgameProbe(captures, elements, (material) => guardedEntries(specOf(material), entries(specOf(material)))),
  };
}
