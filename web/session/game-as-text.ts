/** The whole game in its notation, with the players' names. */
import type { Clients } from "../client/clients.ts";
import { stateOf } from "./saved-game.ts";
import type { Session } from "./session.ts";

export async function gameAsText(session: Session, clients: Clients): Promise<string> {
  const saved = session.saved.value;
  const { over, begun } = saved;
  // An explored game has no date and no players.
  const isPlayed = new Date(begun).getTime() > 0;
  const players = saved.seats.map((seat) => (seat.kind === "player" ? seat.text : isPlayed ? "human" : "?"));
  const { answer } = await clients.call("export", saved.game, {
    ...stateOf(saved, saved.moves.length),
    players,
    ...(over && { scores: saved.seats.map((_, seat) => (seat === over.seat ? 0 : 1)) }),
    ...(isPlayed && { date: begun.slice(0, 10) }),
  });
  return answer.text;
}
