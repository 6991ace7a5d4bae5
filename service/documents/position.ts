/** A position of a game in play as a document: what is seen, who moves and how, where each move's piece stands and lands. */
import { sameBytes } from "../../engine/contracts/bytes.ts";
import { endText } from "../../engine/arena/end-text.ts";
import {
  CHANCE,
  type Actor,
  type Move,
  type MovePath,
  type Position,
  type Rules,
} from "../../engine/contracts/game.ts";
import type { HiddenInformation } from "../../engine/contracts/hidden.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
import type { View } from "../../engine/contracts/view.ts";
import type { MoveDocument, PlyDocument, PositionDocument, StepDocument } from "../api.ts";
import { plyText, type Played, type PlayedPly } from "./replay.ts";
import {
  changedCells,
  changesBetween,
  commonChanges,
  seenOf,
  spotsOf,
  type Changes,
  type Seen,
  type Spots,
} from "./spots.ts";

/** What is said of a move that the one who looks may not know. */
export const UNSEEN = "hidden";

const made = new WeakMap<Played, Map<number | null, PositionDocument>>();

/** Made once for each that looks. */
export function positionDocument(played: Played, seat: number | null): PositionDocument {
  const known = made.get(played) ?? new Map<number | null, PositionDocument>();
  made.set(played, known);
  const document = known.get(seat) ?? newDocument(played, seat);
  known.set(seat, document);
  return document;
}

function newDocument(played: Played, seat: number | null): PositionDocument {
  const { rules, position, actors, end } = played;
  const seen = observed(rules, position, seat);
  return {
    game: rules.game.id,
    variant: rules.variant,
    position: rules.formatPosition(seen),
    view: end ? { ...rules.view(seen), turn: null } : rules.view(seen),
    plies: played.plies.map((ply) => plyDocument(rules, ply, seat)),
    actors,
    moves: legalMoves(played, seat),
    ...(rules.heatMaps && { heatMaps: rules.heatMaps(seen) }),
    result: end && { ...end, text: endText(rules, end.scores, end.ending) },
  };
}

/** What a seat may know of a position; who has none sees all. */
export function observed(rules: Rules, position: Position, seat: number | null): Position {
  return rules.hidden && seat !== null ? rules.hidden.observe(position, seat) : position;
}

const drawn = new WeakMap<Rules, WeakMap<Position, Seen>>();

/** Views of whole positions are asked for again and again while a game goes on. */
function seenWhole(rules: Rules, position: Position): Seen {
  const known = drawn.get(rules) ?? new WeakMap<Position, Seen>();
  drawn.set(rules, known);
  const seen = known.get(position) ?? seenOf(rules.view(position));
  known.set(position, seen);
  return seen;
}

function seenFrom(rules: Rules, position: Position, seat: number | null): Seen {
  return rules.hidden && seat !== null
    ? seenOf(rules.view(rules.hidden.observe(position, seat)))
    : seenWhole(rules, position);
}

function plyDocument(rules: Rules, ply: PlayedPly, seat: number | null): PlyDocument {
  const { actors, moves, turn, before, after } = ply;
  const seen = seenFrom(rules, before, seat);
  // What may not be told is not told by its way either.
  const told = !rules.hidden || seat === null;
  const way = told ? rules.movePath?.(before, moves[0] as Move) : null;
  const steps = told ? moves.flatMap((move) => stepsOf(rules, seen, before, move) ?? []) : [];
  return {
    text: knownText(rules, ply, seat),
    actors,
    turn,
    cells: changedCells(seen, seenFrom(rules, after, seat)),
    ...(way && { path: cellsOf(seen, way) }),
    ...(steps.length > 0 && { steps }),
  };
}

/** Positions that look like one to a seat, drawn to see what else may have happened in them. */
const WORLDS = 3;
const told = new WeakMap<PlayedPly, Map<number, string>>();

function knownText(rules: Rules, ply: PlayedPly, seat: number | null): string {
  if (!rules.hidden || seat === null || ply.actors.includes(seat)) return ply.text;
  const known = told.get(ply) ?? new Map<number, string>();
  told.set(ply, known);
  const text = known.get(seat) ?? tellableText(rules, rules.hidden, ply, seat);
  known.set(seat, text);
  return text;
}

/**
 * A ply in the words of one who may not know all: where another move, here or in a position that looks like this one to the seat, would have
 * looked the same and would be told otherwise, it is not told.
 */
