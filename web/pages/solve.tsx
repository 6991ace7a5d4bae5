/** Solve: chooses a table to build, and shows builds in progress. */
import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { GameDocument } from "../../service/api.ts";
import type { TableSpecDocument } from "../../service/table-documents.ts";
import { clients } from "../client/clients.ts";
import { buildInPage, followJobs, jobsOf, startJob } from "../client/jobs.ts";
import { DeviceChoice, type Place, SERVER } from "../parts/device-choice.tsx";
import { formatBytes, formatCount } from "../parts/format.ts";
import { JobList } from "../parts/job-card.tsx";
import { useGames } from "../parts/games-list.ts";
import { useLoaded } from "../parts/loaded.ts";
import { ErrorMessage, Await } from "../parts/notices.tsx";
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
        <p>Builds a table of exact values. A build can be cancelled at any time and resumed later.</p>
      </header>
      <div class="columns">
        <section class="card" aria-label="New table">
          <h2>New table</h2>
          <Await loaded={games.value} what="the games">
            {(list) => {
              const native = list.filter((each) => each.kind !== "general");
              const chosen = game ?? native.find((each) => each.id === "chinese-checkers")?.id ?? native[0]?.id ?? "";
              return (
                <>
                  <label class="preset">
                    Game
                    <select
                      value={chosen}
                      onChange={(event) => goTo(hrefOf(["solve", event.currentTarget.value]), true)}
                    >
                      {native.map((each) => (
                        <option key={each.id} value={each.id}>
                          {each.title}
                        </option>
                      ))}
                    </select>
                  </label>
                  <TableForm key={chosen} game={chosen} />
                </>
              );
            }}
          </Await>
        </section>
        <section class={jobsOf(["solve", "prove"]).length === 0 ? "card" : ""} aria-label="Builds" aria-live="polite">
          <h2>Builds</h2>
          <JobList
            jobs={jobsOf(["solve", "prove"])}
            none="No builds. Progress and the histogram of values appear here. A build continues when this page is closed."
          />
        </section>
      </div>
    </div>
  );
}

function TableForm({ game }: { readonly game: string }): VNode {
  const document = useLoaded(game, async (signal) => (await clients.call("game", game, {}, { signal })).answer);
  return (
    <Await loaded={document.value} what="the game">
      {(found) =>
        found.tableOptions.length === 0 ? (
          <p class="none">This game has no tables: its positions are solved on request, or not at all.</p>
        ) : (
          <TableOptionsForm document={found} />
        )
      }
    </Await>
  );
}

function TableOptionsForm({ document }: { readonly document: GameDocument }): VNode {
  // The default is a small table, built within a second.
  const values = useSignal(
    valuesOf(document.tableOptions, document.tableOptions.some(({ name }) => name === "side") ? { side: 5 } : {}),
  );
  const options = differing(document.tableOptions, values.value);
  const spec = useLoaded(JSON.stringify(options), () =>
    clients.fetch((server) => server.tableSpec(document.id, options)),
  );
  // While another table loads, the form keeps the previous one: the button stays under the pointer.
  const kept = useSignal(spec.value);
  if (spec.value.state !== "loading" && kept.peek() !== spec.value) kept.value = spec.value;
  const failure = useSignal<string | null>(null);
  const place = useSignal<Place>(SERVER);
  const start = (found: TableSpecDocument): void => {
    failure.value = null;
    const { where, device } = place.value;
    const request = { kind: "solve", game: document.id, options, device } as const;
    if (where === "page") return void buildInPage(request, `Table ${found.name}, in this page: ${found.summary}`);
    startJob(request).catch((error: unknown) => {
      failure.value = messageOf(error);
    });
  };
  return (
    <>
      <OptionsForm
        specs={document.tableOptions}
        values={values.value}
        onChange={(name, value) => (values.value = { ...values.value, [name]: value })}
      />
      <div class="table-spec" aria-live="polite">
        <Await loaded={kept.value} what="the table">
          {(found) => <TableSpecText spec={found} game={document.id} place={place} onStart={() => start(found)} />}
        </Await>
        {failure.value !== null && <ErrorMessage text={failure.value} />}
      </div>
    </>
  );
}

function TableSpecText({
  spec,
  game,
  place,
  onStart,
}: {
  readonly spec: TableSpecDocument;
  readonly game: string;
  readonly place: Signal<Place>;
  readonly onStart: () => void;
}): VNode {
  return (
    <>
      <p>
        <strong>{spec.name}</strong>: {spec.summary}
      </p>
      <p class="none">
        {formatCount(spec.entries)} entries · needs {formatBytes(spec.memoryBytes)} of memory ·{" "}
        <code>{spec.command}</code>
      </p>
      <DeviceChoice gpu={spec.gpu} place={place} />
      <p class="actions">
        {spec.status === "ready" && place.value.where === "server" ? (
          <>
            <span>Already built.</span>
            <a class="button" href={hrefOf(["tables", game, spec.name])}>
              Show table
            </a>
          </>
        ) : (
          <button type="button" class="primary" onClick={onStart}>
            {spec.status === "unfinished" && place.value.where === "server" ? "Resume build" : "Build"}
          </button>
        )}
      </p>
    </>
  );
}
