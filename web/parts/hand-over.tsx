/** Two persons at one screen, with hidden information. */
import type { VNode } from "preact";

/** Nothing is shown until the right one confirms. */
export function HandOver({ name, onReady }: { readonly name: string; readonly onReady: () => void }): VNode {
  return (
    <div class="hand-over">
      <p>
        It is <strong>{name}</strong>'s turn. Other players, please look away.
      </p>
      <button type="button" class="primary" onClick={onReady}>
        I am {name}
      </button>
    </div>
  );
}
