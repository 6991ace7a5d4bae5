/** Checks of actors, legal moves, play and results. */
import assert from "node:assert/strict";
import type { OpenGame } from "../game.ts";
import { CHANCE, type Position, type Scores, type Actor, type Move } from "../position.ts";
import type { Checks } from "./register.ts";
import { assertDeepEqual, assertEqual, assertOk } from "./lazy-assert.ts";
import { type GameSubject, jointMoves, spread, type Step, stepAt } from "./random-play.ts";

/** Positions per game in checks that visit every successor. */
const POSITIONS_PER_GAME = 12;
const SUCCESSORS = 40;
/** Tolerance for sums of probabilities. */
const ROUNDING = 1e-9;

export function* steps(subject: GameSubject): Generator<Step> {
  for (const game of subject.games) yield* game;
}

export function* someSteps(subject: GameSubject, count: number = POSITIONS_PER_GAME): Generator<Step> {
  for (const game of subject.games) yield* spread(game, count);
}

export function inPosition(rules: OpenGame, position: Position): string {
  return `in ${JSON.stringify(rules.formatPosition(position))}`;
}

/** Reference perft: counts the sequences of joint moves by playing them. */
function countSequences(rules: OpenGame, position: Position, depth: number): number {
  if (depth === 0) return 1;
  const { actors, moves } = stepAt(rules, position);
  if (actors.length === 0) return 0;
  return jointMoves(moves).reduce(
    (sum, joint) => sum + countSequences(rules, rules.play(position, joint), depth - 1),
    0,
  );
}

/** Everything the rules return for a position, for comparison. */
function snapshot(rules: OpenGame, position: Position): unknown {
  const { actors, moves } = stepAt(rules, position);
  return {
    actors,
    moves,
    chanceProbabilities: rules.chanceProbabilities(position),
    result: rules.result(position),
    text: rules.formatPosition(position),
  };
}

function checkScores({ rules, totalScore }: GameSubject, scores: Scores, where: string): void {
  assertEqual(
    scores.length,
    rules.players.length,
    () => `${where}: ${scores.length} scores for ${rules.players.length} players`,
  );
  for (const score of scores) assertOk(score >= 0 && score <= 1, () => `${where}: ${score} is not a score from 0 to 1`);
  const total = scores.reduce((sum, score) => sum + score, 0);
  assertOk(
    Math.abs(total - totalScore) < ROUNDING,
    () => `${where}: the scores ${scores.join(", ")} sum to ${total}, expected ${totalScore}`,
  );
}

