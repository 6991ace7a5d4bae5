/** Tables: the list, and for one table its coverage, histogram, metadata and longest wins. */
import { formatMoves, formatPlies, plural } from "../../engine/contracts/quantities.ts";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { OutcomeCounts, TableDocument, TableSummary } from "../../service/table-documents.ts";
import { clients } from "../client/clients.ts";
import { formatBytes, formatCount, gameName } from "../parts/format.ts";
import { Histogram } from "../parts/histogram.tsx";
import { useLoaded } from "../parts/loaded.ts";
import { Material } from "../parts/material.tsx";
import { Back, Await } from "../parts/notices.tsx";
import { OutcomeBar } from "../parts/outcome-bar.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { hrefOf, route } from "../router.ts";
import { positionLink, replayLink } from "./links.ts";
import { TableSets } from "./table-sets.tsx";

export function TablesPage(): VNode {
  const [, game, ...name] = route.value.path;
  if (game === undefined) return <AllTables />;
  if (name.length === 0) return <TableSets key={game} game={game} />;
  return <OneTable key={`${game}/${name.join("/")}`} game={game} name={name.join("/")} />;
}

/** Games with more tables than this have their own page. */
const LISTED = 12;

function AllTables(): VNode {
  const tables = useLoaded("tables", () => clients.fetch((server) => server.tables()));
  return (
    <div class="page">
      <header class="page-head">
        <h1>Tables</h1>
        <p>Tables of exact values for every position they cover.</p>
      </header>
      <Await loaded={tables.value} what="the tables">
        {({ tables: all, sets }) => {
          const many = sets.filter((game) => all.filter((table) => table.game === game).length > LISTED);
          const list = all.filter(({ game }) => !many.includes(game));
          return (
            <>
              {sets.length > 0 && (
                <section class="card" aria-label="By material">
                  <h2>By material</h2>
                  <ul class="set-links">
                    {sets.map((game) => (
                      <SetLink key={game} game={game} tables={all.filter((table) => table.game === game)} />
                    ))}
                  </ul>
                </section>
              )}
              {all.length === 0 && (
                <p class="card">
                  No tables yet. <a href={hrefOf(["solve"])}>Build one</a>
                </p>
              )}
              {list.length > 0 && <TableRows list={list} />}
            </>
          );
        }}
      </Await>
    </div>
  );
}

function SetLink({ game, tables }: { readonly game: string; readonly tables: readonly TableSummary[] }): VNode {
  const ready = tables.filter(({ status }) => status === "ready");
  const size = ready.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <li>
      <a href={hrefOf(["tables", game])}>{gameName(game)}</a>{" "}
      <span class="none">
        {ready.length === 0 ? "none built yet" : `${plural(ready.length, "table")}, ${formatBytes(size)}`}
      </span>
    </li>
  );
}

