/**
 * The searches of an engine, one at a time: `go`, `stop`, `ponderhit`. Every search has exactly one `bestmove`, which is said when it has an
 * answer and need not be held back any longer.
 */
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { Limits, Player } from "../../engine/contracts/player.ts";
import { TURN } from "../../games/chess/layout.ts";
import { formatUci, parseUci } from "../../games/chess/moves.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { shortened } from "../program/line-text.ts";
import { fixedTime, moveTime, type MoveTime } from "./clock.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { GoRequest } from "./go-text.ts";
import { infoLine, legalLine } from "./info.ts";
import type { Ranked } from "./ranked-search.ts";
import { think, type Answer, type Thinking } from "./think.ts";

/** A position with those before it since the last irreversible move. */
export interface Game {
  readonly position: Position;
  readonly past: readonly Position[];
}

export interface SearchesSpec {
  readonly rules: ChessRules;
  readonly options: EngineOptions;
  readonly player: () => Promise<Player>;
  readonly say: (line: string) => void;
  readonly remark: (text: string) => void;
  /** For a move, whatever the clock says. */
  readonly milliseconds: number | undefined;
}

interface Search {
  readonly position: Position;
  readonly thinking: Thinking;
  readonly began: number;
  /** How many lines of play are told. */
  readonly lines: number;
  /** `go infinite` and `go ponder`: the move is not said before `stop` or `ponderhit`. */
  isHeld: boolean;
  isStopped: boolean;
  readonly ponders: boolean;
  /** The clock of a search that ponders. */
  readonly time: MoveTime | null;
  answer: Answer | null;
  /** What was said last of the lines of play. */
  told: string;
}

/** A search that waits for the end of the one that was stopped. */
interface Waiting {
  readonly request: GoRequest;
  readonly game: Game;
  isStopped: boolean;
  isPonderHit: boolean;
}

const MAX_DEPTH = 64;
/** As long as a limit of time can be: `go infinite`. */
const ENDLESS_MS = 2_000_000_000;

export class Searches {
  readonly #spec: SearchesSpec;
  #search: Search | null = null;
  #waiting: Waiting | null = null;
  #idle: (() => void)[] = [];

  constructor(spec: SearchesSpec) {
    this.#spec = spec;
  }

  get isSearching(): boolean {
    return this.#search !== null;
  }

  /** When no search is under way. */
  idle(): Promise<void> {
    return this.#search ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve();
  }

