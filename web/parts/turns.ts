/** Plies grouped by turn, with chance moves separate. Pure. */
import type { PlyDocument } from "../../service/api.ts";

export interface Turn {
  readonly number: number;
  readonly actors: readonly number[];
  readonly plies: readonly { readonly text: string; readonly number: number }[];
}

export function turnsOf(plies: readonly PlyDocument[]): Turn[] {
  const turns: (Omit<Turn, "plies"> & { plies: { text: string; number: number }[] })[] = [];
  plies.forEach((ply, number) => {
    const last = turns.at(-1);
    const same =
      last !== undefined &&
      (last.number === ply.turn || ply.actors[0] === -1) &&
      last.actors.join() === ply.actors.join();
    if (same) last.plies.push({ text: ply.text, number });
    else turns.push({ number: ply.turn, actors: ply.actors, plies: [{ text: ply.text, number }] });
  });
  return turns;
}

/** Rows of the move list: the turns of seats 0, 1 … side by side; a chance move starts no new row. */
export function linesOf(turns: readonly Turn[], seats: number): Turn[][] {
  const lines: Turn[][] = [];
  let previous = Number.POSITIVE_INFINITY;
  for (const turn of turns) {
    const actor = turn.actors[0] ?? -1;
    const line = lines.at(-1);
    const isChance = actor < 0;
    if (line && (isChance ? line.length < 12 : actor > previous && seats > 1)) line.push(turn);
    else lines.push([turn]);
    if (!isChance) previous = actor;
  }
  return lines;
}

/** This many chance moves in a row are shown as one: dealing cards, for example. */
const DEALING = 4;

export function isDealing(turn: Turn): boolean {
  return (turn.actors[0] ?? 0) < 0 && turn.plies.length >= DEALING;
}
