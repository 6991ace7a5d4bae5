/** Values as evaluations from the perspective of one player, with names and units. */
import { formatMoves, formatPlies } from "../../engine/contracts/quantities.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { opponentOf, type PlayerNumber, type Position } from "../../engine/contracts/position.ts";
import type { SearchInfo } from "../../engine/contracts/player.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";
import { inWholeUnits, provenPlies, unitOf } from "../../engine/search/values.ts";
import type { EvaluationDocument } from "../analysis-documents.ts";
import { graphValue, movesToEnd, signed } from "./value-labels.ts";

/** Units of Monte Carlo players: points from 0 to 1. */
const POINTS_UNIT = /^expected points/;

/** Whether a value of `actor` is one of `player` (1), the opposite (-1), or says nothing about it (0). */
export function signFor(rules: OpenGame, position: Position, actor: PlayerNumber, player: PlayerNumber): 1 | -1 | 0 {
  if (actor === player) return 1;
  const sides = rules.sides?.(position) ?? null;
  if (sides) return sides[actor] === sides[player] ? 1 : -1;
  return rules.players.length === 2 ? -1 : 0;
}

/** Expected points that are an outcome. */
const OUTCOMES = new Map([
  [1, "win"],
  [0.5, "draw"],
  [0, "loss"],
] as const);

/** A search's value as the value of a probe, for the player who searched. */
export function searchedValue(
  info: Pick<SearchInfo, "unit"> & Partial<Pick<SearchInfo, "value" | "expected">>,
  value: number,
  proven = false,
): ProbeValue {
  const plies = provenPlies(value);
  if (plies !== null) {
    const outcome = value > 0 ? "win" : "loss";
    return { text: `${outcome} in ${formatPlies(plies)}`, score: value, parts: { plies }, exact: true, outcome };
  }
  if (!POINTS_UNIT.test(info.unit)) {
    const text = `${signed(value)} ${unitOf(value, info.unit)}`.trim();
    const expected = info.expected && value === info.value ? info.expected : null;
    return expected
      ? { text, score: value, parts: { plies: expected.plies }, exact: false, outcome: expected.outcome }
      : { text, score: value, parts: {}, exact: false };
  }
  const outcome = proven ? OUTCOMES.get(value as 0 | 0.5 | 1) : undefined;
  const text = outcome ?? `${Math.round(100 * value)} % of the points`;
  return { text, score: value, parts: { goal: 100 * value }, exact: proven, ...(outcome && { outcome }) };
}

/**
 * `sign` is 1 if the value is one of `player`'s side, -1 if it is one of the opponent's. `isAfterMove`: the value
 * of a move, for the player who makes it.
 */
export function evaluationOf(
  rules: OpenGame,
  value: ProbeValue,
  { player, sign, isAfterMove }: Perspective,
): EvaluationDocument {
  const share = sign * graphValue(value, rules.clearAdvantage);
  const { outcome, exact } = value;
  const nameOf = (number: PlayerNumber): string => rules.players[number] ?? "";
  if (outcome === "draw") return { share: 0, label: "draw", text: exact ? "draw" : "probably a draw", exact };
  if (outcome) {
    const isWon = (outcome === "win") === sign > 0;
    const isForTwo = rules.players.length === 2;
    // With more than two players, a loss does not say who wins.
    const name = nameOf(isWon || !isForTwo ? player : opponentOf(player));
    const verb = isWon || isForTwo ? "wins" : "loses";
    const count = isForTwo ? movesToEnd(value, isAfterMove) : null;
    const distance = count === null ? "" : ` in ${formatMoves(count)}`;
    return {
      share,
      label: count === null ? `${name} ${verb}` : `wins in ${count}`,
      text: `${name}${exact ? "" : " probably"} ${verb}${distance}`,
      exact,
    };
  }
  const goal = value.parts["goal"];
  if (goal != null) {
    const percent = Math.round(sign > 0 ? goal : 100 - goal);
    return { share, label: `${percent} %`, text: `${nameOf(player)} scores ${percent} %`, exact };
  }
  const { value: score, unit } = inWholeUnits(value.score, value.text.replace(/^[+-]?[\d.]+ ?/, ""));
  const label = signed(sign * score);
  return { share, label, text: `${label} ${unitOf(Number(label), unit)}`.trim() + ` for ${nameOf(player)}`, exact };
}

export interface Perspective {
  readonly player: PlayerNumber;
  readonly sign: 1 | -1;
  readonly isAfterMove: boolean;
}
