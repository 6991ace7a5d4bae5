/** What a player thought, as the lines by which an engine tells it: score in hundredths of a rabbit, depth in steps, line of play. */
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { SearchInfo } from "../../engine/contracts/player.ts";
import { provenPlies } from "../../engine/search/values.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { SIDE } from "../../games/arimaa/layout.ts";
import { formatTurn } from "../../games/arimaa/turns.ts";

/** Of a position that is won or lost; less the plies to that. */
const WON = 100_000;
/** Units of our players that mean something in rabbits, and how many hundredths of one they are. */
const HUNDREDTHS: Readonly<Record<string, number>> = { rabbits: 100, "centi-rabbits": 1, centirabbits: 1 };

export function infoLines(board: Board, position: Position, thought: SearchInfo, milliseconds: number): string[] {
  const score = scoreOf(thought);
  const line = lineText(board, position, thought.pv);
  return [
    ...(thought.depth === null ? [] : [`info depth ${thought.depth}`]),
    ...(score === null ? [] : [`info score ${score}`]),
    `info nodes ${thought.nodes}`,
    ...(line === "" ? [] : [`info pv ${line}`]),
    `info time ${(milliseconds / 1000).toFixed(2)}`,
  ];
}

function scoreOf({ value, unit }: SearchInfo): number | null {
  if (value === null) return null;
  const plies = provenPlies(value);
  if (plies !== null) return Math.sign(value) * (WON - plies);
  const hundredths = HUNDREDTHS[unit];
  return hundredths === undefined ? null : Math.round(hundredths * value);
}

/** Turns after the first begin with their side: `Ed2n Ed3n s ee7s g Ed4n`. */
function lineText(board: Board, start: Position, line: readonly Move[]): string {
  const turns: string[] = [];
  let [from, now, moves] = [start, start, [] as Move[]];
  const finish = (): void => {
    const text = formatTurn(board, from, moves);
    if (text !== "") turns.push(turns.length === 0 ? text : `${from[SIDE] === 0 ? "g" : "s"} ${text}`);
    [from, moves] = [now, []];
  };
  for (const move of line) {
    // A line is a guess; what does not fit is not told.
    if (!board.moves(now).includes(move)) break;
    moves.push(move);
    now = board.play(now, move);
    if (now[SIDE] !== from[SIDE]) finish();
  }
  finish();
  return turns.join(" ");
}
