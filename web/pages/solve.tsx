/** Solve: what table to build, what that takes, and how it goes. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { GameDocument, TableOfferDocument } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import { followJobs, jobsOf, startJob } from "../client/jobs.ts";
import { bytes, counted } from "../parts/format.ts";
import { JobList } from "../parts/job-card.tsx";
import { useGames } from "../parts/games-list.ts";
import { useLoaded } from "../parts/loaded.ts";
import { Fault, When } from "../parts/notices.tsx";
import { differing, valuesOf } from "../parts/option-text.ts";
import { OptionsForm } from "../parts/options-form.tsx";
import { hrefOf, goTo, route } from "../router.ts";

export function SolvePage(): VNode {
  useEffect(followJobs, []);
  const game = route.value.path[1] ?? null;
  const games = useGames();
  return (
    <div class="page">
      <header class="page-head">
        <h1>Solve</h1>
        <p>Builds a table of exact values. It can be cancelled at any time, and goes on where it stopped.</p>
      </header>
      <div class="columns">
        <section class="card" aria-label="What to build">
          <h2>What to build</h2>
          <When loaded={games.value} what="the games">
            {(list) => {
              const rooms = list.filter((each) => each.kind === "room");
              const chosen = game ?? rooms.find((each) => each.id === "chinese-checkers")?.id ?? rooms[0]?.id ?? "";
              return (
                <>
                  <label class="preset">
                    Game
                    <select
                      value={chosen}
                      onChange={(event) => goTo(hrefOf(["solve", event.currentTarget.value]), true)}
                    >
                      {rooms.map((each) => (
                        <option key={each.id} value={each.id}>
                          {each.title}
                        </option>
                      ))}
                    </select>
                  </label>
                  <Offer key={chosen} game={chosen} />
                </>
              );
            }}
          </When>
        </section>
        <section class={jobsOf(["solve"]).length === 0 ? "card" : ""} aria-label="Builds" aria-live="polite">
          <h2>Builds</h2>
          <JobList
            jobs={jobsOf(["solve"])}
            none="Nothing is being built. A build shows here how far it is and how its values are spread, and goes on when this page is closed."
          />
        </section>
      </div>
    </div>
  );
}

function Offer({ game }: { readonly game: string }): VNode {
  const document = useLoaded(game, async (signal) => (await clients.ask("game", game, {}, { signal })).answer);
  return (
    <When loaded={document.value} what="the game">
      {(found) =>
        found.tableOptions.length === 0 ? (
          <p class="none">No tables are built for this game: its positions are solved when asked, or not at all.</p>
        ) : (
          <OfferForm document={found} />
        )
      }
    </When>
  );
}

function OfferForm({ document }: { readonly document: GameDocument }): VNode {
  // A small one first: it is there in a second.
  const values = useSignal(
    valuesOf(document.tableOptions, document.tableOptions.some(({ name }) => name === "side") ? { side: 5 } : {}),
  );
  const options = differing(document.tableOptions, values.value);
  const offer = useLoaded(JSON.stringify(options), () =>
    clients.fetch((server) => server.tableOffer(document.id, options)),
  );
  const fault = useSignal<string | null>(null);
  const start = (): void => {
    fault.value = null;
    startJob({ kind: "solve", game: document.id, options }).catch((error: unknown) => {
      fault.value = error instanceof Error ? error.message : String(error);
    });
  };
  return (
    <>
      <OptionsForm
        specs={document.tableOptions}
        values={values.value}
        onChange={(name, value) => (values.value = { ...values.value, [name]: value })}
      />
      <div class="offer" aria-live="polite">
        <When loaded={offer.value} what="the offer">
          {(found) => <OfferText offer={found} game={document.id} onStart={start} />}
        </When>
        {fault.value !== null && <Fault text={fault.value} />}
      </div>
    </>
  );
}

function OfferText({
  offer,
  game,
  onStart,
}: {
  readonly offer: TableOfferDocument;
  readonly game: string;
  readonly onStart: () => void;
}): VNode {
  return (
    <>
      <p>
        <strong>{offer.name}</strong>: {offer.summary}
      </p>
      <p class="none">
        {counted(offer.entries)} entries · takes {bytes(offer.memoryBytes)} of memory · <code>{offer.command}</code>
      </p>
      <p class="actions">
        {offer.status === "ready" ? (
          <>
            <span>It is there.</span>
            <a class="button" href={hrefOf(["tables", game, offer.name])}>
              Look at it
            </a>
          </>
        ) : (
          <button type="button" class="primary" onClick={onStart}>
            {offer.status === "unfinished" ? "Go on building" : "Build it"}
          </button>
        )}
      </p>
    </>
  );
}
