/** Who sits on a seat: a person, a kind of player with its options, or a player by its text. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useId } from "preact/hooks";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { GameDocument } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import type { Variant } from "../client/api-client.ts";
import type { Seat } from "../session/saved-game.ts";
import { playerText } from "./option-text.ts";
import { OptionsForm } from "./options-form.tsx";

interface SeatFormProps {
  readonly document: GameDocument;
  readonly variant: Variant;
  readonly title: string;
  readonly side: string;
  readonly seat: Seat;
  readonly persons: boolean;
  readonly onChange: (seat: Seat) => void;
}

const PERSON = "person";
const TEXT = "text";

export function SeatForm({ document, variant, title, side, seat, persons, onChange }: SeatFormProps): VNode {
  const id = useId();
  const given = seat.kind === "player" ? seat.text : "";
  const kind = useSignal(
    seat.kind === "person" ? PERSON : (document.playerKinds.find(({ name }) => name === given)?.name ?? TEXT),
  );
  const values = useSignal<OptionValues>({});
  const fault = useSignal<string | null>(null);
  const chosen = document.playerKinds.find(({ name }) => name === kind.value);

  const change = (name: string): void => {
    kind.value = name;
    values.value = {};
    fault.value = null;
    if (name === PERSON) onChange({ kind: "person" });
    else if (name !== TEXT) onChange({ kind: "player", text: name });
  };
  // What was typed is checked by those who know; a moment after the last change.
  useEffect(() => {
    if (seat.kind !== "player" || (kind.value !== TEXT && chosen?.name === seat.text)) {
      fault.value = null;
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      clients.ask("playerText", document.id, { variant, text: seat.text }, { signal: controller.signal }).then(
        () => (fault.value = null),
        (error: unknown) => {
          if (!controller.signal.aborted) fault.value = error instanceof Error ? error.message : String(error);
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
      <label for={id}>Who</label>
      <select id={id} value={kind.value} onChange={(event) => change(event.currentTarget.value)}>
        {persons && <option value={PERSON}>a person</option>}
        {own.map((each) => (
          <option key={each.name} value={each.name}>
            {each.name}
          </option>
        ))}
        {presets.length > 0 && (
          <optgroup label="with set options">
            {presets.map((each) => (
              <option key={each.name} value={each.name}>
                {each.name}
              </option>
            ))}
          </optgroup>
        )}
        <option value={TEXT}>by text …</option>
      </select>
      {chosen && <small>{chosen.summary}</small>}
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
          aria-label={`Text of the player for ${title}`}
          placeholder="alphabeta(depth=4)"
          value={given}
          onInput={(event) => onChange({ kind: "player", text: event.currentTarget.value })}
        />
      )}
      {seat.kind === "player" && seat.text !== kind.value && kind.value !== TEXT && <code>{seat.text}</code>}
      {fault.value !== null && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
    </fieldset>
  );
}
