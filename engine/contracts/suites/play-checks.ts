/** Checks of a game's play: who moves, what is legal, what a move does, how a game ends. */
import assert from "node:assert/strict";
import { CHANCE, type Position, type Rules, type Scores } from "../game.ts";
import type { Checks } from "./register.ts";
import { type GameSubject, jointMoves, spread, type Step, stepAt } from "./random-play.ts";

/** Where a check looks at every successor, some positions of each game do. */
const POSITIONS_OF_A_GAME = 12;
const SUCCESSORS = 40;
/** Sums of probabilities carry rounding of this order. */
const ROUNDING = 1e-9;

export function* steps(subject: GameSubject): Generator<Step> {
  for (const walk of subject.walks) yield* walk;
}

export function* someSteps(subject: GameSubject, count: number = POSITIONS_OF_A_GAME): Generator<Step> {
  for (const walk of subject.walks) yield* spread(walk, count);
}

export function about(rules: Rules, position: Position): string {
  return `in ${JSON.stringify(rules.formatPosition(position))}`;
}

/** Sequences of joint moves, counted by playing them. */
export function countSequences(rules: Rules, position: Position, depth: number): number {
  if (depth === 0) return 1;
  const { actors, moves } = stepAt(rules, position);
  if (actors.length === 0) return 0;
  return jointMoves(moves).reduce(
    (sum, joint) => sum + countSequences(rules, rules.play(position, joint), depth - 1),
    0,
  );
}

/** All that the rules say of a position, for comparing. */
function said(rules: Rules, position: Position): unknown {
  const { actors, moves } = stepAt(rules, position);
  return {
    actors,
    moves,
    chances: rules.chanceProbabilities(position),
    result: rules.result(position),
    text: rules.formatPosition(position),
  };
}

function checkScores({ rules, totalScore }: GameSubject, scores: Scores, where: string): void {
  assert.equal(
    scores.length,
    rules.players.length,
    `${where}: ${scores.length} scores for ${rules.players.length} players`,
  );
  for (const score of scores) assert.ok(score >= 0 && score <= 1, `${where}: ${score} is not a score from 0 to 1`);
  const total = scores.reduce((sum, score) => sum + score, 0);
  assert.ok(
    Math.abs(total - totalScore) < ROUNDING,
    `${where}: the scores ${scores.join(", ")} sum to ${total}, not to ${totalScore}`,
  );
}

