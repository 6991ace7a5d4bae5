/** Starts a match of two players, or a tournament of more. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { messageOf } from "../client/api-client.ts";
import type { GameDocument } from "../../service/api.ts";
import type { JobRequest } from "../../service/job-documents.ts";
import { clients } from "../client/clients.ts";
import { startJob } from "../client/jobs.ts";
import { DraftInput, numberOf } from "../parts/draft-input.tsx";
import { useGames } from "../parts/games-list.ts";
import { useLoaded } from "../parts/loaded.ts";
import { ErrorMessage, Await } from "../parts/notices.tsx";
import { differing, valuesOf } from "../parts/option-text.ts";
import { OptionsForm } from "../parts/options-form.tsx";
import { SeatForm } from "../parts/seat-form.tsx";
import type { Seat } from "../session/saved-game.ts";

const MAX_PLAYERS = 6;

export function MatchForm(): VNode {
  const games = useGames();
  const chosen = useSignal<string | null>(null);
  return (
    <Await loaded={games.value} what="the games">
      {(list) => {
        const playable = list.filter((game) => game.players > 1);
        const game = chosen.value ?? playable.find(({ id }) => id === "chinese-checkers")?.id ?? playable[0]?.id ?? "";
        return (
          <>
            <label class="preset">
              Game
              <select value={game} onChange={(event) => (chosen.value = event.currentTarget.value)}>
                {playable.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.title}
                  </option>
                ))}
              </select>
            </label>
            <Players key={game} game={game} />
          </>
        );
      }}
    </Await>
  );
}

function Players({ game }: { readonly game: string }): VNode {
  const document = useLoaded(game, async (signal) => (await clients.call("game", game, {}, { signal })).answer);
  return (
    <Await loaded={document.value} what="the game">
      {(found) => <Form document={found} />}
    </Await>
  );
}

function Form({ document }: { readonly document: GameDocument }): VNode {
  const simple = document.playerKinds.find(({ name }) => name === "greedy")?.name ?? "random";
  const players = useSignal<readonly Seat[]>([
    { kind: "player", text: simple },
    { kind: "player", text: "random" },
  ]);
  const pairs = useSignal(5);
  const seconds = useSignal(0.2);
  const variant = useSignal<Record<string, string | number>>({});
  const failure = useSignal<string | null>(null);
  const texts = players.value.map((seat) => (seat.kind === "player" ? seat.text : "random"));
  const begin = (): void => {
    const about = {
      game: document.id,
      variant: variant.value,
      pairs: pairs.value,
      limits: { milliseconds: Math.round(seconds.value * 1000) },
      seed: 1,
    };
    const request: JobRequest =
      texts.length === 2
        ? { kind: "match", ...about, players: [texts[0] as string, texts[1] as string] }
        : { kind: "tournament", ...about, players: texts };
    failure.value = null;
    startJob(request).catch((error: unknown) => (failure.value = messageOf(error)));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <div class="seats">
        {players.value.map((seat, number) => (
          <SeatForm
            key={number}
            document={document}
            variant={variant.value}
            title={`Player ${number + 1}`}
            side=""
            seat={seat}
            persons={false}
            onChange={(next) => (players.value = players.value.map((each, at) => (at === number ? next : each)))}
          />
        ))}
      </div>
      {document.options.length > 0 && (
        <details>
          <summary>Variant</summary>
          <OptionsForm
            specs={document.options}
            values={valuesOf(document.options, variant.value)}
            onChange={(name, value) =>
              (variant.value = differing(document.options, {
                ...valuesOf(document.options, variant.value),
                [name]: value,
              }))
            }
          />
        </details>
      )}
      <div class="times">
        <label>
          Pairs of games
          <DraftInput
            type="number"
            min="1"
            max="500"
            value={pairs.value}
            onCommit={(text) => (pairs.value = Math.round(numberOf(text, 1, 500) ?? 1))}
          />
        </label>
        <label>
          Seconds per move
          <DraftInput
            type="number"
            min="0.01"
            max="60"
            step="any"
            value={seconds.value}
            onCommit={(text) => (seconds.value = numberOf(text, 0.01, 60) ?? 0.2)}
          />
        </label>
        <button
          type="button"
          disabled={players.value.length >= MAX_PLAYERS}
          onClick={() => (players.value = [...players.value, { kind: "player", text: "random" }])}
        >
          Add player
        </button>
        {players.value.length > 2 && (
          <button type="button" onClick={() => (players.value = players.value.slice(0, -1))}>
            Remove player
          </button>
        )}
        <button type="submit" class="primary">
          {texts.length === 2 ? "Start match" : "Start tournament"}
        </button>
      </div>
      {failure.value !== null && <ErrorMessage text={failure.value} />}
    </form>
  );
}
