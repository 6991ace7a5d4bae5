/** Play: the setup form, then the game. A link with moves starts a game with them. */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { hrefOf, goTo, route, variantOf } from "../router.ts";
import { newGame } from "../session/saved-game.ts";
import { freshId, loadGame, saveGame } from "../session/storage.ts";
import { PageError, Loading } from "../parts/notices.tsx";
import { GameView } from "./game-view.tsx";
import { SetupForm } from "./setup.tsx";
import { WithSession } from "./with-session.tsx";
import { linkedGame, linkedMoves } from "./links.ts";

export function PlayPage(): VNode {
  const { path, query } = route.value;
  const game = path[1];
  if (game === undefined) return <PageError text="No game given. Choose one from the list." />;
  if (query["g"] !== undefined) {
    const saved = loadGame(query["g"]);
    if (saved === null) return <PageError text="This game is not stored in this browser." />;
    return (
      <WithSession key={saved.id} saved={saved}>
        {(session) => <GameView session={session} mode="play" />}
      </WithSession>
    );
  }
  if (query["moves"] !== undefined || query["start"] !== undefined)
    return <FromLink key={JSON.stringify(query)} game={linkedGame(game, query)} query={query} />;
  return <SetupForm key={game} game={game} persons />;
}

/** All seats are human: the user probably wants to look at the game first. */
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
  return <Loading what="the game" />;
}
