/** Best play of both sides from the position on the board, as far as tables know it. */
import type { LineDocument } from "../../service/api.ts";
import type { Clients } from "../client/clients.ts";
import { stateOf } from "./saved-game.ts";
import type { Session } from "./session.ts";

export async function bestLine(session: Session, clients: Clients, signal?: AbortSignal): Promise<LineDocument> {
  const saved = session.saved.value;
  const request = { ...stateOf(saved), seat: session.eyes.value };
  return (await clients.ask("line", saved.game, request, { signal })).answer;
}
