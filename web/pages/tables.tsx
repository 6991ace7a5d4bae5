/** Tables: which there are; and of one what it covers, how its values are spread, how it was built, and the longest wins. */
import type { VNode } from "preact";
import type { TableDocument } from "../../server/api.ts";
import { clients } from "../client/clients.ts";
import { bytes, counted } from "../parts/figures.ts";
import { Histogram } from "../parts/histogram.tsx";
import { useLoaded } from "../parts/loaded.ts";
import { Back, When } from "../parts/notices.tsx";
import { hrefOf, route } from "../router.ts";
import { positionLink } from "./links.ts";

export function TablesPage(): VNode {
  const [, game, ...name] = route.value.path;
  return game !== undefined && name.length > 0 ? (
    <OneTable key={`${game}/${name.join("/")}`} game={game} name={name.join("/")} />
  ) : (
    <AllTables />
  );
}

function AllTables(): VNode {
  const tables = useLoaded("tables", () => clients.fetch((server) => server.tables()));
  return (
    <div class="page">
      <header class="page-head">
        <h1>Tables</h1>
        <p>Exact knowledge, looked up: what each holds for every position it covers.</p>
      </header>
      <When loaded={tables.value} what="the tables">
        {(list) =>
          list.length === 0 ? (
            <p class="card">
              There are none yet. <a href={hrefOf(["solve"])}>Build one</a>
            </p>
          ) : (
            <div class="scroll card">
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
                        {table.game}
                      </td>
                      <td data-name="table">
                        <a href={hrefOf(["tables", table.game, table.name])}>{table.name}</a>
                      </td>
                      <td data-name="covers">{table.covers || "–"}</td>
                      <td data-name="entries" class="number">
                        {table.entries === null ? "–" : counted(table.entries)}
                      </td>
                      <td data-name="size" class="number">
                        {bytes(table.sizeBytes)}
                      </td>
                      <td data-name="state">
                        <span class={table.status === "ready" ? "state done" : "state"}>{table.status}</span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </When>
    </div>
  );
}

function OneTable({ game, name }: { readonly game: string; readonly name: string }): VNode {
  const table = useLoaded(`${game}/${name}`, () => clients.fetch((server) => server.table(game, name)));
  return (
    <div class="page">
      <Back to={["tables"]} text="All tables" />
      <When loaded={table.value} what="the table">
        {(document) => <TableAbout table={document} />}
      </When>
    </div>
  );
}

function TableAbout({ table }: { readonly table: TableDocument }): VNode {
  return (
    <>
      <header class="page-head">
        <h1>{table.name}</h1>
        <p>{table.covers === "" ? table.game : `${table.game}: ${table.covers}`}</p>
      </header>
      <div class="columns">
        <section class="card" aria-label="Values">
          <h2>How the values are spread</h2>
          <p class="none">{table.value}</p>
          {table.histogram.length > 0 ? (
            <Histogram counts={table.histogram} />
          ) : (
            <p class="none">
              It is not finished. <a href={hrefOf(["solve", table.game])}>Go on building it</a>, and its values are
              shown here.
            </p>
          )}
        </section>
        <section class="card" aria-label="About the table">
          <h2>What it is</h2>
          <dl class="facts">
            <Fact name="state" text={table.status} />
            <Fact name="entries" text={table.entries === null ? "not known" : table.entries.toLocaleString("en")} />
            <Fact name="size" text={bytes(table.sizeBytes)} />
            {table.index !== "" && <Fact name="index" text={table.index} />}
            {Object.entries(table.built).map(([key, value]) => (
              <Fact key={key} name={key} text={typeof value === "number" ? value.toLocaleString("en") : when(value)} />
            ))}
          </dl>
        </section>
      </div>
      {table.longest.length > 0 && (
        <section class="card" aria-label="Longest">
          <h2>The longest, to replay</h2>
          <ul class="longest">
            {table.longest.map((each) => (
              <li key={each.position}>
                <a href={positionLink(table.game, each.variant, each.position)}>
                  <code>{each.position}</code>
                </a>{" "}
                {each.text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** A moment as people write it; other text as it is. */
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
