/** The player to move; after the end, the result with what to do next. */
import type { VNode } from "preact";
import { useMoveText } from "../parts/move-text.ts";
import { ResultBanner } from "../parts/result-banner.tsx";
import { resultText } from "../parts/result-text.ts";
import { statusText } from "../parts/status-text.ts";
import { goTo, hrefOf, variantQuery } from "../router.ts";
import { rematchOf } from "../session/saved-game.ts";
import type { Session } from "../session/session.ts";
import { freshId, saveGame } from "../session/storage.ts";
import type { ViewMode } from "./game-tools.tsx";

export function GameStatus({ session, mode }: { readonly session: Session; readonly mode: ViewMode }): VNode {
  const moveText = useMoveText();
  const { document } = session;
  const saved = session.saved.value;
  const position = session.position.value;
  const page = mode === "watch" ? "watch" : "play";
  const result = resultText(document, saved, position);
  const rematch = (): void => {
    const seed = (crypto.getRandomValues(new Uint32Array(1))[0] as number) % 1_000_000;
    const next = rematchOf(saved, freshId(), seed, new Date());
    saveGame(next);
    goTo(hrefOf([page, next.game], { g: next.id }));
  };
  if (result)
    return (
      <ResultBanner
        result={result}
        newGame={hrefOf([page, saved.game], variantQuery(saved.variant))}
        swaps={saved.seats.length === 2}
        {...(mode === "play" || mode === "watch" ? { onRematch: rematch } : {})}
      />
    );
  return (
    <p class="status" role="status" aria-live="polite">
      {position === null && session.error.value !== null
        ? "The position cannot be shown"
        : statusText(document, saved, position)}
      {position && position.plies.length > 0 && (
        <span class="visually-hidden">. Last move: {moveText(position.plies.at(-1)?.text ?? "")}</span>
      )}
    </p>
  );
}
