/** Plans that hold enemy pieces: frames, hostages near our home traps, forks. */
import { distance, EMPTY, isFrozen, NEIGHBOURS, SQUARES, strengthOf, TRAPS } from "../graphs/board.ts";
import type { Analysis } from "../analysis.ts";
import { bestOf, ownMoved } from "../category.ts";
import { forkedBy, type Frame, isLoose } from "../features.ts";
import type { Cells } from "../rat-kernel.ts";
import { GONE } from "../constants.ts";
import type { Outcome } from "../outcomes.ts";
import { pieceText, type PlanKind, squareText } from "../plan.ts";
import { CAMEL, DOG, ELEPHANT, HORSE, isEnemy, isOwn, landingScore } from "../evaluate.ts";

export const frame: PlanKind = {
  name: "frame",
  category: "frames",
  about: "an enemy on a trap can be shut in there",
  consider: ({ analysis, keep, seed, extensions }) => {
    const open = analysis.frames.find(({ ours, complete, kept }) => !ours && !complete && kept.length <= 2);
    if (!open) return null;
    return {
      reason: `the ${pieceText(analysis, open.trap)} stands on a trap and can be framed`,
      moves: () => bestOf(analysis.node, (outcome) => frameScore(outcome, open), { keep, seed, extensions }),
    };
  },
};

/** More own pieces next to the trap; weak ones there free the strong ones. */
function frameScore(outcome: Outcome, { trap, closed }: Frame): number | null {
  const { after } = outcome;
  if (!isEnemy(after[trap]!)) return null;
  let now = 0;
  let strength = 0;
  for (const next of NEIGHBOURS[trap]!) {
    if (!isOwn(after[next]!)) continue;
    now++;
    strength += strengthOf(after[next]!);
  }
  return now <= closed ? null : 3 * now - 0.2 * strength + 0.5 * landingScore(outcome);
}

/** c3 and f3 from the view of the side to move. */
const HOME_TRAPS: readonly number[] = [TRAPS[2]!, TRAPS[3]!];

/** An enemy frozen within two squares of a home trap. */
function isHeld(cells: Cells, square: number): boolean {
  return isFrozen(cells, square) && homeDistance(square) <= 2;
}

function homeDistance(square: number): number {
  return Math.min(...HOME_TRAPS.map((trap) => distance(square, trap)));
}

/** Enemies of dog strength or more near our traps, with a stronger own piece in reach. */
function catchable(analysis: Analysis): number[] {
  const { cells } = analysis;
  const found: number[] = [];
  for (let square = 0; square < SQUARES; square++) {
    const piece = cells[square]!;
    if (!isEnemy(piece) || strengthOf(piece) < DOG || strengthOf(piece) === ELEPHANT) continue;
    if (homeDistance(square) > 3 || isHeld(cells, square)) continue;
    if (strongerWithin(cells, square, 3)) found.push(square);
  }
  return found.sort((a, b) => strengthOf(cells[b]!) - strengthOf(cells[a]!));
}

function strongerWithin(cells: Cells, square: number, most: number): boolean {
  const strength = strengthOf(cells[square]!);
  return cells.some(
    (content, other) => isOwn(content) && strengthOf(content) > strength && distance(square, other) <= most,
  );
}

export const hostage: PlanKind = {
  name: "hostage",
  category: "kidnappings",
  about: "an enemy dog, horse or camel near our trap can be taken hostage",
  consider: ({ analysis, keep, seed, extensions }) => {
    const [first, ...others] = catchable(analysis);
    if (first === undefined) return null;
    return {
      reason: `the ${pieceText(analysis, first)} can be taken hostage next to our trap`,
      moves: () =>
        bestOf(analysis.node, (outcome) => hostageScore(outcome, [first, ...others]), { keep, seed, extensions }),
    };
  },
};

/** By the strongest piece held afterwards; a weaker holder is better, since it leaves the elephant free. */
function hostageScore(outcome: Outcome, victims: readonly number[]): number | null {
  const { after, moved, from, to } = outcome;
  let best: number | null = null;
  for (const victim of victims) {
    let square = victim;
    for (let i = 0; i < moved; i++) if (from[i] === victim) square = to[i]!;
    if (square === GONE || !isEnemy(after[square]!) || !isHeld(after, square)) continue;
    const strength = strengthOf(after[square]!);
    const holder = Math.min(
      ...NEIGHBOURS[square]!.map((next) =>
        isOwn(after[next]!) && strengthOf(after[next]!) > strength ? strengthOf(after[next]!) : ELEPHANT,
      ),
    );
    best = Math.max(best ?? Number.NEGATIVE_INFINITY, 2 * strength - 0.7 * holder);
  }
  return best === null ? null : best + 0.5 * landingScore(outcome);
}

export const fork: PlanKind = {
  name: "fork",
  category: "attacks",
  about: "a horse, the camel or the elephant can threaten two pieces at once",
  consider: ({ analysis, keep, seed, extensions }) => {
    const target = forkSquare(analysis);
    if (target === null) return null;
    return {
      reason: `from ${squareText(analysis, target.square)} the ${pieceText(analysis, target.by)} would threaten two pieces`,
      moves: () => bestOf(analysis.node, forkScore, { keep, seed, extensions }),
    };
  },
};

/** The maximum distance of the forking piece, in steps. */
const FORK_REACH = 3;

/** An empty square next to two loose enemies that a stronger own piece can reach. */
function forkSquare({ cells, forks, node }: Analysis): { readonly square: number; readonly by: number } | null {
  if (forks.length > 0) return null;
  const reach = Math.min(FORK_REACH, node.steps);
  for (let square = 0; square < SQUARES; square++) {
    if (cells[square] !== EMPTY) continue;
    const loose = NEIGHBOURS[square]!.filter((next) => isEnemy(cells[next]!) && isLoose(cells, next));
    if (loose.length < 2) continue;
    const needed = loose.map((next) => strengthOf(cells[next]!)).sort((a, b) => a - b)[1]!;
    for (let by = 0; by < SQUARES; by++) {
      const strength = isOwn(cells[by]!) ? strengthOf(cells[by]!) : 0;
      if (strength >= HORSE && strength > needed && distance(by, square) <= reach && !isFrozen(cells, by))
        return { square, by };
    }
  }
  return null;
}

function forkScore(outcome: Outcome): number | null {
  if (ownMoved(outcome) !== 1) return null;
  const { after, to, piece, moved } = outcome;
  for (let i = 0; i < moved; i++) {
    if (!isOwn(piece[i]!) || strengthOf(piece[i]!) < HORSE) continue;
    const victims = forkedBy(after, to[i]!);
    if (victims.length < 2) return null;
    const threatened = victims.reduce((sum, square) => sum + strengthOf(after[square]!), 0);
    return threatened + landingScore(outcome) - (strengthOf(piece[i]!) === CAMEL ? 1 : 0);
  }
  return null;
}
