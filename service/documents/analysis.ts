/** The analysis of a position: exact values where a table or a solver covers it, else what a running search has found so far. */
import type { OpenGame } from "../../engine/contracts/game.ts";
import { plural } from "../../engine/contracts/quantities.ts";
import { CHANCE, type Move, type PlayerNumber, type Position } from "../../engine/contracts/position.ts";
import type { MixedStrategy, Player, SearchInfo, SearchLine } from "../../engine/contracts/player.ts";
import type { ProbedMove } from "../../engine/contracts/table.ts";
import type { AnalysisDocument, AnalysisLine, EvaluationDocument, StrategyDocument } from "../analysis-documents.ts";
import type { ValuedMove, ValueSource } from "../api.ts";
import { pvTexts } from "./choice.ts";
import { evaluationOf, searchedValue, signFor, type Perspective } from "./evaluation.ts";
import { observed } from "./position.ts";
import type { AnalysedGame } from "./replay.ts";
import { labelOf, movesToEnd, outcomeOf } from "./value-labels.ts";
import type { ValueSources } from "./value-sources.ts";
import { exactValues } from "./values.ts";

/** Of a move without alternative, if no search has valued it. */
export const ONLY_MOVE: EvaluationDocument = { share: 0, label: "forced", text: "the only legal move", exact: false };

interface View {
  readonly seat: PlayerNumber | null;
  readonly player: PlayerNumber;
  readonly lines: number;
}

/** What can be done for exact values. */
type Offers = "buildable" | "provable";

/** From a table or a solver; `value` is null if none covers the position. */
export async function exactAnalysis(
  replayed: AnalysedGame,
  sources: ValueSources,
  { seat, player, lines, signal }: View & { readonly signal?: AbortSignal | undefined },
): Promise<AnalysisDocument> {
  const { rules, position, actors } = replayed;
  const exact = await exactValues(replayed, seat, sources, signal);
  const [actor] = actors;
  if (exact.value !== null && actor !== undefined && actor !== CHANCE)
    return withLines(rules, observed(rules, position, seat), actor, player, exact, lines);
  return { ...exact, ...NO_SEARCH, player, buildable: null, provable: null };
}

/** What a search has found so far; `missing` names tables that would cover the position. */
export function searchedAnalysis(
  replayed: AnalysedGame,
  info: SearchInfo,
  searcher: Player,
  view: View,
  { missing }: ValueSource,
): Omit<AnalysisDocument, Offers | "done"> {
  return {
    ...searched(replayed, info, view),
    source: { ...searchSource(info, searcher), ...(missing === undefined ? {} : { missing }) },
  };
}

const NO_SEARCH = {
  evaluation: null,
  lines: [],
  strategies: [],
  depth: null,
  nodes: 0,
  playouts: null,
  milliseconds: 0,
  done: true,
} as const;

/** Exact values with an evaluation and lines: the best moves, the first with its continuation. */
function withLines(
  rules: OpenGame,
  position: Position,
  actor: PlayerNumber,
  player: PlayerNumber,
  values: Awaited<ReturnType<typeof exactValues>>,
  count: number,
): AnalysisDocument {
  const view = perspective(rules, position, actor, player);
  const evaluate = (value: ProbedMove["after"], isAfterMove: boolean): AnalysisDocument["evaluation"] =>
    view && evaluationOf(rules, value, { ...view, isAfterMove });
  const { outcome, moves: _, ...value } = values.value as NonNullable<typeof values.value>;
  const lines = values.moves.slice(0, count).flatMap((move, i): AnalysisLine[] => {
    const evaluation = evaluate(move.after, true);
    return evaluation
      ? [{ moves: i === 0 && values.pv.length > 0 ? values.pv : [move.text], evaluation, playouts: null }]
      : [];
  });
  return {
    ...values,
    ...NO_SEARCH,
    player,
    evaluation: evaluate(outcome === null ? value : { ...value, outcome }, false),
    lines,
    buildable: null,
    provable: null,
  };
}

function perspective(
  rules: OpenGame,
  position: Position,
  actor: PlayerNumber,
  player: PlayerNumber,
): Omit<Perspective, "isAfterMove"> | null {
  const sign = signFor(rules, position, actor, player);
  if (sign === 0) return null;
  return { player, sign };
}

/** What the values rest on: a tree kept from an earlier search has the playouts of that, too. */
function playoutsOf({ playouts, candidates = [] }: SearchInfo): number | undefined {
  if (playouts === undefined) return undefined;
  const visits = candidates.reduce((sum, { kind, count = 0 }) => (kind === "move" ? sum + count : sum), 0);
  return Math.max(playouts, visits);
}

function searchSource(info: SearchInfo, { text: name }: Player): ValueSource {
  const { value, depth, proven } = info;
  const playouts = playoutsOf(info);
  const text =
    value === null
      ? "chosen without a search"
      : proven
        ? "exact, proven by the search"
        : playouts !== undefined
          ? `estimated by ${plural(playouts, "playout")}`
          : depth !== null
            ? `searched to depth ${depth}`
            : "searched";
  return { kind: "search", name, text };
}

interface FoundLine extends SearchLine {
  readonly playouts?: number | undefined;
  readonly proven?: boolean | undefined;
}

/**
 * The lines of a search; without MultiPV, its candidates with values that are no mere bounds. With simultaneous moves, the moves of the
 * actor's mixed strategy.
 */
