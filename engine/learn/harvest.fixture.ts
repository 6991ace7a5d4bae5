/**
 * A small game with a known correct evaluation. In each of twelve plies the player to move takes one of three baskets; the player with
 * more apples wins, and pebbles have no value. State: plies played, then apples and pebbles of each player.
 */
import { ok, fail } from "../contracts/errors.ts";
import type { TermEvaluator } from "../contracts/evaluator.ts";
import type { Game, OpenGame } from "../contracts/game.ts";
import { opponentOf, SECOND, FIRST, type Position, type Move, type PlayerNumber } from "../contracts/position.ts";
import type { OptionValues } from "../contracts/options.ts";
import type { Choice } from "../contracts/player.ts";
import { randomKind } from "../search/random.ts";
import { SeededRandom } from "../random/seeded.ts";

const PLIES = 12;
const BASKETS = 3;
const MAX_PER_BASKET = 4;

/** Apples and pebbles of each basket at each ply. */
const BASKET_CONTENTS: readonly (readonly [apples: number, pebbles: number])[] = (() => {
  const random = new SeededRandom(5);
  return Array.from({ length: PLIES * BASKETS }, () => [
    random.below(MAX_PER_BASKET + 1),
    random.below(MAX_PER_BASKET + 1),
  ]);
})();

/** The baskets. */
const MOVES = [0, 1, 2] as Move[];

function turn(position: Position): PlayerNumber {
  return ((position[0] as number) % 2) as PlayerNumber;
}

function held(position: Position, player: PlayerNumber): readonly [apples: number, pebbles: number] {
  return [position[1 + 2 * player] as number, position[2 + 2 * player] as number];
}

function play(position: Position, move: Move): Position {
  const next = position.slice();
  const ply = position[0] as number;
  const [apples, pebbles] = BASKET_CONTENTS[ply * BASKETS + move] as readonly [number, number];
  const own = 1 + 2 * (ply % 2);
  next[0] = ply + 1;
  next[own] = (next[own] as number) + apples;
  next[own + 1] = (next[own + 1] as number) + pebbles;
  return next;
}

function result(position: Position): readonly number[] | null {
  if ((position[0] as number) < PLIES) return null;
  const [first, second] = [held(position, FIRST)[0], held(position, SECOND)[0]];
  return first === second ? [0.5, 0.5] : first > second ? [1, 0] : [0, 1];
}

/** `weights(2,-1)`: 2 per apple, -1 per pebble. */
function readWeights(text: string): readonly number[] {
  return text.slice("weights(".length, -1).split(",").map(Number);
}

/** Differences of apples and pebbles. */
export function harvestTerms(text: string): TermEvaluator {
  const terms = (position: Position, player: PlayerNumber): readonly number[] => {
    const other = held(position, opponentOf(player));
    return held(position, player).map((own, i) => own - (other[i] as number));
  };
  return {
    names: ["apples", "pebbles"],
    weights: readWeights(text),
    terms,
    sideTerms: (position, player) => held(position, player).map((each) => -each),
    withWeights: (weights) => `weights(${weights.join(",")})`,
  };
}

/** A one-ply search. */
async function chooseBy(evaluation: string, position: Position): Promise<Choice> {
  const { terms, weights } = harvestTerms(evaluation);
  const mover = turn(position);
  const valueOf = (move: Move): number =>
    terms(play(position, move), mover).reduce((sum, term, i) => sum + term * (weights[i] as number), 0);
  const move = MOVES.toSorted((a, b) => valueOf(b) - valueOf(a))[0] as Move;
  const info = { value: valueOf(move), unit: "", pv: [move], nodes: 3, milliseconds: 0, depth: 1 };
  return { move, info };
}

export function harvest(): OpenGame {
  const game: Game = {
    id: "harvest",
    title: "harvest",
    summary: "a fixture",
    examplePlayers: ["random", "random", "random"],
    options: [],
    presets: {},
    tableOptions: [],
    table: () => fail("bad-variant", "no tables"),
    open: async () => ok(rules),
  };
  const rules: OpenGame = {
    game,
    options: {},
    variant: "",
    players: ["first", "second"],
    history: { repetition: "allowed", repetitionCount: 3, plyLimit: null },
    initial: () => new Uint8Array(5),
    actors: (position) => (result(position) ? [] : [turn(position)]),
    moves: () => MOVES,
    chanceProbabilities: () => [],
    play: (position, [move]) => play(position, move as Move),
    result,
    formatPosition: (position) => position.join(" "),
    parsePosition: () => fail("bad-position", "not needed"),
    formatMove: (_, move) => String(move),
    parseMove: () => fail("bad-move", "not needed"),
    view: () => ({ shape: "square", cells: [], pieces: [], turn: null }),
    perft: () => 0,
    table: null,
    playerKinds: [
      { name: "random", summary: "", parameters: [], create: (_, seed) => randomKind(rules).create({}, seed) },
      {
        name: "looker",
        summary: "one-ply search",
        parameters: [{ name: "eval", kind: "text", default: "weights(1,1)", summary: "evaluation" }],
        create: async (parameters: OptionValues) => ({
          text: "looker",
          choose: (position) => chooseBy(String(parameters["eval"]), position),
          close: async () => {},
        }),
      },
    ],
    evaluators: [],
    termEvaluator: async (text) => harvestTerms(text),
    close: async () => {},
  };
  return rules;
}
