/** The endgame tables that can be built: distance to mate, one for each material of three to five pieces; and sets of them. */
import { tableSource } from "#platform/tables.ts";
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
import { formatBytes, formatSeconds } from "../../../engine/contracts/quantities.ts";
import { guardedEntries, throwWithRebuild } from "../../../engine/tables/rebuild.ts";
import { KING } from "../layout.ts";
import { COLOUR_NAMES, letterOf } from "../squares.ts";
import type { EndgameBook } from "./book.ts";
import { checkEntries } from "./check.ts";
import { compactShapeOf, hasPawns, latestOf } from "./compact-table.ts";
import { EndgameSolver, solvingBytes, type SolvedEnding } from "./endgame-solver.ts";
import { EndgameTable } from "./ending-table.ts";
import { KING_PAIRS, KING_PAIRS_WITH_PAWNS } from "./ending-layout.ts";
import { canonicalMaterial, materialText, pieceCount, withDependencies, type Material } from "./material.ts";
import { EndgameProbe } from "./probe.ts";

const SOLVER = "retrograde 1";
/** The process, the tables of up to four pieces, and what is being compressed. */
const WORK_BYTES = 450e6;
const USUAL_THREADS = 2;

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

/** With the kings, as a view has them. */
function piecesOf(material: Material): TablePiece[] {
  return material.flatMap((kinds, colour) =>
    [KING, ...kinds].map((kind) => ({ letter: letterOf({ kind, colour }), owner: colour })),
  );
}

/** The table that covers a material. */
export function endingOffer(given: Material): TableSpec {
  const { material } = canonicalMaterial(given);
  const identity = identityOf(material);
  const offer: TableSpec = {
    identity,
    summary: identity.covers,
    wanted: identity.entries,
    pieces: piecesOf(material),
    parts: COLOUR_NAMES.map((name, side) => ({
      name: `${name} to move`,
      entries: identity.entries / 2,
      ...latestOf(side),
    })),
    memoryBytes: solvingBytes(material, USUAL_THREADS) + WORK_BYTES,
    fileBytes: Math.ceil(identity.entries * (hasPawns(material) ? 0.33 : 0.24)),
    solver: SOLVER,
    command: `gamelore solve chess --material ${materialText(material)}`,
    solve: (options) => solveOne(offer, material, options),
    open: (entries) => new EndgameTable(material, guardedEntries(offer, entries), openStored),
    checkAll: (bytes, options) => checkEntries(material, bytes, loadStored, options),
    checkSome: (bytes, samples, options) => checkEntries(material, bytes, loadStored, { ...options, samples }),
  };
  return offer;
}

async function solveOne(offer: TableSpec, material: Material, options: SolveOptions): Promise<SolvedTable> {
  const solver = new EndgameSolver(loadStored);
  let solved: SolvedEnding | null = null;
  const { threads, signal, onProgress } = options;
  await solver.solve(
    [material],
    { threads, signal, onProgress: (done, phase) => onProgress?.({ phase, done }) },
    async (each) => {
      // The solver drops its copy; this one stays.
      solved = { ...each, bytes: each.bytes.slice() };
    },
  );
  const { bytes, histogram, plies } = solved as unknown as SolvedEnding;
  return {
    identity: offer.identity,
    bytes,
    histogram,
    statistics: { states: offer.identity.entries, plies, cpuSeconds: solver.cpuMilliseconds / 1000 },
    release: () => {},
  };
}

/** Entries a second that a build of several tables reaches on two cores, compressing and writing included; roughly. */
const BUILD_RATE = 15e6;

