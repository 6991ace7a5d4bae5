/** Table specs of won positions: one for each representative, and the set of all of them. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Rank, SolvedTable, TableIdentity, TableSpec, TableSetSpec } from "../../engine/contracts/table.ts";
import { guardedEntries } from "../../engine/tables/rebuild.ts";
import { Endgames, type Solving } from "./endgames.ts";
import { entriesOf, indexName } from "./layouts.ts";
import { materialText, type Material } from "./material.ts";
import type { Captures } from "./options.ts";
import { commandFor, nameFor, openStored, representativesUpTo, SOLVER, nonDefault, WORK_BYTES } from "./tables.ts";
import { countBytes, halfBytes, packWon } from "./won-bits.ts";
import { wonProbe, WonTable } from "./won-table.ts";

/** Bytes per entry while solving: values and counters of a table and its partner, on two threads. */
const SOLVING_BYTES = 8;

function identityOf(material: Material, captures: Captures): TableIdentity {
  const options = nonDefault(captures).map((option) => `, ${option}`);
  return {
    game: "chinese-dark-chess",
    name: nameFor("won", material, captures),
    covers: `positions of ${materialText(material)} won for White, White or Black to move, and of all that is equivalent${options.join("")}`,
    index: `${indexName(material)}, a bit each`,
    value: "won",
    entries: 2 * halfBytes(material),
  };
}

/** Sets with all their dependencies. */
function withDependencies(endgames: Endgames, sets: readonly Material[]): Material[] {
  const all = new Map<string, Material>();
  const left = [...sets];
  for (let set = left.pop(); set; set = left.pop()) {
    if (all.has(materialText(set))) continue;
    all.set(materialText(set), set);
    left.push(...endgames.dependenciesOf(set));
  }
  return [...all.values()];
}

function total(sets: readonly Material[]): number {
  return sets.reduce((sum, material) => sum + entriesOf(material), 0);
}

/**
 * Files of won positions cannot be solved from each other, because the solver needs distances. So the values of all dependencies are
 * solved in memory, whether they are stored or not, and the wins of the requested sets are passed to `done`.
 */
async function solveWon(
  endgames: Endgames,
  sets: readonly Material[],
  solving: Solving,
  done: (material: Material, solved: SolvedTable) => Promise<void>,
): Promise<void> {
  const requested = new Set(sets.map(materialText));
  const maxPieces = Math.max(...sets.map(({ length }) => length));
  const finished = new Set<string>();
  await endgames.solve(withDependencies(endgames, sets), solving, async ({ material, plies }) => {
    // Partners are solved together, so both are in memory here.
    const partner = endgames.partnerOf(material);
    const identity = identityOf(material, endgames.captures);
    if (requested.has(materialText(material))) {
      const bytes = packWon(endgames.entries(material), endgames.entries(partner));
      const statistics = { states: 2 * entriesOf(material), plies };
      await done(material, { identity, bytes, histogram: countBytes(bytes), statistics, release: () => {} });
    }
    finished.add(materialText(material));
    // No table depends on those of the maximum size.
    if (material.length < maxPieces || !finished.has(materialText(partner))) return;
    for (const each of [material, partner]) if (endgames.has(each)) endgames.drop(each);
  });
}

/** The file of a representative. */
export function wonSpec(material: Material, captures: Captures): TableSpec {
  const identity = identityOf(material, captures);
  const spec: TableSpec = {
    identity,
    summary: identity.covers,
    requiredEntries: identity.entries,
    memoryBytes: (SOLVING_BYTES + 2 * material.length) * entriesOf(material) + WORK_BYTES,
    solver: SOLVER,
    command: commandFor(`--material ${materialText(material)} --storage wins`, captures),
    solve: async ({ threads, signal, onProgress }) => {
      const endgames = new Endgames(captures);
      const found: SolvedTable[] = [];
      const onShare = (share: number, note: string): void => onProgress?.({ phase: note, done: share });
      const solving = { threads, ...(signal ? { signal } : {}), onProgress: onShare };
      await solveWon(endgames, [material], solving, async (_, solved) => {
        found.push(solved);
      });
      const solved = found[0] as SolvedTable;
      return { ...solved, statistics: { ...solved.statistics, cpuSeconds: endgames.cpuMilliseconds / 1000 } };
    },
    open: (entries) =>
      new WonTable(material, guardedEntries(spec, entries), captures, (other) => openStored(wonSpec(other, captures))),
    // Consistency with successors does not prove wins without distances, which could be circular. So the values are solved again and
    // checked with their distances, and then every bit is compared with its value.
    checkAll: async (bytes, { threads, signal, onProgress }) => {
      const endgames = new Endgames(captures);
      const partner = endgames.partnerOf(material);
      const onShare = (share: number, note: string): void => onProgress?.({ phase: note, done: share });
      const solving = { threads, ...(signal ? { signal } : {}), onProgress: onShare };
      await endgames.solve(withDependencies(endgames, [material]), solving);
      endgames.openDirectory(material.length);
      const { wrong: wrongValues } = await endgames.check([material, partner], solving);
      if (wrongValues > 0)
        throw new GameloreError("check-failed", `${wrongValues} values of ${materialText(material)} are wrong`);
      const right = packWon(endgames.entries(material), endgames.entries(partner));
      const wrong = [...right.keys()].filter((index) => right[index] !== bytes[index]);
      return { checked: right.length, wrong: wrong.length, example: (wrong[0] as Rank | undefined) ?? null };
    },
  };
  return spec;
}

export function wonSet(elements: number, captures: Captures): TableSetSpec {
  const sets = representativesUpTo(elements, captures);
  const specs = new Map(sets.map((material) => [materialText(material), wonSpec(material, captures)]));
  const specOf = (material: Material): TableSpec => specs.get(materialText(material)) as TableSpec;
  return {
    name: ["won", `up-to-${elements}`, ...nonDefault(captures).map((option) => option.replace(" ", "-"))].join("-"),
    summary: `won positions of all sets of up to ${elements} revealed pieces`,
    tables: [...specs.values()],
    memoryBytes:
      total(sets.filter(({ length }) => length < elements)) +
      SOLVING_BYTES * Math.max(...sets.map(entriesOf)) +
      WORK_BYTES,
    command: commandFor(`--elements ${elements} --storage wins`, captures),
    build: async (tablesToBuild, { threads, signal, onProgress }, done) => {
      const endgames = new Endgames(captures);
      const names = new Set(tablesToBuild.map(({ identity }) => identity.name));
      const requested = sets.filter((material) => names.has(specOf(material).identity.name));
      const onShare = (share: number, note: string): void => onProgress?.({ phase: note, done: share });
      const solving = { threads, ...(signal ? { signal } : {}), onProgress: onShare };
      await solveWon(endgames, requested, solving, (material, solved) => done(specOf(material), solved));
      return { cpuSeconds: endgames.cpuMilliseconds / 1000 };
    },
    open: (entries) =>
      wonProbe(captures, elements, (material) => guardedEntries(specOf(material), entries(specOf(material)))),
  };
}
