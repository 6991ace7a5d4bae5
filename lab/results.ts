/** Results from the stored games: every cell with our figure and the paper's, and the verdict on every claim. */
import type { GameStore } from "../engine/arena/store.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import { agreement, exact, fromPercent, type Agreement, type Estimate } from "./estimate.ts";
import {
  cellName,
  type Cell,
  type CellLookup,
  type Claim,
  type ExactMeasurement,
  type Experiment,
  type MatchMeasurement,
  type Setting,
} from "./experiment.ts";
import { Figures } from "./figures.ts";
import { problemWith } from "./run.ts";
import { readCell, type CellScore } from "./measure.ts";
import type { OpenVariants } from "./variants.ts";
import type { Verdict } from "./verdict.ts";

export interface CellResult {
  readonly row: string;
  readonly column: string;
  readonly paper: Estimate | null;
  /** Decimals of the paper's figure, or of the experiment. */
  readonly decimals: number;
  /** `left out`: not part of this setting. `unavailable`: its players cannot run here. */
  readonly status: "measured" | "not run" | "left out" | "unavailable";
  readonly ours: Estimate | null;
  readonly score: CellScore | null;
  /** The match of the setting; null without games. */
  readonly match: MatchMeasurement | null;
  readonly agreement: Agreement | null;
  readonly problem: string | null;
}

export interface ClaimResult {
  readonly text: string;
  /** What the verdict depends on: "when ties are broken at random". */
  readonly condition: string | null;
  readonly ours: Verdict;
  /** The same test on the paper's own figures, with the uncertainty of their number of games. */
  readonly paper: Verdict;
}

export interface ExperimentResult {
  readonly experiment: Experiment;
  readonly setting: Setting;
  readonly cells: readonly CellResult[];
  readonly claims: readonly ClaimResult[];
}

/** The results of the selected experiments. Claims may refer to cells of other experiments, which are loaded on demand. */
export async function collectResults(
  experiments: readonly Experiment[],
  setting: Setting,
  store: GameStore | null,
  variants: OpenVariants,
  figures: Figures = new Figures(),
  selected: readonly Experiment[] = experiments,
): Promise<ExperimentResult[]> {
  const cells = new Map<string, readonly CellResult[]>();
  const read = async (experiment: Experiment): Promise<void> => {
    const list: CellResult[] = [];
    for (const cell of experiment.cells) list.push(await resultOf(experiment, cell, setting, store, variants, figures));
    cells.set(experiment.id, list);
  };
  const lookup =
    (own: string, pick: (cell: CellResult) => Estimate | null): CellLookup =>
    (row, column, id = own) => {
      const other = cells.has(id) ? undefined : experiments.find((each) => each.id === id);
      if (other) throw new NotLoaded(other);
      const found = cells.get(id)?.find((cell) => cell.row === row && cell.column === column);
      if (!found) throw new Error(`${id} has no cell ${cellName({ row, column })}`);
      return pick(found);
    };
  const judged = async (claim: Claim, look: CellLookup): Promise<Verdict> => {
    while (true) {
      try {
        return claim.judge(look);
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await read(error.experiment);
      }
    }
  };
  const results: ExperimentResult[] = [];
  for (const experiment of selected) {
    if (!cells.has(experiment.id)) await read(experiment);
    const claims: ClaimResult[] = [];
    for (const claim of experiment.claims)
      claims.push({
        text: claim.text,
        condition: conditionOf(experiment, claim),
        ours: await judged(
          claim,
          lookup(experiment.id, ({ ours }) => ours),
        ),
        paper: await judged(
          claim,
          lookup(experiment.id, ({ paper }) => paper),
        ),
      });
    results.push({ experiment, setting, cells: cells.get(experiment.id) ?? [], claims });
  }
  return results;
}

export function conditionOf(experiment: Experiment, claim: Claim): string | null {
  return claim.condition ?? experiment.condition ?? null;
}

/** Thrown when a claim refers to a cell of an experiment that is not loaded yet. */
class NotLoaded extends Error {
  readonly experiment: Experiment;

  constructor(experiment: Experiment) {
    super(`${experiment.id} is not loaded`);
    this.experiment = experiment;
  }
}

/** Cache of computed numbers. Failures (missing tables) are not cached. */
const computed = new WeakMap<ExactMeasurement["compute"], number>();

async function exactValue({ compute }: ExactMeasurement): Promise<number> {
  const value = computed.get(compute) ?? (await compute());
  computed.set(compute, value);
  return value;
}

/** Number of cells of a setting, and of those with a figure; exact numbers count as measured. */
export async function countMeasured(
  experiment: Experiment,
  setting: Setting,
  store: GameStore | null,
  variants: OpenVariants,
  figures: Figures,
): Promise<{ cells: number; measured: number }> {
  const cells = experiment.cells.filter((cell) => cell.measure[setting]);
  const anyGames = (store?.count({ label: `lab/${experiment.id}/${setting}` }) ?? 0) > 0;
  let measured = 0;
  for (const cell of cells) {
    const measurement = cell.measure[setting];
    if (measurement?.kind === "exact") measured++;
    else if (measurement?.kind === "figure" || anyGames) {
      const { status } = await resultOf(experiment, cell, setting, store, variants, figures);
      if (status === "measured") measured++;
    }
  }
  return { cells: cells.length, measured };
}

export function paperEstimate(name: string, { paper }: Cell): Estimate | null {
  if (!paper) return null;
  return paper.games === null ? exact(name, paper.value) : fromPercent(name, paper.value, paper.games);
}

async function resultOf(
  experiment: Experiment,
  cell: Cell,
  setting: Setting,
  store: GameStore | null,
  variants: OpenVariants,
  figures: Figures,
): Promise<CellResult> {
  const name = cellName(cell);
  const decimals = cell.paper?.decimals ?? cell.decimals ?? 0;
  const paper = paperEstimate(name, cell);
  const { row, column } = cell;
  const bare = { row, column, paper, decimals, ours: null, score: null, match: null, agreement: null, problem: null };
  const measurement = cell.measure[setting];
  if (!measurement) return { ...bare, status: "left out" };
  if (measurement.kind === "exact") {
    try {
      const ours = exact(name, Number((await exactValue(measurement)).toFixed(decimals)));
      return { ...bare, status: "measured", ours, agreement: paper && agreement(ours, paper) };
    } catch (error) {
      if (!(error instanceof GameloreError) || error.code !== "table-missing") throw error;
      return { ...bare, status: "unavailable", problem: error.message };
    }
  }
  if (measurement.kind === "figure") {
    const value = figures.get(experiment.id, setting, name);
    if (value === null) return { ...bare, status: "not run" };
    const ours = exact(name, Number(value.toFixed(decimals)));
    return { ...bare, status: "measured", ours, agreement: paper && agreement(ours, paper) };
  }
  const match = measurement;
  try {
    const score = await readCell(experiment.id, setting, match, store, variants);
    if (!score || score.games === 0) {
      const problem = problemWith(await variants.get(match.game, match.variant), match);
      return { ...bare, status: problem === null ? "not run" : "unavailable", match, problem };
    }
    const [low, high] = score.interval;
    const ours = { what: name, value: score.percent, low, high, games: score.games };
    return { ...bare, status: "measured", ours, score, match, agreement: paper && agreement(ours, paper) };
  } catch (error) {
    if (!(error instanceof GameloreError) || error.code !== "bad-player") throw error;
    return { ...bare, status: "unavailable", match, problem: error.message };
  }
}
