/** The setup form of a game: variant, seats, clocks. */
import { formatPlies } from "../../engine/contracts/quantities.ts";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { GameDocument } from "../../service/api.ts";
import { Picture } from "../board/picture.tsx";
import { pieceSet } from "../board/pieces/sets.ts";
import { clients } from "../client/clients.ts";
import { DraftInput, numberOf } from "../parts/draft-input.tsx";
import { useLoaded } from "../parts/loaded.ts";
import { ErrorMessage, Await } from "../parts/notices.tsx";
import { differing, typedVariant, valuesOf } from "../parts/option-text.ts";
import { OptionsForm } from "../parts/options-form.tsx";
import { PasteDialog, pasteTitle, type Pasted } from "../parts/paste-dialog.tsx";
import { RulesDialog } from "../parts/rules-dialog.tsx";
import { SeatForm } from "../parts/seat-form.tsx";
import { goTo, hrefOf, route, variantOf } from "../router.ts";
import { type ClockSetting, newGame, type Seat } from "../session/saved-game.ts";
import { freshId, saveGame } from "../session/storage.ts";

interface SetupProps {
  readonly game: string;
  /** Whether humans play; else players are watched. */
  readonly persons: boolean;
}

export function SetupForm({ game, persons }: SetupProps): VNode {
  const variant = useSignal<Record<string, string | number>>(variantOf(route.value.query));
  const loaded = useLoaded(
    `${game}${JSON.stringify(variant.value)}`,
    async (signal) => (await clients.call("game", game, variant.value, { signal })).answer,
  );
  // While another variant loads, the form keeps the previous document.
  const kept = useSignal<GameDocument | null>(null);
  if (loaded.value.state === "ready" && kept.peek() !== loaded.value.value) kept.value = loaded.value.value;
  const failure = loaded.value.state === "failed" ? loaded.value.message : null;
  return (
    <div class="page setup-page">
      {kept.value ? (
        <Form document={kept.value} {...{ game, persons, variant, failure }} />
      ) : (
        <Await loaded={loaded.value} what="the game" way>
          {() => null}
        </Await>
      )}
    </div>
  );
}

interface FormProps extends SetupProps {
  readonly document: GameDocument;
  readonly variant: { value: Record<string, string | number> };
  /** Why the variant cannot be opened; the document is the previous one. */
  readonly failure: string | null;
}

