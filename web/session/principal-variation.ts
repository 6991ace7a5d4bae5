/** The principal variation by a table from the position on the board. */
import type { PvDocument } from "../../service/api.ts";
import type { Clients } from "../client/clients.ts";
import { stateOf } from "./saved-game.ts";
import type { Session } from "./session.ts";

export async function principalVariation(
  session: Session,
  clients: Clients,
  signal?: AbortSignal,
): Promise<PvDocument> {
  const saved = session.saved.value;
  const request = { ...stateOf(saved), seat: session.viewer.value };
  return (await clients.call("pv", saved.game, request, { signal })).answer;
}
