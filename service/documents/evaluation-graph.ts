/** The evaluation graph: the value after every ply, for one player or side. */
import type { OpenGame } from "../../engine/contracts/game.ts";
import { playerNumbers, type Position, type Scores, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { AnalysisDocument } from "../analysis-documents.ts";
import type { EvaluationGraphDocument, ValueSource } from "../api.ts";
import type { ReplayedGame } from "./replay.ts";
import { observed } from "./position.ts";
import { noSource } from "./values.ts";
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
  analyse: (at: ReplayedGame) => Promise<AnalysisDocument>,
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
        : await pointOf(upTo(replayed, ply), analyse);
      // An interrupted search is no result.
      if (signal?.aborted) break;
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

/** The point of a position of the game: by its analysis, which searches where nothing exact is known. */
async function pointOf(
  at: ReplayedGame,
  analyse: (at: ReplayedGame) => Promise<AnalysisDocument>,
): Promise<GraphPoint> {
  const { evaluation, source } = await analyse(at);
  if (!evaluation) return NO_VALUE;
  return { value: evaluation.share, text: evaluation.text, exact: evaluation.exact, source };
}

/** The game up to a ply. */
function upTo(replayed: ReplayedGame, ply: number): ReplayedGame {
  const { rules, start, plies, position } = replayed;
  if (ply === plies.length) return replayed;
  const at = plies[ply - 1]?.after ?? start;
  const actors = at === position ? replayed.actors : rules.actors(at);
  return { rules, start, plies: plies.slice(0, ply), position: at, actors, end: null, forbidden: undefined };
}