function Form({ document, game, persons, variant, failure }: FormProps): VNode {
  const seats = useSignal<readonly Seat[]>(
    document.seats.map((_, seat) =>
      persons && seat === 0 ? { kind: "person" } : { kind: "player", text: document.best },
    ),
  );
  // The strongest player depends on the variant.
  const best = useRef(document.best);
  useEffect(() => {
    const before = best.current;
    best.current = document.best;
    if (before === document.best) return;
    seats.value = seats.value.map((seat) =>
      seat.kind === "player" && seat.text === before ? { kind: "player", text: document.best } : seat,
    );
  }, [document.best]);
  const clock = useSignal<ClockSetting | null>(null);
  // General players need a time limit.
  const thinking = useSignal<number | null>(document.kind === "general" ? 2 : null);
  const rules = useSignal(false);
  const pasting = useSignal(false);
  const from = useSignal<Pasted | null>(null);
  const values = valuesOf(document.options, variant.value);
  const set = pieceSet(game, document.seats);

  const setClock = (change: Partial<ClockSetting>): void => {
    clock.value = { minutes: 10, seconds: 5, ...clock.value, ...change };
  };
  const begin = (): void => {
    const seed = (crypto.getRandomValues(new Uint32Array(1))[0] as number) % 1_000_000;
    const limits = thinking.value === null ? {} : { milliseconds: Math.round(thinking.value * 1000) };
    const saved = newGame(
      {
        game,
        variant: typedVariant(document.options, variant.value),
        seats: seats.value,
        seed,
        limits,
        clock: clock.value,
        ...(from.value && { start: from.value.start, moves: from.value.moves }),
      },
      freshId(),
      new Date(),
    );
    saveGame(saved);
    goTo(hrefOf([persons ? "play" : "watch", game], { g: saved.id }));
  };

  return (
    <>
      <form
        class="setup"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <div class="setup-head">
          <div class="cover">
            <Picture game={game} seats={document.seats} view={document.picture} />
          </div>
          <div>
            <h1>{persons ? document.title : `Watch ${document.title}`}</h1>
            <p class="summary">{document.summary}</p>
            <p class="actions">
              <button type="submit" class="primary" disabled={failure !== null}>
                {persons ? "Play" : "Start"}
              </button>
              <button type="button" onClick={() => (rules.value = true)}>
                Rules
              </button>
              <a class="button" href={hrefOf(["explore", game])}>
                Explore
              </a>
              {document.seats.length > 1 && (
                <a class="button" href={hrefOf([persons ? "watch" : "play", game])}>
                  {persons ? "Watch" : "Play"}
                </a>
              )}
            </p>
          </div>
        </div>
        <section class="card" aria-label="Seats">
          <h2>Players</h2>
          <div class="seats">
            {document.seats.map((name, seat) => (
              <SeatForm
                key={`${name}${seat}`}
                document={document}
                variant={variant.value}
                title={name}
                side={set.side(seat)}
                seat={seats.value[seat] ?? { kind: "person" }}
                persons={persons}
                onChange={(next) => (seats.value = seats.value.map((each, number) => (number === seat ? next : each)))}
              />
            ))}
          </div>
          <div class="times">
            <label>
              Seconds per move
              <DraftInput
                type="number"
                min="0.01"
                max="600"
                step="any"
                placeholder="no limit"
                value={thinking.value ?? ""}
                onCommit={(text) => (thinking.value = numberOf(text, 0.01, 600))}
              />
            </label>
            <label class="check">
              <input
                type="checkbox"
                checked={clock.value !== null}
                onChange={(event) => (clock.value = event.currentTarget.checked ? { minutes: 10, seconds: 5 } : null)}
              />
              Clocks
            </label>
            {clock.value && (
              <>
                <label>
                  Minutes per player
                  <DraftInput
                    type="number"
                    min="0.1"
                    max="600"
                    step="any"
                    value={clock.value.minutes}
                    onCommit={(text) => setClock({ minutes: numberOf(text, 0.1, 600) ?? 10 })}
                  />
                </label>
                <label>
                  Increment, seconds
                  <DraftInput
                    type="number"
                    min="0"
                    max="600"
                    value={clock.value.seconds}
                    onCommit={(text) => setClock({ seconds: numberOf(text, 0, 600) ?? 0 })}
                  />
                </label>
              </>
            )}
          </div>
        </section>
        <section class="card start-from" aria-label="Start">
          <h2>Start</h2>
          <p>
            {from.value === null
              ? "Initial position."
              : `${from.value.title}${from.value.moves.length > 0 ? `, after ${formatPlies(from.value.moves.length)}` : ""}`}
          </p>
          <p class="actions">
            <button type="button" onClick={() => (pasting.value = true)}>
              Paste {pasteTitle(document)} …
            </button>
            {from.value !== null && (
              <button type="button" onClick={() => (from.value = null)}>
                Initial position
              </button>
            )}
          </p>
        </section>
        {document.options.length > 0 && (
          <section class="card" aria-label="Variant">
            <h2>Variant</h2>
            {Object.keys(document.presets).length > 0 && (
              <label class="preset">
                Preset
                <select
                  value=""
                  onChange={(event) => {
                    const preset = document.presets[event.currentTarget.value];
                    variant.value = preset
                      ? differing(document.options, { ...valuesOf(document.options, {}), ...preset })
                      : {};
                  }}
                >
                  <option value="">select …</option>
                  <option value="-">all defaults</option>
                  {Object.keys(document.presets).map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </label>
            )}
            <OptionsForm
              specs={document.options}
              values={values}
              onChange={(name, value) => (variant.value = differing(document.options, { ...values, [name]: value }))}
            />
            {failure !== null && <ErrorMessage text={failure} />}
          </section>
        )}
        {rules.value && <RulesDialog document={document} onClose={() => (rules.value = false)} />}
      </form>
      {pasting.value && (
        <PasteDialog
          document={document}
          variant={typedVariant(document.options, variant.value)}
          onClose={() => (pasting.value = false)}
          onDone={(pasted) => {
            pasting.value = false;
            from.value = pasted;
            if (pasted.variant) variant.value = pasted.variant;
            if (pasted.seats && persons)
              seats.value = seats.value.map((seat, number) => pasted.seats?.[number] ?? seat);
          }}
        />
      )}
    </>
  );
}
