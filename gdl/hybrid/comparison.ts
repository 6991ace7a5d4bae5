/**
 * Short games before the first move: which evaluation of alpha-beta is stronger in this game, which playouts of UCT, and whether alpha-beta is
 * stronger than UCT.
 */
import type { Actor, Position } from "../../engine/contracts/position.ts";
import type { KernelSearch } from "../../engine/search/kernel-player.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { GdlSearchContext } from "../search-context.ts";

/** Random plies before the players choose. */
const OPENING_PLIES = 4;
const MS_PER_MOVE = { min: 20, max: 100 } as const;
/** Games for which the time is divided. */
const GAMES = 10;
/** A rough length of a game, in plies with a choice. */
const USUAL_PLIES = 40;
/** Later games change nothing that matters. */
const MAX_GAMES = 24;
/** Games between the two kinds of either search, in at most this share of the time each. */
const KIND_GAMES = { most: 8, share: 0.3 } as const;
const SEED = 17;

/** Points of one player: 1 for a win, half for a draw. */
interface Score {
  readonly games: number;
  readonly points: number;
}

export interface ComparisonResult {
  /** Of alpha-beta against UCT. */
  readonly alphabeta: Score;
  /** Of alpha-beta with the values of pieces only, against features. */
  readonly pieces: Score;
  /** Of UCT with playouts that end early, by the values of pieces, against playouts to the end. */
  readonly cut: Score;
}

const NO_GAMES: Score = { games: 0, points: 0 };
export const NOT_COMPARED: ComparisonResult = { alphabeta: NO_GAMES, pieces: NO_GAMES, cut: NO_GAMES };

/** The players that are compared. */
export interface Compared {
  readonly uct: KernelSearch;
  readonly features: KernelSearch;
  /** Those with the values of pieces, in games where pieces have values. */
  readonly withPieces: { readonly uct: KernelSearch; readonly alphabeta: KernelSearch } | null;
}

export class Comparison {
  readonly #context: GdlSearchContext;
  readonly #random = new SeededRandom(SEED);
  result: ComparisonResult = NOT_COMPARED;

  constructor(context: GdlSearchContext) {
    this.#context = context;
  }

  /** Whether alpha-beta won more than half of the points. */
  get alphabetaLeads(): boolean {
    return isAhead(this.result.alphabeta);
  }

  /** Whether alpha-beta is stronger with the values of pieces only. */
  get piecesLead(): boolean {
    return isAhead(this.result.pieces);
  }

  /** Whether UCT is stronger with playouts that end early. */
  get cutLeads(): boolean {
    return isAhead(this.result.cut);
  }

  async compare({ uct, features, withPieces }: Compared, milliseconds: number, signal?: AbortSignal): Promise<void> {
    const began = performance.now();
    const match = (
      name: keyof ComparisonResult,
      players: readonly [KernelSearch, KernelSearch],
      { most, share }: { readonly most: number; readonly share: number },
    ): Promise<void> =>
      this.#match(players, this.result[name], most, began + share * milliseconds, signal, (score) => {
        this.result = { ...this.result, [name]: score };
      });
    if (withPieces) {
      await match("pieces", [withPieces.alphabeta, features], KIND_GAMES);
      await match("cut", [withPieces.uct, uct], { ...KIND_GAMES, share: 2 * KIND_GAMES.share });
    }
    const alphabeta = withPieces && this.piecesLead ? withPieces.alphabeta : features;
    const other = withPieces && this.cutLeads ? withPieces.uct : uct;
    await match("alphabeta", [alphabeta, other], { most: MAX_GAMES, share: 1 });
  }

  /** Plays pairs of games from the same openings until the time is over; an unfinished game does not count. */
  async #match(
    [one, other]: readonly [KernelSearch, KernelSearch],
    { games, points }: Score,
    most: number,
    until: number,
    signal: AbortSignal | undefined,
    onGame: (score: Score) => void,
  ): Promise<void> {
    const perMove = Math.round((until - performance.now()) / (GAMES * USUAL_PLIES));
    const limits = { milliseconds: Math.max(MS_PER_MOVE.min, Math.min(MS_PER_MOVE.max, perMove)) };
    while (games < most) {
      const opening = this.#opening();
      for (const players of [
        [one, other],
        [other, one],
      ] as const) {
        const result = await this.#play(opening, players, limits, () => performance.now() > until, signal);
        if (result === null) return;
        games++;
        points += players[0] === one ? result : 1 - result;
        onGame({ games, points });
      }
    }
  }

  #opening(): Position {
    const { rules } = this.#context;
    let position = rules.initial();
    for (let ply = 0; ply < OPENING_PLIES; ply++) {
      const [actor] = rules.actors(position);
      const next = rules.play(position, [this.#random.pick(rules.moves(position, actor as Actor))]);
      if (rules.result(next) !== null) return position;
      position = next;
    }
    return position;
  }

  /** The points of the first role, from 0 to 1; null if the game was interrupted. */
  async #play(
    from: Position,
    players: readonly [KernelSearch, KernelSearch],
    limits: { readonly milliseconds: number },
    isLate: () => boolean,
    signal: AbortSignal | undefined,
  ): Promise<number | null> {
    const { rules, kernel, pool } = this.#context;
    let position = from;
    for (let plies = 0; ; plies++) {
      const result = rules.result(position);
      if (result !== null) return compared(result[0] as number, result[1] as number);
      if (isLate() || signal?.aborted || plies > (rules.history.plyLimit ?? Infinity)) return null;
      const [actor] = rules.actors(position);
      const legal = rules.moves(position, actor as Actor);
      let move = legal[0];
      if (legal.length > 1) {
        const search = players[actor as 0 | 1];
        kernel.memory.bytes(search.state, position.length).set(position);
        const jobs = search.request(limits, actor as Actor, {});
        for (const calls of jobs) await pool().run(calls, { ...limits, ...(signal && { signal }) });
        if (signal?.aborted) return null;
        move = search.answer(limits.milliseconds, position).move;
      }
      position = rules.play(position, [move as (typeof legal)[number]]);
    }
  }
}

function isAhead({ games, points }: Score): boolean {
  return 2 * points > games;
}

function compared(first: number, second: number): number {
  return first > second ? 1 : first < second ? 0 : 0.5;
}

const shared = new WeakMap<PropnetReasoner, Comparison>();

/** The comparison of all players of a game. */
export function sharedComparison(context: GdlSearchContext): Comparison {
  const comparison = shared.get(context.reasoner) ?? new Comparison(context);
  shared.set(context.reasoner, comparison);
  return comparison;
}
