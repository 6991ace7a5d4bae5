/** One good move for whoever asks: by what the position is worth, where that is known; else by the strongest player. */
import type { MoveDocument } from "../../service/api.ts";
import type { Clients } from "../client/clients.ts";
import { stateOf } from "./saved-game.ts";
import type { Session } from "./session.ts";

export interface Hint {
  readonly move: MoveDocument | null;
  readonly text: string;
}

const THINKING = { milliseconds: 1000 };

export async function askHint(session: Session, clients: Clients, signal: AbortSignal): Promise<Hint> {
  const saved = session.saved.value;
  const state = stateOf(saved);
  const find = (text: string): MoveDocument | null => session.open().find((move) => move.text === text) ?? null;
  const { answer } = await clients.ask("values", saved.game, { ...state, seat: session.eyes.value }, { signal });
  const best = answer.moves[0];
  if (best && answer.source.kind !== "none")
    return { move: find(best.text), text: `${best.text}: ${best.after.text} (${answer.source.text})` };
  const actor = session.open()[0]?.actor ?? 0;
  const chosen = await clients.ask(
    "choose",
    saved.game,
    { ...state, player: session.document.best, limits: THINKING, seed: saved.seed, actor },
    { signal },
  );
  return { move: find(chosen.answer.move), text: `${chosen.answer.move}, says ${chosen.answer.player}` };
}
