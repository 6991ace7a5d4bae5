/** The first page: all games with picture and summary, and games in progress. */
import { plural, formatPlies } from "../../engine/contracts/quantities.ts";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { GameSummary } from "../../service/api.ts";
import { Picture } from "../board/picture.tsx";
import { gameName } from "../parts/format.ts";
import { useGames } from "../parts/games-list.ts";
import { Await } from "../parts/notices.tsx";
import { hrefOf } from "../router.ts";
import { forgetGame, savedGames } from "../session/storage.ts";

/** Covered by the tables that the first start builds. */
const EXACT_POSITION = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1";

export function GamesPage(): VNode {
  const games = useGames();
  return (
    <div class="page games-page">
      <header class="page-head">
        <h1>Games</h1>
        <p>
          Gamelore turns the rules of a game into exact knowledge: play against people or strong programs, and see the
          value of every move, computed to the end of the game where that is possible.
        </p>
        <p class="actions">
          <a class="button primary" href={hrefOf(["explore", "chess"], { position: EXACT_POSITION })}>
            See exact values
          </a>
          <span class="none">A rook ending: every move with its distance to mate.</span>
        </p>
      </header>
      <SavedGames />
      <Await loaded={games.value} what="the games">
        {(list) => (
          <>
            <Gallery title="Native games" list={list.filter((game) => game.kind !== "general")} large />
            <Gallery title="General games (GDL rulesheets)" list={list.filter((game) => game.kind === "general")} />
          </>
        )}
      </Await>
    </div>
  );
}

function Gallery({
  title,
  list,
  large = false,
}: {
  readonly title: string;
  readonly list: readonly GameSummary[];
  readonly large?: boolean;
}): VNode | null {
  if (list.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul class={large ? "gallery large" : "gallery"}>
        {list.map((game, index) => (
          <li key={game.id} class="game-card">
            {/* The keyboard has the title and the button. */}
            <a class="cover" href={hrefOf(["play", game.id])} aria-hidden="true" tabIndex={-1}>
              <Picture game={game.id} seats={game.seats} view={game.picture} turn={large ? 0 : index} />
            </a>
            <div class="about">
              <h3>
                <a href={hrefOf(["play", game.id])}>{game.title}</a>
              </h3>
              <p class="summary">{game.summary}</p>
              <p class="foot">
                <a class="button primary play" href={hrefOf(["play", game.id])} aria-label={`Play ${game.title}`}>
                  Play
                </a>
                <a href={hrefOf(["explore", game.id])} aria-label={`Explore ${game.title}`}>
                  Explore
                </a>
                {game.players > 1 && (
                  <a href={hrefOf(["watch", game.id])} aria-label={`Watch ${game.title}`}>
                    Watch
                  </a>
                )}
                {game.players !== 2 && <span class="players">{plural(game.players, "player")}</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SavedGames(): VNode | null {
  const games = useSignal(savedGames());
  if (games.value.length === 0) return null;
  return (
    <section aria-label="Games in progress" class="saved-games">
      <h2>Continue</h2>
      <ul>
        {games.value.slice(0, 6).map((saved) => (
          <li key={saved.id}>
            <a href={hrefOf(["play", saved.game], { g: saved.id })}>
              {gameName(saved.game)}{" "}
              <small>
                {formatPlies(saved.moves.length)} · {new Date(saved.begun).toLocaleString()}
              </small>
            </a>
            <button
              type="button"
              class="quiet"
              aria-label={`Delete this game of ${gameName(saved.game)}`}
              onClick={() => {
                forgetGame(saved.id);
                games.value = savedGames();
              }}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
