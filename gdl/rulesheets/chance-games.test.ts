/** Rulesheets with the role `random` (GDL-II) against independent implementations, and the search of their chance nodes. */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { playGame } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Actor, type Move, type Position } from "../../engine/contracts/position.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { gdlGame } from "../game.ts";
import { gdlGameOfFile } from "../game-file.ts";

const opened: OpenGame[] = [];
afterAll(() => Promise.all(opened.map((rules) => rules.close())));

async function open(game: ReturnType<typeof gdlGame>): Promise<OpenGame> {
  const rules = unwrap(await unwrap(game).open({}));
  opened.push(rules);
  return rules;
}

const pig = await open(gdlGameOfFile(join(import.meta.dirname, "pig.kif")));

interface PigState {
  points: [number, number];
  collected: number;
  turn: number;
  rolling: boolean;
}

const TARGET = 20;
const TURNS = 20;
const moverOf = ({ turn }: PigState): 0 | 1 => ((turn - 1) % 2) as 0 | 1;

function pigScores(state: PigState): number[] | null {
  const mover = moverOf(state);
  if (state.points[mover] + state.collected >= TARGET) return mover === 0 ? [1, 0] : [0, 1];
  if (state.turn <= TURNS) return null;
  const lead = Math.sign(state.points[0] - state.points[1]);
  return [(1 + lead) / 2, (1 - lead) / 2];
}

function pigMoves({ collected, rolling }: PigState): string[] {
  if (rolling) return [1, 2, 3, 4, 5, 6].map((face) => `(die ${face})`);
  return collected === 0 ? ["roll"] : ["hold", "roll"];
}

function playPig(state: PigState, move: string): PigState {
  if (move === "roll") return { ...state, rolling: true };
  const face = Number(/\d/.exec(move)?.[0]);
  if (move !== "hold" && face > 1)
    return { ...state, rolling: false, collected: Math.min(TARGET, state.collected + face) };
  const points: [number, number] = [...state.points];
  if (move === "hold") points[moverOf(state)] += state.collected;
  return { points, collected: 0, turn: state.turn + 1, rolling: false };
}

const textsOf = (rules: OpenGame, position: Position, actor: Actor): string[] =>
  rules.moves(position, actor).map((move) => rules.formatMove(position, move));

test("pig: legal moves, dice and results of random games", () => {
  const random = new SeededRandom(3);
  for (let game = 0; game < 40; game++) {
    let position = pig.initial();
    let state: PigState = { points: [0, 0], collected: 0, turn: 1, rolling: false };
    while (pigScores(state) === null) {
      expect(pig.result(position)).toBeNull();
      const actor = state.rolling ? CHANCE : moverOf(state);
      expect(pig.actors(position)).toEqual([actor]);
      expect(textsOf(pig, position, actor as Actor).toSorted()).toEqual(pigMoves(state));
      expect(pig.chanceProbabilities(position)).toEqual(state.rolling ? Array(6).fill(1 / 6) : []);
      const move = random.pick(pig.moves(position, actor as Actor));
      state = playPig(state, pig.formatMove(position, move));
      position = pig.play(position, [move]);
    }
    expect(pig.result(position)).toEqual(pigScores(state));
  }
});

test("random is not a player", () => {
  expect(pig.players).toEqual(["first", "second"]);
  expect(pig.view(pig.initial()).turn).toBe(0);
  const rolled = pig.play(pig.initial(), [unwrap(pig.parseMove(pig.initial(), "roll"))]);
  expect(pig.view(rolled).turn).toBeNull();
});

/** The expected score of a player that plays best against random moves, by dynamic programming. */
function bestScore(own: 0 | 1): number {
  const known = new Map<string, number>();
  const value = (state: PigState): number => {
    const end = pigScores(state);
    if (end) return end[own] as number;
    const key = JSON.stringify(state);
    const before = known.get(key);
    if (before !== undefined) return before;
    const values = pigMoves(state).map((move) => value(playPig(state, move)));
    const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
    const found = !state.rolling && moverOf(state) === own ? Math.max(...values) : mean;
    known.set(key, found);
    return found;
  };
  return value({ points: [0, 0], collected: 0, turn: 1, rolling: false });
}

test("pig: the search scores nearly what is possible against random moves", async () => {
  const players = [await makePlayer(pig, "best", 1), await makePlayer(pig, "random", 2)] as const;
  const games = 300;
  let score = 0;
  for (let seed = 0; seed < games; seed++) {
    const own = seed % 2;
    const seats = own === 0 ? players : players.toReversed();
    const { scores } = await playGame(pig, seats, { seed, limits: { playouts: 500 } });
    score += (scores[own] as number) / games;
  }
  for (const player of players) await player.close();
  const possible = (bestScore(0) + bestScore(1)) / 2;
  const standardError = Math.sqrt((possible * (1 - possible)) / games);
  expect(possible).toBeGreaterThan(0.7);
  expect(score).toBeGreaterThan(possible - 3 * standardError);
}, 60_000);

/** A bet on a coin: the player bets before or at the same time as the coin falls. */
const bet = (coin: string): string => `
  (role random) (role player) (init start) (input player a)
  (legal player safe) (legal player heads) ${coin}
  (<= (next end) (true start))
  (<= (next heads) (does player heads) (does random up))
  (<= (next safe) (does player safe))
  (<= terminal (true end))
  (<= (goal player 100) (true heads))
  (<= (goal player ${40}) (true safe))
  (<= (goal player 0) (not (true heads)) (not (true safe)))
  (<= (goal random 100) (not (true heads)))`;

describe("chance and a player choose in the same step", () => {
  const even = "(legal random up) (legal random down)";
  const uneven = "(legal random up) (legal random down) (legal random edge)";

  test("the player acts first, then chance, which does not know its move", async () => {
    const rules = await open(gdlGame("bet", bet(even)));
    const start = rules.initial();
    expect(rules.players).toEqual(["player"]);
    expect(rules.actors(start)).toEqual([0]);
    expect(rules.chanceProbabilities(start)).toEqual([]);
    const heads = unwrap(rules.parseMove(start, "heads"));
    const after = rules.play(start, [heads]);
    expect(rules.result(after)).toBeNull();
    expect(rules.actors(after)).toEqual([CHANCE]);
    expect(textsOf(rules, after, CHANCE).toSorted()).toEqual(["down", "up"]);
    expect(rules.chanceProbabilities(after)).toEqual([0.5, 0.5]);
    expect(rules.formatPosition(after)).toBe("{start} (heads)");
    expect(rules.parsePosition("{start} (heads)")).toEqual({ ok: true, value: after });
    expect(rules.parsePosition("{start} (tails)").ok).toBe(false);
    const results = rules.moves(after, CHANCE).map((move) => rules.result(rules.play(after, [move])));
    expect(results.toSorted()).toEqual([[0], [1]]);
    expect(rules.perft(start, 2)).toBe(4);
  });

  test.for([
    ["heads", 0.5, even],
    ["safe", 0.4, uneven],
  ] as const)("the search plays %s, worth %d, although random has a goal of its own", async ([best, value, coin]) => {
    const rules = await open(gdlGame("bet", bet(coin)));
    const player = await makePlayer(rules, "uct", 1);
    const { move, info } = await player.choose(rules.initial(), { playouts: 20_000 });
    await player.close();
    expect(rules.formatMove(rules.initial(), move as Move)).toBe(best);
    expect(Math.abs((info.value as number) - value)).toBeLessThan(0.02);
  });
});
