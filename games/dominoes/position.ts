/** Parses a position and checks that it is possible. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { playerNumbers, type Position } from "../../engine/contracts/position.ts";
import type { Board } from "./board.ts";
import { knowledgeError, parseState, PLAYERS } from "./notation.ts";
import { type State, writeState } from "./state.ts";
import { tileOf, tileText } from "./tiles.ts";

export function parsePosition(board: Board, text: string): Result<Position> {
  const state = parseState(text);
  if (!state.ok) return state;
  const position = writeState(state.value);
  const error = board.positionError(position) ?? openingError(state.value) ?? handError(board, position, state.value);
  return error === null ? ok(position) : fail("bad-position", error);
}

/** The opening tile is given exactly if a hand is known to have nothing stronger, and then it is in the chain. */
function openingError({ openingTile, chain, knowledge }: State): string | null {
  const known = knowledge.some(({ levels }) => (levels[7] as number) > 0);
  if (known !== (openingTile !== null))
    return "began: required if a hand is known to have nothing stronger, and not allowed otherwise";
  if (openingTile === null) return null;
  const inChain = chain.some(({ left, right, part }) => part || tileOf(left, right) === openingTile);
  return inChain ? null : `began: ${tileText(openingTile)} is not in the chain`;
}

function handError(board: Board, position: Position, state: State): string | null {
  for (const player of playerNumbers(PLAYERS)) {
    const error = knowledgeError(state, player, board.levels(position, player));
    if (error !== null) return error;
  }
  return null;
}
