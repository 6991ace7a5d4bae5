/** Starting a match between two players, or a tournament between more. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { GameDocument, JobRequest } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import { startJob } from "../client/jobs.ts";
import { DraftInput, numberOf } from "../parts/draft-input.tsx";
import { useGames } from "../parts/games-list.ts";
import { useLoaded } from "../parts/loaded.ts";
import { Fault, When } from "../parts/notices.tsx";
import { differing, valuesOf } from "../parts/option-text.ts";
import { OptionsForm } from "../parts/options-form.tsx";
import { SeatForm } from "../parts/seat-form.tsx";
import type { Seat } from "../session/saved-game.ts";

const MOST_PLAYERS = 6;

export function MatchForm(): VNode {
  const games = useGames();
  const chosen = useSignal<string | null>(null);
  return (
    <When loaded={games.value} what="the games">
      {(list) => {
        const fitting = list.filter((game) => game.players > 1);
        const game = chosen.value ?? fitting.find(({ id }) => id === "chinese-checkers")?.id ?? fitting[0]?.id ?? "";
        return (
          <>
            <label class="preset">
              Game
              <select value={game} onChange={(event) => (chosen.value = event.currentTarget.value)}>
                {fitting.map((each) => (
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
    </When>
  );
}

function Players({ game }: { readonly game: string }): VNode {
  const document = useLoaded(game, async (signal) => (await clients.ask("game", game, {}, { signal })).answer);
  return (
    <When loaded={document.value} what="the game">
      {(found) => <Form document={found} />}
    </When>
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
  const fault = useSignal<string | null>(null);
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
    fault.value = null;
    startJob(request).catch((error: unknown) => (fault.value = error instanceof Error ? error.message : String(error)));
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
          Seconds a move
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
          disabled={players.value.length >= MOST_PLAYERS}
          onClick={() => (players.value = [...players.value, { kind: "player", text: "random" }])}
        >
          One player more
        </button>
        {players.value.length > 2 && (
          <button type="button" onClick={() => (players.value = players.value.slice(0, -1))}>
            One fewer
          </button>
        )}
        <button type="submit" class="primary">
          {texts.length === 2 ? "Play the match" : "Play the tournament"}
        </button>
      </div>
      {fault.value !== null && <Fault text={fault.value} />}
    </form>
  );
}
