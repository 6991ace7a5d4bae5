/** Chooses the player of a seat: a human, a level, a player kind with its options, or a player by its text. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useId } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { GameDocument } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import type { OptionParams } from "../../service/api.ts";
import type { Seat } from "../session/saved-game.ts";
import { LEVEL_SUMMARIES, levelOf, LEVELS, levelsOf } from "./levels.ts";
import { playerText } from "./option-text.ts";
import { OptionsForm } from "./options-form.tsx";

interface SeatFormProps {
  readonly document: GameDocument;
  readonly variant: OptionParams;
  readonly title: string;
  readonly side: string;
  readonly seat: Seat;
  readonly persons: boolean;
  readonly onChange: (seat: Seat) => void;
}

const PERSON = "person";
const TEXT = "text";
const LEVEL = "level ";

function levelChoice(document: GameDocument, text: string): string | null {
  const level = levelOf(document, text);
  return level === null ? null : LEVEL + level;
}

function nameOfKind(document: GameDocument, text: string): string | null {
  return document.playerKinds.find(({ name }) => name === text)?.name ?? null;
}

export function SeatForm({ document, variant, title, side, seat, persons, onChange }: SeatFormProps): VNode {
  const id = useId();
  const given = seat.kind === "player" ? seat.text : "";
  const kind = useSignal(
    seat.kind === "person" ? PERSON : (levelChoice(document, given) ?? nameOfKind(document, given) ?? TEXT),
  );
  const levels = levelsOf(document);
  const level = LEVELS.find((each) => kind.value === LEVEL + each);
  const values = useSignal<OptionValues>({});
  const failure = useSignal<string | null>(null);
  const chosen = document.playerKinds.find(({ name }) => name === kind.value);

  const change = (name: string): void => {
    kind.value = name;
    values.value = {};
    failure.value = null;
    const chosenLevel = LEVELS.find((each) => name === LEVEL + each);
    if (chosenLevel) onChange({ kind: "player", text: levels[chosenLevel] });
    else if (name === PERSON) onChange({ kind: "person" });
    else if (name !== TEXT) onChange({ kind: "player", text: name });
  };
  // The text is checked by the service, with a delay after the last change.
  useEffect(() => {
    if (seat.kind !== "player" || (kind.value !== TEXT && chosen?.name === seat.text)) {
      failure.value = null;
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      clients.call("playerText", document.id, { variant, text: seat.text }, { signal: controller.signal }).then(
        () => (failure.value = null),
        (error: unknown) => {
          if (!controller.signal.aborted) failure.value = messageOf(error);
        },
      );
    }, 300);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [given]);

  const own = document.playerKinds.filter((each) => each.presetOf === undefined || each.name === "best");
  const presets = document.playerKinds.filter((each) => each.presetOf !== undefined && each.name !== "best");
  return (
    <fieldset class="seat-form">
      <legend class={side}>{title}</legend>
      <label for={id}>Player</label>
      <select id={id} value={kind.value} onChange={(event) => change(event.currentTarget.value)}>
        {persons && <option value={PERSON}>human</option>}
        <optgroup label="Levels">
          {LEVELS.map((each) => (
            <option key={each} value={LEVEL + each}>
              {each}
            </option>
          ))}
        </optgroup>
        <optgroup label="Players">
          {own.map((each) => (
            <option key={each.name} value={each.name}>
              {each.name}
            </option>
          ))}
        </optgroup>
        {presets.length > 0 && (
          <optgroup label="Presets">
            {presets.map((each) => (
              <option key={each.name} value={each.name}>
                {each.name}
              </option>
            ))}
          </optgroup>
        )}
        <option value={TEXT}>custom text …</option>
      </select>
      {chosen && <small>{chosen.summary}</small>}
      {level && <small>{LEVEL_SUMMARIES[level]}</small>}
      {chosen && chosen.parameters.length > 0 && (
        <details>
          <summary>Options</summary>
          <OptionsForm
            specs={chosen.parameters}
            values={{
              ...Object.fromEntries(chosen.parameters.map((spec) => [spec.name, spec.default])),
              ...values.value,
            }}
            onChange={(name, value) => {
              values.value = { ...values.value, [name]: value };
              onChange({
                kind: "player",
                text: playerText(chosen, {
                  ...Object.fromEntries(chosen.parameters.map((spec) => [spec.name, spec.default])),
                  ...values.value,
                }),
              });
            }}
          />
        </details>
      )}
      {kind.value === TEXT && (
        <input
          type="text"
          aria-label={`Player text for ${title}`}
          placeholder="alphabeta(depth=4)"
          value={given}
          onInput={(event) => onChange({ kind: "player", text: event.currentTarget.value })}
        />
      )}
      {seat.kind === "player" && ![kind.value, level].includes(seat.text) && kind.value !== TEXT && (
        <code title="player text">{seat.text}</code>
      )}
      {failure.value !== null && (
        <p class="error-message" role="alert">
          {failure.value}
        </p>
      )}
    </fieldset>
  );
}
