/** Plans: hunt the enemy camel, retreat from stronger pieces, flip. */
import { distance, EMPTY, isFrozen, strengthOf, TRAPS } from "../graphs/board.ts";
import { type Analysis, squaresWhere, hasStrongerNeighbour } from "../analysis.ts";
import { bestOf, byPiece, endOf, ownMoved } from "../category.ts";
import { GONE } from "../constants.ts";
import type { Outcome } from "../outcomes.ts";
import { pieceText, type PlanKind } from "../plan.ts";
import { CAMEL, DOG, HORSE, isEnemy, isHunted, landingScore, RABBIT, rowOf, valueOf } from "../evaluate.ts";

export const camelHunting: PlanKind = {
  name: "camel hunt",
  category: "attacks",
  about: "the enemy's camel is nearer to our elephant than to its own",
  consider: ({ analysis, keep, seed, extensions }) => {
    const hunt = analysis.camelHunt;
    if (!hunt || (hunt.away === 1 && isFrozen(analysis.cells, hunt.camel))) return null;
    const { camel, elephant } = hunt;
    return {
      reason: `the ${pieceText(analysis, camel)} is within our elephant's reach, and its own is farther away`,
      moves: () =>
        bestOf(analysis.node, (outcome) => huntScore(outcome, camel, elephant), {
          keep,
          seed,
          extensions,
          key: byPiece(elephant),
        }),
    };
  },
};

/** Closer is better, adjacent with the camel frozen is best; only the elephant moves. */
function huntScore(outcome: Outcome, camel: number, elephant: number): number | null {
  const hunter = endOf(outcome, elephant);
  const prey = endOf(outcome, camel);
  if (hunter === elephant || hunter === GONE || prey === GONE || ownMoved(outcome) > 1) return null;
  const away = distance(hunter, prey);
  if (away >= distance(elephant, camel) && away > 1) return null;
  const held = away === 1 && isFrozen(outcome.after, prey);
  return landingScore(outcome) - 2 * away + (held ? 3 : 0);
}

export const retreat: PlanKind = {
  name: "retreat",
  category: "retreats",
  about: "a piece of ours stands beside a stronger enemy, or is hunted by one away from home",
  consider: ({ analysis, keep, seed, extensions }) => {
    const square = exposedPiece(analysis);
    if (square === null) return null;
    const frozen = analysis.frozen.includes(square) ? " and is frozen" : "";
    const where = hasStrongerNeighbour(analysis.cells, square)
      ? `stands beside a stronger piece${frozen}`
      : "is hunted";
    return {
      reason: `the ${pieceText(analysis, square)} ${where}`,
      moves: () =>
        bestOf(analysis.node, (outcome) => retreatScore(outcome, square), {
          keep,
          seed,
          extensions,
          key: byPiece(square),
        }),
    };
  },
};

/** The most valuable exposed piece: a camel anywhere, others beyond the third row, or from dogs up frozen near a trap. */
function exposedPiece({ cells, exposed, frozen }: Analysis): number | null {
  const found = exposed.find((square) => {
    const strength = strengthOf(cells[square]!);
    if (strength === CAMEL) return true;
    if (strength < DOG) return rowOf(square) >= 4;
    return rowOf(square) >= 4 || (frozen.includes(square) && TRAPS.some((trap) => distance(square, trap) <= 2));
  });
  if (found !== undefined) return found;
  // Camel and horses retreat before a stronger enemy is adjacent.
  const hunted = [CAMEL, HORSE].flatMap((piece) => squaresWhere(cells, (content) => content === piece));
  return hunted.find((square) => isHunted(cells, square)) ?? null;
}

/** Away from stronger enemies, or at least no longer frozen. */
function retreatScore(outcome: Outcome, square: number): number | null {
  const end = endOf(outcome, square);
  if (end === GONE) return null;
  const { after, before } = outcome;
  const wasHunted = !hasStrongerNeighbour(before, square);
  if (wasHunted && (end === square || isHunted(after, end))) return null;
  const stillExposed = hasStrongerNeighbour(after, end);
  if (stillExposed && (!isFrozen(before, square) || isFrozen(after, end))) return null;
  return landingScore(outcome) + (stillExposed ? 0 : 2);
}

export const flip: PlanKind = {
  name: "flip",
  category: "kidnappings",
  about: "an enemy beside a stronger piece of ours can be turned over to our side of it",
  consider: ({ analysis, keep, seed, extensions }) => {
    const [first] = analysis.flips;
    if (!first || analysis.node.steps < 4) return null;
    return {
      reason: `the ${pieceText(analysis, first.victim)} can be flipped by the ${pieceText(analysis, first.by)}`,
      moves: () => bestOf(analysis.node, flipScore, { keep, seed, extensions }),
    };
  },
};

/** An enemy moved two rows nearer to us by one own piece. */
function flipScore(outcome: Outcome): number | null {
  const { moved, from, to, piece, after } = outcome;
  if (ownMoved(outcome) > 1) return null;
  for (let i = 0; i < moved; i++) {
    const end = to[i]!;
    if (!isEnemy(piece[i]!) || end === GONE || strengthOf(piece[i]!) <= RABBIT) continue;
    if (rowOf(from[i]!) - rowOf(end) < 2) continue;
    const held = isFrozen(after, end);
    return landingScore(outcome) + valueOf(piece[i]!) + (held ? 2 : 0) + (after[end - 8] === EMPTY ? 0 : 0.5);
  }
  return null;
}
