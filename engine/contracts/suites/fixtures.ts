/**
 * Small TypeScript games that cover the contract: a dice race for three, a card duel with simultaneous moves, a bet on a hidden
 * card, and a subtraction game (with a table, an evaluator and a player).
 */
import { fail, ok, type Result } from "../errors.ts";
import type { HiddenInformation } from "../hidden.ts";
import type { Game, OpenGame } from "../game.ts";
import { playerNumbers, CHANCE, type Position, type Move, type PlayerNumber } from "../position.ts";
import { defaultsOf } from "../options.ts";
import type { View } from "../view.ts";

/** The members that differ between the games below; `rulesOf` adds the common ones. */
type FixtureRules = Pick<OpenGame, "players" | "initial" | "actors" | "moves" | "play" | "result"> & {
  readonly id: string;
  readonly chanceProbabilities?: OpenGame["chanceProbabilities"];
  readonly hidden?: HiddenInformation;
  readonly playerKinds?: OpenGame["playerKinds"];
  /** Whether the bytes are a valid position. */
  isPosition(bytes: Position): boolean;
  readonly view: (position: Position) => View;
};

function rulesOf(own: FixtureRules): OpenGame {
  const { initial, actors, moves, play } = own;
  const parseMove = (position: Position, text: string): Result<Move> => {
    const move = (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN) as Move;
    const legal = actors(position).flatMap((actor) => moves(position, actor));
    return legal.includes(move)
      ? ok(move)
      : fail("bad-move", `${JSON.stringify(text)} is not one of ${legal.join(", ")}`);
  };
  const parsePosition = (text: string): Result<Position> => {
    if (!/^\d{1,3}( \d{1,3})*$/.test(text)) return fail("bad-position", "a position consists of numbers");
    const numbers = text.split(" ").map(Number);
    const bytes = Uint8Array.from(numbers);
    const fits = numbers.every((number) => number < 256) && bytes.length === initial().length && own.isPosition(bytes);
    return fits ? ok(bytes) : fail("bad-position", `${JSON.stringify(text)} is not a valid position`);
  };
  const perft = (position: Position, depth: number): number => {
    if (depth === 0) return 1;
    const lists = actors(position).map((actor) => moves(position, actor));
    if (lists.length === 0) return 0;
    const count = (joint: readonly Move[]): number => {
      const list = lists[joint.length];
      if (list === undefined) return perft(play(position, joint), depth - 1);
      return list.reduce((sum, move) => sum + count([...joint, move]), 0);
    };
    return count([]);
  };
  const game: Game = {
    id: own.id,
    title: own.id,
    summary: "a fixture",
    examplePlayers: ["random", "random", "random"],
    options: [],
    presets: {},
    tableOptions: [],
    table: () => fail("bad-variant", "no tables"),
    open: async () => ok(rules),
  };
  const rules: OpenGame = {
    chanceProbabilities: () => [],
    playerKinds: [],
    ...own,
    game,
    options: defaultsOf([]),
    variant: "",
    history: { repetition: "allowed", repetitionCount: 3, plyLimit: null },
    formatPosition: (position) => position.join(" "),
    parsePosition,
    formatMove: (_, move) => String(move),
    parseMove,
    perft,
    table: null,
    evaluators: [],
    close: async () => {},
  };
  return rules;
}

/** In these games a move is a number of steps, cards or objects. */
function movesOf(numbers: readonly number[]): Move[] {
  return numbers as Move[];
}

function rowOfCells(count: number): View["cells"] {
  return Array.from({ length: count }, (_, i) => ({ name: `c${i}`, x: i, y: 0, zone: null }));
}

const TRACK = 8;
const DIE: readonly number[] = [1 / 2, 1 / 3, 1 / 6];

