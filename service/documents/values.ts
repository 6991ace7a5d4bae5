/** The value of a position and of each move: from a table, by solving, or by an evaluation; the document names its source. */
import type { ProbeSource, ValueSources } from "./value-sources.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Evaluator } from "../../engine/contracts/evaluator.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import {
  FIRST,
  arePlayers,
  CHANCE,
  type Actor,
  type Position,
  type PlayerNumber,
} from "../../engine/contracts/position.ts";
import type { Probe, ProbedMove, ProbeValue } from "../../engine/contracts/table.ts";
import type { ValuedMove, ValuesDocument, ValueSource } from "../api.ts";
import { labelOf, movesToEnd, outcomeOf, signed } from "./value-labels.ts";
import { isFast, principalVariation } from "./principal-variation.ts";
import type { ReplayedGame } from "./replay.ts";
import { observed } from "./position.ts";

/** For the pv shown beside the values. */
const SHORT_PV = { plies: 40, milliseconds: 8 };

interface Valued {
  readonly source: ValueSource;
  readonly probeSource: ProbeSource | null;
  readonly value: ProbeValue;
  /** By actor, best first. */
  readonly moves: readonly (readonly ProbedMove[])[];
}

/** States why there is no value. */
export function noSource(rules: OpenGame, seat: PlayerNumber | null): ValueSource {
  const text = isHidden(rules, seat)
    ? "no values during play: they would reveal hidden information"
    : (rules.whyNoEvaluators ?? "no table or evaluation covers this position");
  return { kind: "none", name: "", text };
}

/** Exact values of a position, without estimates; `value` is null if there are none. */
export async function exactValues(
  replayed: ReplayedGame,
  seat: PlayerNumber | null,
  { probeSources }: ValueSources,
  signal?: AbortSignal,
): Promise<ValuesDocument> {
  return valuesDocument(replayed, seat, { probeSources, evaluator: null }, signal);
}

export async function valuesDocument(
  { rules, position, actors }: ReplayedGame,
  seat: PlayerNumber | null,
  sources: ValueSources,
  signal?: AbortSignal,
): Promise<ValuesDocument> {
  const seen = observed(rules, position, seat);
  const text = rules.formatPosition(seen);
  let missing: string | null = null;
  const onMissing = (message: string): void => void (missing ??= message);
  const valued = await valueOf(rules, seen, actors, seat, sources, { signal, onMissing });
  const withMissing = (source: ValueSource): ValueSource => (missing === null ? source : { ...source, missing });
  if (!valued) return { position: text, source: withMissing(noSource(rules, seat)), value: null, moves: [], pv: [] };
  const { probeSource, value, moves } = valued;
  const source = probeSource ? valued.source : withMissing(valued.source);
  // With simultaneous moves there is no pv and no distance.
  const [first, ...more] = moves;
  const inTurn = rules.players.length === 2 && more.length === 0;
  const best = more.length === 0 ? first?.[0] : undefined;
  return {
    position: text,
    source,
    value: { ...value, outcome: outcomeOf(value), moves: inTurn ? movesToEnd(value, false) : null },
    moves: moves.flatMap((own) => own.map((move) => valuedMove(move, own[0] as ProbedMove, inTurn))),
    pv: best
      ? probeSource && isFast(probeSource)
        ? (await principalVariation(rules, seen, probeSource, SHORT_PV)).moves
        : [best.text]
      : [],
  };
}

export function isHidden(rules: OpenGame, seat: PlayerNumber | null): boolean {
  return rules.hidden !== undefined && seat !== null;
}

/** An estimate equal to the best exact score is not marked best. */
function valuedMove({ text, after }: ProbedMove, { after: top }: ProbedMove, inTurn: boolean): ValuedMove {
  const best = after.score === top.score && after.exact === top.exact;
  const moves = inTurn ? movesToEnd(after, true) : null;
  return { text, after, outcome: outcomeOf(after), moves, label: labelOf(after, moves), best };
}

