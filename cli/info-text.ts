/** What a player thought, as text. */
import type { Move, Position, Rules } from "../engine/contracts/game.ts";
import type { Choice, SearchInfo } from "../engine/contracts/player.ts";
import { provenPlies, valueText } from "../engine/search/values.ts";
import { formatNumber, formatSeconds } from "./terminal.ts";

/**
 * What a player thought, for a person: its value with its unit, the line it expects, and what that cost. A win is one
 * among the moves it looked at, which need not be all.
 */
export function infoText(rules: Rules, position: Position, { info: thought }: Choice): string {
  const { value, unit, pv: line } = thought;
  const parts: string[] = [];
  if (value !== null) parts.push(seenText(value, unit));
  if (line.length > 1) parts.push(`expects ${pvText(rules, position, line)}`);
  return [...parts, ...costs(thought)].join("; ");
}

/** The same of a player that still thinks, without its line: that may not hold together yet. */
export function progressText(thought: SearchInfo): string {
  const { value, unit } = thought;
  return [...(value === null ? [] : [seenText(value, unit)]), ...costs(thought)].join("; ");
}

function costs({ nodes, playouts, milliseconds, depth }: SearchInfo): string[] {
  const parts: string[] = [];
  if (depth !== null && nodes > 1)
    parts.push(`${formatNumber(nodes)} positions, depth ${depth}, ${formatSeconds(milliseconds / 1000)}`);
  if (playouts !== undefined)
    parts.push(
      `${formatNumber(playouts)} playouts, ${formatNumber(nodes)} expansions, ${formatSeconds(milliseconds / 1000)}`,
    );
  return parts;
}

/** What a player weighed, a line each: the text, its value and how much it was looked at, the reason. */
export function candidateLines({ info: thought }: Choice): string[] {
  const considered = thought.candidates ?? [];
  const width = Math.max(0, ...considered.map(({ text }) => text.length));
  return considered.map(({ text, reason, value, count }) => {
    const worth = value === undefined || value === null ? "" : `${valueText(value, thought.unit)}, `;
    const looked = count === undefined ? "" : `looked at ${formatNumber(count)}`;
    return `  ${text.padEnd(width)}  ${`${worth}${looked}`.padEnd(28)}  ${reason ?? ""}`.trimEnd();
  });
}

function seenText(value: number, unit: string): string {
  return `${provenPlies(value) === null ? "" : "sees "}${valueText(value, unit)}`;
}

function pvText(rules: Rules, start: Position, line: readonly Move[]): string {
  let position = start;
  return line
    .map((move) => {
      const text = rules.formatMove(position, move);
      position = rules.play(position, [move]);
      return text;
    })
    .join(" ");
}
