/**
 * Alpha-beta with iterative deepening on a game's rules in TypeScript, for evaluations that are not in a kernel. Every player but the one
 * that searches is assumed to minimize its value; chance nodes are averaged.
 */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { CHANCE, type Move, type PlayerNumber, type Position } from "../engine/contracts/position.ts";
import type { Choice, ChooseOptions, Limits, Player } from "../engine/contracts/player.ts";
import { legalMovesOf } from "../engine/search/legal.ts";
import { MAX_EVALUATION, WIN_VALUE } from "../engine/search/values.ts";
import { tighter } from "../engine/search/parameters.ts";

export interface MinimaxSpec {
  readonly text: string;
  readonly evaluate: (position: Position, player: PlayerNumber) => number;
  readonly unit: string;
  readonly depth: number | null;
  readonly milliseconds: number | null;
  /** Without any limit. */
  readonly defaultDepth: number;
}

/** Deepest iteration with a time limit. */
const MAX_DEPTH = 60;
/** Nodes between two looks at the clock. */
const CLOCK_NODES = 256;

class OutOfTime extends Error {}

interface Search {
  readonly player: PlayerNumber;
  readonly mustStop: () => boolean;
  nodes: number;
}

export function minimax(rules: OpenGame, spec: MinimaxSpec): Player {
  if (rules.hidden)
    throw new GameloreError("bad-player", `minimax does not play ${rules.game.id}: it has hidden information`);

  /** The value for the searching player. */
  const valueOf = (
    position: Position,
    depth: number,
    ply: number,
    low: number,
    high: number,
    search: Search,
  ): number => {
    if (++search.nodes % CLOCK_NODES === 0 && search.mustStop()) throw new OutOfTime();
    const scores = rules.result(position);
    if (scores) return endValue(scores[search.player] ?? 0, ply);
    const actors = rules.actors(position);
    const [actor] = actors;
    if (actor === undefined || actors.length > 1)
      throw new GameloreError("bad-player", `minimax does not play ${rules.game.id}: players move at the same time`);
    if (actor === CHANCE) {
      // Averages need exact values: the window is not passed on.
      const probabilities = rules.chanceProbabilities(position);
      return rules
        .moves(position, CHANCE)
        .reduce(
          (sum, move, i) =>
            sum +
            (probabilities[i] ?? 0) * valueOf(rules.play(position, [move]), depth, ply, -Infinity, Infinity, search),
          0,
        );
    }
    if (depth === 0) {
      const value = spec.evaluate(position, search.player);
      return Math.max(-MAX_EVALUATION, Math.min(MAX_EVALUATION, value));
    }
    const isOwn = actor === search.player;
    let [alpha, beta] = [low, high];
    let best = isOwn ? -Infinity : Infinity;
    for (const move of rules.moves(position, actor)) {
      const value = valueOf(rules.play(position, [move]), depth - 1, ply + 1, alpha, beta, search);
      if (isOwn) alpha = Math.max(alpha, (best = Math.max(best, value)));
      else beta = Math.min(beta, (best = Math.min(best, value)));
      if (alpha >= beta) break;
    }
    return best;
  };

  const choose = async (position: Position, limits: Limits, options: ChooseOptions = {}): Promise<Choice> => {
    const { signal, forbidden } = options;
    const started = performance.now();
    const milliseconds = tighter(limits.milliseconds, spec.milliseconds);
    const depthLimit =
      tighter(limits.depth, spec.depth) ?? (milliseconds === undefined ? spec.defaultDepth : MAX_DEPTH);
    const player = (options.actor ?? rules.actors(position)[0]) as PlayerNumber;
    const legal = legalMovesOf(rules, position, player);
    const children = legal.map((move) => ({ move, position: rules.play(position, [move]) }));
    const allowed = children.filter((child) => !forbidden?.(child.position));
    let ordered = allowed.length > 0 ? allowed : children;
    const isLate = (): boolean => milliseconds !== undefined && performance.now() - started > milliseconds;
    const search: Search = { player, mustStop: () => isLate() || signal?.aborted === true, nodes: 0 };
    let found = { move: (ordered[0] as { move: Move }).move, value: null as number | null, depth: 0 };
    for (let depth = 1; depth <= depthLimit && !search.mustStop(); depth++) {
      // Signals arrive between two iterations.
      await new Promise(setImmediate);
      try {
        const values = new Map<Move, number>();
        let low = -Infinity;
        for (const child of ordered) {
          // A later move with the same value fails low and stays behind: the sort is stable.
          const value = valueOf(child.position, depth - 1, 1, low, Infinity, search);
          values.set(child.move, value);
          low = Math.max(low, value);
        }
        ordered = ordered.toSorted((a, b) => (values.get(b.move) ?? 0) - (values.get(a.move) ?? 0));
        found = { move: (ordered[0] as { move: Move }).move, value: low, depth };
        if (Math.abs(low) > MAX_EVALUATION) break;
      } catch (error) {
        if (!(error instanceof OutOfTime)) throw error;
        break;
      }
    }
    const { move, value, depth } = found;
    const info = {
      value,
      unit: spec.unit,
      pv: [move],
      nodes: search.nodes,
      milliseconds: performance.now() - started,
      depth,
    };
    return { move, info };
  };

  return { text: spec.text, choose, close: async () => {} };
}

/** Wins sooner and losses later are better. */
function endValue(score: number, ply: number): number {
  if (score > 0.5) return WIN_VALUE - ply;
  return score < 0.5 ? ply - WIN_VALUE : 0;
}
