/** The first page: every game with its picture, one line of rules and how many play it; and games that were left. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { GameSummary } from "../../service/api.ts";
import { Picture } from "../board/picture.tsx";
import { useGames } from "../parts/games-list.ts";
import { When } from "../parts/notices.tsx";
import { hrefOf } from "../router.ts";
import { forgetGame, savedGames } from "../session/storage.ts";

export function GamesPage(): VNode {
  const games = useGames();
  return (
    <div class="page games-page">
      <header class="page-head">
        <h1>What shall we play?</h1>
        <p>Every move can show what it is worth: exactly, where a table knows it.</p>
      </header>
      <LeftGames />
      <When loaded={games.value} what="the games">
        {(list) => (
          <>
            <Gallery title="Games" list={list.filter((game) => game.kind === "room")} large />
            <Gallery title="General games, from rulesheets" list={list.filter((game) => game.kind === "general")} />
          </>
        )}
      </When>
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
            <a class="cover" href={hrefOf(["play", game.id])} aria-label={`Play ${game.title}`}>
              <Picture game={game.id} seats={game.seats} view={game.picture} turn={large ? 0 : index} />
            </a>
            <div class="about">
              <h3>
                <a href={hrefOf(["play", game.id])}>{game.title}</a>
              </h3>
              <p class="summary">{game.summary}</p>
              <p class="foot">
                <span class="players">{game.players === 1 ? "one player" : `${game.players} players`}</span>
                <a href={hrefOf(["explore", game.id])}>explore</a>
                {game.players > 1 && <a href={hrefOf(["watch", game.id])}>watch</a>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LeftGames(): VNode | null {
  const games = useSignal(savedGames());
  if (games.value.length === 0) return null;
  return (
    <section aria-label="Games under way" class="left-games">
      <h2>Go on with</h2>
      <ul>
        {games.value.slice(0, 6).map((saved) => (
          <li key={saved.id}>
            <a href={hrefOf(["play", saved.game], { g: saved.id })}>
              {saved.game.replaceAll("-", " ")}{" "}
              <small>
                {saved.moves.length} plies · {new Date(saved.begun).toLocaleString()}
              </small>
            </a>
            <button
              type="button"
              class="quiet"
              aria-label={`Forget this game of ${saved.game}`}
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