/** Says what the build of a missing table takes, with all that it needs and that is missing too. */
function missing(offer: TableSpec, material: Material): GameloreError {
  const shelf = tableSource();
  const wanted = withDependencies([material])
    .map(endingOffer)
    .filter(({ identity }) => !shelf.has(identity));
  const entries = wanted.reduce((sum, { identity }) => sum + identity.entries, 0);
  const bytes = wanted.reduce((sum, { fileBytes = 0 }) => sum + fileBytes, 0);
  const tables = wanted.length === 1 ? "1 table" : `${wanted.length} tables`;
  return new GameloreError(
    "table-missing",
    `the table of ${materialText(material)} is not on this machine; build it with: ${offer.command} (${tables}, about ${formatBytes(bytes)} and ${formatSeconds(Math.max(1, entries / BUILD_RATE))})`,
  );
}

/** A stored table, block by block. */
export function openStored(material: Material): TableEntries {
  const offer = endingOffer(material);
  const shelf = tableSource();
  if (!shelf.has(offer.identity)) throw missing(offer, material);
  try {
    return guardedEntries(offer, shelf.open(offer.identity));
  } catch (error) {
    return throwWithRebuild(offer, error);
  }
}

/** Reads the stored table of a material into memory, or one side to move of it. */
export async function loadStored(book: EndgameBook, material: Material, side: number | null = null): Promise<void> {
  const offer = endingOffer(material);
  const shelf = tableSource();
  if (!shelf.has(offer.identity)) throw missing(offer, material);
  const target = book.add(material, side);
  try {
    const file = shelf.open(offer.identity);
    try {
      await file.loadInto(target, target.length, { first: side === 1 ? target.length : 0 });
    } finally {
      file.close();
    }
  } catch (error) {
    book.remove(material);
    throwWithRebuild(offer, error);
  }
}

/** Endings with all that they lead to: fewer pieces first, then fewer pawns, so that each can be built from those before it. */
function inBuildOrder(endings: readonly Material[]): Material[] {
  const pawns = (material: Material): number => material.flat().filter((kind) => kind === 0).length;
  return withDependencies(endings).toSorted((a, b) => pieceCount(a) - pieceCount(b) || pawns(a) - pawns(b));
}

export function endingSet(name: string, summary: string, endings: readonly Material[], command: string): TableSetSpec {
  const ordered = inBuildOrder(endings);
  const offers = new Map(
    ordered.map((material) => [materialText(material), { material, offer: endingOffer(material) }]),
  );
  const offerOf = (material: Material): TableSpec => offers.get(materialText(material))?.offer ?? endingOffer(material);
  return {
    name,
    summary,
    tables: [...offers.values()].map(({ offer }) => offer),
    partial: true,
    memoryBytes: WORK_BYTES + peakBytes(ordered),
    command,
    build: async (wanted, { threads, signal, onProgress }, done) => {
      const names = new Set(wanted.map(({ identity }) => identity.name));
      const endingsToBuild = ordered.filter((material) => names.has(offerOf(material).identity.name));
      const solver = new EndgameSolver(loadStored);
      await solver.solve(
        endingsToBuild,
        { threads, signal, onProgress: (share, phase) => onProgress?.({ phase, done: share }) },
        async ({ material, bytes, histogram, plies }) => {
          const { identity } = offerOf(material);
          const statistics = { states: identity.entries, plies };
          await done(offerOf(material), { identity, bytes, histogram, statistics, release: () => {} });
        },
      );
      return { cpuSeconds: solver.cpuMilliseconds / 1000 };
    },
    open: (entries) =>
      new EndgameProbe((material) => {
        const offer = offerOf(material);
        try {
          return guardedEntries(offer, entries(offer));
        } catch (error) {
          if (error instanceof GameloreError && error.code === "table-missing") throw missing(offer, material);
          throw error;
        }
      }),
  };
}

/** Endings without pawns are solved as many at a time as there are threads. */
function peakBytes(endings: readonly Material[]): number {
  const most = (pawns: boolean, times: number): number =>
    Math.max(
      0,
      ...endings
        .filter((material) => hasPawns(material) === pawns)
        .map((material) => times * solvingBytes(material, USUAL_THREADS)),
    );
  return Math.max(most(true, 1), most(false, USUAL_THREADS));
}