function TableRows({ list }: { readonly list: readonly TableSummary[] }): VNode {
  return (
    <Scroll label="All tables" class="card">
      <table class="wide stack">
        <thead>
          <tr>
            <th>game</th>
            <th>table</th>
            <th>covers</th>
            <th class="number">entries</th>
            <th class="number">size</th>
            <th>state</th>
          </tr>
        </thead>
        <tbody>
          {list.map((table) => (
            <tr key={`${table.game}/${table.name}`}>
              <td data-name="game" class="whole">
                {gameName(table.game)}
              </td>
              <td data-name="table">
                <a href={hrefOf(["tables", table.game, table.name])}>{table.name}</a>
              </td>
              <td data-name="covers">{table.covers || "–"}</td>
              <td data-name="entries" class="number">
                {table.entries === null ? "–" : formatCount(table.entries)}
              </td>
              <td data-name="size" class="number">
                {formatBytes(table.sizeBytes)}
              </td>
              <td data-name="state">
                <span class={table.status === "ready" ? "state done" : "state"}>{table.status}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function OneTable({ game, name }: { readonly game: string; readonly name: string }): VNode {
  const table = useLoaded(`${game}/${name}`, () => clients.fetch((server) => server.table(game, name)));
  // The server searches a large table for its longest wins in steps, one for each request.
  const scanned = table.value.state === "ready" ? table.value.value.longestScanned : 1;
  useEffect(() => {
    if (scanned >= 1) return;
    let isShown = true;
    clients
      .fetch((server) => server.table(game, name))
      .then(
        (value) => isShown && (table.value = { state: "ready", value }),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [scanned]);
  return (
    <div class="page">
      <Back to={["tables", game]} text={`All tables of ${gameName(game)}`} />
      <Await loaded={table.value} what="the table" way>
        {(document) => <TableAbout table={document} />}
      </Await>
    </div>
  );
}

/** What an entry contains. */
const VALUES: Readonly<Record<string, string>> = {
  distance: "the fewest moves of one side to its goal",
  outcome: "win, draw or loss for the side to move, and in how many plies",
  turns: "win, draw or loss for the side to move, and in how many plies",
  won: "won or not, without distances",
};

function TableAbout({ table }: { readonly table: TableDocument }): VNode {
  return (
    <>
      <header class="page-head">
        <h1>
          {table.pieces && <Material game={table.game} seats={[]} pieces={table.pieces} />} {table.name}
        </h1>
        <p>{table.covers === "" ? gameName(table.game) : `${gameName(table.game)}: ${table.covers}`}</p>
      </header>
      {table.counts.length > 0 && <Counts counts={table.counts} />}
      <div class="columns">
        <section class="card" aria-label="Values">
          <h2>Histogram of values</h2>
          <p class="none">{VALUES[table.value] ?? table.value}</p>
          {table.histogram.length > 0 ? (
            <Histogram counts={table.histogram} />
          ) : (
            <p class="none">
              This table is unfinished. <a href={hrefOf(["solve", table.game])}>Resume the build</a> to see its values.
            </p>
          )}
        </section>
        <section class="card" aria-label="About the table">
          <h2>About this table</h2>
          <dl class="facts">
            <Fact name="state" text={table.status} />
            <Fact name="entries" text={table.entries === null ? "unknown" : table.entries.toLocaleString("en")} />
            <Fact name="size" text={formatBytes(table.sizeBytes)} />
            {table.index !== "" && <Fact name="index" text={table.index} />}
            {Object.entries(table.built).map(([key, value]) => (
              <Fact key={key} name={key} text={typeof value === "number" ? value.toLocaleString("en") : when(value)} />
            ))}
          </dl>
        </section>
      </div>
      {(table.longest.length > 0 || table.longestScanned < 1) && (
        <section class="card" aria-label="Longest">
          <h2>{table.value === "distance" ? "Longest distances" : "Longest wins and losses"}</h2>
          {table.longestScanned < 1 && (
            <p class="none" role="status">
              searching the table: {Math.floor(100 * table.longestScanned)} %
            </p>
          )}
          <ul class="longest">
            {table.longest.map((each) => (
              <li key={each.position}>
                <a href={positionLink(table.game, each.variant, each.position)}>
                  <code>{each.position}</code>
                </a>{" "}
                {each.text}{" "}
                <a class="button" href={replayLink(table.game, each.variant, each.position)}>
                  Replay
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Won, drawn and lost positions, by side to move if the table separates them. */
function Counts({ counts }: { readonly counts: TableDocument["counts"] }): VNode {
  return (
    <section class="card" aria-label="Outcomes">
      <h2>Won, drawn, lost</h2>
      <Scroll label="Won, drawn, lost">
        <table class="wide stack">
          <thead>
            <tr>
              <th>positions</th>
              <th>won · drawn · lost, for the side to move</th>
              <th class="number">won</th>
              <th class="number">drawn</th>
              <th class="number">lost</th>
              <th class="number">longest win</th>
              <th class="number">longest loss</th>
            </tr>
          </thead>
          <tbody>
            {counts.map((each) => (
              <CountsRow key={each.part} part={each.part} counts={each} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function CountsRow({ part, counts }: { readonly part: string; readonly counts: OutcomeCounts }): VNode {
  const distance = (plies: number | null): string =>
    plies === null ? "–" : `${formatMoves(Math.ceil(plies / 2))} (${formatPlies(plies)})`;
  return (
    <tr>
      <td data-name="positions" class="whole">
        {part === "" ? "all" : part}
      </td>
      <td data-name="shares">
        <OutcomeBar counts={counts} />
      </td>
      <td data-name="won" class="number">
        {counts.won.toLocaleString("en")}
      </td>
      <td data-name="drawn" class="number">
        {counts.drawn.toLocaleString("en")}
      </td>
      <td data-name="lost" class="number">
        {counts.lost.toLocaleString("en")}
      </td>
      <td data-name="longest win" class="number">
        {distance(counts.longestWin)}
      </td>
      <td data-name="longest loss" class="number">
        {distance(counts.longestLoss)}
      </td>
    </tr>
  );
}

/** Formats an ISO date; other text is unchanged. */
function when(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  return new Date(text).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

function Fact({ name, text }: { readonly name: string; readonly text: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
