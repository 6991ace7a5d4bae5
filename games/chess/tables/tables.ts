/** Specs of the endgame tables: distance to mate, one table per material of three to five pieces; and sets of them. */
import { tableSource } from "#platform/tables";
import { GameloreError } from "../../../engine/contracts/errors.ts";
import type {
  SolvedTable,
  SolveOptions,
  TableEntries,
  TableIdentity,
  TableSpec,
  TablePiece,
  TableSetSpec,
} from "../../../engine/contracts/table.ts";
import { buildCost } from "../../../engine/tables/missing-tables.ts";
import { guardedEntries, throwWithRebuild } from "../../../engine/tables/rebuild.ts";
import { KING } from "../constants.ts";
import { COLOUR_NAMES, letterOf } from "../squares.ts";
import type { Tablebase } from "./tablebase.ts";
import { checkEntries } from "./check.ts";
import { compactShapeOf, hasPawns, latestOf } from "./compact-table.ts";
import { solvingBytes } from "./endgame-solver.ts";
import { EndgameTable } from "./ending-table.ts";
import { KING_PAIRS, KING_PAIRS_WITH_PAWNS } from "./ending-constants.ts";
import {
  canonicalMaterial,
  conversionsOf,
  isBareKings,
  materialText,
  pieceCount,
  withDependencies,
  type Material,
} from "./material.ts";
import { EndgameProbe } from "./probe.ts";
import { type EndingDone, solveEndings, type StoredTables } from "./solve-endings.ts";

const SOLVER = "retrograde 1";
/** Memory of the process, of the tables of up to four pieces, and of compression. */
const WORK_BYTES = 450e6;
const ASSUMED_THREADS = 2;
/** Rough build speed in entries per second on two cores, compression and writing included. */
const BUILD_RATE = 15e6;

function identityOf(material: Material): TableIdentity {
  const compact = compactShapeOf(material);
  const text = materialText(material);
  const kings = compact.shape.slices ? `${KING_PAIRS_WITH_PAWNS} king pairs with pawns` : `${KING_PAIRS} king pairs`;
  return {
    game: "chess",
    name: text.toLowerCase(),
    covers: `distance to mate of ${text}, both sides to move, without castling`,
    index: `side, ${compact.shape.slices ? "pawns, " : ""}${kings}, unordered like pieces 1`,
    value: "turns",
    entries: compact.entries,
  };
}

/** Kings included, as in a view. */
function piecesOf(material: Material): TablePiece[] {
  return material.flatMap((kinds, colour) =>
    [KING, ...kinds].map((kind) => ({ letter: letterOf({ kind, colour }), owner: colour })),
  );
}

/** The table that covers a material. */
export function endingSpec(given: Material): TableSpec {
  const { material } = canonicalMaterial(given);
  const identity = identityOf(material);
  const spec: TableSpec = {
    identity,
    summary: identity.covers,
    requiredEntries: identity.entries,
    pieces: piecesOf(material),
    parts: COLOUR_NAMES.map((name, side) => ({
      name: `${name} to move`,
      entries: identity.entries / 2,
      ...latestOf(side),
    })),
    memoryBytes: solvingBytes(material, ASSUMED_THREADS) + WORK_BYTES,
    fileBytes: Math.ceil(identity.entries * (hasPawns(material) ? 0.33 : 0.24)),
    buildSeconds: identity.entries / BUILD_RATE,
    solver: SOLVER,
    command: `gamelore solve chess --material ${materialText(material)}`,
    gpu: true,
    solve: (options) => solveOne(spec, material, options),
    open: (entries) => new EndgameTable(material, guardedEntries(spec, entries), openStored),
    checkAll: (bytes, options) => checkEntries(material, bytes, loadStored, options),
    checkSome: (bytes, samples, options) => checkEntries(material, bytes, loadStored, { ...options, samples }),
  };
  return spec;
}

async function solveOne(spec: TableSpec, material: Material, options: SolveOptions): Promise<SolvedTable> {
  let solved: SolvedTable | null = null;
  const { cpuSeconds, gpuSeconds } = await solveEndings([material], options, STORED, async (each) => {
    // The solver frees its copy.
    solved = solvedTable(spec, { ...each, bytes: each.bytes.slice() });
  });
  const table = solved as unknown as SolvedTable;
  return { ...table, statistics: { ...table.statistics, ...(gpuSeconds > 0 ? { gpuSeconds } : { cpuSeconds }) } };
}

