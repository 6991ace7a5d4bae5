/** The search info of all players of a game. */
import type { VNode } from "preact";
import { pieceSet } from "../board/pieces/sets.ts";
import { firstOfTurn } from "../session/saved-game.ts";
import type { Session } from "../session/session.ts";
import { SearchInfoCard, type ShownInfo } from "./search-info.tsx";

interface SearchInfosProps {
  readonly session: Session;
  /** Whether the analysis is shown: the players' own estimates are not. */
  readonly analysed: boolean;
}

/** Each player's current search info, or that of its last move up to the position on the board. */
export function SearchInfos({ session, analysed }: SearchInfosProps): VNode | null {
  const saved = session.saved.value;
  const players = saved.seats.flatMap((seat, number) => (seat.kind === "player" ? [number] : []));
  if (players.length === 0) return null;
  const plies = session.position.value?.plies ?? [];
  // With simultaneous moves, the others' search info stays hidden until the person has chosen.
  const isSecret = session.open().length > 0 && (session.position.value?.actors.length ?? 0) > 1;
  const infoOf = (seat: number): ShownInfo | null => {
    const live = isSecret ? null : session.thinking.value[seat]?.info;
    const who = saved.seats[seat];
    if (live && who?.kind === "player") return { ...live, player: who.text, where: null };
    const [ply, last] =
      Object.entries(saved.infos).findLast(([at, { seat: whose }]) => Number(at) < saved.at && whose === seat) ?? [];
    // A player that plans whole turns reports its info with the first step of a turn.
    const first = last?.milliseconds === 0 ? saved.infos[firstOfTurn(plies, Number(ply), seat)] : undefined;
    return first ?? last ?? null;
  };
  return (
    <div class="search-infos">
      {players.map((seat) => (
        <SearchInfoCard
          key={seat}
          title={session.document.seats[seat] ?? ""}
          side={pieceSet(saved.game, session.document.seats).side(seat)}
          info={infoOf(seat)}
          showsEstimate={!analysed}
        />
      ))}
      {analysed && <p class="estimates-note">Turn “Values” off to see the players' own estimates instead.</p>}
    </div>
  );
}
