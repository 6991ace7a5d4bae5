/**
 * The searches of an engine, one at a time: `go`, `stop`, `ponderhit`. Every search ends with exactly one `bestmove`, sent when the result is
 * complete and not held back by `go infinite` or `go ponder`.
 */
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { Limits, Player } from "../../engine/contracts/player.ts";
import { TURN } from "../../games/chess/layout.ts";
import { formatUci, parseUci } from "../../games/chess/moves.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import type { ShallowSearch } from "../../games/chess/search/shallow-search.ts";
import { shortened } from "../external/line-text.ts";
import { fixedTime, moveTime, type MoveTime } from "./clock.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { GoRequest } from "./go-text.ts";
import { infoLine, legalPv } from "./info.ts";
import type { RankedMove } from "./search-request.ts";
import { startSearch, type SearchResult, type RunningSearch } from "./search.ts";

/** A position, and the positions before it since the last irreversible move. */
export interface Game {
  readonly position: Position;
  readonly history: readonly Position[];
}

interface SearchControllerSpec {
  readonly rules: ChessRules;
  readonly options: EngineOptions;
  readonly player: () => Promise<Player>;
  readonly shallow: Promise<ShallowSearch>;
  readonly send: (line: string) => void;
  readonly infoString: (text: string) => void;
  /** Fixed time for a move; overrides the clock. */
  readonly milliseconds: number | undefined;
}

interface Search {
  readonly position: Position;
  readonly running: RunningSearch;
  readonly began: number;
  /** Number of principal variations. */
  readonly multiPv: number;
  /** `go infinite` and `go ponder`: no `bestmove` before `stop` or `ponderhit`. */
  isHeld: boolean;
  isStopped: boolean;
  readonly ponders: boolean;
  /** Clock of a ponder search; it starts with `ponderhit`. */
  readonly time: MoveTime | null;
  result: SearchResult | null;
  /** Serialized principal variations of the last `info`. */
  lastInfo: string;
}

/** A `go` received while the stopped search before it is still running. */
interface QueuedSearch {
  readonly request: GoRequest;
  readonly game: Game;
  isStopped: boolean;
  isPonderHit: boolean;
}

const MAX_DEPTH = 64;
/** Longest time that a timer accepts, for `go infinite`. */
const INFINITE_MS = 2_000_000_000;

export class SearchController {
  readonly #spec: SearchControllerSpec;
  #search: Search | null = null;
  #queued: QueuedSearch | null = null;
  #idle: (() => void)[] = [];

  constructor(spec: SearchControllerSpec) {
    this.#spec = spec;
  }

  get isSearching(): boolean {
    return this.#search !== null;
  }

  /** Resolves when no search is running. */
  idle(): Promise<void> {
    return this.#search ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve();
  }

