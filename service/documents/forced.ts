/** The analysis of a position with one legal move: that of the position after it. A search has nothing to choose there, and many do not begin. */
import { CHANCE, type PlayerNumber } from "../../engine/contracts/position.ts";
import { formatPlies } from "../../engine/contracts/quantities.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";
import type { AnalysisDocument } from "../analysis-documents.ts";
import { ONLY_MOVE } from "./analysis.ts";
import { evaluationOf, signFor, type Perspective } from "./evaluation.ts";
import type { AnalysedGame } from "./replay.ts";
import { labelOf, movesToEnd, outcomeOf, signed } from "./value-labels.ts";

/** The position after the only legal move, and how its analysis becomes that of the position before. */
export interface ForcedMove {
  readonly after: AnalysedGame;
  before(found: AnalysisDocument): AnalysisDocument;
}

/** Null if there is a choice, the game ends, or chance moves next. */
export function forcedMove(replayed: AnalysedGame, player: PlayerNumber): ForcedMove | null {
  const { rules, position, plies } = replayed;
  const [actor, ...others] = replayed.actors;
  if (actor === undefined || actor === CHANCE || others.length > 0 || rules.players.length !== 2) return null;
  const [move, ...rest] = rules.moves(position, actor);
  if (move === undefined || rest.length > 0) return null;
  const next = rules.play(position, [move]);
  const actors = rules.result(next) ? [] : rules.actors(next);
  const [follower] = actors;
  if (follower === undefined || follower === CHANCE) return null;
  const text = rules.formatMove(position, move);
  const sign = signFor(rules, position, actor, player);
  const isOpponent = signFor(rules, next, follower, actor) < 0;
  const view: Perspective | null = sign === 0 ? null : { player, sign, isAfterMove: true };
  return {
    after: { rules, position: next, actors, forbidden: undefined, plies: [...plies, { before: position }] },
    before: (found) => {
      const { value, pv, lines, playouts } = found;
      const common = { ...found, position: rules.formatPosition(position), strategies: [] };
      const continuation = [text, ...(lines[0]?.moves ?? pv)];
      if (value === null || view === null)
        return {
          ...common,
          value: null,
          moves: [],
          pv: continuation,
          evaluation: null,
          lines: [{ moves: continuation, evaluation: ONLY_MOVE, playouts: null }],
        };
      const after = valueFor(value, isOpponent ? -1 : 1, 0);
      const now = valueFor(after, 1, 1);
      const evaluation = evaluationOf(rules, after, view);
      const toEnd = movesToEnd(after, true);
      const label = after.outcome ? labelOf(after, toEnd) : evaluation.label;
      return {
        ...common,
        value: { ...now, outcome: outcomeOf(now), moves: movesToEnd(now, false) },
        moves: [{ text, after, outcome: outcomeOf(after), moves: toEnd, label, best: true }],
        pv: continuation,
        evaluation: evaluationOf(rules, now, { ...view, isAfterMove: false }),
        lines: [{ moves: continuation, evaluation, playouts }],
      };
    },
  };
}

const OPPOSITE = { win: "loss", draw: "draw", loss: "win" } as const;

/** The value for the same player (1) or the opponent (-1), `later` plies further from the end. */
function valueFor(
  { outcome, score, parts, exact, text }: Omit<ProbeValue, "outcome"> & { outcome?: ProbeValue["outcome"] | null },
  sign: 1 | -1,
  later: number,
): ProbeValue {
  const own = outcome && (sign > 0 ? outcome : OPPOSITE[outcome]);
  const plies = parts["plies"] == null ? null : parts["plies"] + later;
  const goal = parts["goal"] == null || sign > 0 ? parts["goal"] : 100 - parts["goal"];
  return {
    score: sign * score,
    exact,
    parts: { ...parts, ...(plies !== null && { plies }), ...(goal != null && { goal }) },
    text: own
      ? `${own}${plies === null || own === "draw" ? "" : ` in ${formatPlies(plies)}`}`
      : goal != null
        ? `${Math.round(goal)} % of the points`
        : text.replace(/^[+-]?[\d.]+/, signed(sign * score)),
    ...(own && { outcome: own }),
  };
}
