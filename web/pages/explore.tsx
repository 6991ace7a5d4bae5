/** Explores any position, set up with the mouse or pasted, with the value of every move; the URL reopens it. */
import { formatMoves, formatPlies } from "../../engine/contracts/quantities.ts";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { GameDocument } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import { GameChooser } from "../parts/game-chooser.tsx";
import { useLoaded } from "../parts/loaded.ts";
import { ErrorMessage, Await } from "../parts/notices.tsx";
import { typedVariant } from "../parts/option-text.ts";
import { PasteDialog } from "../parts/paste-dialog.tsx";
import { goTo, hrefOf, route, variantOf } from "../router.ts";
import { principalVariation } from "../session/principal-variation.ts";
import { newGame, type SavedGame } from "../session/saved-game.ts";
import type { Session } from "../session/session.ts";
import { EditPosition } from "./edit-position.tsx";
import { GameView } from "./game-view.tsx";
import { gameExploreLink, linkedGame, linkedMoves, positionLink } from "./links.ts";
import { VariantDialog } from "../parts/variant-dialog.tsx";
import { WithSession } from "./with-session.tsx";

export function ExplorePage(): VNode {
  const { path, query } = route.value;
  const game = path[1] === undefined ? undefined : linkedGame(path[1], query);
  if (game === undefined)
    return <GameChooser title="Explore" about="Set up any position and see the value of every move." page="explore" />;
  return <Explored key={game + JSON.stringify(variantOf(query))} game={game} />;
}

function Explored({ game }: { readonly game: string }): VNode {
  const variant = variantOf(route.value.query);
  const document = useLoaded(
    JSON.stringify(variant),
    async (signal) => (await clients.call("game", game, variant, { signal })).answer,
  );
  return (
    <div class="page">
      <Await loaded={document.value} what="the game" way>
        {(found) => <Explorer document={found} variant={typedVariant(found.options, variant)} />}
      </Await>
    </div>
  );
}

/** Puts the principal variation on the board, to step through. */
function Replay({ session }: { readonly session: Session }): VNode {
  const pv = useLoaded("pv", (signal) => principalVariation(session, clients, signal));
  const found = pv.value.state === "ready" ? pv.value.value : null;
  useEffect(() => {
    if (found && found.moves.length > 0) session.follow(found.moves, 0);
  }, [found]);
  return (
    <Await loaded={pv.value} what="the principal variation">
      {({ moves, ended }) => (
        <p class="replayed" role="status">
          {moves.length === 0
            ? "No table on this machine covers this position."
            : `Best play of both sides by the table: ${formatMoves(Math.ceil(moves.length / 2))} (${formatPlies(moves.length)})${ended ? ", to the end" : ", as far as the table reaches"}.`}
        </p>
      )}
    </Await>
  );
}

function Explorer({
  document,
  variant,
}: {
  readonly document: GameDocument;
  readonly variant: SavedGame["variant"];
}): VNode {
  const position = route.value.query["position"] ?? null;
  const moves = linkedMoves(route.value.query);
  const editing = useSignal(false);
  const pasting = useSignal(false);
  const choosing = useSignal(false);
  const text = useSignal(position ?? "");
  const failure = useSignal<string | null>(null);
  // Also if the URL changes: a link, or the browser's back button.
  useEffect(() => {
    editing.value = false;
    failure.value = null;
    text.value = position ?? "";
  }, [position]);
  const open = (next: string | null): void => {
    editing.value = false;
    failure.value = null;
    text.value = next ?? "";
    goTo(next === null ? hrefOf(["explore", document.id], {}) : positionLink(document.id, variant, next));
  };
  // Errors are shown at the input; the board does not change.
  const show = (next: string): void => {
    failure.value = null;
    if (next === "") return open(null);
    clients.call("position", document.id, { variant, start: next, moves: [], seat: null }).then(
      () => open(next),
      (error: unknown) => (failure.value = messageOf(error)),
    );
  };
  const saved = newGame(
    { game: document.id, variant, seats: document.seats.map(() => ({ kind: "person" })), start: position, moves },
    "explore",
    new Date(0),
  );
  return (
    <>
      <section class="explore-bar card" aria-label="Position">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            show(text.value.trim());
          }}
        >
          <label for="position-text">{document.positionFormat ?? "Position"}</label>
          <input
            id="position-text"
            type="text"
            spellcheck={false}
            aria-invalid={failure.value !== null}
            aria-describedby={failure.value === null ? undefined : "position-error"}
            value={text.value}
            placeholder={document.initial}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
          <button type="submit" class="primary">
            Show
          </button>
          {document.tray && (
            <button type="button" aria-pressed={editing.value} onClick={() => (editing.value = !editing.value)}>
              {editing.value ? "Cancel setup" : "Set up"}
            </button>
          )}
          <button type="button" onClick={() => open(null)}>
            Initial position
          </button>
          <button type="button" onClick={() => (pasting.value = true)}>
            Paste {document.gameFormat ?? "game"} …
          </button>
          {document.options.length > 0 && (
            <button type="button" onClick={() => (choosing.value = true)}>
              Variant …
            </button>
          )}
        </form>
        {failure.value !== null && (
          <div id="position-error">
            <ErrorMessage text={failure.value} />
          </div>
        )}
        {pasting.value && (
          <PasteDialog
            document={document}
            variant={variant}
            onClose={() => (pasting.value = false)}
            onDone={({ start, moves: played, variant: given = variant }) => {
              pasting.value = false;
              open(start);
              if (played.length > 0) goTo(gameExploreLink(document.id, given, start, played), true);
            }}
          />
        )}
        {choosing.value && (
          <VariantDialog
            document={document}
            variant={variant}
            onClose={() => (choosing.value = false)}
            onDone={(chosen) => goTo(positionLink(document.id, chosen, ""))}
          />
        )}
      </section>
      {editing.value ? (
        <EditPosition document={document} variant={variant} start={position} onDone={open} />
      ) : (
        <WithSession key={`${position ?? ""} ${moves.join(" ")}`} saved={saved} keep={false} seesAll>
          {(session) => (
            <GameView
              session={session}
              mode="explore"
              beside={route.value.query["replay"] === undefined ? null : <Replay session={session} />}
            />
          )}
        </WithSession>
      )}
    </>
  );
}