/** Null if the game has ended, chance moves, or no source covers the position. */
async function valueOf(
  rules: OpenGame,
  position: Position,
  actors: readonly Actor[],
  seat: PlayerNumber | null,
  { probeSources, evaluator }: ValueSources,
  options: ProbeOptions,
): Promise<Valued | null> {
  const known =
    actors.length === 1 ? await probeFirst(rules, position, actors[0] as Actor, seat, probeSources, options) : null;
  if (known) return { ...known, value: known.probe.value, moves: [known.probe.moves] };
  if (!evaluator || isHidden(rules, seat) || !arePlayers(actors)) return null;
  const values = actors.map((actor) => evaluated(rules, position, actor, evaluator)).filter((each) => each !== null);
  // With simultaneous moves, show the viewer's value.
  const shown = values[Math.max(0, actors.indexOf(seat ?? FIRST))];
  if (!shown || values.length < actors.length) return null;
  const value =
    actors.length > 1 ? ofPlayer(rules, shown.value, actors[values.indexOf(shown)] as PlayerNumber) : shown.value;
  return { source: estimateSource(evaluator), probeSource: null, value, moves: values.map(({ moves }) => moves) };
}

export interface ProbeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Reports tables that would cover the position but are not built, with the command that builds them. */
  readonly onMissing?: (message: string) => void;
}

/** The answer of the first source that covers a position. */
export async function probeFirst(
  rules: OpenGame,
  position: Position,
  actor: Actor,
  seat: PlayerNumber | null,
  probeSources: ValueSources["probeSources"],
  { signal, onMissing }: ProbeOptions = {},
): Promise<{ source: ValueSource; probeSource: ProbeSource; probe: Probe } | null> {
  if (actor === CHANCE) return null;
  for (const probeSource of probeSources) {
    if (probeSource.kind === "solved" && isHidden(rules, seat)) continue;
    const probe = await probeSource.probe(position, signal);
    if (probe.ok) return { source: sourceOf(probeSource, probe.value), probeSource, probe: probe.value };
    const { code, message } = probe.error;
    if (code === "table-missing") onMissing?.(message);
    else if (code !== "not-in-table" && code !== "bad-position") unwrap(probe);
  }
  return null;
}

function ofPlayer(rules: OpenGame, value: ProbeValue, player: PlayerNumber): ProbeValue {
  return { ...value, text: `${rules.players[player]}: ${value.text}` };
}

export function estimateSource({ name }: Evaluator): ValueSource {
  return { kind: "evaluation", name, text: `an estimate by ${name}` };
}

function sourceOf({ name: own, kind }: ProbeSource, { value, table: name = own }: Probe): ValueSource {
  const certainty = value.exact ? "exact" : "an estimate";
  return {
    kind,
    name,
    text: kind === "table" ? `${certainty}, from the table ${name}` : `${certainty}, solved: ${name}`,
  };
}

/** Every move valued for the mover by the position it leads to; null if the evaluator has no value for one of them. */
function evaluated(
  rules: OpenGame,
  position: Position,
  mover: PlayerNumber,
  evaluator: Evaluator,
): { value: ProbeValue; moves: readonly ProbedMove[] } | null {
  const legal = rules.moves(position, mover);
  let value: ProbeValue | null;
  let after: readonly (ProbeValue | null)[];
  if (evaluator.estimateMoves) {
    const found = evaluator.estimateMoves(position, mover);
    [value, after] = [found?.value ?? null, found?.moves ?? []];
  } else {
    if (rules.actors(position).length > 1) return null;
    value = estimate(rules, position, mover, evaluator);
    after = legal.map((move) => estimate(rules, rules.play(position, [move]), mover, evaluator));
  }
  const moves = legal.flatMap((move, i): ProbedMove[] => {
    const value = after[i];
    return value ? [{ move, text: rules.formatMove(position, move), after: value }] : [];
  });
  if (value === null || moves.length < legal.length) return null;
  moves.sort(
    (a, b) => b.after.score - a.after.score || Number(b.after.exact) - Number(a.after.exact) || a.move - b.move,
  );
  return { value, moves };
}

export function estimate(
  rules: OpenGame,
  position: Position,
  player: PlayerNumber,
  evaluator: Evaluator,
): ProbeValue | null {
  if (evaluator.estimate) return evaluator.estimate(position, player);
  const result = rules.result(position);
  if (!result) {
    const score = evaluator.evaluate(position, player);
    return { text: `${signed(score)} by ${evaluator.name}`, score, parts: {}, exact: false };
  }
  const own = result[player] as number;
  const most = Math.max(...result.filter((_, other) => other !== player));
  const outcome = own > most ? "win" : own < most ? "loss" : "draw";
  const score = { win: 1_000, draw: 0, loss: -1_000 }[outcome];
  return { text: outcome === "draw" ? "draw" : `${outcome} at once`, score, parts: { plies: 0 }, exact: true, outcome };
}
