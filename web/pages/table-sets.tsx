/** All tables of a game by material: which are built, their counts, and buttons to build the rest. */
import { formatMoves, formatPlies, plural } from "../../engine/contracts/quantities.ts";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { GameSummary } from "../../service/api.ts";
import type { SetTable, TableSetDocument } from "../../service/table-documents.ts";
import { clients } from "../client/clients.ts";
import { followJobs, jobsOf, startJob } from "../client/jobs.ts";
import { formatBytes, formatCount } from "../parts/format.ts";
import { useGames } from "../parts/games-list.ts";
import { JobList } from "../parts/job-card.tsx";
import { useLoaded } from "../parts/loaded.ts";
import { Material } from "../parts/material.tsx";
import { Back, ErrorMessage, Await } from "../parts/notices.tsx";
import { OutcomeBar } from "../parts/outcome-bar.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { hrefOf } from "../router.ts";
import { matching, ORDERS, type Order, ordered } from "./table-order.ts";

export function TableSets({ game }: { readonly game: string }): VNode {
  useEffect(followJobs, []);
  const building = jobsOf(["solve"]).filter(({ request }) => request.kind === "solve" && request.game === game);
  // Reload when a build ends.
  const done = building.filter(({ ended }) => ended !== null).length;
  const sets = useLoaded(`${game} ${done}`, () => clients.fetch((server) => server.tableSets(game)));
  const games = useGames();
  const about = games.value.state === "ready" ? games.value.value.find(({ id }) => id === game) : undefined;
  return (
    <div class="page">
      <Back to={["tables"]} text="All tables" />
      <header class="page-head">
        <h1>{about?.title ?? game}: tables by material</h1>
        <p>
          For every position with this material: the winner, and the number of moves to the win. Symmetric positions are
          counted once.
        </p>
      </header>
      {building.length > 0 && (
        <section aria-label="Builds" aria-live="polite">
          <h2 class="visually-hidden">Builds</h2>
          <JobList jobs={building.slice(0, 1)} none="" />
        </section>
      )}
      <Await loaded={sets.value} what="the tables">
        {(list) => <Browser game={game} about={about} sets={list} />}
      </Await>
    </div>
  );
}

interface BrowserProps {
  readonly game: string;
  readonly about: GameSummary | undefined;
  readonly sets: readonly TableSetDocument[];
}

