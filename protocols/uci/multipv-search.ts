/**
 * MultiPV: the best moves of a player with their principal variations, best first. A single PV is one call of the player. For several PVs,
 * each iteration deepens by one ply and calls the player once per PV, excluding the moves already found.
 */
import type { RankedMove } from "./search-request.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { Choice, Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import { provenPlies, WIN_VALUE } from "../../engine/search/values.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { opponentsValue } from "./score.ts";
import type { SearchRequest } from "./search-request.ts";

const MAX_DEPTH = 64;
const NO_INFO: Omit<SearchInfo, "pv"> = { value: null, unit: "none", nodes: 0, milliseconds: 0, depth: null };

export class MultiPvSearch {
  /** The result so far, best first. */
  best: readonly RankedMove[] = [];
  /** Nodes of all calls of the player, the running one included. */
  nodes = 0;
  readonly #rules: ChessRules;
  readonly #request: SearchRequest;
  readonly #stopping: AbortController;
  readonly #began = performance.now();
  /** The player has chosen a move outside `searchMoves`. */
  #ignoresSearchMoves = false;

  constructor(rules: ChessRules, request: SearchRequest, stopping: AbortController) {
    this.#rules = rules;
    this.#request = request;
    this.#stopping = stopping;
  }

  async run(): Promise<readonly RankedMove[]> {
    const { searchMoves, limits } = this.#request;
    const player = await this.#request.player;
    const multiPv = Math.min(this.#request.multiPv, searchMoves.length);
    if (multiPv <= 1) return (this.best = await this.#rank(player, 1, limits, 1, true));
    for (let depth = 1; depth <= Math.min(limits.depth ?? MAX_DEPTH, MAX_DEPTH); depth++) {
      const found = await this.#iterate(player, multiPv, { ...limits, depth });
      if (found === null) break;
      const isComplete = found.every(({ info }) => isSearched(info, depth));
      // Values of different depths are not comparable: an iteration that a limit cut short counts only if it is the first.
      if (!isComplete && this.best.length > 0) break;
      this.best = found;
      this.#request.onInfo(found, this.nodes);
      if (this.#isMateFound((found[0] as RankedMove).info)) break;
      // A player that reports no depth has used up its limits.
      if (!isComplete || this.#isExhausted() || found.some(({ info }) => info.depth === null)) break;
      if (found.every(({ info }) => isProven(info))) break;
    }
    return this.best;
  }

  /** Null if the search was stopped before all PVs were found and an earlier iteration is complete. */
  async #iterate(player: Player, multiPv: number, limits: Limits): Promise<readonly RankedMove[] | null> {
    try {
      const found = (await this.#rank(player, multiPv, limits, multiPv, false)).sort(byValue);
      return this.#stopping.signal.aborted && this.best.length > 0 ? null : found;
    } catch (error) {
      if (this.best.length > 0 && this.#stopping.signal.aborted) return null;
      throw error;
    }
  }

  /** The best moves, each with an equal share of the remaining limits. */
  async #rank(
    player: Player,
    multiPv: number,
    limits: Limits,
    shares: number,
    reports: boolean,
  ): Promise<RankedMove[]> {
    const { position, searchMoves, isRestricted } = this.#request;
    const found: RankedMove[] = [];
    while (found.length < multiPv) {
      const rest = searchMoves.filter((move) => !found.some((each) => each.move === move));
      if (this.#ignoresSearchMoves) {
        const others = await this.#rankByReplies(player, rest, limits);
        found.push(...others.slice(0, multiPv - found.length));
        break;
      }
      const allowed = isRestricted || found.length > 0 ? rest : undefined;
      const choice = await this.#choose(player, position, this.#remaining(limits, shares), allowed, reports);
      if (rest.includes(choice.move)) found.push({ move: choice.move, info: choice.info });
      else if (allowed) this.#ignoresSearchMoves = true;
      else throw new Error("its move is not legal");
    }
    return found;
  }

  /** For a player that ignores `searchMoves`: the value of each move is that of the opponent's best reply. */
  async #rankByReplies(player: Player, moves: readonly Move[], limits: Limits): Promise<RankedMove[]> {
    const { position, history } = this.#request;
    const ranked: RankedMove[] = [];
    for (const move of moves) {
      const after = this.#rules.play(position, [move]);
      const info = this.#resultOf(after, move) ?? (await this.#replyTo(player, after, move, limits, moves, history));
      ranked.push({ move, info });
      if (this.#stopping.signal.aborted) break;
    }
    return ranked.sort(byValue);
  }

  async #replyTo(
    player: Player,
    after: Position,
    move: Move,
    limits: Limits,
    moves: readonly Move[],
    history: readonly Position[],
  ): Promise<SearchInfo> {
    const depth = limits.depth === undefined ? {} : { depth: Math.max(1, limits.depth - 1) };
    const share = { ...this.#remaining(limits, moves.length), ...depth };
    const { info } = await this.#choose(player, after, share, undefined, false, [...history, this.#request.position]);
    const value = info.value === null ? null : opponentsValue(info.value, info.unit);
    const plies = info.depth === null ? null : Math.min(limits.depth ?? MAX_DEPTH, info.depth + 1);
    return { ...info, value, depth: plies, pv: [move, ...info.pv] };
  }

  /** The value of a move that ends the game; null for others. */
  #resultOf(after: Position, move: Move): SearchInfo | null {
    const scores = this.#rules.result(after);
    if (scores === null) return null;
    const mover = this.#rules.actors(this.#request.position)[0] as number;
    const value = scores[mover] === 1 ? WIN_VALUE - 1 : 0;
    return { ...NO_INFO, value, unit: "pawns", pv: [move], depth: 1 };
  }

  async #choose(
    player: Player,
    position: Position,
    limits: Limits,
    searchMoves: readonly Move[] | undefined,
    reports: boolean,
    history: readonly Position[] = this.#request.history,
  ): Promise<Choice> {
    const before = this.nodes;
    const onInfo = (info: SearchInfo): void => {
      const [move] = info.pv;
      this.nodes = before + info.nodes;
      if (move === undefined || !this.#request.searchMoves.includes(move)) return;
      this.best = [{ move, info }];
      this.#request.onInfo(this.best, this.nodes);
      if (this.#isMateFound(info)) this.#stopping.abort();
    };
    const choice = await player.choose(position, limits, {
      signal: this.#stopping.signal,
      actor: this.#rules.actors(position)[0],
      history,
      searchMoves,
      onInfo: reports ? onInfo : undefined,
    });
    this.nodes = before + choice.info.nodes;
    return choice;
  }

  /** The remaining limits in equal shares. */
  #remaining(limits: Limits, shares: number): Limits {
    const { time } = this.#request;
    const elapsed = performance.now() - this.#began;
    const share = (left: number): number => Math.max(1, Math.floor(left / shares));
    return {
      ...limits,
      ...(limits.nodes === undefined ? {} : { nodes: share(limits.nodes - this.nodes) }),
      ...(time === null ? {} : { milliseconds: share(time.milliseconds - elapsed) }),
    };
  }

  #isExhausted(): boolean {
    const { time, limits } = this.#request;
    const elapsed = performance.now() - this.#began;
    return (
      this.#stopping.signal.aborted ||
      (time !== null && elapsed >= time.milliseconds) ||
      (limits.nodes !== undefined && this.nodes >= limits.nodes)
    );
  }

  #isMateFound({ value }: SearchInfo): boolean {
    const { mate } = this.#request;
    const plies = value === null ? null : provenPlies(value);
    return mate !== null && plies !== null && (value as number) > 0 && plies <= 2 * mate - 1;
  }
}

function isProven({ value }: SearchInfo): boolean {
  return value !== null && provenPlies(value) !== null;
}

/** Whether the requested depth was completed, or the result is proven. */
function isSearched(info: SearchInfo, depth: number): boolean {
  return info.depth === null || info.depth >= depth || isProven(info);
}

/** Best first; moves without a value last. */
function byValue(a: RankedMove, b: RankedMove): number {
  const [one, other] = [a.info.value ?? -WIN_VALUE, b.info.value ?? -WIN_VALUE];
  return other - one;
}