function tellableText(rules: Rules, hidden: HiddenInformation, ply: PlayedPly, seat: number): string {
  const { actors, moves, before, after } = ply;
  const seen = hidden.observe(before, seat);
  const text = plyText(rules, seen, moves);
  const look = hidden.observe(after, seat);
  const [actor] = actors;
  if (actors.length !== 1 || actor === undefined) return UNSEEN;
  const random = new SeededRandom(1);
  for (let world = 0; world <= WORLDS; world++) {
    const position = world === 0 ? before : hidden.sample(seen, seat, () => random.fraction());
    const differs = rules
      .moves(position, actor)
      .some(
        (move) =>
          plyText(rules, seen, [move]) !== text && sameBytes(hidden.observe(rules.play(position, [move]), seat), look),
      );
    if (differs) return UNSEEN;
  }
  return text;
}

/** The moves of all who act and of whom the seat may know what they can do; none that the past of the game forbids. */
export function legalMoves(played: Played, seat: number | null): MoveDocument[] {
  const { rules, position, actors } = played;
  return actors
    .filter((actor) => actor !== CHANCE && (!rules.hidden || seat === null || seat === actor))
    .flatMap((actor) => movesOf(played, actor, seenFrom(rules, position, seat), seat));
}

interface FoundMove {
  readonly text: string;
  readonly changes: Changes;
  readonly way: MovePath | null;
  readonly after: Seen;
}

function movesOf({ rules, position, actors, forbidden }: Played, actor: Actor, before: Seen, seat: number | null) {
  // Where several act at once, the others' first moves stand in for what they will do.
  const joint = (move: Move): readonly Move[] =>
    actors.map((other) => (other === actor ? move : (rules.moves(position, other)[0] as Move)));
  const seen = observed(rules, position, seat);
  if (rules.moveSteps)
    return rules
      .moves(position, actor)
      .filter((move) => !forbidden?.(rules.play(position, joint(move))))
      .map((move) => steppedMove(rules, before, seen, actor, move));
  const found: FoundMove[] = [];
  for (const move of rules.moves(position, actor)) {
    const after = rules.play(position, joint(move));
    if (forbidden?.(after)) continue;
    const look = observed(rules, after, seat);
    const view = rules.viewWithoutTurn?.(look) ?? rules.view(look);
    const way = rules.movePath?.(position, move) ?? null;
    const then = seenOf(view);
    found.push({ text: rules.formatMove(seen, move), changes: changesBetween(before, then), way, after: then });
  }
  const common = actors.length > 1 ? commonChanges(found.map(({ changes }) => changes)) : undefined;
  const moves = found.map(({ text, changes, way }): MoveDocument => ({
    text,
    actor,
    ...(waySpots(before, way) ?? spotsOf(changes, actor, common)),
    ...(way?.through?.length && { path: cellsOf(before, way) }),
  }));
  return withLandings(
    moves,
    found.map(({ after }) => after),
  );
}

/** A move that tells its steps: one is taken up and put down, several are put together. */
function steppedMove(rules: Rules, before: Seen, seen: Position, actor: Actor, move: Move): MoveDocument {
  const text = rules.formatMove(seen, move);
  const steps = stepsOf(rules, before, seen, move) ?? [];
  const [step, ...more] = steps;
  if (step === undefined) return { text, actor, from: null, to: null };
  if (more.length > 0) return { text, actor, from: null, to: null, steps };
  return { text, actor, from: { cell: step[0] }, to: { cell: step[1] } };
}

function stepsOf(rules: Rules, seen: Seen, position: Position, move: Move): StepDocument[] | undefined {
  return rules.moveSteps?.(position, move).map(({ from, to }) => [cellNamed(seen, from), cellNamed(seen, to)] as const);
}

/** Moves that share where they begin and end are told apart by what stands there afterwards. */
function withLandings(moves: readonly MoveDocument[], after: readonly Seen[]): MoveDocument[] {
  const keyOf = ({ from, to }: MoveDocument): string => JSON.stringify([from, to]);
  const counts = new Map<string, number>();
  for (const move of moves) counts.set(keyOf(move), (counts.get(keyOf(move)) ?? 0) + 1);
  return moves.map((move, i) => {
    const { from, to } = move;
    const piece = to !== null && "cell" in to ? after[i]?.pieces.get(to.cell) : undefined;
    if (from === null || !piece || counts.get(keyOf(move)) === 1) return move;
    return { ...move, becomes: { letter: piece.letter, owner: piece.owner } };
  });
}

/** The cells that the game itself names. */
function waySpots(seen: Seen, way: MovePath | null): Spots | null {
  return way && { from: { cell: cellNamed(seen, way.from) }, to: { cell: cellNamed(seen, way.to) } };
}

function cellsOf(seen: Seen, { from, through = [], to }: MovePath): number[] {
  return [from, ...through, to].map((name) => cellNamed(seen, name));
}

const numbers = new WeakMap<View["cells"], ReadonlyMap<string, number>>();

function cellNamed({ view: { cells } }: Seen, name: string): number {
  const known = numbers.get(cells) ?? new Map(cells.map((cell, index) => [cell.name, index]));
  numbers.set(cells, known);
  return known.get(name) ?? -1;
}
