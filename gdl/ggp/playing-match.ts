/**
 * A running match: its messages and answers. It answers with a legal move before the clock runs out, whatever the searching thread
 * does.
 */
import { SeededRandom } from "../../engine/random/seeded.ts";
import { epochNow, marginOf } from "./clock.ts";
import type { LearnedState } from "./learned-state.ts";
import { MatchThread } from "./match-thread.ts";
import type { FromMatchThread } from "./match-worker.ts";
import type { Message, StepMessage } from "./message.ts";

export type StartMessage = Message & { readonly kind: "start" };

export interface MatchSettings {
  /** A player's text; null for the strongest player of the game. */
  readonly player: string | null;
  readonly seed: number;
  /** Whether it searches while other players think; default: yes. */
  readonly ponder?: boolean | undefined;
  /** Memory limit of a match thread. */
  readonly megabytes: number;
  /** Time limit for opening a rulesheet; by default the start clock plus some play clocks. */
  readonly openMilliseconds?: number | undefined;
  /** Time without messages after which a match is abandoned; by default longer than its clocks. */
  readonly idleMilliseconds?: number | undefined;
  /** Time without a response after which a search thread is terminated, however little of it the thread could use. */
  readonly hangMilliseconds?: number | undefined;
  /** The program of match threads; default: match-worker-start.js. */
  readonly program?: URL | undefined;
  readonly log: (line: string) => void;
}

/** A move, and a callback for its delivery. */
export interface Answer {
  readonly text: Promise<string>;
  readonly delivered: () => void;
}

interface Turn {
  readonly number: number;
  readonly key: string;
  readonly answer: PromiseWithResolvers<string>;
  readonly until: number;
  text: string | null;
  isDelivered: boolean;
  legal: readonly string[] | null;
  /** The moves are not legal: a step was lost. */
  hasLostStep: boolean;
  timer: NodeJS.Timeout | null;
}

/** The answer if no legal move is known. */
const UNKNOWN_MOVE = "noop";
const MAX_OPEN_MS = 600_000;
/** Play clocks after the start clock for opening a rulesheet; the interpreter is used meanwhile. */
const OPEN_PLAY_CLOCKS = 20;
/** When the fallback interpreter starts: a share of the start clock, at most this long. */
const FALLBACK = { maxMs: 2_000, share: 1 / 3 } as const;
/** Share of the reserve after which the search is stopped; after twice that time a random legal move is answered. */
const STOP_SHARE = 0.2;
/**
 * A thread that does not respond for this long is replaced by the fallback. It is terminated once it has used that much processor time
 * without responding (on a busy machine it may only be waiting for a core), or has waited far too long.
 */
const UNRESPONSIVE_MS = { fallback: 150, cpu: 800, wall: 4_000, look: 200 } as const;
const MAX_RESTARTS = 2;
const MAX_TURNS = 5_000;
const MIN_IDLE_MS = 60_000;
const IDLE_PLAY_CLOCKS = 3;
const END_MS = 2_000;