function solvedTable({ identity }: TableSpec, { bytes, histogram, plies }: Parameters<EndingDone>[0]): SolvedTable {
  return { identity, bytes, histogram, statistics: { states: identity.entries, plies }, release: () => {} };
}

/** The error for a missing table, with the cost of building it and its missing dependencies. */
function missing(spec: TableSpec, material: Material): GameloreError {
  const source = tableSource();
  const required = withDependencies([material])
    .map(endingSpec)
    .filter(({ identity }) => !source.has(identity));
  return new GameloreError(
    "table-missing",
    `the table of ${materialText(material)} is not on this machine; build it with: ${spec.command} (${buildCost(required)})`,
  );
}

/** Opens a stored table; blocks are read on demand. */
export function openStored(material: Material): TableEntries {
  const spec = endingSpec(material);
  const source = tableSource();
  if (!source.has(spec.identity)) throw missing(spec, material);
  try {
    return guardedEntries(spec, source.open(spec.identity));
  } catch (error) {
    return throwWithRebuild(spec, error);
  }
}

/** Reads one side to move of a stored table, or both, into memory of that size. */
async function readStored(material: Material, side: number | null, target: Uint8Array): Promise<void> {
  const spec = endingSpec(material);
  const source = tableSource();
  if (!source.has(spec.identity)) throw missing(spec, material);
  try {
    const file = source.open(spec.identity);
    try {
      await file.loadInto(target, target.length, { first: side === 1 ? target.length : 0 });
    } finally {
      file.close();
    }
  } catch (error) {
    throwWithRebuild(spec, error);
  }
}

/** Loads the stored table of a material, or one side to move of it, into the tablebase. */
export async function loadStored(tablebase: Tablebase, material: Material, side: number | null = null): Promise<void> {
  const spec = endingSpec(material);
  if (!tableSource().has(spec.identity)) throw missing(spec, material);
  try {
    await readStored(material, side, tablebase.add(material, side));
  } catch (error) {
    tablebase.remove(material);
    throw error;
  }
}

const STORED: StoredTables = { load: loadStored, read: readStored };

/** Endings with their dependencies in build order: fewer pieces first, then fewer pawns. */
export function inBuildOrder(endings: readonly Material[]): Material[] {
  const pawns = (material: Material): number => material.flat().filter((kind) => kind === 0).length;
  return withDependencies(endings).toSorted((a, b) => pieceCount(a) - pieceCount(b) || pawns(a) - pawns(b));
}

export function endingSet(name: string, summary: string, endings: readonly Material[], command: string): TableSetSpec {
  const ordered = inBuildOrder(endings);
  const specs = new Map(ordered.map((material) => [materialText(material), { material, spec: endingSpec(material) }]));
  const specOf = (material: Material): TableSpec => specs.get(materialText(material))?.spec ?? endingSpec(material);
  return {
    name,
    summary,
    tables: [...specs.values()].map(({ spec }) => spec),
    partial: true,
    memoryBytes: WORK_BYTES + peakBytes(ordered),
    command,
    gpu: true,
    units: (requested) => {
      const names = new Set(requested.map(({ identity }) => identity.name));
      return ordered
        .filter((material) => names.has(specOf(material).identity.name))
        .map((material) => ({
          tables: [specOf(material)],
          needs: conversionsOf(material)
            .filter((conversion) => !isBareKings(conversion))
            .map((conversion) => specOf(canonicalMaterial(conversion).material)),
        }));
    },
    build: async (requested, options, done) => {
      const names = new Set(requested.map(({ identity }) => identity.name));
      const endingsToBuild = ordered.filter((material) => names.has(specOf(material).identity.name));
      return solveEndings(endingsToBuild, options, STORED, (solved) => {
        const spec = specOf(solved.material);
        return done(spec, solvedTable(spec, solved));
      });
    },
    open: (entries) =>
      new EndgameProbe((material) => {
        const spec = specOf(material);
        try {
          return guardedEntries(spec, entries(spec));
        } catch (error) {
          if (error instanceof GameloreError && error.code === "table-missing") throw missing(spec, material);
          throw error;
        }
      }),
  };
}

/** Pawnless endings are solved one per thread at a time. */
function peakBytes(endings: readonly Material[]): number {
  const most = (pawns: boolean, times: number): number =>
    Math.max(
      0,
      ...endings
        .filter((material) => hasPawns(material) === pawns)
        .map((material) => times * solvingBytes(material, ASSUMED_THREADS)),
    );
  return Math.max(most(true, 1), most(false, ASSUMED_THREADS));
}