/** Three runners. Before each move a die shows 1, 2 or 3; the runner moves that far or one step. State: runner, die or 0, places. */
export function diceRace(): OpenGame {
  const players = ["red", "green", "blue"];
  const place = (position: Position, player: number): number => position[2 + player] as number;
  const winner = (position: Position): number => players.findIndex((_, player) => place(position, player) >= TRACK);
  const die = (position: Position): number => position[1] as number;
  const runner = (position: Position): PlayerNumber => position[0] as PlayerNumber;
  const actors: OpenGame["actors"] = (position) =>
    winner(position) >= 0 ? [] : [die(position) === 0 ? CHANCE : runner(position)];
  return rulesOf({
    id: "dice-race",
    players,
    initial: () => Uint8Array.of(0, 0, 0, 0, 0),
    actors,
    moves: (position, actor) => movesOf(actor === CHANCE ? [1, 2, 3] : die(position) === 1 ? [1] : [1, die(position)]),
    chanceProbabilities: (position) => (actors(position)[0] === CHANCE ? DIE : []),
    play: (position, [move = 0]) => {
      const next = position.slice();
      if (die(position) === 0) next[1] = move;
      else {
        next[2 + runner(position)] = Math.min(TRACK, place(position, runner(position)) + move);
        next[0] = (runner(position) + 1) % players.length;
        next[1] = 0;
      }
      return next;
    },
    result: (position) =>
      winner(position) < 0 ? null : players.map((_, player) => (player === winner(position) ? 1 : 0)),
    isPosition: (bytes) =>
      runner(bytes) < players.length &&
      die(bytes) <= DIE.length &&
      players.every((_, player) => place(bytes, player) <= TRACK) &&
      players.filter((_, player) => place(bytes, player) === TRACK).length <= 1,
    view: (position) => ({
      shape: "square",
      cells: rowOfCells(TRACK + 1),
      pieces: players.map((name, owner) => ({ cell: place(position, owner), owner, letter: name.charAt(0) })),
      turn: actors(position).find((actor) => actor !== CHANCE) ?? null,
    }),
  });
}

const CARDS = 4;

/** Each player has the cards 1 to 4; all play one simultaneously; a unique highest card scores. State: cards left, then points. */
export function cardDuel(playerCount: number): OpenGame {
  const players = Array.from({ length: playerCount }, (_, player) => `p${player}`);
  const cards = (position: Position, player: number): number[] =>
    Array.from({ length: CARDS }, (_, i) => i + 1).filter((card) => ((position[player] as number) >> card) & 1);
  const points = (position: Position): number[] => Array.from(position.subarray(playerCount));
  const ended = (position: Position): boolean => position[0] === 0;
  const hand = 2 ** (CARDS + 1) - 2;
  return rulesOf({
    id: "card-duel",
    players,
    initial: () => Uint8Array.from([...players.map(() => hand), ...players.map(() => 0)]),
    actors: (position) => (ended(position) ? [] : playerNumbers(players)),
    moves: (position, actor) => movesOf(cards(position, actor)),
    play: (position, moves) => {
      const next = position.slice();
      moves.forEach((card, player) => (next[player] = (next[player] as number) & ~(1 << card)));
      const highest = Math.max(...moves) as Move;
      const first = playerCount + moves.indexOf(highest);
      if (moves.filter((card) => card === highest).length === 1) next[first] = (next[first] as number) + 1;
      return next;
    },
    result: (position) => {
      if (!ended(position)) return null;
      const most = Math.max(...points(position));
      const winners = points(position).filter((each) => each === most).length;
      return points(position).map((each) => (each === most ? 1 / winners : 0));
    },
    isPosition: (bytes) => {
      const left = cards(bytes, 0).length;
      const hands = players.every(
        (_, player) => cards(bytes, player).length === left && ((bytes[player] as number) & ~hand) === 0,
      );
      return hands && points(bytes).reduce((sum, each) => sum + each, 0) <= CARDS - left;
    },
    view: (position) => ({
      shape: "square",
      cells: rowOfCells(CARDS * playerCount),
      pieces: players.flatMap((_, owner) =>
        cards(position, owner).map((card) => ({ cell: CARDS * owner + card - 1, owner, letter: String(card) })),
      ),
      turn: null,
    }),
  });
}

/** Stages of a bet: both are dealt a card, the first player bets or folds, the second calls or folds. */
const BET = { deal: 0, dealAgain: 1, first: 2, second: 3, firstFolded: 4, secondFolded: 5, called: 6 } as const;
const FACE_DOWN = 255;

