/** Experiments as documents: published results beside ours. */
import type { GameStore } from "../../engine/arena/store.ts";
import { openExistingGameStore } from "../../games/game-store.ts";
import { SETTINGS, titleUnder, type Experiment } from "../../lab/experiment.ts";
import { loadExperiments } from "../../lab/experiments.ts";
import type { Estimate } from "../../lab/estimate.ts";
import { Figures } from "../../lab/figures.ts";
import { isExact, scoreText, tableOf } from "../../lab/report.ts";
import { collectResults, countMeasured, type CellResult } from "../../lab/results.ts";
import { OpenVariants } from "../../lab/variants.ts";
import type { Verdict } from "../../lab/verdict.ts";
import type { ExperimentDocument, ExperimentSummary, Interval } from "../../service/library-documents.ts";
import { HttpError } from "../http/http-error.ts";

/** Variants stay open: opening them takes most of the time of a request. */
const variants = new OpenVariants();

async function withStore<T>(use: (store: GameStore | null) => Promise<T>): Promise<T> {
  const store = openExistingGameStore();
  try {
    return await use(store);
  } finally {
    store?.close();
  }
}

export function labList(): Promise<{ experiments: ExperimentSummary[] }> {
  return withStore(async (store) => {
    const experiments: ExperimentSummary[] = [];
    for (const experiment of await loadExperiments()) experiments.push(await summaryOf(experiment, store));
    return { experiments };
  });
}

export function experimentDocument(id: string, requested: string): Promise<ExperimentDocument> {
  return withStore(async (store) => {
    const experiments = await loadExperiments();
    const experiment = experiments.find((each) => each.id === id);
    if (!experiment) throw new HttpError("not-found", `experiment "${id}" not found`);
    const setting = SETTINGS.find((each) => each === requested);
    if (!setting) throw new HttpError("bad-request", `setting: "${requested}" is not one of ${SETTINGS.join(", ")}`);
    const [result] = await collectResults(experiments, setting, store, variants, new Figures(), [experiment]);
    const { columns, rows } = tableOf(result?.cells ?? []);
    const { figure, rows: rowsAre, columns: columnsAre, settings } = experiment;
    return {
      ...(await summaryOf(experiment, store)),
      setting,
      notes: [figure, `rows: ${rowsAre}; columns: ${columnsAre}`, settings[setting].protocol],
      columns,
      rows: rows.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell && cellDocument(cell)) })),
      claims: (result?.claims ?? []).map(({ text, condition, ours, paper }) => ({
        text,
        condition,
        ours: verdictOf(ours),
        paper: verdictOf(paper),
      })),
    };
  });
}

async function summaryOf(experiment: Experiment, store: GameStore | null): Promise<ExperimentSummary> {
  const { id, paper, table } = experiment;
  const figures = new Figures();
  const settings: ExperimentSummary["settings"][number][] = [];
  for (const setting of SETTINGS)
    settings.push({ setting, ...(await countMeasured(experiment, setting, store, variants, figures)) });
  return { id, paper, table, title: titleUnder(experiment), settings };
}

function cellDocument(cell: CellResult): NonNullable<ExperimentDocument["rows"][number]["cells"][number]> {
  const { paper, ours, decimals, status, agreement } = cell;
  const score = cell.score && scoreText(cell);
  return { paper: intervalOf(paper), ours: intervalOf(ours), score, decimals, exact: isExact(cell), status, agreement };
}

function intervalOf(estimate: Estimate | null): Interval | null {
  return estimate && { value: estimate.value, low: estimate.low, high: estimate.high, games: estimate.games };
}

function verdictOf({ outcome, evidence }: Verdict): { outcome: string; text: string } {
  return { outcome, text: evidence };
}
