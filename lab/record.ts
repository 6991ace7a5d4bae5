/**
 * Recorded results: one line of JSON per measured cell, in a file of the repository. The table of claims is made from it, so that
 * anybody can make it again without the games.
 */
import { readFileSync } from "node:fs";
import { canonicalText } from "../engine/arena/players.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import { writeAtomically, writeFully } from "../engine/tables/atomic-write.ts";
import { agreement, exact, type Estimate } from "./estimate.ts";
import { cellName, type Cell, type CellLookup, type Experiment, type Setting } from "./experiment.ts";
import { conditionOf, paperEstimate, type CellResult, type ExperimentResult } from "./results.ts";
import type { OpenVariants } from "./variants.ts";

/** A percentage of games, or a number without games. */
export interface RecordedCell {
  readonly experiment: string;
  readonly setting: Setting;
  readonly cell: string;
  readonly value: number;
  readonly games?: number;
  readonly interval?: readonly [low: number, high: number];
  /** Wins, draws, losses; absent if only the percentage was kept. */
  readonly score?: readonly [wins: number, draws: number, losses: number];
  /** Texts of the players with all parameters: a result of players that have changed since is dropped. */
  readonly players?: readonly [string, string];
}

export class ResultRecord {
  readonly #path: string;
  readonly #cells: Map<string, RecordedCell>;

  constructor(path: string) {
    this.#path = path;
    this.#cells = new Map(read(path).map((cell) => [keyOf(cell.experiment, cell.setting, cell.cell), cell]));
  }

  get(experiment: string, setting: Setting, cell: string): RecordedCell | null {
    return this.#cells.get(keyOf(experiment, setting, cell)) ?? null;
  }

  /** Adds measured cells unless more games are recorded; drops cells that no longer exist and those of players that have changed. */
  async update(results: readonly ExperimentResult[], variants: OpenVariants): Promise<void> {
    for (const { experiment, setting, cells } of results) {
      const names = new Set(cells.map(cellName));
      for (const [key, old] of this.#cells)
        if (old.experiment === experiment.id && old.setting === setting && !names.has(old.cell))
          this.#cells.delete(key);
      for (const cell of cells) {
        const key = keyOf(experiment.id, setting, cellName(cell));
        const players = cell.match && (await playersOf(cell.match, variants));
        const old = this.#cells.get(key);
        const isOf = (recorded: RecordedCell): boolean => String(recorded.players ?? null) === String(players ?? null);
        if (old && !isOf(old)) this.#cells.delete(key);
        if (!cell.ours || (old && isOf(old) && (old.games ?? 0) > cell.ours.games)) continue;
        this.#cells.set(key, recordedCell(experiment.id, setting, cell, players));
      }
    }
  }

  async save(): Promise<void> {
    const sorted = [...this.#cells].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const bytes = Buffer.from(sorted.map(([, cell]) => `${JSON.stringify(cell)}\n`).join(""));
    await writeAtomically(this.#path, { bytesNeeded: bytes.length }, (output) => writeFully(output, bytes, 0));
  }
}

function keyOf(experiment: string, setting: Setting, cell: string): string {
  return `${experiment} ${setting} ${cell}`;
}

async function playersOf(
  { game, variant, players }: NonNullable<CellResult["match"]>,
  variants: OpenVariants,
): Promise<readonly [string, string] | null> {
  const rules = await variants.get(game, variant);
  try {
    return [withoutFolder(canonicalText(rules, players[0])), withoutFolder(canonicalText(rules, players[1]))];
  } catch (error) {
    if (!(error instanceof GameloreError) || error.code !== "bad-player") throw error;
    return null;
  }
}

/** A program is the same wherever it is installed. */
function withoutFolder(player: string): string {
  return player.replace(/(command="?)[^\s",()]*\//, "$1");
}

function recordedCell(
  experiment: string,
  setting: Setting,
  cell: CellResult,
  players: readonly [string, string] | null,
): RecordedCell {
  const ours = cell.ours as Estimate;
  const name = { experiment, setting, cell: cellName(cell) };
  if (!players) return { ...name, value: ours.value };
  const round = (value: number): number => Number(value.toFixed(2));
  const { wins, draws, losses } = cell.score ?? {};
  return {
    ...name,
    value: round(ours.value),
    games: ours.games,
    interval: [round(ours.low), round(ours.high)],
    ...(wins === undefined || draws === undefined || losses === undefined ? {} : { score: [wins, draws, losses] }),
    players,
  };
}

/** Results from the record alone, with the verdict on every claim. */
export function recordedResults(
  experiments: readonly Experiment[],
  setting: Setting,
  record: ResultRecord,
): ExperimentResult[] {
  const cells = new Map(
    experiments.map(({ id, cells: list }) => [id, list.map((cell) => resultOf(id, setting, cell, record))]),
  );
  return experiments.map((experiment) => {
    const lookup =
      (pick: (cell: CellResult) => Estimate | null): CellLookup =>
      (row, column, id = experiment.id) => {
        const found = cells.get(id)?.find((cell) => cell.row === row && cell.column === column);
        if (!found) throw new Error(`${id} has no cell ${cellName({ row, column })}`);
        return pick(found);
      };
    const claims = experiment.claims.map((claim) => ({
      text: claim.text,
      condition: conditionOf(experiment, claim),
      ours: claim.judge(lookup(({ ours }) => ours)),
      paper: claim.judge(lookup(({ paper }) => paper)),
    }));
    return { experiment, setting, cells: cells.get(experiment.id) ?? [], claims };
  });
}

function resultOf(id: string, setting: Setting, cell: Cell, record: ResultRecord): CellResult {
  const { row, column } = cell;
  const name = cellName(cell);
  const paper = paperEstimate(name, cell);
  const decimals = cell.paper?.decimals ?? cell.decimals ?? 0;
  const measurement = cell.measure[setting];
  const bare = { row, column, paper, decimals, score: null, match: null, problem: null };
  const recorded = measurement ? record.get(id, setting, name) : null;
  if (!recorded) return { ...bare, status: measurement ? "not run" : "left out", ours: null, agreement: null };
  const { value, games, interval, score } = recorded;
  const ours =
    games === undefined || !interval
      ? exact(name, value)
      : { what: name, value, low: interval[0], high: interval[1], games };
  return {
    ...bare,
    status: "measured",
    ours,
    score:
      score && interval && games !== undefined
        ? { games, wins: score[0], draws: score[1], losses: score[2], percent: value, interval }
        : null,
    agreement: paper && agreement(ours, paper),
  };
}

/** Empty without a file. */
function read(path: string): readonly RecordedCell[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line, i): RecordedCell => {
      try {
        const cell = JSON.parse(line) as RecordedCell;
        if (typeof cell.value !== "number" || typeof cell.cell !== "string") throw new Error("expected a cell");
        return cell;
      } catch (cause) {
        const why = `${path} is damaged in line ${i + 1} (${(cause as Error).message})`;
        throw new GameloreError("store-damaged", why, { cause });
      }
    });
}
