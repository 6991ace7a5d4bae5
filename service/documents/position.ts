/** A position of a game in play as a document: its view, the actors, and the legal moves with the squares each one touches. */
import { sameBytes } from "../../engine/contracts/bytes.ts";
import { endText } from "../../engine/arena/end-text.ts";
import type { MovePath } from "../../engine/contracts/display.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Actor, type Move, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { HiddenInformation } from "../../engine/contracts/hidden.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import type { View } from "../../engine/contracts/view.ts";
import type { MoveDocument, PlyDocument, PositionDocument, StepDocument } from "../api.ts";
import { plyText, type ReplayedGame, type ReplayedPly } from "./replay.ts";
import {
  changedCells,
  changesBetween,
  commonChanges,
  indexView,
  spotsOf,
  type Changes,
  type IndexedView,
  type Spots,
} from "./spots.ts";

/** The text of a move that the viewer may not know. */
export const HIDDEN_MOVE = "hidden";

const documents = new WeakMap<ReplayedGame, Map<number | null, PositionDocument>>();

/** Cached by viewer. */
export function positionDocument(replayed: ReplayedGame, seat: PlayerNumber | null): PositionDocument {
  const known = documents.get(replayed) ?? new Map<number | null, PositionDocument>();
  documents.set(replayed, known);
  const document = known.get(seat) ?? newDocument(replayed, seat);
  known.set(seat, document);
  return document;
}

function newDocument(replayed: ReplayedGame, seat: PlayerNumber | null): PositionDocument {
  const { rules, position, actors, end } = replayed;
  const seen = observed(rules, position, seat);
  return {
    game: rules.game.id,
    variant: rules.variant,
    position: rules.formatPosition(seen),
    view: end ? { ...rules.view(seen), turn: null } : rules.view(seen),
    plies: replayed.plies.map((ply) => plyDocument(rules, ply, seat)),
    actors,
    moves: legalMoves(replayed, seat),
    ...(rules.heatMaps && { heatMaps: rules.heatMaps(seen) }),
    result: end && { ...end, text: endText(rules, end.scores, end.ending) },
  };
}

/** A seat's observation of a position; without a seat, the position itself. */
export function observed(rules: OpenGame, position: Position, seat: PlayerNumber | null): Position {
  return rules.hidden && seat !== null ? rules.hidden.observe(position, seat) : position;
}

const views = new WeakMap<OpenGame, WeakMap<Position, IndexedView>>();

/** Cached: every request of a game needs the views of the same positions again. */
function fullView(rules: OpenGame, position: Position): IndexedView {
  const known = views.get(rules) ?? new WeakMap<Position, IndexedView>();
  views.set(rules, known);
  const seen = known.get(position) ?? indexView(rules.view(position));
  known.set(position, seen);
  return seen;
}

function viewFrom(rules: OpenGame, position: Position, seat: PlayerNumber | null): IndexedView {
  return rules.hidden && seat !== null
    ? indexView(rules.view(rules.hidden.observe(position, seat)))
    : fullView(rules, position);
}

function plyDocument(rules: OpenGame, ply: ReplayedPly, seat: PlayerNumber | null): PlyDocument {
  const { actors, moves, turn, before, after } = ply;
  const seen = viewFrom(rules, before, seat);
  // A path or steps would reveal a hidden move.
  const isOpen = !rules.hidden || seat === null;
  const path = isOpen ? rules.movePath?.(before, moves[0] as Move) : null;
  const steps = isOpen ? moves.flatMap((move) => stepsOf(rules, seen, before, move) ?? []) : [];
  return {
    text: textForSeat(rules, ply, seat),
    actors,
    turn,
    cells: changedCells(seen, viewFrom(rules, after, seat)),
    ...(path && { path: cellsOf(seen, path) }),
    ...(steps.length > 0 && { steps }),
  };
}

/** Determinizations sampled to see which other moves a seat cannot rule out. */
const DETERMINIZATIONS = 3;
const texts = new WeakMap<ReplayedPly, Map<number, string>>();

function textForSeat(rules: OpenGame, ply: ReplayedPly, seat: PlayerNumber | null): string {
  if (!rules.hidden || seat === null) return ply.text;
  if (ply.actors.includes(seat))
    return ply.actors.length === 1 ? ply.text : ownText(rules, ply.actors, ply.moves, ply.before, seat);
  const known = texts.get(ply) ?? new Map<number, string>();
  texts.set(ply, known);
  const text = known.get(seat) ?? visibleText(rules, rules.hidden, ply, seat);
  known.set(seat, text);
  return text;
}

