/** After the game: the moves that lost value, with links to the positions before them. */
import type { VNode } from "preact";
import type { PlyDocument } from "../../service/api.ts";
import type { GraphPoint } from "./graph-points.ts";
import { useMoveText } from "./move-text.ts";

interface ReviewProps {
  readonly points: readonly GraphPoint[];
  readonly plies: readonly PlyDocument[];
  readonly seats: readonly string[];
  readonly on: boolean;
  readonly onStart: () => void;
  readonly onShow: (ply: number) => void;
}

export function Review({ points, plies, seats, on, onStart, onShow }: ReviewProps): VNode {
  const moveText = useMoveText();
  if (!on)
    return (
      <p class="review">
        <button type="button" onClick={onStart}>
          Review: which moves lost value?
        </button>
      </p>
    );
  const known = points.filter(({ value }) => value !== null).length;
  const lost = points.filter((point) => point.lost > 0);
  const before = (ply: number): string => points.find((point) => point.ply === ply - 1)?.text ?? "";
  return (
    <section class="review card" aria-label="Review">
      <h2>Moves that lost value</h2>
      {known < 2 && <p class="none">The game is being evaluated …</p>}
      {known >= 2 && lost.length === 0 && <p class="none">None found.</p>}
      {lost.length > 0 && (
        <ol>
          {lost.map(({ ply, text, blunder }) => {
            const { actors = [] } = plies[ply - 1] ?? {};
            // Simultaneous moves name their players.
            const actor = actors.length === 1 ? actors[0] : undefined;
            return (
              <li key={ply}>
                <button type="button" class="link" onClick={() => onShow(ply - 1)}>
                  ply {ply}
                </button>{" "}
                {actor === undefined ? "" : `${seats[actor]} `}
                <code>{moveText(plies[ply - 1]?.text ?? "")}</code>
                {blunder && <strong> blunder</strong>}
                <small>
                  {before(ply)} → {text}
                </small>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
