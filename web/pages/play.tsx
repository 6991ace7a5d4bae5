/** Play: choose the variant and who sits where, then the game itself. A link with moves begins a game with them. */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { hrefOf, goTo, route, variantOf } from "../router.ts";
import { newGame } from "../session/saved-game.ts";
import { freshId, loadGame, saveGame } from "../session/storage.ts";
import { DeadEnd, Waiting } from "../parts/notices.tsx";
import { GameTable } from "./game-view.tsx";
import { SetupForm } from "./setup.tsx";
import { WithSession } from "./with-session.tsx";
import { linkedGame, linkedMoves } from "./links.ts";

export function PlayPage(): VNode {
  const { path, query } = route.value;
  const game = path[1];
  if (game === undefined) return <DeadEnd text="Which game? Choose one of them." />;
  if (query["g"] !== undefined) {
    const saved = loadGame(query["g"]);
    if (saved === null) return <DeadEnd text="This browser does not have that game any more." />;
    return (
      <WithSession key={saved.id} saved={saved}>
        {(session) => <GameTable session={session} mode="play" />}
      </WithSession>
    );
  }
  if (query["moves"] !== undefined || query["start"] !== undefined)
    return <FromLink key={JSON.stringify(query)} game={linkedGame(game, query)} query={query} />;
  return <SetupForm key={game} game={game} persons />;
}

/** Both seats are persons: whoever opens a link wants to look first. */
function FromLink({ game, query }: { readonly game: string; readonly query: Readonly<Record<string, string>> }): VNode {
  useEffect(() => {
    const seats = Array.from({ length: Number(query["seats"]) || 2 }, () => ({ kind: "person" as const }));
    const saved = newGame(
      { game, variant: variantOf(query), seats, start: query["start"] ?? null, moves: linkedMoves(query) },
      freshId(),
      new Date(),
    );
    saveGame(saved);
    goTo(hrefOf(["play", game], { g: saved.id }), true);
  }, []);
  return <Waiting what="the game" />;
}
