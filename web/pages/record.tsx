/** Replays a recorded game. */
import type { VNode } from "preact";
import type { RecordDocument } from "../../service/library-documents.ts";
import { clients } from "../client/clients.ts";
import { useLoaded } from "../parts/loaded.ts";
import { Back, Await } from "../parts/notices.tsx";
import { route } from "../router.ts";
import { newGame, type SavedGame } from "../session/saved-game.ts";
import { GameView } from "./game-view.tsx";
import { WithSession } from "./with-session.tsx";

export function RecordPage(): VNode {
  const id = Number(route.value.path[1]);
  const record = useLoaded(String(id), () => clients.fetch((server) => server.record(id)));
  return (
    <div class="page">
      <Back to={["matches"]} text="All matches" />
      <Await loaded={record.value} what="the game" way>
        {(document) => (
          <WithSession key={document.id} saved={savedOf(document)} keep={false}>
            {(session) => <GameView session={session} mode="replay" />}
          </WithSession>
        )}
      </Await>
    </div>
  );
}

function savedOf(record: RecordDocument): SavedGame {
  const { variant, start, moves } = record.state;
  const seats = record.players.map((text) => ({ kind: "player" as const, text }));
  return newGame({ game: record.game, variant, seats, start, moves }, `record-${record.id}`, new Date(record.finished));
}
