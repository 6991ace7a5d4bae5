/**
 * Symmetries of a board that a rulesheet does not declare: mirrors and the exchange of both axes, as permutations of facts and moves. Which
 * arguments are coordinates is guessed from the names; a guess counts only if the propnet behaves alike on many random states and their images.
 */
import { boardOf, type BoardShape } from "../board-view.ts";
import { WORD_BYTES } from "../propnet/layout.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Facts } from "../reasoner.ts";
import type { Pattern } from "./feature.ts";
import type { LaneSet, LaneStates } from "./lane-states.ts";
import { RandomWalks } from "./random-walks.ts";

export interface Symmetry {
  /** By fact its image, and by role and move. */
  readonly facts: Int32Array;
  readonly moves: readonly Int32Array[];
}

/** Batches of 128 states that a guess is tried on. */
const BATCHES = 3;
const MAX_GUESSES = 32;
const MAX_SYMMETRIES = 16;

export function imageOf(pattern: Pattern, { facts, moves }: Symmetry): Pattern {
  return {
    ...pattern,
    move: moves[pattern.role]?.[pattern.move] as number,
    facts: pattern.facts.map((fact) => facts[fact] as number).toSorted((a, b) => a - b),
  };
}

/** All but the identity. */
export function symmetriesOf(reasoner: PropnetReasoner, lanes: LaneStates): Symmetry[] {
  const facts = Array.from(reasoner.propnet.facts, (_, fact) => reasoner.factText(fact));
  const moves = reasoner.propnet.roles.map((own, role) => own.moves.map((_, move) => reasoner.moveText(move, role)));
  const board = boardOf(facts);
  if (!board) return [];
  const samples = samplesOf(reasoner, lanes);
  const found = new Map<string, Symmetry>();
  const keyOf = (symmetry: Symmetry): string =>
    [symmetry.facts, ...symmetry.moves].map((each) => each.join()).join(";");
  const identity = { facts: indices(facts), moves: moves.map(indices) };
  const same = keyOf(identity);
  for (const change of changesOf(board)) {
    let tried = 0;
    for (const guess of guesses(board, change, facts, moves)) {
      const key = keyOf(guess);
      if (key === same || found.has(key)) continue;
      if (tried++ > MAX_GUESSES) break;
      if (!isSymmetry(lanes, guess, samples)) continue;
      found.set(key, guess);
      break;
    }
  }
  // All that follow from those.
  for (let before = -1; before < found.size && found.size < MAX_SYMMETRIES;) {
    before = found.size;
    for (const one of found.values())
      for (const other of found.values()) {
        const both = {
          facts: one.facts.map((fact) => other.facts[fact] as number),
          moves: one.moves.map((own, role) => own.map((move) => other.moves[role]?.[move] as number)),
        };
        if (keyOf(both) !== same && found.size < MAX_SYMMETRIES) found.set(keyOf(both), both);
      }
  }
  return [...found.values()];
}

function indices(list: readonly unknown[]): Int32Array {
  return Int32Array.from(list.keys());
}

type Point = readonly [across: string, down: string];
type Change = (point: Point) => Point;

function changesOf({ columns, rows }: BoardShape): Change[] {
  const turned = (list: readonly string[], value: string): string => {
    const at = list.indexOf(value);
    return at < 0 ? value : (list.at(-1 - at) as string);
  };
  const changes: Change[] = [([x, y]) => [turned(columns, x), y], ([x, y]) => [x, turned(rows, y)]];
  if (columns.length === rows.length)
    changes.push(([x, y]) => [columns[rows.indexOf(y)] ?? x, rows[columns.indexOf(x)] ?? y]);
  return changes;
}

/** Which arguments of a relation are across and down: pairs of places, where -1 means that there is no such argument. */
type Reading = readonly (readonly [across: number, down: number])[];

/** Ways to read the arguments that may be coordinates: in pairs, the first or the second of each being across, or single ones. */
function readingsOf(words: readonly (readonly string[])[], { columns, rows }: BoardShape): Reading[] {
  const places: number[] = [];
  const among = (list: readonly string[], place: number): boolean =>
    words.every((each) => list.includes(each[place] as string));
  for (let place = 1; place < (words[0]?.length ?? 0); place++)
    if (among(columns, place) || among(rows, place)) places.push(place);
  if (places.length === 0) return [[]];
  const pairs = Array.from(
    { length: places.length >> 1 },
    (_, i) => [places[2 * i], places[2 * i + 1]] as [number, number],
  );
  return [
    ...(places.length % 2 === 0 ? [pairs, pairs.map(([a, b]): [number, number] => [b, a])] : []),
    places.map((place): [number, number] => [place, -1]),
    places.map((place): [number, number] => [-1, place]),
    [],
  ];
}

/** A list of texts with the ways in which each relation among them may change: by text its image. */
interface Ways {
  readonly texts: readonly string[];
  readonly relations: readonly (readonly (readonly (readonly [from: number, to: number])[])[])[];
}

