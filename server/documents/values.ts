/** What a position and each of its moves is worth: by a table, by solving it, or by an evaluation; and said which. */
import { type Result, unwrap } from "../../engine/contracts/errors.ts";
import type { Evaluator } from "../../engine/contracts/evaluator.ts";
import { CHANCE, type Actor, type Move, type Position, type Rules } from "../../engine/contracts/game.ts";
import type { Probe, ProbedMove, ProbeValue } from "../../engine/contracts/table.ts";
import type { StripDocument, ValuedMove, ValuesDocument, ValueSource } from "../api.ts";
import { heightOf, labelOf, outcomeOf, signed } from "./labels.ts";
import type { Played } from "./played.ts";
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

const NONE: ValueSource = { kind: "none", name: "", text: "no table and no evaluation knows this position" };
const HIDDEN: ValueSource = {
  kind: "none",
  name: "",
  text: "what is hidden from you decides: no values while you play",
};
const LINE_PLIES = 40;
const LINE_MILLISECONDS = 8;
const STRIP_MILLISECONDS = 2_000;

interface Valued {
  readonly source: ValueSource;
  readonly book: ValueBook | null;
  readonly probe: Probe;
}

export async function valuesDocument(
  { rules, position, actors }: Played,
  seat: number | null,
  sources: ValueSources,
  signal?: AbortSignal,
): Promise<ValuesDocument> {
  const seen = observed(rules, position, seat);
  const text = rules.formatPosition(seen);
  const valued = await valueOf(rules, seen, actors, seat, sources, signal);
  if (!valued)
    return { position: text, source: isHidden(rules, seat) ? HIDDEN : NONE, value: null, moves: [], line: [] };
  const { source, book, probe } = valued;
  return {
    position: text,
    source,
    value: { ...probe.value, outcome: outcomeOf(probe.value) },
    moves: probe.moves.map((move) => valuedMove(move, probe.moves[0] as ProbedMove)),
    line:
      book?.kind === "table"
        ? await lineOf(rules, seen, probe, book)
        : probe.moves.slice(0, 1).map((move) => move.text),
  };
}

function isHidden(rules: Rules, seat: number | null): boolean {
  return rules.hidden !== undefined && seat !== null;
}

function valuedMove({ text, after }: ProbedMove, best: ProbedMove): ValuedMove {
  return { text, after, outcome: outcomeOf(after), label: labelOf(after), best: after.score === best.after.score };
}

/** Null where nothing is known: the game has ended, chance or several move, or nobody can say. */
async function valueOf(
  rules: Rules,
  position: Position,
  actors: readonly Actor[],
  seat: number | null,
  { books, evaluator }: ValueSources,
  signal?: AbortSignal,
): Promise<Valued | null> {
  if (actors.length !== 1 || actors[0] === CHANCE) return null;
  for (const book of books) {
    if (book.kind === "solved" && isHidden(rules, seat)) continue;
    const probe = await book.probe(position, signal);
    if (probe.ok) return { source: sourceOf(book, probe.value), book, probe: probe.value };
    if (!["not-in-table", "bad-position", "table-missing"].includes(probe.error.code)) unwrap(probe);
  }
  if (!evaluator || isHidden(rules, seat)) return null;
  const source: ValueSource = { kind: "evaluation", name: evaluator.name, text: `an estimate by ${evaluator.name}` };
  return { source, book: null, probe: evaluated(rules, position, actors[0] as Actor, evaluator) };
}

function sourceOf({ name, kind }: ValueBook, { value }: Probe): ValueSource {
  const sure = value.exact ? "exact" : "an estimate";
  return { kind, name, text: kind === "table" ? `${sure}, from the table ${name}` : `${sure}, worked out: ${name}` };
}

/** Every move by what its position is worth, for who makes it. */
function evaluated(rules: Rules, position: Position, mover: Actor, evaluator: Evaluator): Probe {
  const moves = rules.moves(position, mover).map((move): ProbedMove => {
    const after = rules.play(position, [move]);
    return { move, text: rules.formatMove(position, move), after: estimate(rules, after, mover, evaluator) };
  });
  moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
  return { position: rules.formatPosition(position), value: estimate(rules, position, mover, evaluator), moves };
}

function estimate(rules: Rules, position: Position, player: Actor, evaluator: Evaluator): ProbeValue {
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

/** Best play on both sides, as far as the book knows it and it does not take long. */
async function lineOf(rules: Rules, start: Position, first: Probe, book: ValueBook): Promise<string[]> {
  const until = performance.now() + LINE_MILLISECONDS;
  const texts: string[] = [];
  let position = start;
  let best: Move | undefined = first.moves[0]?.move;
  while (best !== undefined && texts.length < LINE_PLIES) {
    texts.push(rules.formatMove(position, best));
    position = rules.play(position, [best]);
    const actors = rules.actors(position);
    if (actors.length !== 1 || actors[0] === CHANCE || performance.now() > until) break;
    const next = await book.probe(position);
    best = next.ok ? next.value.moves[0]?.move : undefined;
  }
  return texts;
}

type StripPoint = StripDocument["points"][number];
const strips = new WeakMap<ValueSources, WeakMap<Position, Omit<StripPoint, "ply"> & { source: ValueSource }>>();

/** The value after every ply for the first seat; what would take too long is left out and found the next time. */
export async function stripDocument(
  played: Played,
  seat: number | null,
  sources: ValueSources,
  signal?: AbortSignal,
): Promise<StripDocument> {
  const { rules, start, plies, end } = played;
  const known = strips.get(sources) ?? new WeakMap();
  strips.set(sources, known);
  const until = performance.now() + STRIP_MILLISECONDS;
  const points: StripPoint[] = [];
  let source: ValueSource = isHidden(rules, seat) ? HIDDEN : NONE;
  for (const [ply, position] of [start, ...plies.map(({ after }) => after)].entries()) {
    const seen = observed(rules, position, seat);
    let point = known.get(seen);
    if (!point && performance.now() < until) {
      const last = ply === plies.length ? end : null;
      point = await stripPoint(rules, seen, seat, sources, last?.scores ?? rules.result(position), signal);
      known.set(seen, point);
    }
    points.push({ ply, value: point?.value ?? null, text: point?.text ?? "", exact: point?.exact ?? false });
    if (point && (source.kind === "none" || point.source.kind === "table")) source = point.source;
  }
  return { source, points };
}

async function stripPoint(
  rules: Rules,
  position: Position,
  seat: number | null,
  sources: ValueSources,
  scores: readonly number[] | null,
  signal?: AbortSignal,
): Promise<Omit<StripPoint, "ply"> & { source: ValueSource }> {
  if (scores) {
    const share = scores[0] ?? 0;
    // A share above the others' is a win, however many share the rest.
    const others = Math.max(0, ...scores.slice(1));
    const value = rules.players.length === 1 ? 2 * share - 1 : Math.sign(share - others);
    const text = value > 0 ? "won" : value < 0 ? "lost" : "drawn";
    return { value, text: `${rules.players[0]}: ${text}`, exact: true, source: NONE };
  }
  const actors = rules.actors(position);
  // Of more than two, who moves says nothing about which side the first seat is on.
  const valued = rules.players.length > 2 ? null : await valueOf(rules, position, actors, seat, sources, signal);
  if (!valued) return { value: null, text: "", exact: false, source: NONE };
  const { value } = valued.probe;
  const mover = actors[0] as Actor;
  const height = heightOf(value);
  return {
    value: mover === 0 ? height : -height,
    text: `${rules.players[mover]} to move: ${value.text}`,
    exact: value.exact,
    source: valued.source,
  };
}