/** The text of simultaneous moves, with those of the others hidden. */
function ownText(
  rules: OpenGame,
  actors: readonly Actor[],
  moves: readonly Move[],
  before: Position,
  seat: PlayerNumber,
): string {
  return moves.map((move, i) => (actors[i] === seat ? rules.formatMove(before, move) : HIDDEN_MOVE)).join("&");
}

/**
 * The text of a ply as a seat may know it: hidden if another move, in this position or in one that the seat cannot distinguish from it, leads to
 * the same observation.
 */
export function visibleText(
  rules: OpenGame,
  hidden: HiddenInformation,
  ply: Pick<ReplayedPly, "actors" | "moves" | "before" | "after">,
  seat: PlayerNumber,
): string {
  const { actors, moves, before, after } = ply;
  const seen = hidden.observe(before, seat);
  const text = plyText(rules, seen, moves);
  const look = hidden.observe(after, seat);
  const [actor] = actors;
  if (actors.length !== 1 || actor === undefined) return HIDDEN_MOVE;
  const random = new SeededRandom(1);
  for (let sample = 0; sample <= DETERMINIZATIONS; sample++) {
    const position = sample === 0 ? before : hidden.sample(seen, seat, () => random.fraction());
    const isAmbiguous = rules
      .moves(position, actor)
      .some(
        (move) =>
          plyText(rules, seen, [move]) !== text && sameBytes(hidden.observe(rules.play(position, [move]), seat), look),
      );
    if (isAmbiguous) return HIDDEN_MOVE;
  }
  return text;
}

/** The moves of all actors whose moves the seat may know, without those that the history of the game forbids. */
export function legalMoves(replayed: ReplayedGame, seat: PlayerNumber | null): MoveDocument[] {
  const { rules, position, actors } = replayed;
  return actors
    .filter((actor) => actor !== CHANCE && (!rules.hidden || seat === null || seat === actor))
    .flatMap((actor) => movesOf(replayed, actor, viewFrom(rules, position, seat), seat));
}

interface FoundMove {
  readonly text: string;
  readonly changes: Changes;
  readonly path: MovePath | null;
  readonly after: IndexedView;
}

function movesOf(
  { rules, position, actors, forbidden }: ReplayedGame,
  actor: Actor,
  before: IndexedView,
  seat: PlayerNumber | null,
) {
  // With simultaneous moves, each other actor's first legal move stands in for its choice.
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
    const path = rules.movePath?.(position, move) ?? null;
    const then = indexView(view);
    found.push({ text: rules.formatMove(seen, move), changes: changesBetween(before, then), path, after: then });
  }
  const common = actors.length > 1 ? commonChanges(found.map(({ changes }) => changes)) : undefined;
  const moves = found.map(({ text, changes, path }): MoveDocument => ({
    text,
    actor,
    ...(pathSpots(before, path) ?? spotsOf(changes, actor, common)),
    ...(path?.through?.length && { path: cellsOf(before, path) }),
  }));
  return withPromotions(
    moves,
    found.map(({ after }) => after),
  );
}

/** A move given by its steps. One step has `from` and `to`; several are composed step by step. */
function steppedMove(rules: OpenGame, before: IndexedView, seen: Position, actor: Actor, move: Move): MoveDocument {
  const text = rules.formatMove(seen, move);
  const steps = stepsOf(rules, before, seen, move) ?? [];
  const [step, ...more] = steps;
  if (step === undefined) return { text, actor, from: null, to: null };
  if (more.length > 0) return { text, actor, from: null, to: null, steps };
  return { text, actor, from: { cell: step[0] }, to: { cell: step[1] } };
}

function stepsOf(rules: OpenGame, seen: IndexedView, position: Position, move: Move): StepDocument[] | undefined {
  return rules.moveSteps?.(position, move).map(({ from, to }) => [cellNamed(seen, from), cellNamed(seen, to)] as const);
}

/** Moves that share `from` and `to` differ by the piece on `to` afterwards. */
function withPromotions(moves: readonly MoveDocument[], after: readonly IndexedView[]): MoveDocument[] {
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

/** The squares that the game itself gives. */
function pathSpots(seen: IndexedView, path: MovePath | null): Spots | null {
  return path && { from: { cell: cellNamed(seen, path.from) }, to: { cell: cellNamed(seen, path.to) } };
}

function cellsOf(seen: IndexedView, { from, through = [], to }: MovePath): number[] {
  return [from, ...through, to].map((name) => cellNamed(seen, name));
}

const numbers = new WeakMap<View["cells"], ReadonlyMap<string, number>>();

function cellNamed({ view: { cells } }: IndexedView, name: string): number {
  const known = numbers.get(cells) ?? new Map(cells.map((cell, index) => [cell.name, index]));
  numbers.set(cells, known);
  return known.get(name) ?? -1;
}
