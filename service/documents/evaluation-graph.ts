/** The evaluation graph: the value after every ply, for one player or side. */
import type { OpenGame } from "../../engine/contracts/game.ts";
import {
  CHANCE,
  playerNumbers,
  type Actor,
  type Position,
  type Scores,
  type PlayerNumber,
} from "../../engine/contracts/position.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";
import type { EvaluationGraphDocument, ValueSource } from "../api.ts";
import { graphValue } from "./value-labels.ts";
import type { ReplayedGame } from "./replay.ts";
import { observed } from "./position.ts";
import { probeFirst, estimate, estimateSource, isHidden, noSource } from "./values.ts";
import type { ValueSources } from "./value-sources.ts";

/** Points not computed within this time stay empty; the next request continues. */
const BUDGET_MS = 2_000;

type GraphPoint = Omit<EvaluationGraphDocument["points"][number], "ply"> & { readonly source: ValueSource | null };
type KnownPoints = WeakMap<Position, Map<number, GraphPoint>>;

const knownGraphs = new WeakMap<ValueSources, KnownPoints>();
const NO_VALUE: GraphPoint = { value: null, text: "", exact: false, source: null };

export async function evaluationGraphDocument(
  replayed: ReplayedGame,
  seat: PlayerNumber | null,
  player: PlayerNumber,
  sources: ValueSources,
  signal?: AbortSignal,
): Promise<EvaluationGraphDocument> {
  const { rules, start, plies, end } = replayed;
  const known: KnownPoints = knownGraphs.get(sources) ?? new WeakMap();
  knownGraphs.set(sources, known);
  const until = performance.now() + BUDGET_MS;
  const points: EvaluationGraphDocument["points"][number][] = [];
  let source = noSource(rules, seat);
  for (const [ply, position] of [start, ...plies.map(({ after }) => after)].entries()) {
    const seen = observed(rules, position, seat);
    const own = known.get(seen) ?? new Map<number, GraphPoint>();
    known.set(seen, own);
    let point = own.get(player);
    if (!point && performance.now() < until) {
      const last = ply === plies.length ? end : null;
      const scores = last?.scores ?? rules.result(position);
      point = scores
        ? endPoint(rules, scores, sidesOf(rules, position, player), player)
        : await pointOf({ rules, position: seen, seat, player, sources }, signal);
      own.set(player, point);
    }
    const { value, text, exact, source: from } = point ?? NO_VALUE;
    points.push({ ply, value, text, exact });
    if (from && (source.kind === "none" || from.kind === "table")) source = from;
  }
  const { own, others, isZeroSum } = sidesOf(rules, replayed.position, player);
  return { source, player, own, against: isZeroSum ? others : [], points };
}

interface Sides {
  readonly own: readonly PlayerNumber[];
  readonly others: readonly PlayerNumber[];
  readonly isZeroSum: boolean;
}

/** A player's side and the others. With more than two players only some games define sides. */
function sidesOf(rules: OpenGame, position: Position, player: PlayerNumber): Sides {
  const side = rules.sides?.(position) ?? null;
  const all = playerNumbers(rules.players);
  const isOwn = (other: PlayerNumber): boolean => (side ? side[other] === side[player] : other === player);
  return {
    own: all.filter(isOwn),
    others: all.filter((other) => !isOwn(other)),
    isZeroSum: side !== null || all.length === 2,
  };
}

function endPoint(rules: OpenGame, scores: Scores, { others }: Sides, player: PlayerNumber): GraphPoint {
  const share = scores[player] ?? 0;
  // The largest share wins, also with more than two players.
  const most = Math.max(0, ...others.map((other) => scores[other] ?? 0));
  const value = rules.players.length === 1 ? 2 * share - 1 : Math.sign(share - most);
  const text = value > 0 ? "won" : value < 0 ? "lost" : "drawn";
  return { value, text: `${rules.players[player]}: ${text}`, exact: true, source: null };
}

interface PointRequest {
  readonly rules: OpenGame;
  readonly position: Position;
  readonly seat: PlayerNumber | null;
  readonly player: PlayerNumber;
  readonly sources: ValueSources;
}

async function pointOf(request: PointRequest, signal?: AbortSignal): Promise<GraphPoint> {
  const { rules, position, seat, player, sources } = request;
  const actors = rules.actors(position);
  const [mover] = actors;
  const { own, isZeroSum } = sidesOf(rules, position, player);
  // A probe is from the mover's view: it applies to the player only if the sides are known.
  if (mover !== undefined && mover !== CHANCE && actors.length === 1 && (isZeroSum || mover === player)) {
    const known = await probeFirst(rules, position, mover, seat, sources.probeSources, { signal });
    if (known) return point(rules, known.probe.value, mover, own.includes(mover), known.source);
  }
  const { evaluator } = sources;
  if (!evaluator || isHidden(rules, seat)) return NO_VALUE;
  const value = estimate(rules, position, player, evaluator);
  return value ? point(rules, value, player, true, estimateSource(evaluator)) : NO_VALUE;
}

function point(rules: OpenGame, value: ProbeValue, of: Actor, isOwn: boolean, source: ValueSource): GraphPoint {
  const forMover = graphValue(value);
  return {
    value: isOwn ? forMover : -forMover,
    text: `for ${rules.players[of]}: ${value.text}`,
    exact: value.exact,
    source,
  };
}