export const playChecks: Checks<GameSubject> = {
  "actors are players, or chance alone, each once": (subject) => {
    const { rules } = subject;
    for (const { position, actors } of steps(subject)) {
      assertEqual(new Set(actors).size, actors.length, () => `duplicate actor ${inPosition(rules, position)}`);
      if (actors.includes(CHANCE))
        assertDeepEqual(actors, [CHANCE], () => `chance acts together with others ${inPosition(rules, position)}`);
      for (const actor of actors.filter((each) => each !== CHANCE)) {
        assertOk(
          rules.players[actor] !== undefined,
          () => `actor ${actor} is not a player ${inPosition(rules, position)}`,
        );
      }
    }
  },

  "every actor has moves, distinct and in a fixed order": (subject) => {
    const { rules } = subject;
    for (const { position, actors, moves } of steps(subject)) {
      moves.forEach((list, i) => {
        assertOk(list.length > 0, () => `actor ${actors[i]} has no move ${inPosition(rules, position)}`);
        assertEqual(new Set(list).size, list.length, () => `duplicate move ${inPosition(rules, position)}`);
        assertOk(list.every(Number.isSafeInteger), () => `a move is not an integer ${inPosition(rules, position)}`);
        assertDeepEqual(
          rules.moves(position, actors[i] as Actor),
          list,
          () => `different order the second time ${inPosition(rules, position)}`,
        );
      });
    }
  },

  "chance probabilities match the chance moves and sum to 1": (subject) => {
    const { rules } = subject;
    for (const { position, actors, moves } of steps(subject)) {
      const chanceProbabilities = rules.chanceProbabilities(position);
      const expected = actors[0] === CHANCE ? moves[0]?.length : 0;
      assertEqual(
        chanceProbabilities.length,
        expected,
        () => `${chanceProbabilities.length} probabilities for ${expected} chance moves ${inPosition(rules, position)}`,
      );
      if (chanceProbabilities.length === 0) continue;
      assertOk(
        chanceProbabilities.every((probability) => probability > 0 && probability <= 1),
        () => `a probability outside (0, 1] ${inPosition(rules, position)}`,
      );
      const sum = chanceProbabilities.reduce((total, probability) => total + probability, 0);
      assertOk(Math.abs(sum - 1) < ROUNDING, () => `probabilities sum to ${sum} ${inPosition(rules, position)}`);
    }
  },

  "a position has a result if and only if nobody acts": (subject) => {
    const { rules } = subject;
    for (const { position, actors } of steps(subject)) {
      assertEqual(
        rules.result(position) !== null,
        actors.length === 0,
        () => `result and actors disagree ${inPosition(rules, position)}`,
      );
    }
  },

  "there is one score per player, and they sum to the total": (subject) => {
    const { rules } = subject;
    let ended = 0;
    for (const { position } of steps(subject)) {
      const scores = rules.result(position);
      if (scores === null) continue;
      ended++;
      checkScores(subject, scores, inPosition(rules, position));
    }
    assert.ok(ended > 0, "no random game reached its end: raise `plies`, or give `positions` near the end");
  },

  "no call modifies its position": (subject) => {
    const { rules } = subject;
    for (const { position, actors, moves } of someSteps(subject)) {
      const before = position.slice();
      const joint = moves.map((list) => list[0] as Move);
      rules.view(position);
      rules.perft(position, 1);
      snapshot(rules, position);
      for (const move of moves[0] ?? []) rules.parseMove(position, rules.formatMove(position, move));
      const next = actors.length > 0 ? rules.play(position, joint) : null;
      assertDeepEqual(position, before, () => `modified ${inPosition(rules, before)}`);
      // A successor that shares bytes with its predecessor would change together with it.
      assert.ok(
        next === null || next.buffer !== position.buffer || next.byteOffset !== position.byteOffset,
        "play returns its argument",
      );
    }
  },

  "every joint move can be played, and leads to a position of the same size": (subject) => {
    const { rules } = subject;
    const size = rules.initial().length;
    for (const { position, moves, actors } of someSteps(subject)) {
      assertEqual(position.length, size, () => `${position.length} bytes, not ${size}, ${inPosition(rules, position)}`);
      if (actors.length === 0) continue;
      for (const joint of spread(jointMoves(moves), SUCCESSORS)) {
        const next = rules.play(position, joint);
        assertEqual(
          next.length,
          size,
          () => `${next.length} bytes, not ${size}, after ${joint.join(" ")} ${inPosition(rules, position)}`,
        );
        assertDeepEqual(
          rules.play(position, joint),
          next,
          () => `${joint.join(" ")} leads to a different position the second time ${inPosition(rules, position)}`,
        );
        assertEqual(
          rules.result(next) !== null,
          rules.actors(next).length === 0,
          () => `result and actors disagree ${inPosition(rules, next)}`,
        );
      }
    }
  },

  "a copy of the bytes is the same position, also for another instance of the rules": (subject) => {
    const { rules, other } = subject;
    assert.deepEqual(other.initial(), rules.initial(), "two instances have different initial positions");
    for (const { position } of someSteps(subject)) {
      const copy = Uint8Array.from(position);
      assert.deepEqual(snapshot(rules, copy), snapshot(rules, position), inPosition(rules, position));
      assertDeepEqual(
        snapshot(other, copy),
        snapshot(rules, position),
        () => `different instance ${inPosition(rules, position)}`,
      );
    }
  },

  "perft equals the number of move sequences": (subject) => {
    const { rules, perftDepth } = subject;
    for (const game of subject.games) {
      for (const { position, moves, actors } of spread(game, 3)) {
        assertEqual(rules.perft(position, 0), 1, () => `perft 0 ${inPosition(rules, position)}`);
        const joint = actors.length === 0 ? [] : jointMoves(moves);
        for (let depth = 1; depth <= perftDepth; depth++) {
          const counted = rules.perft(position, depth);
          const parts = joint.reduce((sum, each) => sum + rules.perft(rules.play(position, each), depth - 1), 0);
          assertEqual(
            counted,
            parts,
            () => `perft ${depth} is not the sum over the moves ${inPosition(rules, position)}`,
          );
          assertEqual(
            counted,
            countSequences(rules, position, depth),
            () => `perft ${depth} ${inPosition(rules, position)}`,
          );
        }
      }
    }
  },
};
