/** Watch: players against each other, with their search info and evaluations. */
import type { VNode } from "preact";
import { GameChooser } from "../parts/game-chooser.tsx";
import { PageError } from "../parts/notices.tsx";
import { route } from "../router.ts";
import { loadGame } from "../session/storage.ts";
import { GameView } from "./game-view.tsx";
import { SetupForm } from "./setup.tsx";
import { WithSession } from "./with-session.tsx";

export function WatchPage(): VNode {
  const { path, query } = route.value;
  const game = path[1];
  if (game === undefined)
    return (
      <GameChooser
        title="Watch"
        about="Watch two players play each other, with their search info."
        page="watch"
        minPlayers={2}
      />
    );
  if (query["g"] === undefined) return <SetupForm key={game} game={game} persons={false} />;
  const saved = loadGame(query["g"]);
  if (saved === null) return <PageError text="This game is not stored in this browser." />;
  return (
    <WithSession key={saved.id} saved={saved}>
      {(session) => <GameView session={session} mode="watch" />}
    </WithSession>
  );
}
