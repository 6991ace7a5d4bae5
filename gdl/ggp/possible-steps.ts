/** The steps that are possible in a state, to find one whose message was lost. */
import { allJoints } from "../joint-moves.ts";
import type { StepMessage } from "./message.ts";

/** Our role, and our last answer. */
export interface OwnMove {
  readonly role: number;
  readonly move: string | null;
}

/** All joint moves of lists of moves, one for each role. */
export function* jointSteps(lists: readonly (readonly string[])[], own: OwnMove): Generator<StepMessage> {
  const sorted = lists.map((moves, role) => (role === own.role ? lastAnswerFirst(moves, own) : moves));
  for (const moves of allJoints(sorted)) yield { kind: "joint", moves };
}

export function lastAnswerFirst(moves: readonly string[], { move }: OwnMove): readonly string[] {
  return moves.toSorted((a, b) => Number(b === move) - Number(a === move));
}
