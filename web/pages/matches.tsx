/** Matches and tournaments: statistics, games, and a form to start one. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { MatchDocument, MatchSummary } from "../../service/library-documents.ts";
import { clients } from "../client/clients.ts";
import { followJobs, jobs, jobsOf } from "../client/jobs.ts";
import { gameName } from "../parts/format.ts";
import { JobList } from "../parts/job-card.tsx";
import { useLoaded } from "../parts/loaded.ts";
import { Back, Await } from "../parts/notices.tsx";
import { variantInWords } from "../parts/option-text.ts";
import { Scroll } from "../parts/scroll.tsx";
import { hrefOf, route } from "../router.ts";
import { MatchForm } from "./match-form.tsx";

export function MatchesPage(): VNode {
  useEffect(followJobs, []);
  const id = route.value.path[1];
  return id === undefined ? <AllMatches /> : <OneMatch key={id} id={Number(id)} />;
}

function AllMatches(): VNode {
  const opened = useSignal(false);
  const ended = [...jobs.value.values()].filter((job) => job.ended !== null).length;
  const matches = useLoaded(`matches ${ended}`, () => clients.fetch((server) => server.matches()));
  return (
    <div class="page">
      <header class="page-head">
        <h1>Matches</h1>
        <p>Matches are played in pairs of games with seats swapped. Scores have 95 % intervals.</p>
      </header>
      <details class="card" onToggle={() => (opened.value = true)}>
        <summary>
          <strong>New match or tournament</strong>
        </summary>
        {opened.value && <MatchForm />}
      </details>
      {jobsOf(["match", "tournament"]).length > 0 && (
        <section aria-label="Runs" aria-live="polite">
          <h2>Runs</h2>
          <JobList jobs={jobsOf(["match", "tournament"])} none="" />
        </section>
      )}
      <section aria-label="Played matches">
        <Await loaded={matches.value} what="the matches">
          {(list) =>
            list.length === 0 ? (
              <p class="card none">No matches on this machine yet. Start one above.</p>
            ) : (
              <MatchTable list={list} />
            )
          }
        </Await>
      </section>
    </div>
  );
}

function MatchTable({ list }: { readonly list: readonly MatchSummary[] }): VNode {
  return (
    <Scroll label="Matches" class="card">
      <table class="wide stack">
        <thead>
          <tr>
            <th>game</th>
            <th>players</th>
            <th class="number">games</th>
            <th class="number">won – drawn – lost</th>
            <th class="number">score</th>
            <th class="number">Elo</th>
          </tr>
        </thead>
        <tbody>
          {list.map((match) => (
            <tr key={match.id}>
              <td data-name="game">
                <span class="whole">{gameName(match.game)}</span> <small class="none">{match.label}</small>
              </td>
              <td data-name="players">
                <a href={hrefOf(["matches", String(match.id)])}>
                  <code>{match.players[0]}</code> – <code>{match.players[1]}</code>
                </a>
              </td>
              <td data-name="games" class="number">
                {match.games}
              </td>
              <td data-name="won – drawn – lost" class="number">
                {match.wins} – {match.draws} – {match.losses}
              </td>
              <td data-name="score" class="number">
                {withInterval(match.score, 1, " %")}
              </td>
              <td data-name="Elo" class="number">
                {withInterval(match.elo, 0, "")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** An infinite Elo (all games won or lost) is null in JSON. */
type Bound = number | null;

function withInterval(of: { value: Bound; low: Bound; high: Bound } | null, decimals: number, unit: string): string {
  if (of === null) return "–";
  const text = (value: Bound, infinite: string): string => (value === null ? infinite : value.toFixed(decimals));
  const value = text(of.value, of.high === null ? "∞" : "−∞");
  return `${value}${of.value === null ? "" : unit} (${text(of.low, "−∞")} to ${text(of.high, "∞")})`;
}

function OneMatch({ id }: { readonly id: number }): VNode {
  const match = useLoaded(String(id), () => clients.fetch((server) => server.match(id)));
  return (
    <div class="page">
      <Back to={["matches"]} text="All matches" />
      <Await loaded={match.value} what="the match" way>
        {(document) => <MatchAbout match={document} />}
      </Await>
    </div>
  );
}

function MatchAbout({ match }: { readonly match: MatchDocument }): VNode {
  const total = Math.max(1, match.wins + match.draws + match.losses);
  const parts = [
    ["win", match.wins],
    ["draw", match.draws],
    ["loss", match.losses],
  ] as const;
  let from = 0;
  return (
    <>
      <header class="page-head">
        <h1>
          <code>{match.players[0]}</code> against <code>{match.players[1]}</code>
        </h1>
        <p>
          {[gameName(match.game), variantInWords(match.variant), match.label].filter((text) => text !== "").join(" · ")}
        </p>
      </header>
      <section class="card" aria-label="Result">
        <svg
          class="tally"
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${match.wins} won, ${match.draws} drawn, ${match.losses} lost`}
        >
          {parts.map(([kind, count]) => {
            const x = from;
            from += (100 * count) / total;
            return <rect key={kind} class={kind} x={x} width={(100 * count) / total} height="6" />;
          })}
        </svg>
        <p>
          <strong>
            {match.wins} won, {match.draws} drawn, {match.losses} lost
          </strong>{" "}
          for the first player · score {withInterval(match.score, 1, " %")} · Elo {withInterval(match.elo, 0, "")}
        </p>
      </section>
      <section aria-label="Games">
        <Scroll label="Games" class="card">
          <table class="wide stack">
            <thead>
              <tr>
                <th class="number">game</th>
                <th>
                  <span class="visually-hidden">replay</span>
                </th>
                <th>first to move</th>
                <th>points of the first player</th>
                <th class="number">plies</th>
                <th>ended by</th>
              </tr>
            </thead>
            <tbody>
              {match.list.map((game) => (
                <tr key={game.id}>
                  <td data-name="game" class="number">
                    {game.number + 1}
                  </td>
                  <td data-name="">
                    <a href={hrefOf(["records", String(game.id)])}>replay</a>
                  </td>
                  <td data-name="first to move">
                    <code>{match.players[game.firstPlaysFirst ? 0 : 1]}</code>
                  </td>
                  <td data-name="points of the first player">{game.points}</td>
                  <td data-name="plies" class="number">
                    {game.plies}
                  </td>
                  <td data-name="ended by">{game.ending}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </section>
    </>
  );
}
