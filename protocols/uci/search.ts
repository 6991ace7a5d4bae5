/** One search of a player, limited in time and root moves. Always ends with a legal move, even if the player fails. */
import type { SearchRequest } from "./search-request.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Move } from "../../engine/contracts/position.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import type { MoveTime } from "./clock.ts";
import { MultiPvSearch } from "./multipv-search.ts";
import type { RankedMove } from "./search-request.ts";

export interface SearchResult {
  /** Null if there is no legal move. */
  readonly move: Move | null;
  /** Best first; empty if the game has ended. */
  readonly pvs: readonly RankedMove[];
  readonly nodes: number;
}

export interface RunningSearch {
  /** Null if discarded. Never rejects. */
  readonly result: Promise<SearchResult | null>;
  /** Requests the result now. */
  stop(): void;
  /** Starts the clock: the pondered move was played. */
  startClock(time: MoveTime): void;
  /** Ends the search without a result. */
  discard(): void;
}

/** Time that a stopped player has for its result. */
const STOP_TIMEOUT_MS = 500;

export function startSearch(rules: ChessRules, request: SearchRequest): RunningSearch {
  const { time, warn } = request;
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let settle: (given: SearchResult | null) => void = () => {};
  const result = new Promise<SearchResult | null>((resolve) => (settle = resolve));
  let isOver = false;
  const search = new MultiPvSearch(rules, request, stopping);
  const end = (given: SearchResult | null): void => {
    isOver = true;
    timers.forEach((timer) => clearTimeout(timer));
    settle(given);
  };
  const useFallback = (why: string): void => {
    if (isOver) return;
    isOver = true;
    const { best, nodes } = search;
    const [reported] = best;
    // The best move reported so far is used if there is one.
    if (reported) return end({ move: reported.move, pvs: best, nodes });
    warn(`${why}; playing the best move of a search of one ply`);
    const { position, history, searchMoves, isRestricted, shallow } = request;
    shallow.then(
      (own) => {
        const { move, info } = own.choose(position, history, isRestricted ? searchMoves : []);
        end({ move, pvs: [{ move, info }], nodes: info.nodes });
      },
      () => end({ move: searchMoves[0] as Move, pvs: [], nodes }),
    );
  };
  const runClock = (given: MoveTime, stopMs: number): void => {
    timers.push(setTimeout(() => stopping.abort(), stopMs));
    timers.push(setTimeout(() => useFallback("the player does not answer in time"), given.giveUpMs));
  };
  if (time) runClock(time, time.stopMs);
  search.run().then(
    (pvs) => {
      if (!isOver) end({ move: (pvs[0] as RankedMove).move, pvs, nodes: search.nodes });
    },
    (error: unknown) => {
      const isInterrupted = error instanceof GameloreError && error.code === "interrupted";
      if (!isInterrupted && !isOver) warn(`the player failed: ${messageOf(error)}`);
      useFallback(isInterrupted ? "the player has found no move yet" : "the player has found no move");
    },
  );
  return {
    result,
    startClock: (given) => runClock(given, given.milliseconds),
    stop: () => {
      if (isOver) return;
      stopping.abort();
      timers.push(setTimeout(() => useFallback("the player does not stop"), STOP_TIMEOUT_MS));
    },
    discard: () => {
      end(null);
      stopping.abort();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