/** Each of two players has a hidden card; after bet and call the higher one wins. State: both cards, stage. */
export function hiddenBet(): OpenGame {
  const players = ["first", "second"];
  const deck = Array.from({ length: CARDS }, (_, i) => i + 1);
  const stage = (position: Position): number => position[2] as number;
  const left = ([one]: Position): number[] => deck.filter((card) => card !== one);
  const actors: OpenGame["actors"] = (position) =>
    stage(position) <= BET.dealAgain
      ? [CHANCE]
      : stage(position) <= BET.second
        ? [(stage(position) - BET.first) as PlayerNumber]
        : [];
  return rulesOf({
    id: "hidden-bet",
    players,
    initial: () => Uint8Array.of(0, 0, BET.deal),
    actors,
    moves: (position, actor) => movesOf(actor === CHANCE ? left(position) : [0, 1]),
    chanceProbabilities: (position) =>
      actors(position)[0] === CHANCE ? left(position).map((_, __, all) => 1 / all.length) : [],
    play: (position, [move = 0]) => {
      const [one = 0, two = 0, now = 0] = position;
      if (now === BET.deal) return Uint8Array.of(move, 0, BET.dealAgain);
      if (now === BET.dealAgain) return Uint8Array.of(one, move, BET.first);
      const folded = now === BET.first ? BET.firstFolded : BET.secondFolded;
      return Uint8Array.of(one, two, move === 0 ? folded : now === BET.first ? BET.second : BET.called);
    },
    result: (position) => {
      if (stage(position) === BET.firstFolded) return [0, 1];
      if (stage(position) === BET.secondFolded) return [1, 0];
      return stage(position) === BET.called ? players.map((_, i) => Number(position[i]! > position[1 - i]!)) : null;
    },
    hidden: {
      observe: (position, player) =>
        stage(position) === BET.called || position[1 - player] === 0
          ? position.slice()
          : position.with(1 - player, FACE_DOWN),
      sample: (seen, player, random) => {
        const others = deck.filter((card) => card !== seen[player]);
        return seen.map((byte) =>
          byte === FACE_DOWN ? (others[Math.floor(random() * others.length)] as number) : byte,
        );
      },
    },
    isPosition: ([one = 0, two = 0, now = 0]) =>
      now <= BET.called &&
      (now === BET.deal ? one === 0 : deck.includes(one)) &&
      (now <= BET.dealAgain ? two === 0 : deck.includes(two) && one !== two),
    view: (position) => ({
      shape: "square",
      cells: [],
      pieces: [],
      rows: players.map((name, owner) => {
        const card = position[owner] as number;
        return { name, owner, items: card === 0 ? [] : [card === FACE_DOWN ? null : String(card)] };
      }),
      turn: actors(position).find((actor) => actor !== CHANCE) ?? null,
    }),
  });
}

export const HEAP = 20;
const MOST_TAKEN = 3;

/** Two players alternately take 1 to 3 from a heap; the player who takes the last one wins. State: heap, player to move. */
export function takeAway(playerKinds: (rules: OpenGame) => OpenGame["playerKinds"] = () => []): OpenGame {
  const left = (position: Position): number => position[0] as number;
  const turn = (position: Position): PlayerNumber => position[1] as PlayerNumber;
  const rules: OpenGame = rulesOf({
    id: "take-away",
    players: ["first", "second"],
    initial: () => Uint8Array.of(HEAP, 0),
    actors: (position) => (left(position) === 0 ? [] : [turn(position)]),
    moves: (position) => movesOf([1, 2, 3].filter((count) => count <= Math.min(MOST_TAKEN, left(position)))),
    play: (position, [count = 0]) => Uint8Array.of(left(position) - count, 1 - turn(position)),
    result: (position) => (left(position) > 0 ? null : turn(position) === 0 ? [0, 1] : [1, 0]),
    isPosition: (bytes) => left(bytes) <= HEAP && turn(bytes) <= 1,
    view: (position) => ({
      shape: "square",
      cells: rowOfCells(HEAP),
      pieces: Array.from({ length: left(position) }, (_, cell) => ({ cell, owner: 0, letter: "i" })),
      turn: left(position) === 0 ? null : turn(position),
    }),
  });
  return { ...rules, playerKinds: playerKinds(rules) };
}
