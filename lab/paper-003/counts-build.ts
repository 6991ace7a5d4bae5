/**
 * Paper 003, conclusion: time and space to build endgame tables with and without material symmetry. The paper measures no time, but expects "a
 * significant reduction factor".
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TableSpec } from "../../engine/contracts/table.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { solveUpTo } from "../../games/chinese-dark-chess/endgame-counts.ts";
import { materialText, parseMaterial, type Material } from "../../games/chinese-dark-chess/material.ts";
import { readCaptures } from "../../games/chinese-dark-chess/options.ts";
import { endgameSpec as darkChessSpec } from "../../games/chinese-dark-chess/tables.ts";
import { countBytes } from "../../games/chinese-dark-chess/won-bits.ts";
import { setsOf, representativesOf } from "../../games/dominoes/catalogue.ts";
import { endgameSpec as dominoesSpec } from "../../games/dominoes/endgame.ts";
import { MIN_ELEMENTS, type BlockRule } from "../../games/dominoes/options.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Cell, Experiment, Measurement } from "../experiment.ts";
import { every } from "../verdict.ts";
import { PAPER } from "./dark-chess.ts";

interface Build {
  /** Sets of elements that are solved. */
  readonly sets: number;
  /** One byte each. */
  readonly entries: number;
  readonly fileBytes: number;
  readonly cpuSeconds: number;
}

type MeasureBuild = (symmetry: boolean, signal: AbortSignal | undefined) => Promise<Build>;

/** CPU seconds of the process while `work` runs. */
async function timed<T>(work: () => Promise<T>): Promise<{ value: T; cpuSeconds: number }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, cpuSeconds: (user + system) / 1e6 };
}

/** The size of tables as files, in a temporary folder. */
async function fileBytesOf(tables: Iterable<{ spec: TableSpec; bytes: Uint8Array }>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "gamelore-lab-"));
  try {
    const store = new TableStore(folder);
    let sum = 0;
    for (const { spec, bytes } of tables) {
      const { identity, solver } = spec;
      sum += await store.write({ identity, bytes, histogram: countBytes(bytes) }, solver);
      rmSync(join(folder, identity.game), { recursive: true, force: true });
    }
    return sum;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function darkChess(elements: number): MeasureBuild {
  return async (symmetry, signal) => {
    const captures = readCaptures({});
    const solving = { threads: 1, ...(signal && { signal }) };
    const { value, cpuSeconds } = await timed(() => solveUpTo(elements, captures, solving, { direct: !symmetry }));
    const { endgames, histograms } = value;
    const materials = [...histograms.keys()].map((text) => unwrap(parseMaterial(text)) as Material);
    const entries = materials.reduce((sum, material) => sum + endgames.entries(material).length, 0);
    const fileBytes = await fileBytesOf(
      materials.values().map((material) => ({
        spec: darkChessSpec(material, captures),
        bytes: endgames.entries(material).slice(),
      })),
    );
    for (const material of materials) endgames.drop(material);
    return { sets: new Set(materials.map(materialText)).size, entries, fileBytes, cpuSeconds };
  };
}

function dominoes(elements: number, blocked: BlockRule): MeasureBuild {
  return async (symmetry, signal) => {
    const spec = dominoesSpec({ elements, blocked, ...(symmetry ? {} : { classes: "none" as const }) });
    const { value, cpuSeconds } = await timed(() => spec.solve({ threads: 1, ...(signal && { signal }) }));
    const sizes = Array.from({ length: elements - MIN_ELEMENTS + 1 }, (_, i) => MIN_ELEMENTS + i);
    const sets = sizes.reduce((sum, size) => sum + (symmetry ? representativesOf(blocked, size) : setsOf(size)), 0);
    const fileBytes = await fileBytesOf([{ spec, bytes: value.bytes }]);
    value.release();
    return { sets, entries: spec.identity.entries, fileBytes, cpuSeconds };
  };
}

const ROWS: Readonly<Record<string, MeasureBuild>> = {
  "Chinese Dark Chess, 2 to 3 pieces": darkChess(3),
  "Chinese Dark Chess, 2 to 4 pieces": darkChess(4),
  "Dominoes, 3 to 6 elements, a block is a draw": dominoes(6, "draw"),
  "Dominoes, 3 to 6 elements, pips decide": dominoes(6, "pips"),
};

const FIGURES = {
  sets: ({ sets }: Build) => sets,
  bytes: ({ entries }: Build) => entries,
  "bytes in files": ({ fileBytes }: Build) => fileBytes,
  "CPU seconds": ({ cpuSeconds }: Build) => cpuSeconds,
} as const;
type Figure = keyof typeof FIGURES;

const builds = new Map<string, Promise<Build>>();

/** Cached for all cells of a row. */
function buildOf(row: string, symmetry: boolean, signal: AbortSignal | undefined): Promise<Build> {
  const key = `${row} ${symmetry}`;
  const fresh = builds.get(key) ?? (ROWS[row] as MeasureBuild)(symmetry, signal);
  builds.set(key, fresh);
  fresh.catch(() => builds.delete(key));
  return fresh;
}

const isTime = (figure: Figure): boolean => figure === "CPU seconds";

function cellsOf(row: string): Cell[] {
  const cell = (column: string, decimals: number, compute: (signal?: AbortSignal) => Promise<number>): Cell => {
    const measure: Measurement = { kind: "figure", compute };
    return { row, column, paper: null, decimals, measure: { quick: measure, full: measure } };
  };
  return (Object.keys(FIGURES) as Figure[]).flatMap((figure) => {
    const of = FIGURES[figure];
    return [
      cell(`${figure}, without`, isTime(figure) ? 1 : 0, async (signal) => of(await buildOf(row, false, signal))),
      cell(`${figure}, with`, isTime(figure) ? 1 : 0, async (signal) => of(await buildOf(row, true, signal))),
      cell(
        `${figure}, factor`,
        1,
        async (signal) => of(await buildOf(row, false, signal)) / of(await buildOf(row, true, signal)),
      ),
    ];
  });
}

const PROTOCOL =
  "Measured, no games: every set solved and stored on its own, against one table for each class of equivalent sets, on one thread. CPU time of the solver with classification. Both use the symmetries of the board (Chinese Dark Chess) and one byte for a position; the classes are sound ones (dominoes: not the paper's).";

export const experiment: Experiment = {
  id: "003-build",
  paper: PAPER,
  table: "no table; section 6",
  title: "Time and space of a build with and without material symmetry",
  figure: "sets, bytes, seconds",
  rows: "tables",
  columns: "material symmetry",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 4 }, full: { protocol: PROTOCOL, coreMinutes: 4 } },
  cells: Object.keys(ROWS).flatMap(cellsOf),
  claims: [
    {
      text: "Material symmetry saves a significant factor of build time (here: at least 2 in every row).",
      judge: (cells) =>
        every(
          2,
          Object.keys(ROWS).map((row) => cells(row, "CPU seconds, factor")),
        ),
    },
    {
      text: "It saves a significant factor of space (here: at least 2 of the bytes in files in every row).",
      judge: (cells) =>
        every(
          2,
          Object.keys(ROWS).map((row) => cells(row, "bytes in files, factor")),
        ),
    },
  ],
};