  /** A GUI need not wait for the move of a search that it has stopped before it asks for the next one. */
  go(request: GoRequest, game: Game): void {
    if (!this.#search) this.#start(request, game);
    else if (this.#search.isStopped && !this.#waiting)
      this.#waiting = { request, game, isStopped: false, isPonderHit: false };
    else this.#spec.remark("go during a search is ignored; stop ends the search");
  }

  stop(): void {
    const search = this.#search;
    if (!search) return;
    if (this.#waiting) this.#waiting.isStopped = true;
    search.isStopped = true;
    search.isHeld = false;
    if (search.answer) this.#sayBest(search, search.answer);
    else search.thinking.stop();
  }

  /** The pondered move was played: the search goes on, now by the clock. */
  ponderHit(): void {
    const search = this.#search;
    if (this.#waiting?.request.ponder) this.#waiting.isPonderHit = true;
    else if (!search?.ponders) this.#spec.remark("ponderhit while nothing is pondered on is ignored");
    else {
      search.isHeld = false;
      if (search.answer) this.#sayBest(search, search.answer);
      else if (search.time) search.thinking.startClock(search.time);
    }
  }

  /** Ends without an answer. */
  drop(): void {
    this.#waiting = null;
    this.#search?.thinking.drop();
    this.#search = null;
  }

  #start(request: GoRequest, { position, past }: Game): void {
    const { rules, options, player, remark } = this.#spec;
    const legal = rules.board.legalMoves(position);
    const isHeld = request.infinite || request.ponder;
    const held = { position, began: performance.now(), isHeld, isStopped: false, ponders: request.ponder, told: "" };
    if (legal.length === 0 || rules.result(position) !== null) {
      const answer = this.#answerEnded(position, legal);
      this.#search = { ...held, thinking: answered(answer), lines: 1, time: null, answer };
      if (!isHeld) this.#sayBest(this.#search, answer);
      return;
    }
    const among = this.#searchMoves(request.searchmoves, legal);
    const lines = Math.min(options.multiPv, among.length);
    const time = this.#timeFor(request, position);
    if (options.debug) remark(time ? `${time.milliseconds} ms for this move` : "no limit of time");
    const isForced = legal.length === 1 && time !== null && request.movetime === undefined && !isHeld;
    const thinking = think(rules, {
      player: player(),
      position,
      past,
      among,
      isRestricted: among.length < legal.length,
      limits: limitsOf(request, isHeld || request.mate !== undefined, isForced),
      // The clock of a search that ponders starts with ponderhit.
      time: isHeld ? null : time,
      lines,
      mate: request.mate ?? null,
      warn: remark,
      hear: (ranked, nodes) => {
        if (this.#search === search && !search.answer) this.#sayInfo(search, ranked, nodes);
      },
    });
    const search: Search = { ...held, thinking, lines, time, answer: null };
    this.#search = search;
    void thinking.answered.then((answer) => {
      if (!answer || this.#search !== search) return;
      // The nodes of a single line have grown since it was told.
      if (lines === 1) search.told = "";
      this.#sayInfo(search, answer.lines, answer.nodes);
      search.answer = answer;
      if (!search.isHeld) this.#sayBest(search, answer);
    });
  }

  #timeFor(request: GoRequest, position: Position): MoveTime | null {
    const { milliseconds, options } = this.#spec;
    if (milliseconds !== undefined) return fixedTime(milliseconds);
    return moveTime(request, position[TURN] as number, options.overheadMs);
  }

  /** All legal moves where none is named that is legal. */
  #searchMoves(texts: readonly string[], legal: readonly Move[]): readonly Move[] {
    const named = new Set<Move>();
    for (const text of texts) {
      const move = parseUci(text, legal);
      if (move.ok) named.add(move.value);
      else this.#spec.remark(`go searchmoves: "${shortened(text)}" is not a legal move and is ignored`);
    }
    return named.size > 0 ? legal.filter((move) => named.has(move)) : legal;
  }

  /** Mate, stalemate, or a draw by the rules with moves left: no player is asked. */
  #answerEnded(position: Position, legal: readonly Move[]): Answer {
    const isMate = legal.length === 0 && this.#spec.rules.board.inCheck(position);
    this.#spec.say(`info depth 0 score ${isMate ? "mate 0" : "cp 0"}`);
    return { move: legal[0] ?? null, lines: [], nodes: 0 };
  }

  /** Only what has changed is told. */
  #sayInfo(search: Search, ranked: readonly Ranked[], nodes: number): void {
    const news = JSON.stringify(ranked.map(({ thought }) => [thought.depth, thought.value, thought.pv]));
    if (news === search.told) return;
    search.told = news;
    const { rules, say } = this.#spec;
    const milliseconds = performance.now() - search.began;
    for (const [i, { thought }] of ranked.entries()) {
      const multipv = search.lines > 1 ? i + 1 : null;
      say(infoLine(rules, search.position, { thought, multipv, nodes, milliseconds }));
    }
  }

  /** The only place where a move is said; the search is over with it. */
  #sayBest({ position }: Search, { move, lines }: Answer): void {
    const { rules, say } = this.#spec;
    const [, ponder] = legalLine(rules, position, lines[0]?.thought.pv ?? []);
    say(`bestmove ${move === null ? "(none)" : formatUci(move)}${ponder === undefined ? "" : ` ponder ${ponder}`}`);
    this.#search = null;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) {
      this.#start(waiting.request, waiting.game);
      if (waiting.isPonderHit) this.ponderHit();
      if (waiting.isStopped) this.stop();
    }
    if (!this.#search) this.#idle.splice(0).forEach((resolve) => resolve());
  }
}

function answered(answer: Answer): Thinking {
  const nothing = (): void => {};
  return { answered: Promise.resolve(answer), stop: nothing, startClock: nothing, drop: nothing };
}

/** Without a limit a player thinks as long as it does by itself; one that is to go on until it is told otherwise has time without end. */
function limitsOf({ depth, nodes, mate }: GoRequest, isEndless: boolean, isForced: boolean): Limits {
  // Reductions may find a mate later than at its depth, not much later.
  const most = mate === undefined ? depth : Math.min(depth ?? MAX_DEPTH, 4 * mate + 4);
  const plies = isForced ? 1 : most;
  return {
    ...(plies === undefined ? {} : { depth: Math.min(MAX_DEPTH, Math.max(1, plies)) }),
    ...(nodes === undefined ? {} : { nodes: Math.max(1, nodes) }),
    ...(isEndless ? { milliseconds: ENDLESS_MS } : {}),
  };
}
