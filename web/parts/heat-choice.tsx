/** Chooses the heat map of the board. */
import type { VNode } from "preact";
import type { HeatMap } from "../../engine/contracts/view.ts";

interface HeatChoiceProps {
  readonly maps: readonly HeatMap[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

export function HeatChoice({ maps, chosen, onChoose }: HeatChoiceProps): VNode {
  return (
    <label class="heat-choice">
      Distances
      <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">none</option>
        {maps.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
