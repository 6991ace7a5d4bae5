/** A player's search info as text. */
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Move, Position } from "../engine/contracts/position.ts";
import type { Candidate, Choice, SearchInfo } from "../engine/contracts/player.ts";
import { provenPlies, valueText } from "../engine/search/values.ts";
import { formatNumber, formatSeconds, plural } from "./terminal.ts";

/**
 * Principal variation and cost, after the player's own estimate if that is shown: beside an analysis it would be a second value of the
 * position. A proven win may be relative to the moves that the player searched.
 */
export function infoText(
  rules: OpenGame,
  position: Position,
  { info }: Choice,
  { showsEstimate }: EstimateOption,
): string {
  const { value, unit, pv } = info;
  const parts: string[] = [];
  if (showsEstimate && value !== null) parts.push(seenText(value, unit));
  if (pv.length > 1) parts.push(`expects ${pvText(rules, position, pv)}`);
  return [...parts, ...costs(info)].join("; ");
}

export interface EstimateOption {
  readonly showsEstimate: boolean;
}

/** The same during a search, without the principal variation, which may be inconsistent. */
export function progressText(info: SearchInfo, { showsEstimate }: EstimateOption): string {
  const { value, unit } = info;
  return [...(showsEstimate && value !== null ? [seenText(value, unit)] : []), ...costs(info)].join("; ");
}

function costs({ nodes, playouts, milliseconds, depth }: SearchInfo): string[] {
  const parts: string[] = [];
  if (depth !== null && nodes > 1)
    parts.push(`${plural(nodes, "position")}, depth ${depth}, ${formatSeconds(milliseconds / 1000)}`);
  if (playouts !== undefined)
    parts.push(`${plural(playouts, "playout")}, ${plural(nodes, "expansion")}, ${formatSeconds(milliseconds / 1000)}`);
  return parts;
}

/** One line per candidate: text, value, count, reason. */
export function candidateLines(candidates: readonly Candidate[], unit: string): string[] {
  const width = Math.max(0, ...candidates.map(({ text }) => text.length));
  return candidates.map(({ text, reason, value, count }) => {
    const valued = value === undefined || value === null ? [] : [valueText(value, unit)];
    const counted = count === undefined ? [] : [`count ${formatNumber(count)}`];
    return `  ${text.padEnd(width)}  ${[...valued, ...counted].join(", ").padEnd(28)}  ${reason ?? ""}`.trimEnd();
  });
}

function seenText(value: number, unit: string): string {
  return `${provenPlies(value) === null ? "" : "sees "}${valueText(value, unit)}`;
}

function pvText(rules: OpenGame, start: Position, pv: readonly Move[]): string {
  let position = start;
  return pv
    .map((move) => {
      const text = rules.formatMove(position, move);
      position = rules.play(position, [move]);
      return text;
    })
    .join(" ");
}
