/** A live graph of each player's own evaluation, in its own unit. */
import type { VNode } from "preact";
import type { Session } from "../session/session.ts";
import { playerEvaluationData } from "./player-evaluation-data.ts";
import { Plot } from "./plot.tsx";

export function PlayerEvaluations({ session }: { readonly session: Session }): VNode {
  const data = playerEvaluationData(session.saved.value.infos, session.document.seats);
  const isEmpty = data.every(({ points }) => points.length === 0);
  const units = data.map(({ seat, unit }) => `${seat}: ${unit || "no value"}`).join(" · ");
  return (
    <figure class="player-evaluations" aria-label="Each player's own evaluation by ply">
      {!isEmpty && (
        <Plot
          data={data}
          draw={({ playerEvaluations }, width) => playerEvaluations(data, width)}
          label={`Evaluations by ply. ${units}`}
        />
      )}
      <figcaption>Each player's own evaluation by ply. {isEmpty ? "No values yet." : units}</figcaption>
    </figure>
  );
}
