/** Search info as an `info` line for a GUI. */
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { SearchInfo } from "../../engine/contracts/player.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { formatUci } from "../../games/chess/moves.ts";
import { formatScore, scoreOf } from "./score.ts";

/** Info of one principal variation. */
interface PvInfo {
  readonly info: SearchInfo;
  /** From 1; null if there is a single PV. */
  readonly multipv: number | null;
  /** Of the whole search, all PVs included. */
  readonly nodes: number;
  readonly milliseconds: number;
}

export function infoLine(rules: ChessRules, position: Position, given: PvInfo): string {
  const { info, multipv, nodes } = given;
  const milliseconds = Math.floor(given.milliseconds);
  const score = scoreOf(info.value, info.unit);
  const pv = legalPv(rules, position, info.pv);
  return [
    "info",
    ...(info.depth === null ? [] : [`depth ${info.depth}`]),
    ...(multipv === null ? [] : [`multipv ${multipv}`]),
    ...(score === null ? [] : [`score ${formatScore(score)}`]),
    `nodes ${nodes}`,
    ...(milliseconds > 0 ? [`nps ${Math.round((1000 * nodes) / milliseconds)}`] : []),
    ...(info.hashfull === undefined ? [] : [`hashfull ${info.hashfull}`]),
    `time ${milliseconds}`,
    ...(pv.length === 0 ? [] : [`pv ${pv.join(" ")}`]),
  ].join(" ");
}

/** The legal prefix of a PV: during a search it may contain illegal moves. */
export function legalPv(rules: ChessRules, start: Position, pv: readonly Move[]): string[] {
  const texts: string[] = [];
  let now = start;
  for (const move of pv) {
    if (!rules.board.legalMoves(now).includes(move)) break;
    texts.push(formatUci(move));
    now = rules.board.play(now, move);
  }
  return texts;
}
