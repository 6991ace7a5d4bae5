/** A stored game, to be replayed. */
import type { VNode } from "preact";
import type { RecordDocument } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import { useLoaded } from "../parts/loaded.ts";
import { Back, When } from "../parts/notices.tsx";
import { route } from "../router.ts";
import { newGame, type SavedGame } from "../session/saved-game.ts";
import { GameTable } from "./game-view.tsx";
import { WithSession } from "./with-session.tsx";

export function RecordPage(): VNode {
  const id = Number(route.value.path[1]);
  const record = useLoaded(String(id), () => clients.fetch((server) => server.record(id)));
  return (
    <div class="page">
      <Back to={["matches"]} text="All matches" />
      <When loaded={record.value} what="the game">
        {(document) => (
          <WithSession key={document.id} saved={savedOf(document)} keep={false}>
            {(session) => <GameTable session={session} mode="replay" />}
          </WithSession>
        )}
      </When>
    </div>
  );
}

/** Everything is over: nobody is asked for a move. */
function savedOf(record: RecordDocument): SavedGame {
  const { variant, start, moves } = record.state;
  const seats = record.players.map((text) => ({ kind: "player" as const, text }));
  return newGame({ game: record.game, variant, seats, start, moves }, `record-${record.id}`, new Date(record.finished));
}
