/** What a player thinks, as the `info` line that tells a GUI. */
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { SearchInfo } from "../../engine/contracts/player.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { formatUci } from "../../games/chess/moves.ts";
import { formatScore, scoreOf } from "./score.ts";

/** Of one line of play. */
export interface LineInfo {
  readonly thought: SearchInfo;
  /** From 1; null where a single line is asked for. */
  readonly multipv: number | null;
  /** Of the whole search, with the lines before this one. */
  readonly nodes: number;
  readonly milliseconds: number;
}

export function infoLine(rules: ChessRules, position: Position, info: LineInfo): string {
  const { thought, multipv, nodes } = info;
  const milliseconds = Math.floor(info.milliseconds);
  const score = scoreOf(thought.value, thought.unit);
  const pv = legalLine(rules, position, thought.pv);
  return [
    "info",
    ...(thought.depth === null ? [] : [`depth ${thought.depth}`]),
    ...(multipv === null ? [] : [`multipv ${multipv}`]),
    ...(score === null ? [] : [`score ${formatScore(score)}`]),
    `nodes ${nodes}`,
    ...(milliseconds > 0 ? [`nps ${Math.round((1000 * nodes) / milliseconds)}`] : []),
    ...(thought.hashfull === undefined ? [] : [`hashfull ${thought.hashfull}`]),
    `time ${milliseconds}`,
    ...(pv.length === 0 ? [] : [`pv ${pv.join(" ")}`]),
  ].join(" ");
}

/** A line that is told during a search is a guess: it is told as far as it is legal. */
export function legalLine(rules: ChessRules, start: Position, line: readonly Move[]): string[] {
  const texts: string[] = [];
  let now = start;
  for (const move of line) {
    if (!rules.board.legalMoves(now).includes(move)) break;
    texts.push(formatUci(move));
    now = rules.board.play(now, move);
  }
  return texts;
}