function Browser({ game, about, sets }: BrowserProps): VNode {
  const find = useSignal("");
  const order = useSignal<Order>("material");
  const onlyBuilt = useSignal(false);
  if (sets.every(({ tables }) => tables.length === 0)) return <p class="card">This game has no tables by material.</p>;
  return (
    <>
      <form class="table-filter card" onSubmit={(event) => event.preventDefault()}>
        <label>
          Find
          <input
            type="search"
            placeholder="part of a name"
            value={find.value}
            onInput={(event) => (find.value = event.currentTarget.value)}
          />
        </label>
        <label>
          Order
          <select value={order.value} onChange={(event) => (order.value = event.currentTarget.value as Order)}>
            {Object.entries(ORDERS).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={onlyBuilt.value}
            onChange={(event) => (onlyBuilt.value = event.currentTarget.checked)}
          />{" "}
          Only tables on this machine
        </label>
      </form>
      {sets.map((set) => (
        <SetCard
          key={set.name}
          game={game}
          seats={about?.seats ?? []}
          set={set}
          found={find.value.trim() !== ""}
          shown={ordered(matching(set.tables, find.value, onlyBuilt.value), order.value)}
        />
      ))}
    </>
  );
}

interface SetCardProps {
  readonly game: string;
  readonly seats: readonly string[];
  readonly set: TableSetDocument;
  readonly shown: readonly SetTable[];
  /** Whether a search is active. */
  readonly found: boolean;
}

/** A set may have hundreds of tables. */
const ROWS = 60;

function SetCard({ game, seats, set, shown, found }: SetCardProps): VNode {
  const all = useSignal(false);
  const ready = set.tables.filter(({ status }) => status === "ready");
  const size = ready.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const list = (
    <>
      <Rows game={game} seats={seats} tables={all.value ? shown : shown.slice(0, ROWS)} />
      {shown.length > ROWS && (
        <button type="button" class="link" onClick={() => (all.value = !all.value)}>
          {all.value ? "fewer" : `all ${shown.length}`}
        </button>
      )}
    </>
  );
  return (
    <section class="card table-set" aria-label={set.summary}>
      <header>
        <h2>{set.summary}</h2>
        <p class="none">
          {ready.length} of {plural(set.tables.length, "table")} on this machine
          {size > 0 ? ` · ${formatBytes(size)}` : ""}
        </p>
      </header>
      {ready.length < set.tables.length && (
        <BuildSet game={game} set={set} missing={set.tables.length - ready.length} />
      )}
      {ready.length === 0 && !found ? (
        <details>
          <summary>{plural(set.tables.length, "table")}, none built yet</summary>
          {list}
        </details>
      ) : (
        shown.length > 0 && list
      )}
    </section>
  );
}

interface RowsProps {
  readonly game: string;
  readonly seats: readonly string[];
  readonly tables: readonly SetTable[];
}

function Rows({ game, seats, tables }: RowsProps): VNode {
  return (
    <Scroll label="Tables">
      <table class="wide stack">
        <thead>
          <tr>
            <th>ending</th>
            <th class="number">positions</th>
            <th>won · drawn · lost, for the side to move</th>
            <th class="number">longest win</th>
            <th class="number">size</th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <Row key={table.name} game={game} seats={seats} table={table} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Row({
  game,
  seats,
  table,
}: {
  readonly game: string;
  readonly seats: readonly string[];
  readonly table: SetTable;
}): VNode {
  const { name, pieces, status, counts } = table;
  const title = (
    <>
      {pieces && <Material game={game} seats={seats} pieces={pieces} />} <span class="ending-name">{name}</span>
    </>
  );
  const plies = counts?.longestWin ?? null;
  return (
    <tr class={status === "ready" ? "" : "absent"}>
      <td data-name="ending" class="ending" title={table.covers}>
        {status === "ready" ? <a href={hrefOf(["tables", game, name])}>{title}</a> : title}
      </td>
      <td data-name="positions" class="number">
        {counts ? formatCount(counts.won + counts.drawn + counts.lost) : formatCount(table.entries)}
      </td>
      <td data-name="won · drawn · lost">{counts ? <OutcomeBar counts={counts} /> : STATES[status]}</td>
      <td data-name="longest win" class="number" title={plies === null ? "" : formatPlies(plies)}>
        {plies === null ? "–" : formatMoves(Math.ceil(plies / 2))}
      </td>
      <td data-name="size" class="number">
        {table.sizeBytes === null ? "–" : formatBytes(table.sizeBytes)}
      </td>
    </tr>
  );
}

const STATES: Readonly<Record<SetTable["status"], string>> = {
  ready: "no distances",
  unfinished: "unfinished",
  damaged: "damaged: rebuild it",
  missing: "not built",
};

function BuildSet({
  game,
  set,
  missing,
}: {
  readonly game: string;
  readonly set: TableSetDocument;
  readonly missing: number;
}): VNode {
  const failure = useSignal<string | null>(null);
  const entries = set.tables.filter(({ status }) => status !== "ready").reduce((sum, table) => sum + table.entries, 0);
  const build = (): void => {
    failure.value = null;
    startJob({ kind: "solve", game, options: set.options }).catch((error: unknown) => {
      failure.value = messageOf(error);
    });
  };
  return (
    <div class="table-spec">
      <p class="actions">
        <button type="button" class="primary" onClick={build}>
          {missing === 1 ? "Build the missing table" : `Build the ${missing} missing tables`}
        </button>
        <span class="none">
          {formatCount(entries)} entries · needs {formatBytes(set.memoryBytes)} of memory · <code>{set.command}</code>
        </span>
      </p>
      {failure.value !== null && <ErrorMessage text={failure.value} />}
    </div>
  );
}