  /** A GUI may send the next `go` before the `bestmove` of a search that it has stopped. */
  go(request: GoRequest, game: Game): void {
    if (!this.#search) this.#start(request, game);
    else if (this.#search.isStopped && !this.#queued)
      this.#queued = { request, game, isStopped: false, isPonderHit: false };
    else this.#spec.infoString("go during a search is ignored; send stop first");
  }

  stop(): void {
    const search = this.#search;
    if (!search) return;
    if (this.#queued) this.#queued.isStopped = true;
    search.isStopped = true;
    search.isHeld = false;
    if (search.result) this.#sendBestMove(search, search.result);
    else search.running.stop();
  }

  /** The pondered move was played: the search continues on the clock. */
  ponderHit(): void {
    const search = this.#search;
    if (this.#queued?.request.ponder) this.#queued.isPonderHit = true;
    else if (!search?.ponders) this.#spec.infoString("ponderhit without a ponder search is ignored");
    else {
      search.isHeld = false;
      if (search.result) this.#sendBestMove(search, search.result);
      else if (search.time) search.running.startClock(search.time);
    }
  }

  /** Ends without `bestmove`. */
  discard(): void {
    this.#queued = null;
    this.#search?.running.discard();
    this.#search = null;
  }

  #start(request: GoRequest, { position, history }: Game): void {
    const { rules, options, player, shallow, infoString } = this.#spec;
    const legal = rules.board.legalMoves(position);
    const isHeld = request.infinite || request.ponder;
    const held = {
      position,
      began: performance.now(),
      isHeld,
      isStopped: false,
      ponders: request.ponder,
      lastInfo: "",
    };
    if (legal.length === 0 || rules.result(position) !== null) {
      const result = this.#endedResult(position, legal);
      this.#search = { ...held, running: finished(result), multiPv: 1, time: null, result };
      if (!isHeld) this.#sendBestMove(this.#search, result);
      return;
    }
    const searchMoves = this.#searchMoves(request.searchmoves, legal);
    const multiPv = Math.min(options.multiPv, searchMoves.length);
    const time = this.#timeFor(request, position);
    if (options.debug) infoString(time ? `${time.milliseconds} ms for this move` : "no time limit");
    const isForced = legal.length === 1 && time !== null && request.movetime === undefined && !isHeld;
    const running = startSearch(rules, {
      player: player(),
      position,
      history,
      searchMoves,
      isRestricted: searchMoves.length < legal.length,
      limits: limitsOf(request, isHeld || request.mate !== undefined, isForced),
      time: isHeld ? null : time,
      multiPv,
      mate: request.mate ?? null,
      shallow,
      warn: infoString,
      onInfo: (ranked, nodes) => {
        if (this.#search === search && !search.result) this.#sendInfo(search, ranked, nodes);
      },
    });
    const search: Search = { ...held, running, multiPv, time, result: null };
    this.#search = search;
    void running.result.then((result) => {
      if (!result || this.#search !== search) return;
      // The final node count is always sent for a single PV.
      if (multiPv === 1) search.lastInfo = "";
      this.#sendInfo(search, result.pvs, result.nodes);
      search.result = result;
      if (!search.isHeld) this.#sendBestMove(search, result);
    });
  }

  #timeFor(request: GoRequest, position: Position): MoveTime | null {
    const { milliseconds, options } = this.#spec;
    if (milliseconds !== undefined) return fixedTime(milliseconds);
    return moveTime(request, position[TURN] as number, options.overheadMs);
  }

  /** All legal moves if none of the named ones is legal. */
  #searchMoves(texts: readonly string[], legal: readonly Move[]): readonly Move[] {
    const named = new Set<Move>();
    for (const text of texts) {
      const move = parseUci(text, legal);
      if (move.ok) named.add(move.value);
      else this.#spec.infoString(`go searchmoves: "${shortened(text)}" is not a legal move and is ignored`);
    }
    return named.size > 0 ? legal.filter((move) => named.has(move)) : legal;
  }

  /** Mate, stalemate, or a draw by the rules with moves left: the player is not called. */
  #endedResult(position: Position, legal: readonly Move[]): SearchResult {
    const isMate = legal.length === 0 && this.#spec.rules.board.inCheck(position);
    this.#spec.send(`info depth 0 score ${isMate ? "mate 0" : "cp 0"}`);
    return { move: legal[0] ?? null, pvs: [], nodes: 0 };
  }

  /** Sends `info` only if a PV, value or depth has changed. */
  #sendInfo(search: Search, ranked: readonly RankedMove[], nodes: number): void {
    const current = JSON.stringify(ranked.map(({ info }) => [info.depth, info.value, info.pv]));
    if (current === search.lastInfo) return;
    search.lastInfo = current;
    const { rules, send } = this.#spec;
    const milliseconds = performance.now() - search.began;
    for (const [i, { info }] of ranked.entries()) {
      const multipv = search.multiPv > 1 ? i + 1 : null;
      send(infoLine(rules, search.position, { info, multipv, nodes, milliseconds }));
    }
  }

  /** The only place that sends `bestmove`; it ends the search. */
  #sendBestMove({ position }: Search, { move, pvs }: SearchResult): void {
    const { rules, send } = this.#spec;
    const [, ponder] = legalPv(rules, position, pvs[0]?.info.pv ?? []);
    send(`bestmove ${move === null ? "(none)" : formatUci(move)}${ponder === undefined ? "" : ` ponder ${ponder}`}`);
    this.#search = null;
    const queued = this.#queued;
    this.#queued = null;
    if (queued) {
      this.#start(queued.request, queued.game);
      if (queued.isPonderHit) this.ponderHit();
      if (queued.isStopped) this.stop();
    }
    if (!this.#search) this.#idle.splice(0).forEach((resolve) => resolve());
  }
}

function finished(result: SearchResult): RunningSearch {
  const nothing = (): void => {};
  return { result: Promise.resolve(result), stop: nothing, startClock: nothing, discard: nothing };
}

/** Without a limit the player uses its own default. An infinite search gets the longest time limit. */
function limitsOf({ depth, nodes, mate }: GoRequest, isInfinite: boolean, isForced: boolean): Limits {
  // Because of reductions a mate may be found somewhat deeper than its distance.
  const maxDepth = mate === undefined ? depth : Math.min(depth ?? MAX_DEPTH, 4 * mate + 4);
  const plies = isForced ? 1 : maxDepth;
  return {
    ...(plies === undefined ? {} : { depth: Math.min(MAX_DEPTH, Math.max(1, plies)) }),
    ...(nodes === undefined ? {} : { nodes: Math.max(1, nodes) }),
    ...(isInfinite ? { milliseconds: INFINITE_MS } : {}),
  };
}
