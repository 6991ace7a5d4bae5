/** Explore: any position, set up with the mouse or pasted; what it and every move is worth; a link that reopens it. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { GameDocument } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import { GameChooser } from "../parts/game-chooser.tsx";
import { useLoaded } from "../parts/loaded.ts";
import { Fault, When } from "../parts/notices.tsx";
import { differing, typedVariant, valuesOf, variantInWords } from "../parts/option-text.ts";
import { OptionsForm } from "../parts/options-form.tsx";
import { PasteDialog } from "../parts/paste-dialog.tsx";
import { goTo, hrefOf, route, variantOf } from "../router.ts";
import { bestLine } from "../session/principal-variation.ts";
import { newGame, type SavedGame } from "../session/saved-game.ts";
import type { Session } from "../session/session.ts";
import { EditPosition } from "./edit-position.tsx";
import { GameTable } from "./game-view.tsx";
import { gameExploreLink, linkedGame, linkedMoves, positionLink } from "./links.ts";
import { WithSession } from "./with-session.tsx";

export function ExplorePage(): VNode {
  const { path, query } = route.value;
  const game = path[1] === undefined ? undefined : linkedGame(path[1], query);
  if (game === undefined)
    return <GameChooser title="Explore" about="Set up any position and see what every move is worth." page="explore" />;
  return <Explored key={game + JSON.stringify(variantOf(query))} game={game} />;
}

function Explored({ game }: { readonly game: string }): VNode {
  const variant = variantOf(route.value.query);
  const document = useLoaded(
    JSON.stringify(variant),
    async (signal) => (await clients.ask("game", game, variant, { signal })).answer,
  );
  return (
    <div class="page">
      <When loaded={document.value} what="the game" way>
        {(found) => <Table document={found} variant={typedVariant(found.options, variant)} />}
      </When>
    </div>
  );
}

/** Puts best play by the table on the board, to be gone through. */
function Replay({ session }: { readonly session: Session }): VNode {
  const line = useLoaded("line", (signal) => bestLine(session, clients, signal));
  const found = line.value.state === "there" ? line.value.value : null;
  useEffect(() => {
    if (found && found.moves.length > 0) session.follow(found.moves, 0);
  }, [found]);
  return (
    <When loaded={line.value} what="best play">
      {({ moves, ended }) => (
        <p class="replayed" role="status">
          {moves.length === 0
            ? "No table on this machine knows this position."
            : `Best play of both sides by the table: ${Math.ceil(moves.length / 2)} moves (${moves.length} plies)${ended ? ", to the end" : ", as far as it is known"}.`}
        </p>
      )}
    </When>
  );
}

function Table({
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
  const text = useSignal(position ?? "");
  const fault = useSignal<string | null>(null);
  const open = (next: string | null): void => {
    editing.value = false;
    fault.value = null;
    text.value = next ?? "";
    goTo(next === null ? hrefOf(["explore", document.id], {}) : positionLink(document.id, variant, next));
  };
  // What cannot be read is told where it was typed, and the board stays as it is.
  const show = (next: string): void => {
    fault.value = null;
    if (next === "") return open(null);
    clients.ask("position", document.id, { variant, start: next, moves: [], seat: null }).then(
      () => open(next),
      (error: unknown) => (fault.value = error instanceof Error ? error.message : String(error)),
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
            aria-invalid={fault.value !== null}
            aria-describedby={fault.value === null ? undefined : "position-fault"}
            value={text.value}
            placeholder={document.initial}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
          <button type="submit" class="primary">
            Show
          </button>
          {document.tray && (
            <button type="button" aria-pressed={editing.value} onClick={() => (editing.value = !editing.value)}>
              {editing.value ? "Leave the setup" : "Set up"}
            </button>
          )}
          <button type="button" onClick={() => open(null)}>
            First position
          </button>
          {document.gameFormat !== null && (
            <button type="button" onClick={() => (pasting.value = true)}>
              Paste {document.gameFormat} …
            </button>
          )}
        </form>
        {fault.value !== null && (
          <div id="position-fault">
            <Fault text={fault.value} />
          </div>
        )}
        {pasting.value && (
          <PasteDialog
            document={document}
            variant={variant}
            onClose={() => (pasting.value = false)}
            onDone={({ start, moves: played }) => {
              pasting.value = false;
              open(start);
              if (played.length > 0) goTo(gameExploreLink(document.id, variant, start, played), true);
            }}
          />
        )}
        {document.options.length > 0 && (
          <details>
            <summary>
              Variant <small class="none">{variantInWords(document.variant)}</small>
            </summary>
            <OptionsForm
              specs={document.options}
              values={valuesOf(document.options, variant)}
              onChange={(name, value) =>
                goTo(
                  positionLink(
                    document.id,
                    differing(document.options, { ...valuesOf(document.options, variant), [name]: value }),
                    "",
                  ),
                )
              }
            />
          </details>
        )}
      </section>
      {editing.value ? (
        <EditPosition document={document} variant={variant} start={position} onDone={open} />
      ) : (
        <WithSession key={`${position ?? ""} ${moves.join(" ")}`} saved={saved} keep={false} seesAll>
          {(session) => (
            <GameTable
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
