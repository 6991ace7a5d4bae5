/** Chooses the variant of a game. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { GameDocument, OptionParams } from "../../service/api.ts";
import { Dialog } from "./dialog.tsx";
import { differing, valuesOf } from "./option-text.ts";
import { OptionsForm } from "./options-form.tsx";

interface VariantDialogProps {
  readonly document: Pick<GameDocument, "options">;
  readonly variant: OptionParams;
  readonly onDone: (variant: ReturnType<typeof differing>) => void;
  readonly onClose: () => void;
}

export function VariantDialog({ document: { options }, variant, onDone, onClose }: VariantDialogProps): VNode {
  const values = useSignal(valuesOf(options, variant));
  return (
    <Dialog title="Variant" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onDone(differing(options, values.value));
          onClose();
        }}
      >
        <OptionsForm
          specs={options}
          values={values.value}
          onChange={(name, value) => (values.value = { ...values.value, [name]: value })}
        />
        <p class="actions">
          <button type="submit" class="primary">
            Show
          </button>
        </p>
      </form>
    </Dialog>
  );
}