export const playChecks: Checks<GameSubject> = {
  "actors are players, or chance alone, each once": (subject) => {
    const { rules } = subject;
    for (const { position, actors } of steps(subject)) {
      assert.equal(new Set(actors).size, actors.length, `an actor twice ${about(rules, position)}`);
      if (actors.includes(CHANCE))
        assert.deepEqual(actors, [CHANCE], `chance moves with others ${about(rules, position)}`);
      for (const actor of actors.filter((each) => each !== CHANCE)) {
        assert.ok(rules.players[actor] !== undefined, `actor ${actor} is no player ${about(rules, position)}`);
      }
    }
  },

  "every actor has moves, distinct and in a fixed order": (subject) => {
    const { rules } = subject;
    for (const { position, actors, moves } of steps(subject)) {
      moves.forEach((list, i) => {
        assert.ok(list.length > 0, `actor ${actors[i]} has no move ${about(rules, position)}`);
        assert.equal(new Set(list).size, list.length, `a move twice ${about(rules, position)}`);
        assert.ok(list.every(Number.isSafeInteger), `a move is no integer ${about(rules, position)}`);
        assert.deepEqual(
          rules.moves(position, actors[i] as number),
          list,
          `another order the second time ${about(rules, position)}`,
        );
      });
    }
  },

  "chances are those of the moves of chance and sum to 1": (subject) => {
    const { rules } = subject;
    for (const { position, actors, moves } of steps(subject)) {
      const chances = rules.chanceProbabilities(position);
      const expected = actors[0] === CHANCE ? moves[0]?.length : 0;
      assert.equal(
        chances.length,
        expected,
        `${chances.length} chances for ${expected} moves of chance ${about(rules, position)}`,
      );
      if (chances.length === 0) continue;
      assert.ok(
        chances.every((chance) => chance > 0 && chance <= 1),
        `a chance outside of 0 to 1 ${about(rules, position)}`,
      );
      const sum = chances.reduce((total, chance) => total + chance, 0);
      assert.ok(Math.abs(sum - 1) < ROUNDING, `chances sum to ${sum} ${about(rules, position)}`);
    }
  },

  "a game has a result exactly where nobody acts": (subject) => {
    const { rules } = subject;
    for (const { position, actors } of steps(subject)) {
      assert.equal(
        rules.result(position) !== null,
        actors.length === 0,
        `result and actors disagree ${about(rules, position)}`,
      );
    }
  },

  "scores are one for each player and sum to what there is to win": (subject) => {
    const { rules } = subject;
    let ended = 0;
    for (const { position } of steps(subject)) {
      const scores = rules.result(position);
      if (scores === null) continue;
      ended++;
      checkScores(subject, scores, about(rules, position));
    }
    assert.ok(ended > 0, "no random game came to its end: raise `plies`, or give `positions` near an end");
  },

  "no call changes the position it is given": (subject) => {
    const { rules } = subject;
    for (const { position, actors, moves } of someSteps(subject)) {
      const before = position.slice();
      const joint = moves.map((list) => list[0] as number);
      rules.view(position);
      rules.perft(position, 1);
      said(rules, position);
      for (const move of moves[0] ?? []) rules.parseMove(position, rules.formatMove(position, move));
      const next = actors.length > 0 ? rules.play(position, joint) : null;
      assert.deepEqual(position, before, `changed ${about(rules, before)}`);
      // A successor that shares bytes with its predecessor would change together with it.
      assert.ok(
        next === null || next.buffer !== position.buffer || next.byteOffset !== position.byteOffset,
        "play gives the same bytes back",
      );
    }
  },

  "every joint move can be played, and leads to a position of the same size": (subject) => {
    const { rules } = subject;
    const size = rules.initial().length;
    for (const { position, moves, actors } of someSteps(subject)) {
      assert.equal(position.length, size, `${position.length} bytes, not ${size}, ${about(rules, position)}`);
      if (actors.length === 0) continue;
      for (const joint of spread(jointMoves(moves), SUCCESSORS)) {
        const next = rules.play(position, joint);
        assert.equal(
          next.length,
          size,
          `${next.length} bytes, not ${size}, after ${joint.join(" ")} ${about(rules, position)}`,
        );
        assert.deepEqual(
          rules.play(position, joint),
          next,
          `${joint.join(" ")} leads elsewhere the second time ${about(rules, position)}`,
        );
        assert.equal(
          rules.result(next) !== null,
          rules.actors(next).length === 0,
          `result and actors disagree ${about(rules, next)}`,
        );
      }
    }
  },

  "a copy of the bytes is the same position, also to another instance of the rules": (subject) => {
    const { rules, other } = subject;
    assert.deepEqual(other.initial(), rules.initial(), "two instances start differently");
    for (const { position } of someSteps(subject)) {
      const copy = Uint8Array.from(position);
      assert.deepEqual(said(rules, copy), said(rules, position), about(rules, position));
      assert.deepEqual(said(other, copy), said(rules, position), `another instance ${about(rules, position)}`);
    }
  },

  "perft counts the sequences that playing all moves gives": (subject) => {
    const { rules, perftDepth } = subject;
    for (const walk of subject.walks) {
      for (const { position, moves, actors } of spread(walk, 3)) {
        assert.equal(rules.perft(position, 0), 1, `perft 0 ${about(rules, position)}`);
        const joint = actors.length === 0 ? [] : jointMoves(moves);
        for (let depth = 1; depth <= perftDepth; depth++) {
          const counted = rules.perft(position, depth);
          const parts = joint.reduce((sum, each) => sum + rules.perft(rules.play(position, each), depth - 1), 0);
          assert.equal(counted, parts, `perft ${depth} is not the sum over the moves ${about(rules, position)}`);
          assert.equal(counted, countSequences(rules, position, depth), `perft ${depth} ${about(rules, position)}`);
        }
      }
    }
  },
};
