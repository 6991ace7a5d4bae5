/** Search info as AEI `info` lines: score in hundredths of a rabbit, depth in steps, principal variation. */
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { SearchInfo } from "../../engine/contracts/player.ts";
import { provenPlies } from "../../engine/search/values.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { SIDE } from "../../games/arimaa/layout.ts";
import { formatTurn } from "../../games/arimaa/turns.ts";

/** Score of a proven win, less the plies to it. */
const WIN_SCORE = 100_000;
/** Hundredths of a rabbit per unit of our players' values. */
const HUNDREDTHS: Readonly<Record<string, number>> = { rabbits: 100, "centi-rabbits": 1, centirabbits: 1 };

export function infoLines(board: Board, position: Position, info: SearchInfo, milliseconds: number): string[] {
  const score = scoreOf(info);
  const pv = pvText(board, position, info.pv);
  return [
    ...(info.depth === null ? [] : [`info depth ${info.depth}`]),
    ...(score === null ? [] : [`info score ${score}`]),
    `info nodes ${info.nodes}`,
    ...(pv === "" ? [] : [`info pv ${pv}`]),
    `info time ${(milliseconds / 1000).toFixed(2)}`,
  ];
}

function scoreOf({ value, unit }: SearchInfo): number | null {
  if (value === null) return null;
  const plies = provenPlies(value);
  if (plies !== null) return Math.sign(value) * (WIN_SCORE - plies);
  const hundredths = HUNDREDTHS[unit];
  return hundredths === undefined ? null : Math.round(hundredths * value);
}

/** Turns after the first begin with their side: `Ed2n Ed3n s ee7s g Ed4n`. */
function pvText(board: Board, start: Position, pv: readonly Move[]): string {
  const turns: string[] = [];
  let [from, now, moves] = [start, start, [] as Move[]];
  const finish = (): void => {
    const text = formatTurn(board, from, moves);
    if (text !== "") turns.push(turns.length === 0 ? text : `${from[SIDE] === 0 ? "g" : "s"} ${text}`);
    [from, moves] = [now, []];
  };
  for (const move of pv) {
    // During a search a PV may contain illegal moves.
    if (!board.moves(now).includes(move)) break;
    moves.push(move);
    now = board.play(now, move);
    if (now[SIDE] !== from[SIDE]) finish();
  }
  finish();
  return turns.join(" ");
}
