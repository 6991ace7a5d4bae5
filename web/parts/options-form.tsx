/** A form generated from option specs: of a variant, a player or a table. */
import type { VNode } from "preact";
import { useId } from "preact/hooks";
import { DraftInput, numberOf } from "./draft-input.tsx";
import type { OptionSpec, OptionValue, OptionValues } from "../../engine/contracts/options.ts";

interface OptionsFormProps {
  readonly specs: readonly OptionSpec[];
  readonly values: OptionValues;
  readonly onChange: (name: string, value: OptionValue) => void;
}

export function OptionsForm({ specs, values, onChange }: OptionsFormProps): VNode {
  return (
    <div class="options">
      {specs.map((spec) => (
        <Option
          key={spec.name}
          spec={spec}
          value={values[spec.name] ?? null}
          onChange={(value) => onChange(spec.name, value)}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly spec: OptionSpec;
  readonly value: OptionValue;
  readonly onChange: (value: OptionValue) => void;
}

function Option({ spec, value, onChange }: OptionProps): VNode {
  const id = useId();
  return (
    <div
      class={`option${value === spec.default ? "" : " changed"}${spec.kind === "text" && spec.lines ? " lines" : ""}`}
    >
      <label for={id}>{spec.name}</label>
      <Field {...{ spec, value, onChange, id }} />
      <small id={`${id}-about`}>{spec.summary}</small>
    </div>
  );
}

function Field({ spec, value, onChange, id }: OptionProps & { readonly id: string }): VNode {
  const about = `${id}-about`;
  if (spec.kind === "choice")
    return (
      <select
        id={id}
        aria-describedby={about}
        value={String(value ?? spec.default)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {spec.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  if (spec.kind === "text")
    return (
      <>
        {spec.suggestions && (
          <select
            aria-label={`${spec.name}: suggestions`}
            value={spec.suggestions.includes(String(value)) ? String(value) : ""}
            onChange={(event) => onChange(event.currentTarget.value || spec.default)}
          >
            <option value="">custom</option>
            {spec.suggestions.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
        <DraftInput
          id={id}
          type={spec.lines ? "lines" : "text"}
          aria-describedby={about}
          value={value ?? ""}
          placeholder="–"
          onCommit={(text) => onChange(text === "" ? spec.default : text)}
        />
      </>
    );
  return (
    <DraftInput
      id={id}
      type="number"
      aria-describedby={about}
      min={spec.min}
      max={spec.max}
      step={spec.kind === "integer" ? 1 : "any"}
      value={value ?? ""}
      placeholder="–"
      onCommit={(text) => onChange(numberOf(text, spec.min, spec.max) ?? spec.default)}
    />
  );
}
