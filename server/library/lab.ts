/** Experiments as documents: the published figures beside ours. */
import { GameStore } from "../../engine/arena/store.ts";
import type { Experiment, Setting } from "../../lab/experiment.ts";
import { SETTINGS } from "../../lab/experiment.ts";
import { loadExperiments } from "../../lab/experiments.ts";
import type { Estimate } from "../../lab/estimate.ts";
import { isExact, tableOf } from "../../lab/report.ts";
import { collectResults, type CellResult, type ExperimentResult } from "../../lab/results.ts";
import { OpenVariants } from "../../lab/variants.ts";
import type { Verdict } from "../../lab/verdict.ts";
import type { ExperimentDocument, ExperimentSummary, Interval } from "../api.ts";
import { ServerFault } from "../http/faults.ts";

/** Variants stay open: opening them is most of the time that a question takes. */
const variants = new OpenVariants();

async function results(setting: Setting): Promise<ExperimentResult[]> {
  const store = GameStore.openExisting();
  try {
    return await collectResults(await loadExperiments(), setting, store, variants);
  } finally {
    store?.close();
  }
}

export async function labList(): Promise<{ experiments: ExperimentSummary[] }> {
  const bySetting = new Map<Setting, ExperimentResult[]>();
  for (const setting of SETTINGS) bySetting.set(setting, await results(setting));
  const experiments = await loadExperiments();
  return { experiments: experiments.map((experiment) => summaryOf(experiment, bySetting)) };
}

export async function experimentDocument(id: string, wanted: string): Promise<ExperimentDocument> {
  const experiments = await loadExperiments();
  const experiment = experiments.find((each) => each.id === id);
  if (!experiment) throw new ServerFault("not-found", `there is no experiment "${id}"; see /api/lab`);
  const setting = SETTINGS.find((each) => each === wanted);
  if (!setting) throw new ServerFault("bad-request", `setting: "${wanted}" is not one of ${SETTINGS.join(", ")}`);
  const bySetting = new Map<Setting, ExperimentResult[]>();
  for (const each of SETTINGS) bySetting.set(each, await results(each));
  const result = (bySetting.get(setting) ?? []).find((each) => each.experiment.id === id) as ExperimentResult;
  const { columns, rows } = tableOf(result.cells);
  const { figure, rows: rowsAre, columns: columnsAre, settings } = experiment;
  return {
    ...summaryOf(experiment, bySetting),
    setting,
    notes: [figure, `rows: ${rowsAre}; columns: ${columnsAre}`, settings[setting].protocol],
    columns,
    rows: rows.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell && cellDocument(cell)) })),
    claims: result.claims.map(({ text, ours, paper }) => ({ text, ours: verdictOf(ours), paper: verdictOf(paper) })),
  };
}

function summaryOf(
  experiment: Experiment,
  bySetting: ReadonlyMap<Setting, readonly ExperimentResult[]>,
): ExperimentSummary {
  const { id, paper, title } = experiment;
  return {
    id,
    paper,
    title,
    settings: SETTINGS.map((setting) => {
      const cells = bySetting.get(setting)?.find((each) => each.experiment.id === id)?.cells ?? [];
      const asked = cells.filter(({ status }) => status !== "left out");
      return { setting, cells: asked.length, measured: asked.filter(({ status }) => status === "measured").length };
    }),
  };
}

function cellDocument(cell: CellResult): NonNullable<ExperimentDocument["rows"][number]["cells"][number]> {
  const { paper, ours, decimals, status, agreement } = cell;
  return { paper: intervalOf(paper), ours: intervalOf(ours), decimals, exact: isExact(cell), status, agreement };
}

function intervalOf(estimate: Estimate | null): Interval | null {
  return estimate && { value: estimate.value, low: estimate.low, high: estimate.high, games: estimate.games };
}

function verdictOf({ outcome, evidence }: Verdict): { outcome: string; text: string } {
  return { outcome, text: evidence };
}
