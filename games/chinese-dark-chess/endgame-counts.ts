/** Statistics over sets of tables: won positions as counted in the paper, the effect of the ply limit, soundness of classes. */
import { IndexLayout } from "../../build/layouts/games/chinese-dark-chess/tables.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { writeOutcome } from "../../engine/solve/outcome-values.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { Endgames, type EndgameOptions, type Solving } from "./endgames.ts";
import { SYMMETRIES } from "./board.ts";
import { entriesOf, isAnchored, layoutFor } from "./layouts.ts";
import { materialText, setsOf, type Material } from "./material.ts";
import type { Captures } from "./options.ts";
import { endgameSet, loadTable, representativesUpTo } from "./tables.ts";

/** Solves all tables of up to `elements` pieces in memory. */
export async function solveUpTo(
  elements: number,
  captures: Captures,
  solving: Solving,
  options: EndgameOptions = {},
): Promise<{ endgames: Endgames; histograms: ReadonlyMap<string, readonly number[]> }> {
  const endgames = new Endgames(captures, options);
  const histograms = new Map<string, readonly number[]>();
  const sets = options.direct
    ? Array.from({ length: elements - 1 }, (_, i) => [...setsOf(i + 2)]).flat()
    : representativesUpTo(elements, captures);
  await endgames.solve(sets, solving, async ({ material, histogram }) => {
    histograms.set(materialText(material), histogram);
  });
  endgames.openDirectory(elements);
  return { endgames, histograms };
}

/** Loads all stored tables of up to `elements` pieces; fails if one is missing. */
export async function loadUpTo(elements: number, captures: Captures): Promise<Endgames> {
  const store = new TableStore(tablesFolder());
  const { tables, command } = endgameSet(elements, captures);
  const missing = tables.filter(({ identity }) => !store.has(identity)).length;
  if (missing > 0)
    throw new GameloreError(
      "table-missing",
      `${missing} of ${tables.length} tables not found; build them with: ${command}`,
    );
  const endgames = new Endgames(captures);
  for (const set of representativesUpTo(elements, captures)) await loadTable(endgames, set);
  endgames.openDirectory(elements);
  return endgames;
}

const WON = writeOutcome("win");
const LOST = writeOutcome("loss");

/**
 * Positions of a set won for White, either side to move, up to symmetry: the paper's Table 4 at two elements. With Black to move these
 * are the losses in the table of the swapped colours.
 */
function wonForWhite(endgames: Endgames, material: Material): number {
  const partner = endgames.partnerOf(material);
  const count = (set: Material, low: number, high: number): number =>
    endgames.kernel.exports.countOrbits(
      endgames.layoutOf(set),
      entriesOf(set),
      low,
      high,
      endgames.anchors.symmetries(),
      isAnchored(set) ? 1 : SYMMETRIES.length,
    ) >>> 0;
  return count(material, WON, 254) + count(partner, LOST, WON - 2);
}

export interface WonPositions {
  readonly all: number;
  readonly representatives: number;
}

export function wonPositions(endgames: Endgames, elements: number): WonPositions {
  const counts = new Map(
    endgames.classes.representatives(elements).map((set) => [materialText(set), wonForWhite(endgames, set)]),
  );
  let all = 0;
  for (const set of setsOf(elements)) {
    all += counts.get(materialText(endgames.classes.representativeOf(set).material)) as number;
  }
  return { all, representatives: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

export interface Decided {
  readonly won: number;
  readonly lost: number;
}

/** Won and lost entries of the tables of exactly `elements` pieces. */
export function decided(histograms: ReadonlyMap<string, readonly number[]>, elements: number): Decided {
  let [won, lost] = [0, 0];
  for (const [text, histogram] of histograms) {
    if (text.length !== elements) continue;
    histogram.forEach((count, value) => {
      if (value >= WON && value < 255) won += count;
      else if (value >= LOST && value < WON - 1) lost += count;
    });
  }
  return { won, lost };
}

/** Solves sets directly and compares their entries with the tables of their representatives. */
export async function compareDirect(
  endgames: Endgames,
  sets: readonly Material[],
  solving: Solving,
): Promise<{ compared: number; different: number }> {
  const { captures, kernel } = endgames;
  const { memory } = kernel;
  const direct = new Endgames(captures, { direct: true });
  const below = new Map<string, Material>();
  const most = Math.max(...sets.map(({ length }) => length));
  // Sets reached by captures, down to two pieces, are solved directly too.
  for (let elements = most; elements > 2; elements--) {
    for (const set of [...sets, ...below.values()].filter(({ length }) => length === elements))
      for (const each of direct.dependenciesOf(set)) if (each.length < elements) below.set(materialText(each), each);
  }
  const requested = new Map(sets.map((set) => [materialText(set), set]));
  for (const text of requested.keys()) below.delete(text);
  await direct.solve([...below.values(), ...sets], solving);
  const totals = { compared: 0, different: 0 };
  const layouts = memory.allocateZeroed(2 * IndexLayout.BYTES);
  const [own, other] = IndexLayout.list(memory, layouts, 2) as [IndexLayout, IndexLayout];
  for (const set of sets) {
    const entries = entriesOf(set);
    const copy = memory.allocate(entries);
    memory.bytes(copy, entries).set(direct.entries(set));
    layoutFor(set, 0, direct.representativeOf).write(own, copy, endgames.anchors);
    endgames.writeLayout(other, set);
    totals.different += kernel.exports.countDifferences(own.address, other.address, entries) >>> 0;
    totals.compared += entries;
    memory.free(copy);
  }
  memory.free(layouts);
  return totals;
}
