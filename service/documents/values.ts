/** What a position and each of its moves is worth: by a table, by solving it, or by an evaluation; and said which. */
import { type Result, unwrap } from "../../engine/contracts/errors.ts";
import type { Evaluator } from "../../engine/contracts/evaluator.ts";
import { CHANCE, type Actor, type Position, type Rules } from "../../engine/contracts/game.ts";
import type { Probe, ProbedMove, ProbeValue } from "../../engine/contracts/table.ts";
import type { ValuedMove, ValuesDocument, ValueSource } from "../api.ts";
import { labelOf, movesToEnd, outcomeOf, signed } from "./value-labels.ts";
import { lineOf } from "./principal-variation.ts";
import type { Played } from "./replay.ts";
import { observed } from "./position.ts";

/** Something that answers about positions of a variant. */
export interface ValueBook {
  readonly name: string;
  /** `solved`: by working it out, which takes a while and sees all there is. */
  readonly kind: "table" | "solved";
  probe(position: Position, signal?: AbortSignal): Promise<Result<Probe>> | Result<Probe>;
}

export interface ValueSources {
  /** The best first; the first that knows a position answers. */
  readonly books: readonly ValueBook[];
  /** For positions that none of them knows. */
  readonly evaluator: Evaluator | null;
}

/** Of the line that is shown beside the values. */
const LINE_LIMITS = { plies: 40, milliseconds: 8 };

interface Valued {
  readonly source: ValueSource;
  readonly book: ValueBook | null;
  readonly value: ProbeValue;
  /** Best first; those of each who acts. */
  readonly moves: readonly (readonly ProbedMove[])[];
}

/** Where nothing is known, why. */
export function noSource(rules: Rules, seat: number | null): ValueSource {
  const text = isHidden(rules, seat)
    ? "what is hidden from you decides: no values while you play"
    : (rules.whyNoEvaluators ?? "no table and no evaluation knows this position");
  return { kind: "none", name: "", text };
}

export async function valuesDocument(
  { rules, position, actors }: Played,
  seat: number | null,
  sources: ValueSources,
  signal?: AbortSignal,
): Promise<ValuesDocument> {
  const seen = observed(rules, position, seat);
  const text = rules.formatPosition(seen);
  let missing: string | null = null;
  const onMissing = (message: string): void => void (missing ??= message);
  const valued = await valueOf(rules, seen, actors, seat, sources, { signal, onMissing });
  const withMissing = (source: ValueSource): ValueSource => (missing === null ? source : { ...source, missing });
  if (!valued) return { position: text, source: withMissing(noSource(rules, seat)), value: null, moves: [], line: [] };
  const { book, value, moves } = valued;
  const source = book ? valued.source : withMissing(valued.source);
  // Where several move at once, nobody knows what comes next.
  const [first, ...more] = moves;
  const inTurn = rules.players.length === 2 && more.length === 0;
  const best = more.length === 0 ? first?.[0] : undefined;
  return {
    position: text,
    source,
    value: { ...value, outcome: outcomeOf(value), moves: inTurn ? movesToEnd(value, false) : null },
    moves: moves.flatMap((own) => own.map((move) => valuedMove(move, own[0] as ProbedMove, inTurn))),
    line: best ? (book?.kind === "table" ? (await lineOf(rules, seen, book, LINE_LIMITS)).moves : [best.text]) : [],
  };
}

export function isHidden(rules: Rules, seat: number | null): boolean {
  return rules.hidden !== undefined && seat !== null;
}

/** What is only estimated to be as good as the best is not called best beside what is sure. */
function valuedMove({ text, after }: ProbedMove, { after: top }: ProbedMove, inTurn: boolean): ValuedMove {
  const best = after.score === top.score && after.exact === top.exact;
  const moves = inTurn ? movesToEnd(after, true) : null;
  return { text, after, outcome: outcomeOf(after), moves, label: labelOf(after, moves), best };
}

/** Null where nothing is known: the game has ended, chance moves, or nobody can say. */
async function valueOf(
  rules: Rules,
  position: Position,
  actors: readonly Actor[],
  seat: number | null,
  { books, evaluator }: ValueSources,
  options: BookOptions,
): Promise<Valued | null> {
  const known = actors.length === 1 ? await booked(rules, position, actors[0] as Actor, seat, books, options) : null;
  if (known) return { ...known, value: known.probe.value, moves: [known.probe.moves] };
  if (!evaluator || isHidden(rules, seat) || actors.includes(CHANCE)) return null;
  const values = actors.map((actor) => evaluated(rules, position, actor, evaluator)).filter((each) => each !== null);
  // Of several at once, the value is told of the one who looks on.
  const shown = values[Math.max(0, actors.indexOf(seat ?? 0))];
  if (!shown || values.length < actors.length) return null;
  const value = actors.length > 1 ? ofPlayer(rules, shown.value, actors[values.indexOf(shown)] as Actor) : shown.value;
  return { source: estimateSource(evaluator), book: null, value, moves: values.map(({ moves }) => moves) };
}

export interface BookOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told of tables that would know the position but are not there, with the command that builds them. */
  readonly onMissing?: (message: string) => void;
}

/** What the first book says that knows a position. */
export async function booked(
  rules: Rules,
  position: Position,
  actor: Actor,
  seat: number | null,
  books: ValueSources["books"],
  { signal, onMissing }: BookOptions = {},
): Promise<{ source: ValueSource; book: ValueBook; probe: Probe } | null> {
  if (actor === CHANCE) return null;
  for (const book of books) {
    if (book.kind === "solved" && isHidden(rules, seat)) continue;
    const probe = await book.probe(position, signal);
    if (probe.ok) return { source: sourceOf(book, probe.value), book, probe: probe.value };
    const { code, message } = probe.error;
    if (code === "table-missing") onMissing?.(message);
    else if (code !== "not-in-table" && code !== "bad-position") unwrap(probe);
  }
  return null;
}

function ofPlayer(rules: Rules, value: ProbeValue, player: number): ProbeValue {
  return { ...value, text: `${rules.players[player]}: ${value.text}` };
}

export function estimateSource({ name }: Evaluator): ValueSource {
  return { kind: "evaluation", name, text: `an estimate by ${name}` };
}

function sourceOf({ name: book, kind }: ValueBook, { value, table: name = book }: Probe): ValueSource {
  const sure = value.exact ? "exact" : "an estimate";
  return { kind, name, text: kind === "table" ? `${sure}, from the table ${name}` : `${sure}, worked out: ${name}` };
}

/** Every move by what its position is worth, for who makes it; null where the evaluator says nothing. */
function evaluated(
  rules: Rules,
  position: Position,
  mover: Actor,
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
    const worth = after[i];
    return worth ? [{ move, text: rules.formatMove(position, move), after: worth }] : [];
  });
  if (value === null || moves.length < legal.length) return null;
  moves.sort(
    (a, b) => b.after.score - a.after.score || Number(b.after.exact) - Number(a.after.exact) || a.move - b.move,
  );
  return { value, moves };
}

export function estimate(rules: Rules, position: Position, player: Actor, evaluator: Evaluator): ProbeValue | null {
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
