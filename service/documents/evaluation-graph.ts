/** What a game was worth after every ply, for one player or one side. */
import type { Actor, Position, Rules, Scores } from "../../engine/contracts/game.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";
import type { StripDocument, ValueSource } from "../api.ts";
import { heightOf } from "./value-labels.ts";
import type { Played } from "./replay.ts";
import { observed } from "./position.ts";
import { booked, estimate, estimateSource, isHidden, noSource, type ValueSources } from "./values.ts";

const MILLISECONDS = 2_000;

type StripPoint = Omit<StripDocument["points"][number], "ply"> & { readonly source: ValueSource | null };
type KnownPoints = WeakMap<Position, Map<number, StripPoint>>;

const strips = new WeakMap<ValueSources, KnownPoints>();
const NOTHING: StripPoint = { value: null, text: "", exact: false, source: null };

/** What would take too long is left out and found the next time. */
export async function stripDocument(
  played: Played,
  seat: number | null,
  player: number,
  sources: ValueSources,
  signal?: AbortSignal,
): Promise<StripDocument> {
  const { rules, start, plies, end } = played;
  const known: KnownPoints = strips.get(sources) ?? new WeakMap();
  strips.set(sources, known);
  const until = performance.now() + MILLISECONDS;
  const points: StripDocument["points"][number][] = [];
  let source = noSource(rules, seat);
  for (const [ply, position] of [start, ...plies.map(({ after }) => after)].entries()) {
    const seen = observed(rules, position, seat);
    const own = known.get(seen) ?? new Map<number, StripPoint>();
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
    const { value, text, exact, source: from } = point ?? NOTHING;
    points.push({ ply, value, text, exact });
    if (from && (source.kind === "none" || from.kind === "table")) source = from;
  }
  const { own, others, told } = sidesOf(rules, played.position, player);
  return { source, player, own, against: told ? others : [], points };
}

interface Sides {
  readonly own: readonly Actor[];
  readonly others: readonly Actor[];
  /** What is good for the one side is bad for the other. */
  readonly told: boolean;
}

/** Who is with a player and who is not: where two play that is clear, where more do, some games tell. */
function sidesOf(rules: Rules, position: Position, player: number): Sides {
  const side = rules.sides?.(position) ?? null;
  const all = rules.players.map((_, other) => other);
  const isOwn = (other: Actor): boolean => (side ? side[other] === side[player] : other === player);
  return {
    own: all.filter(isOwn),
    others: all.filter((other) => !isOwn(other)),
    told: side !== null || all.length === 2,
  };
}

function endPoint(rules: Rules, scores: Scores, { others }: Sides, player: number): StripPoint {
  const share = scores[player] ?? 0;
  // A share above the others' is a win, however many share the rest.
  const most = Math.max(0, ...others.map((other) => scores[other] ?? 0));
  const value = rules.players.length === 1 ? 2 * share - 1 : Math.sign(share - most);
  const text = value > 0 ? "won" : value < 0 ? "lost" : "drawn";
  return { value, text: `${rules.players[player]}: ${text}`, exact: true, source: null };
}

interface Asked {
  readonly rules: Rules;
  readonly position: Position;
  readonly seat: number | null;
  readonly player: number;
  readonly sources: ValueSources;
}

async function pointOf(asked: Asked, signal?: AbortSignal): Promise<StripPoint> {
  const { rules, position, seat, player, sources } = asked;
  const actors = rules.actors(position);
  const [mover] = actors;
  const { own, told } = sidesOf(rules, position, player);
  // A book speaks for who moves; of more than two that says something only where the sides are known.
  if (mover !== undefined && actors.length === 1 && (told || mover === player)) {
    const known = await booked(rules, position, mover, seat, sources.books, { signal });
    if (known) return point(rules, known.probe.value, mover, own.includes(mover), known.source);
  }
  const { evaluator } = sources;
  if (!evaluator || isHidden(rules, seat)) return NOTHING;
  const value = estimate(rules, position, player, evaluator);
  return value ? point(rules, value, player, true, estimateSource(evaluator)) : NOTHING;
}

function point(rules: Rules, value: ProbeValue, of: Actor, isOwn: boolean, source: ValueSource): StripPoint {
  const height = heightOf(value);
  return {
    value: isOwn ? height : -height,
    text: `for ${rules.players[of]}: ${value.text}`,
    exact: value.exact,
    source,
  };
}
