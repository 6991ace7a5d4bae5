/** Analyses in the terminal, by the same service as in the page: exact values, else searched lines. */
import type { OpenGame } from "../engine/contracts/game.ts";
import { FIRST, type PlayerNumber, type Position } from "../engine/contracts/position.ts";
import { tablesFolder } from "../engine/platform/node/folders.ts";
import { TableStore } from "../engine/tables/store.ts";
import { Analyser, type AnalysisOptions } from "../service/analyser.ts";
import type { AnalysisDocument, StrategyDocument } from "../service/analysis-documents.ts";
import type { AnalysedGame } from "../service/documents/replay.ts";
import { exactAnalysis } from "../service/documents/analysis.ts";
import { VariantValues } from "../service/value-sources.ts";
import { withoutName } from "./move-entry.ts";
import { formatSeconds, type Painter, plural } from "./terminal.ts";

/** Moves that are played less often are not shown. */
const LEAST_PROBABILITY = 0.005;

const ANSWER_LINES = 5;
const ANSWER_LIMITS = { milliseconds: 1_000 };

export class TerminalAnalysis {
  readonly #seat: PlayerNumber | null;
  readonly #values: VariantValues;
  readonly #analyser: Analyser;
  #last: { readonly position: Position; readonly found: AnalysisDocument } | null = null;

  /** `seat` is the person's, null for a spectator. */
  constructor(rules: OpenGame, seat: PlayerNumber | null) {
    const store = new TableStore(tablesFolder());
    this.#seat = seat;
    this.#values = new VariantValues(rules, store);
    this.#analyser = new Analyser(rules, this.#values, store);
  }

  /** Exact values without a search; `value` is null if there are none. */
  async exact(game: AnalysedGame): Promise<AnalysisDocument> {
    return exactAnalysis(game, await this.#values.sources(), { seat: this.#seat, player: FIRST, lines: 1 });
  }

  /** Exact values, else the best lines within a second; for the same position the same ones again, so that a hint agrees with them. */
  async answer(game: AnalysedGame, signal: AbortSignal): Promise<AnalysisDocument> {
    const exact = await this.exact(game);
    if (exact.value !== null) return exact;
    if (this.#last?.position !== game.position) {
      const found = await this.analyse(game, { lines: ANSWER_LINES, limits: ANSWER_LIMITS, signal });
      if (signal.aborted) return found;
      this.#last = { position: game.position, found };
    }
    return this.#last.found;
  }

  analyse(
    game: AnalysedGame,
    options: Pick<AnalysisOptions, "lines" | "limits" | "signal" | "emit">,
  ): Promise<AnalysisDocument> {
    return this.#analyser.analyse(game, { ...options, seat: this.#seat, player: FIRST });
  }

  async close(): Promise<void> {
    await this.#analyser.close();
    this.#values.close();
  }
}

/** The value, its source, and the lines; if they are exact, the best `count` moves; with simultaneous moves, the mixed strategies. */
export function analysisLines(
  analysis: AnalysisDocument,
  names: readonly string[],
  paint: Painter,
  count: number,
): string[] {
  const { source, evaluation, value, moves, lines, strategies } = analysis;
  if (value === null) return [paint("dim", `no values: ${source.missing ?? source.text}`)];
  const heading = `${paint("bold", evaluation?.text ?? value.text)}  ${paint("dim", sourceText(analysis))}`;
  if (source.kind !== "search") {
    const width = Math.max(0, ...moves.map(({ text }) => text.length));
    const shown = moves.slice(0, count).map(({ text, after, outcome }) => {
      const style = outcome === "win" ? "green" : outcome === "loss" ? "red" : "yellow";
      return `  ${text.padEnd(width)}  ${paint(outcome === null ? (after.score > 0 ? "green" : "red") : style, after.text)}`;
    });
    const rest = moves.length - shown.length;
    return [heading, ...shown, ...(rest > 0 ? [paint("dim", `  … and ${rest} more; type: values`)] : [])];
  }
  if (strategies.length > 0)
    return [heading, ...strategies.flatMap((strategy) => strategyLines(strategy, names, paint, count))];
  const width = Math.max(0, ...lines.map((line) => line.evaluation.label.length));
  const missing = source.missing === undefined ? [] : [paint("dim", `no exact values: ${source.missing}`)];
  return [
    heading,
    ...lines.map(
      ({ moves: pv, evaluation: { label }, playouts }) =>
        `  ${paint("bold", label.padStart(width))}  ${pv.join(" ")}${playouts === null ? "" : paint("dim", `  ${plural(playouts, "playout")}`)}`,
    ),
    ...missing,
  ];
}

function strategyLines(
  { player, moves }: StrategyDocument,
  names: readonly string[],
  paint: Painter,
  count: number,
): string[] {
  const name = names[player] ?? "";
  const shown = moves
    .slice(0, count)
    .filter(({ probability }, i) => i === 0 || probability >= LEAST_PROBABILITY)
    .map((move) => ({ ...move, text: withoutName(move.text, name) }));
  const width = Math.max(0, ...shown.map(({ text }) => text.length));
  return [
    `  ${name}:`,
    ...shown.map(
      ({ text, probability, evaluation }) =>
        `    ${text.padEnd(width)}  ${paint("bold", `${Math.round(100 * probability)} %`.padStart(5))}  ${paint("dim", evaluation?.text ?? "")}`,
    ),
  ];
}

function sourceText({ source, nodes, milliseconds }: AnalysisDocument): string {
  if (source.kind !== "search") return source.text;
  return `${source.text}, ${plural(nodes, "node")} in ${formatSeconds(milliseconds / 1000)}, by ${source.name}`;
}