function linesOf(
  info: SearchInfo,
  position: Position,
  rules: OpenGame,
  actor: PlayerNumber,
  count: number,
): FoundLine[] {
  const candidates = (info.candidates ?? []).filter(({ kind }) => kind === "move");
  const foundOf = (move: Move | undefined): Pick<FoundLine, "playouts" | "proven"> => {
    if (info.playouts === undefined || move === undefined) return {};
    const text = rules.formatMove(position, move);
    const found = candidates.find((each) => each.text === text);
    return { playouts: found?.count, proven: found?.proven };
  };
  const strategy = info.strategies?.find((each) => each.actor === actor);
  if (strategy)
    return strategy.moves
      .filter(({ probability }, i) => i === 0 || probability > 0)
      .slice(0, count)
      .map(({ move, value }) => ({ value, pv: [move], ...foundOf(move) }));
  const first: FoundLine[] =
    info.value === null || info.pv.length === 0 ? [] : [{ value: info.value, pv: info.pv, ...foundOf(info.pv[0]) }];
  if (info.lines) return info.lines.length > 0 ? info.lines.slice(0, count) : first;
  const others = candidates.flatMap(({ text, value, reason, proven, count: playouts }): FoundLine[] => {
    if (value == null || (reason !== undefined && !proven)) return [];
    const move = rules.parseMove(position, text);
    return move.ok && move.value !== info.pv[0] ? [{ value, pv: [move.value], playouts, proven }] : [];
  });
  return [...first, ...others].slice(0, count);
}

function searched(
  { rules, position, actors }: AnalysedGame,
  info: SearchInfo,
  { seat, player, lines: count }: View,
): Omit<AnalysisDocument, Offers | "source" | "done"> {
  const actor = seat !== null && actors.includes(seat) ? seat : (actors[0] as PlayerNumber);
  const view = perspective(rules, position, actor, player);
  const inTurn = rules.players.length === 2 && actors.length === 1;
  const found = linesOf(info, position, rules, actor, count);
  // The value of a mixed strategy is not that of its most likely move.
  const bestValue = info.strategies ? info.value : (found[0]?.value ?? null);
  const value = bestValue === null ? null : searchedValue(info, bestValue, info.proven);
  // With simultaneous moves the line ends after the actor's own move.
  const texts = found.map(({ pv }) =>
    actors.length === 1 ? pvTexts(rules, position, pv) : pv.slice(0, 1).map((move) => rules.formatMove(position, move)),
  );
  const moves = found.flatMap((line, i): ValuedMove[] => {
    const [text] = texts[i] ?? [];
    if (text === undefined) return [];
    const after = afterMove(searchedValue(info, line.value, line.proven));
    const toEnd = inTurn ? movesToEnd(after, true) : null;
    const label =
      after.outcome || !view ? labelOf(after, toEnd) : evaluationOf(rules, after, { ...view, isAfterMove: true }).label;
    // Lines may begin with the same step of a turn of several: the first is the best.
    if (texts.findIndex(([first]) => first === text) < i) return [];
    return [{ text, after, outcome: outcomeOf(after), moves: toEnd, label, best: i === 0 }];
  });
  const legal = rules.moves(position, actor);
  // A forced move is not searched by every player.
  const only = texts.length === 0 && legal.length === 1 ? rules.formatMove(position, legal[0] as Move) : null;
  return {
    position: rules.formatPosition(position),
    player,
    value: value && { ...value, outcome: outcomeOf(value), moves: inTurn ? movesToEnd(value, false) : null },
    moves,
    pv: texts[0] ?? (only === null ? [] : [only]),
    evaluation: value && view && evaluationOf(rules, value, { ...view, isAfterMove: false }),
    lines:
      only === null
        ? found.flatMap((line, i): AnalysisLine[] => {
            const pv = texts[i] ?? [];
            if (pv.length === 0 || !view) return [];
            const after = afterMove(searchedValue(info, line.value, line.proven));
            const evaluation = evaluationOf(rules, after, { ...view, isAfterMove: true });
            return [{ moves: pv, evaluation, playouts: line.playouts ?? null }];
          })
        : [{ moves: [only], evaluation: ONLY_MOVE, playouts: null }],
    strategies: (info.strategies ?? []).map((each) => strategyDocument(rules, position, info, each, player)),
    depth: info.depth,
    nodes: info.nodes,
    playouts: playoutsOf(info) ?? null,
    milliseconds: Math.round(info.milliseconds),
  };
}

function strategyDocument(
  rules: OpenGame,
  position: Position,
  info: SearchInfo,
  { actor, moves }: MixedStrategy,
  player: PlayerNumber,
): StrategyDocument {
  const view = perspective(rules, position, actor, player);
  return {
    player: actor,
    moves: moves.map(({ move, probability, value }) => ({
      text: rules.formatMove(position, move),
      probability,
      evaluation: view && evaluationOf(rules, afterMove(searchedValue(info, value)), { ...view, isAfterMove: true }),
    })),
  };
}

/** A move's value counts plies after the move. */
function afterMove(value: ProbedMove["after"]): ProbedMove["after"] {
  const { plies } = value.parts;
  return plies == null ? value : { ...value, parts: { ...value.parts, plies: Math.max(0, plies - 1) } };
}
