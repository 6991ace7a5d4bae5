/** A hint: the best move by value if there are values, else the choice of the strongest player. */
import type { MoveDocument } from "../../service/api.ts";
import type { Clients } from "../client/clients.ts";
import { stateOf } from "./saved-game.ts";
import type { Session } from "./session.ts";

export interface Hint {
  readonly move: MoveDocument | null;
  readonly text: string;
}

const LIMITS = { milliseconds: 1000 };

export async function requestHint(session: Session, clients: Clients, signal: AbortSignal): Promise<Hint> {
  const saved = session.saved.value;
  const state = stateOf(saved);
  const find = (text: string): MoveDocument | null => session.open().find((move) => move.text === text) ?? null;
  const { answer } = await clients.call("values", saved.game, { ...state, seat: session.viewer.value }, { signal });
  const best = answer.moves[0];
  if (best && answer.source.kind !== "none")
    return { move: find(best.text), text: `${best.text}: ${best.after.text} (${answer.source.text})` };
  const actor = session.open()[0]?.actor ?? 0;
  const chosen = await clients.call(
    "choose",
    saved.game,
    { ...state, player: session.document.best, limits: LIMITS, seed: saved.seed, actor },
    { signal },
  );
  return { move: find(chosen.answer.move), text: `${chosen.answer.move} (${chosen.answer.player})` };
}
