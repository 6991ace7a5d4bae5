/** Text into a position that the rules can bring about, with the reason where there is none. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/game.ts";
import type { Board } from "./board.ts";
import { knowledgeError, parseState, PLAYERS } from "./notation.ts";
import { type State, writeState } from "./state.ts";
import { tileOf, tileText } from "./tiles.ts";

export function parsePosition(board: Board, text: string): Result<Position> {
  const state = parseState(text);
  if (!state.ok) return state;
  const position = writeState(state.value);
  const fault = board.positionError(position) ?? openingError(state.value) ?? handError(board, position, state.value);
  return fault === null ? ok(position) : fail("bad-position", fault);
}

/** The tile that began tells something only where that is written down, and then it lies in the chain. */
function openingError({ openingTile, chain, knowledge }: State): string | null {
  const told = knowledge.some(({ levels }) => (levels[7] as number) > 0);
  if (told !== (openingTile !== null)) return "began: said exactly where a hand is known to have nothing stronger";
  if (openingTile === null) return null;
  const inChain = chain.some(({ left, right, part }) => part || tileOf(left, right) === openingTile);
  return inChain ? null : `began: ${tileText(openingTile)} is not in the chain`;
}

function handError(board: Board, position: Position, state: State): string | null {
  for (const player of PLAYERS.keys()) {
    const fault = knowledgeError(state, player, board.levels(position, player));
    if (fault !== null) return fault;
  }
  return null;
}
