/** Plans around traps: protect ours and attack theirs by local patterns, and move own pieces off traps. */
import { distance, NEIGHBOURS, strengthOf, TRAPS } from "../graphs/board.ts";
import { type Analysis, type TrapControl, trapControl } from "../analysis.ts";
import { bestOf, byPiece, endOf } from "../category.ts";
import type { Cells } from "../rat-kernel.ts";
import { GONE } from "../constants.ts";
import type { Outcome } from "../outcomes.ts";
import { pieceText, type PlanKind, squareText } from "../plan.ts";
import type { TrapPatterns } from "../patterns/trap-patterns.ts";
import { HORSE, isEnemy, isOwn, landingScore, RABBIT } from "../evaluate.ts";

/** Evaluates the pieces around a trap: by patterns, and by the balance of adjacent pieces. */
export class TrapEvaluator {
  readonly #patterns: TrapPatterns;
  readonly #trap: number;
  readonly #before: number;

  constructor(patterns: TrapPatterns, cells: Cells, trap: number) {
    this.#patterns = patterns;
    this.#trap = trap;
    this.#before = this.#value(cells);
  }

  /** The gain of a turn; 0 if it does not touch the surroundings of the trap. */
  gain({ after, moved, from, to }: Outcome): number {
    const set = this.#patterns.traps[this.#trap]!;
    const square = TRAPS[this.#trap]!;
    const near = (each: number): boolean => each !== GONE && (set.isRelevant(each) || distance(each, square) === 1);
    for (let i = 0; i < moved; i++) if (near(from[i]!) || near(to[i]!)) return this.#value(after) - this.#before;
    return 0;
  }

  #value(cells: Cells): number {
    const { own, ownStrength, enemy, enemyStrength } = trapControl(cells, TRAPS[this.#trap]!);
    const control = Math.min(own, 3) - Math.min(enemy, 3) + 0.2 * (ownStrength - enemyStrength);
    return control + this.#patterns.traps[this.#trap]!.value(cells);
  }
}

/** A home trap with an enemy stronger than a cat within two squares that we do not hold well. */
function attackedTrap({ cells, traps }: Analysis): TrapControl | null {
  const attacked = traps.filter(({ square, home, own, ownStrength, enemy }) => {
    if (!home || own >= 3) return false;
    let attackers = 0;
    let strongest = 0;
    for (let at = 0; at < cells.length; at++) {
      if (!isEnemy(cells[at]!) || strengthOf(cells[at]!) <= RABBIT + 1 || distance(at, square) > 2) continue;
      attackers++;
      strongest = Math.max(strongest, strengthOf(cells[at]!));
    }
    if (attackers === 0) return false;
    return own <= 1 || enemy >= 1 || strongest > ownStrength;
  });
  return attacked.sort((a, b) => a.own - b.own || b.enemyStrength - a.enemyStrength)[0] ?? null;
}

export const trapDefence: PlanKind = {
  name: "trap defence",
  category: "trap protections",
  about: "an enemy is at one of our home traps",
  consider: ({ analysis, knowledge, keep, seed, extensions }) => {
    const trap = attackedTrap(analysis);
    if (!trap) return null;
    return {
      reason: `our trap ${squareText(analysis, trap.square)} is attacked and has ${trap.own === 1 ? "1 guard" : `${trap.own} guards`}`,
      moves: () => {
        const evaluator = new TrapEvaluator(knowledge.patterns, analysis.cells, TRAPS.indexOf(trap.square));
        return bestOf(analysis.node, (outcome) => gainScore(outcome, evaluator), { keep, seed, extensions });
      },
    };
  },
};

function gainScore(outcome: Outcome, evaluator: TrapEvaluator): number | null {
  const gain = evaluator.gain(outcome);
  return gain <= 0 ? null : gain + landingScore(outcome);
}

/** Horses, the camel and the elephant may lead an attack. */
function attackable({ traps, cells }: Analysis): TrapControl | null {
  const able = traps.filter(({ square, home, ownStrength, enemyStrength, own }) => {
    if (home || (own >= 2 && ownStrength > enemyStrength)) return false;
    return cells.some((content, at) => isOwn(content) && strengthOf(content) >= HORSE && distance(at, square) <= 4);
  });
  return able.sort((a, b) => b.own - a.own || a.enemy - b.enemy || a.enemyStrength - b.enemyStrength)[0] ?? null;
}

export const attack: PlanKind = {
  name: "attack",
  category: "attacks",
  about: "one of the enemy's traps can be attacked",
  consider: ({ analysis, knowledge, keep, seed, extensions }) => {
    const trap = attackable(analysis);
    if (!trap) return null;
    return {
      reason: `the trap ${squareText(analysis, trap.square)} can be attacked: ${trap.own} of ours and ${trap.enemy} of theirs are beside it`,
      moves: () => {
        const evaluator = new TrapEvaluator(knowledge.patterns, analysis.cells, TRAPS.indexOf(trap.square));
        return bestOf(analysis.node, (outcome) => gainScore(outcome, evaluator), { keep, seed, extensions });
      },
    };
  },
};

export const trapClearing: PlanKind = {
  name: "trap clearing",
  category: "retreats",
  about: "a piece of ours stands on a trap without need",
  consider: ({ analysis, keep, seed, extensions }) => {
    const square = TRAPS.find((trap) => isOwn(analysis.cells[trap]!) && adjacentFriends(analysis.cells, trap) <= 2);
    if (square === undefined) return null;
    return {
      reason: `the ${pieceText(analysis, square)} stands on a trap with ${adjacentFriends(analysis.cells, square)} beside it`,
      moves: () =>
        bestOf(analysis.node, (outcome) => clearScore(outcome, square), {
          keep,
          seed,
          extensions,
          key: byPiece(square),
        }),
    };
  },
};

function adjacentFriends(cells: Cells, square: number): number {
  return NEIGHBOURS[square]!.filter((next) => isOwn(cells[next]!)).length;
}

function clearScore(outcome: Outcome, square: number): number | null {
  const end = endOf(outcome, square);
  if (end === square || end === GONE || TRAPS.includes(end)) return null;
  return isOwn(outcome.after[square]!) ? null : landingScore(outcome);
}