export class PlayingMatch {
  readonly request: StartMessage;
  readonly #settings: MatchSettings;
  readonly #onOver: () => void;
  readonly #random: SeededRandom;
  readonly #started = Promise.withResolvers<"ready" | "busy">();
  readonly #startUntil: number;
  readonly #startTimer: NodeJS.Timeout;
  readonly #fallbackTimer: NodeJS.Timeout;
  readonly #history: StepMessage[] = [];
  readonly #turns: Turn[] = [];
  #searcher: MatchThread | null;
  #fallback: MatchThread | null = null;
  #role = -1;
  #turnCount = 0;
  #wasReady = false;
  #restarts = 0;
  #arbitraryMoves = 0;
  #learned: LearnedState | null = null;
  #responseTimer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor(request: StartMessage, settings: MatchSettings, onOver: () => void) {
    this.request = request;
    this.#settings = settings;
    this.#onOver = onOver;
    this.#random = new SeededRandom(settings.seed);
    const startMs = 1000 * request.startClock;
    const margin = marginOf(request.startClock);
    this.#startUntil = epochNow() + startMs - margin;
    this.#searcher = this.#newThread(false);
    this.#startTimer = setTimeout(() => this.#started.resolve("ready"), startMs - margin / 2);
    this.#fallbackTimer = setTimeout(() => this.#startFallback(), Math.min(FALLBACK.maxMs, FALLBACK.share * startMs));
    void this.#started.promise.then(() => clearTimeout(this.#startTimer));
    this.#touch();
  }

  /** The answer to START, also to a repeated one. */
  started(): Promise<"ready" | "busy"> {
    this.#touch();
    return this.#started.promise;
  }

  play(step: StepMessage | null): Answer {
    this.#touch();
    if (this.#turns.length > MAX_TURNS) this.close();
    const key = keyOf(step);
    const turn = this.#repeated(key, step) ?? this.#newTurn(key, step);
    return {
      text: turn.answer.promise,
      delivered: () => {
        turn.isDelivered = true;
        this.#touch();
      },
    };
  }

  /** Follows the last moves, so that the log contains the result. */
  stop(step: StepMessage | null): void {
    const thread = this.#searcher?.isReady ? this.#searcher : this.#fallback;
    if (!thread?.isReady) return this.close();
    thread.send({ kind: "end", step });
    this.#after(END_MS, () => this.close());
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const timer of [this.#startTimer, this.#fallbackTimer, this.#responseTimer, this.#idleTimer])
      if (timer) clearTimeout(timer);
    this.#started.resolve("busy");
    for (const turn of this.#turns) this.#settle(turn, this.#anyOf(turn.legal));
    this.#searcher?.close();
    this.#fallback?.close();
    this.#onOver();
  }

  /**
   * Only PLAY of GDL-II contains a step number. Otherwise equal moves are a repeated message, unless our last answer was delivered and is
   * our move in them.
   */
  #repeated(key: string, step: StepMessage | null): Turn | null {
    const last = this.#turns.at(-1);
    if (!last) return null;
    if (!step) return this.#turns[0] as Turn;
    if (key !== last.key) return null;
    if (step.kind === "own") return last;
    const own = this.#role < 0 ? undefined : step.moves[this.#role];
    const isNew = last.isDelivered && own?.toLowerCase() === last.text?.toLowerCase();
    return isNew ? null : last;
  }

  #newTurn(key: string, step: StepMessage | null): Turn {
    const { playClock } = this.request;
    const margin = marginOf(playClock);
    const turn: Turn = {
      number: ++this.#turnCount,
      key,
      answer: Promise.withResolvers(),
      until: epochNow() + 1000 * playClock - margin,
      text: null,
      isDelivered: false,
      legal: null,
      hasLostStep: false,
      timer: null,
    };
    turn.timer = setTimeout(
      () => this.#stopSearch(turn, STOP_SHARE * margin),
      1000 * playClock - (1 - STOP_SHARE) * margin,
    );
    this.#turns.push(turn);
    this.#sendTurn(turn, step);
    if (step) this.#history.push(step);
    return turn;
  }

  /** After a lost step, with our last answer before it. */
  #sendTurn({ number, until }: Turn, step: StepMessage | null, lostMove?: string | null): void {
    for (const thread of [this.#searcher, this.#fallback])
      thread?.send({ kind: "play", turn: number, step, until, ...(lostMove === undefined ? {} : { lostMove }) });
  }

  #onMessage(thread: () => MatchThread | null, message: FromMatchThread): void {
    const isSearcher = thread() === this.#searcher;
    const turn = this.#turns.at(-1);
    switch (message.kind) {
      case "ready":
        this.#role = message.role;
        if (!isSearcher) return void (this.#searcher ?? this.#started.resolve("ready"));
        this.#log(`ready as ${this.request.role}, played by ${message.player}`);
        this.#wasReady = true;
        this.#fallback?.close();
        this.#fallback = null;
        return;
      case "prepared":
        if (isSearcher) this.#started.resolve("ready");
        return;
      case "learned":
        if (isSearcher) this.#learned = message.learned;
        return;
      case "failed":
        return this.#threadEnded(isSearcher, message);
      case "legal":
        if (turn?.number === message.turn) this.#setLegal(turn, message.moves);
        return;
      case "mismatch":
        if (turn?.number === message.turn && turn.legal === null && !turn.hasLostStep) this.#mismatch(turn);
        return;
      case "recovered":
        // Both threads recover independently; a new thread receives the steps of the searcher.
        if (isSearcher) this.#history.push(...message.steps);
        return;
      case "move":
        this.#turns.filter(({ number }) => number === message.turn).forEach((turn) => this.#settle(turn, message.move));
        return;
      case "stopped":
        if (this.#responseTimer) clearTimeout(this.#responseTimer);
        this.#responseTimer = null;
        this.#fallback?.close();
        this.#fallback = null;
        return;
      case "ended":
        if (message.ended) {
          const result = message.goals ? `: ${message.goals.join(" ")}` : ", with a result that the player cannot know";
          this.#log(`ended${result}${this.#arbitraryText()}`);
        }
        return this.close();
    }
  }

  #setLegal(turn: Turn, legal: readonly string[]): void {
    turn.legal ??= legal;
    // Without a searcher there is no move to wait for.
    if (legal.length < 2 || !this.#searcher) this.#settleArbitrarily(turn, "there is no search");
  }

  /** The step does not follow from the current position: a repeated old message, or a lost one. */
  #mismatch(turn: Turn): void {
    const step = this.#history.pop() ?? null;
    // While the server waits for a move it does not send the next step.
    const before = this.#turns.filter((each) => each !== turn);
    const earlier = before.findLast(({ key, text }) => key === turn.key || text === null);
    if (earlier) {
      this.#turns.pop();
      return void earlier.answer.promise.then((text) => this.#settle(turn, text));
    }
    turn.hasLostStep = true;
    this.#log(`${turn.key} is not legal here: a step was lost and is reconstructed`);
    this.#sendTurn(turn, step, this.#turns.at(-2)?.text ?? null);
  }

  /** Stops the search to get its best move; terminates a thread that does not respond. */
  #stopSearch(turn: Turn, leftMs: number): void {
    turn.timer = setTimeout(() => this.#answerLate(turn), leftMs);
    const searcher = this.#searcher;
    if (!searcher?.isReady) return;
    searcher.send({ kind: "stop" });
    const cpuBefore = searcher.cpuMilliseconds();
    const since = epochNow();
    const look = async (): Promise<void> => {
      const waited = epochNow() - since;
      const cpu = await Promise.race([
        Promise.all([searcher.cpuMilliseconds(), cpuBefore]),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), UNRESPONSIVE_MS.look).unref()),
      ]);
      // It has responded, or was replaced.
      if (this.#isOver || searcher !== this.#searcher || this.#responseTimer === null) return;
      const used = cpu && cpu[0] !== null && cpu[1] !== null ? cpu[0] - cpu[1] : 0;
      if (used < UNRESPONSIVE_MS.cpu && waited < (this.#settings.hangMilliseconds ?? UNRESPONSIVE_MS.wall)) {
        this.#responseTimer = this.#after(UNRESPONSIVE_MS.look, () => void look());
        return;
      }
      searcher.close();
      this.#threadEnded(true, { message: "the player does not respond", isTooLarge: true });
    };
    this.#responseTimer = this.#after(UNRESPONSIVE_MS.fallback, () => {
      this.#fallback ??= this.#newThread(true);
      this.#responseTimer = this.#after(UNRESPONSIVE_MS.look, () => void look());
    });
  }

  #answerLate(turn: Turn): void {
    this.#settleArbitrarily(turn, turn.legal ? "no choice in time" : "not ready in time, and no legal move is known");
  }

  /** A move that nobody has chosen: the match may be lost by it, so it is always reported. */
  #settleArbitrarily(turn: Turn, why: string): void {
    if (turn.text !== null) return;
    const isChoice = turn.legal === null || turn.legal.length > 1;
    this.#settle(turn, this.#anyOf(turn.legal));
    if (!isChoice) return;
    this.#arbitraryMoves++;
    this.#log(`ARBITRARY MOVE ${turn.text} in turn ${turn.number}: ${why}`);
  }

  #settle(turn: Turn, text: string): void {
    if (turn.text !== null) return;
    if (turn.timer) clearTimeout(turn.timer);
    turn.text = text;
    turn.answer.resolve(text);
  }

  /** A thread has ended before the match. It is restarted if it was ready before. */
  #threadEnded(isSearcher: boolean, { message, isTooLarge }: { message: string; isTooLarge: boolean }): void {
    if (this.#isOver) return;
    this.#log(`${isSearcher ? "" : "interpreter: "}${message}`);
    // The current turn is answered without the thread; a new one does not repeat the search.
    const turn = this.#turns.at(-1);
    if (isSearcher && turn?.legal) this.#settleArbitrarily(turn, message);
    if (!isSearcher) this.#fallback = null;
    else if (this.#wasReady && this.#restarts < MAX_RESTARTS) {
      this.#restarts++;
      this.#searcher = this.#newThread(false);
    } else this.#searcher = null;
    if (isSearcher && isTooLarge) this.#startFallback();
    else if (!this.#searcher) return this.close();
    if (this.#fallback?.isReady) this.#started.resolve("ready");
  }

  #startFallback(): void {
    if (this.#isOver || this.#fallback || this.#searcher?.isReady) return;
    this.#fallback = this.#newThread(true);
  }

  #newThread(isFallback: boolean): MatchThread {
    const { rules, role, startClock, playClock } = this.request;
    const { player, seed, ponder = true, megabytes, program } = this.#settings;
    const openMilliseconds =
      this.#settings.openMilliseconds ?? Math.min(MAX_OPEN_MS, 1000 * (startClock + OPEN_PLAY_CLOCKS * playClock));
    const history = [...this.#history];
    const learned = isFallback ? null : this.#learned;
    let thread: MatchThread | null = null;
    thread = new MatchThread(
      { rules, role, player, seed, ponder, isFallback, history, until: this.#startUntil, learned },
      { openMilliseconds, megabytes, program },
      (message) => this.#onMessage(() => thread, message),
    );
    const turn = this.#turns.at(-1);
    if (turn?.text === null) thread.send({ kind: "play", turn: turn.number, step: null, until: turn.until });
    return thread;
  }

  #anyOf(legal: readonly string[] | null): string {
    return legal && legal.length > 0 ? this.#random.pick(legal) : UNKNOWN_MOVE;
  }

  #touch(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    const { startClock, playClock } = this.request;
    const silence =
      this.#settings.idleMilliseconds ?? Math.max(MIN_IDLE_MS, 1000 * (startClock + IDLE_PLAY_CLOCKS * playClock));
    this.#idleTimer = this.#after(silence, () => {
      this.#log("abandoned: no messages");
      this.close();
    });
  }

  #after(milliseconds: number, act: () => void): NodeJS.Timeout {
    return setTimeout(() => {
      if (!this.#isOver) act();
    }, milliseconds).unref();
  }

  #arbitraryText(): string {
    return this.#arbitraryMoves === 0 ? "" : `; ${this.#arbitraryMoves} of ${this.#turnCount} moves were arbitrary`;
  }

  #log(line: string): void {
    this.#settings.log(`${this.request.match}: ${line}`);
  }
}

function keyOf(step: StepMessage | null): string {
  if (!step) return "";
  return step.kind === "own" ? `step ${step.number}` : step.moves.join(" ").toLowerCase();
}
