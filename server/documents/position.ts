/** A position of a game in play as a document: what is seen, who moves and how, where each move's piece stands and lands. */
import { endText } from "../../engine/arena/end-text.ts";
import { CHANCE, type Actor, type Move, type Position, type Rules } from "../../engine/contracts/game.ts";
import type { MoveDocument, PlyDocument, PositionDocument } from "../api.ts";
import { plyText, type Played, type PlayedPly } from "./played.ts";
import { changedCells, changesBetween, commonChanges, seenOf, spotsOf, type Changes, type Seen } from "./spots.ts";

/** What is said of a move that the one who looks may not know. */
export const UNSEEN = "hidden";

export function positionDocument(played: Played, seat: number | null): PositionDocument {
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
  const { actors, turn, before, after } = ply;
  return {
    text: knownText(rules, ply, seat),
    actors,
    turn,
    cells: changedCells(seenFrom(rules, before, seat), seenFrom(rules, after, seat)),
  };
}

/**
 * A ply in the words of one who may not know all: where another move would have looked the same to it, and would be told otherwise, it is not
 * told.
 */
function knownText(rules: Rules, { text, actors, moves, before, after }: PlayedPly, seat: number | null): string {
  if (!rules.hidden || seat === null || actors.includes(seat)) return text;
  const seen = observed(rules, before, seat);
  const told = plyText(rules, seen, moves);
  const look = observed(rules, after, seat);
  const [actor] = actors;
  if (actors.length !== 1 || actor === undefined) return told;
  const alike = rules
    .moves(before, actor)
    .filter((move) => sameBytes(observed(rules, rules.play(before, [move]), seat), look));
  return alike.every((move) => plyText(rules, seen, [move]) === told) ? told : UNSEEN;
}

function sameBytes(a: Position, b: Position): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** The moves of all who act and of whom the seat may know what they can do; none that the past of the game forbids. */
export function legalMoves(played: Played, seat: number | null): MoveDocument[] {
  const { rules, position, actors } = played;
  return actors
    .filter((actor) => actor !== CHANCE && (!rules.hidden || seat === null || seat === actor))
    .flatMap((actor) => movesOf(played, actor, seenFrom(rules, position, seat), seat));
}

function movesOf({ rules, position, actors, forbidden }: Played, actor: Actor, before: Seen, seat: number | null) {
  // Where several act at once, the others' first moves stand in for what they will do.
  const joint = (move: Move): readonly Move[] =>
    actors.map((other) => (other === actor ? move : (rules.moves(position, other)[0] as Move)));
  const seen = observed(rules, position, seat);
  const found: { readonly text: string; readonly changes: Changes }[] = [];
  for (const move of rules.moves(position, actor)) {
    const after = rules.play(position, joint(move));
    if (forbidden?.(after)) continue;
    const view = rules.view(observed(rules, after, seat));
    found.push({ text: rules.formatMove(seen, move), changes: changesBetween(before, seenOf(view)) });
  }
  const common = actors.length > 1 ? commonChanges(found.map(({ changes }) => changes)) : undefined;
  return found.map(({ text, changes }): MoveDocument => ({ text, actor, ...spotsOf(changes, actor, common) }));
}
