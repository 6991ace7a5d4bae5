/** A tuning run as text. */
import type { MatchReport } from "../engine/arena/match.ts";
import type { TuneHistory, TuneReport } from "../engine/learn/tune.ts";
import type { Tuning } from "../engine/learn/tune-spec.ts";
import { rangeText } from "../engine/learn/tune-variables.ts";
import { eloText, originTexts, standingText } from "./match-lines.ts";
import { type Painter, plural } from "./terminal.ts";

export function variablesText({ variables }: Tuning): string {
  return variables.map((variable) => `${variable.name} ${rangeText(variable)}`).join(", ");
}

/** The method and its number of games. */
export function methodText({ spec: { method } }: Tuning): string {
  return method.name === "spsa"
    ? `spsa, ${plural(2 * method.pairs, "game")}`
    : `hill-climb, ${plural(method.passes, "pass", "passes")} with ${plural(method.variants, "variant")}, ${plural(2 * method.pairs, "game")} each, ranges multiplied by ${method.shrink} after each pass`;
}

export function historyLines(history: TuneHistory, paint: Painter): string[] {
  if (history.method === "spsa")
    return inColumns(
      history.places.map(({ games, point }) => [
        `  after ${plural(games, "game")}`,
        ...Object.entries(point).map(([name, value]) => `${name}=${value}`),
      ]),
    );
  const width = Math.max(...history.steps.map(({ variable }) => variable.length));
  return history.steps.map(({ pass, variable, from, tried, taken }) => {
    const scores = tried.map(({ value, share }) => {
      const text = `${value}: ${(100 * share).toFixed(0)} %`;
      return value === taken ? paint("bold", text) : text;
    });
    const end = taken === from ? `keeps ${from}` : `takes ${taken}`;
    return `  pass ${pass}  ${variable.padEnd(width)}  ${[...scores, end].join("  ")}`;
  });
}

export function gamesTexts({ games, resumed, builds }: TuneReport): string[] {
  return [plural(games, "game"), ...originTexts(resumed, games, builds)];
}

/** The check and its verdict, so that noise is not taken for gain. */
export function checkLines({ standing, games, resumed, builds }: MatchReport): string[] {
  const [low, high] = standing.interval;
  const verdict =
    low > 50
      ? "significantly stronger than the start"
      : high < 50
        ? "significantly weaker than the start"
        : "no significant difference to the start; more --check pairs may show one";
  return [
    `check against the start with other openings: ${standingText(standing)}`,
    eloText(standing),
    verdict,
    ...originTexts(resumed, games.length, builds),
  ];
}

function inColumns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
