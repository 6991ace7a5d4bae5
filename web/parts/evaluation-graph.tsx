/** The evaluation graph: above the zero line the player is better. Blunders are marked; a click on a point shows its position. */
import type { VNode } from "preact";
import type { EvaluationGraphDocument } from "../../service/api.ts";
import type { GraphPoint } from "./graph-points.ts";

interface EvaluationGraphProps {
  readonly points: readonly GraphPoint[];
  readonly at: number;
  readonly seats: readonly string[];
  readonly graph: Pick<EvaluationGraphDocument, "source" | "player" | "own" | "against">;
  /** Blunders are listed, not only marked. */
  readonly listsBlunders: boolean;
  readonly onShow: (ply: number) => void;
  /** Chooses whose value is shown, with more than two players. */
  readonly onPlayer: (player: number) => void;
}

const WIDTH = 600;
const HEIGHT = 90;

export function EvaluationGraph(props: EvaluationGraphProps): VNode {
  const { points, at, seats, graph: strip, onShow, onPlayer } = props;
  const last = Math.max(1, points.at(-1)?.ply ?? 1);
  const x = (ply: number): number => 8 + (ply / last) * (WIDTH - 16);
  const y = (value: number): number => HEIGHT / 2 - value * (HEIGHT / 2 - 9);
  const known = points.filter((point): point is GraphPoint & { value: number } => point.value !== null);
  const line = known.map((point) => `${x(point.ply).toFixed(1)},${y(point.value).toFixed(1)}`).join(" ");
  const first = known[0];
  const end = known.at(-1);
  const now = points.find((point) => point.ply === at);
  return (
    <figure class="evaluation-graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="Evaluation graph" preserveAspectRatio="none">
        <rect class="upper" width={WIDTH} height={HEIGHT / 2} />
        <rect class="lower" y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} />
        {first && end && (
          <polygon class="area" points={`${x(first.ply)},${HEIGHT / 2} ${line} ${x(end.ply)},${HEIGHT / 2}`} />
        )}
        <polyline class="curve" points={line} />
        <line class="zero" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <line class="now" x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />
        {points.map((point) => (
          <g key={point.ply} class={point.blunder ? "point blunder" : "point"} onClick={() => onShow(point.ply)}>
            <title>{`${point.ply === 0 ? "start" : `after ply ${point.ply}`}: ${point.text}${point.blunder ? " – blunder" : ""}`}</title>
            <rect
              class="clear"
              x={x(point.ply) - (WIDTH - 16) / last / 2}
              width={(WIDTH - 16) / last}
              height={HEIGHT}
            />
            {point.blunder && point.value !== null && <path d={`M${x(point.ply)} ${y(point.value) - 7}l7 12h-14Z`} />}
          </g>
        ))}
      </svg>
      <figcaption>
        <span class="ends">{endsText(seats, strip)}</span>
        {seats.length > 2 && (
          <label>
            Value for{" "}
            <select value={strip.player} onChange={(event) => onPlayer(Number(event.currentTarget.value))}>
              {seats.map((name, seat) => (
                <option key={seat} value={seat}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <span>
          {now?.text ? `${now.text} · ` : ""}
          {now?.source ?? (now?.exact && strip.source.kind === "search" ? "exact" : strip.source.text)}
        </span>
      </figcaption>
      {props.listsBlunders && points.some((point) => point.blunder) && (
        <p class="blunders">
          Blunders:{" "}
          {points
            .filter((point) => point.blunder)
            .map((point) => (
              <button type="button" class="link" key={point.ply} onClick={() => onShow(point.ply - 1)}>
                ply {point.ply}
              </button>
            ))}
        </p>
      )}
    </figure>
  );
}

/** The legend of both directions. */
function endsText(seats: readonly string[], { own, against }: EvaluationGraphProps["graph"]): string {
  const names = (players: readonly number[]): string => players.map((player) => seats[player]).join(" and ");
  if (seats.length === 1) return `▲ better for ${names(own)}`;
  return `▲ ${names(own)} better · ▼ ${against.length > 0 ? names(against) : "the others"} better`;
}