function waysOf(board: BoardShape, change: Change, texts: readonly string[]): Ways {
  const numbers = new Map(texts.map((text, i) => [text, i]));
  const groups = Map.groupBy(texts, (text) => `${wordsOf(text)[0]} ${wordsOf(text).length}`);
  const relations = [...groups.values()].map((group) => {
    const distinct = new Map<string, [number, number][]>();
    for (const reading of readingsOf(group.map(wordsOf), board)) {
      const images = group.map((text): [number, number] => {
        const words = [...wordsOf(text)];
        for (const [x, y] of reading) {
          const [across, down] = change([words[x] ?? "", words[y] ?? ""]);
          if (x >= 0) words[x] = across;
          if (y >= 0) words[y] = down;
        }
        const image = words.length === 1 ? (words[0] as string) : `(${words.join(" ")})`;
        return [numbers.get(text) as number, numbers.get(image) ?? -1];
      });
      const isOnto = new Set(images.map(([, to]) => to)).size === group.length;
      if (isOnto && images.every(([, to]) => to >= 0)) distinct.set(images.map(([, to]) => to).join(), images);
    }
    return [...distinct.values()];
  });
  return { texts, relations };
}

/** All ways of all relations with each other; those of facts first. */
function* guesses(
  board: BoardShape,
  change: Change,
  facts: readonly string[],
  moves: readonly (readonly string[])[],
): Generator<Symmetry> {
  const all = [facts, ...moves].map((texts) => waysOf(board, change, texts));
  const choices = all.flatMap(({ relations }, part) => relations.map((ways) => ({ part, ways })));
  const images = all.map(({ texts }) => indices(texts));
  function* choose(at: number): Generator<Symmetry> {
    const next = choices[at];
    if (next) {
      for (const way of next.ways) {
        for (const [from, to] of way) (images[next.part] as Int32Array)[from] = to;
        yield* choose(at + 1);
      }
      return;
    }
    const [ofFacts, ...ofMoves] = images.map((each) => each.slice());
    yield { facts: ofFacts as Int32Array, moves: ofMoves };
  }
  yield* choose(0);
}

/** Nested terms are one word: nothing in them is changed. */
function wordsOf(text: string): readonly string[] {
  const inner = /^\(([^()]+)\)$/.exec(text)?.[1];
  return inner === undefined ? [text] : inner.split(" ");
}

interface Sample {
  readonly states: readonly Facts[];
  /** By role the move of each state. */
  readonly moves: readonly (readonly number[])[];
  readonly seen: readonly (readonly LaneSet[])[];
}

/** States of random walks, a different distance from the end in each. */
function samplesOf(reasoner: PropnetReasoner, lanes: LaneStates): Sample[] {
  const walks = new RandomWalks(reasoner, lanes);
  return Array.from({ length: BATCHES }, (_, batch) => {
    const picked = walks.batch(1_000_003 + batch, 64).flatMap((walk, lane) => {
      const at = walk && walk.moves.length > 0 ? (lane * 7 + batch) % walk.moves.length : -1;
      if (!walk || at < 0 || walk.moves[at]?.includes(-1)) return [];
      return [{ state: walk.states[at] as Facts, moves: walk.moves[at] as number[] }];
    });
    const states = picked.map(({ state }) => state);
    const moves = reasoner.roles.map((_role, role) => picked.map((each) => each.moves[role] as number));
    return { states, moves, seen: lookAt(lanes, states, moves) };
  }).filter(({ states }) => states.length > 0);
}

/** Legal moves of each role, ends and goals, next facts: by lane. */
function lookAt(lanes: LaneStates, states: readonly Facts[], moves: readonly (readonly number[])[]): LaneSet[][] {
  const { propnet } = lanes.placed;
  lanes.setStates(states);
  moves.forEach((own, role) => lanes.setMovesByLane(role, own));
  lanes.computeLegal();
  lanes.computeGoals();
  const legal = propnet.roles.map((own, role) => own.moves.map((_, move) => lanes.legal(role, move)));
  const rest = [lanes.terminal(), ...propnet.goals.map((_, place) => lanes.goal(place))];
  lanes.advance();
  return [...legal, rest, propnet.facts.map((_, fact) => lanes.fact(fact))];
}

/** Whether legal moves, ends, goals and next states of the images are the images of those. */
function isSymmetry(lanes: LaneStates, { facts, moves }: Symmetry, samples: readonly Sample[]): boolean {
  const roles = moves.length;
  return samples.every((sample) => {
    const image = lookAt(
      lanes,
      sample.states.map((state) => state.map((fact) => facts[fact] as number)),
      sample.moves.map((own, role) => own.map((move) => moves[role]?.[move] as number)),
    );
    return sample.seen.every((sets, part) => {
      const order = part < roles ? moves[part] : part === roles ? null : facts;
      return sets.every((set, i) => isEqual(set, image[part]?.[order?.[i] ?? i] as LaneSet));
    });
  });
}

function isEqual(one: LaneSet, other: LaneSet): boolean {
  for (let i = 0; i < WORD_BYTES; i++) if (one[i] !== other[i]) return false;
  return true;
}
