/** Chooses the game for a page. */
import type { VNode } from "preact";
import { Picture } from "../board/picture.tsx";
import { hrefOf } from "../router.ts";
import { useGames } from "./games-list.ts";
import { Await } from "./notices.tsx";

interface GameChooserProps {
  readonly title: string;
  readonly about: string;
  readonly page: string;
  readonly minPlayers?: number;
}

export function GameChooser({ title, about, page, minPlayers = 1 }: GameChooserProps): VNode {
  const games = useGames();
  return (
    <div class="page">
      <header class="page-head">
        <h1>{title}</h1>
        <p>{about}</p>
      </header>
      <Await loaded={games.value} what="the games">
        {(list) => (
          <ul class="gallery chooser">
            {list
              .filter((game) => game.players >= minPlayers)
              .map((game, index) => (
                <li key={game.id} class="game-card">
                  <a href={hrefOf([page, game.id])}>
                    <span class="cover">
                      <Picture game={game.id} seats={game.seats} view={game.picture} turn={index} />
                    </span>
                    <span class="about">{game.title}</span>
                  </a>
                </li>
              ))}
          </ul>
        )}
      </Await>
    </div>
  );
}
