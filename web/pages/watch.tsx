/** Watch: players against each other, with what they think, and how their judgement went. */
import type { VNode } from "preact";
import { GameChooser } from "../parts/game-chooser.tsx";
import { ThoughtCurve } from "../parts/player-evaluations.tsx";
import { DeadEnd } from "../parts/notices.tsx";
import { route } from "../router.ts";
import { loadGame } from "../session/storage.ts";
import { GameTable } from "./game-view.tsx";
import { SetupForm } from "./setup.tsx";
import { WithSession } from "./with-session.tsx";

export function WatchPage(): VNode {
  const { path, query } = route.value;
  const game = path[1];
  if (game === undefined)
    return (
      <GameChooser
        title="Watch"
        about="Two players against each other, live, with what they think."
        page="watch"
        least={2}
      />
    );
  if (query["g"] === undefined) return <SetupForm key={game} game={game} persons={false} />;
  const saved = loadGame(query["g"]);
  if (saved === null) return <DeadEnd text="This browser does not have that game any more." />;
  return (
    <WithSession key={saved.id} saved={saved}>
      {(session) => <GameTable session={session} mode="watch" beside={<ThoughtCurve session={session} />} />}
    </WithSession>
  );
}
