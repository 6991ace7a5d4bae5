/**
 * One match that is being played: what was asked, what was answered, and a legal move at the latest when the clock is about to run
 * out, whatever the thread that thinks is doing.
 */
import { SeededRandom } from "../../engine/random/seeded.ts";
import { epochNow, marginOf } from "./clock.ts";
import { MatchThread } from "./match-thread.ts";
import type { FromMatchThread } from "./match-worker.ts";
import type { Message } from "./message.ts";

export type StartMessage = Message & { readonly kind: "start" };
type Moves = readonly string[] | null;

export interface MatchSettings {
  /** A player's text; null for the strongest that the game offers. */
  readonly player: string | null;
  readonly seed: number;
  /** Memory that a thread of a match may take. */
  readonly megabytes: number;
  /** For reading a rulesheet and getting ready; by default the start clock and some play clocks. */
  readonly openMilliseconds?: number | undefined;
  /** Silence after which a match counts as abandoned; by default what its clocks allow, and more. */
  readonly idleMilliseconds?: number | undefined;
  /** The program of a match's threads, where it is not the usual one. */
  readonly program?: URL | undefined;
  readonly log: (line: string) => void;
}

/** A move, and what to do when it has reached the server. */
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
  /** The moves did not fit: a step must have been lost on the way. */
  hasLostStep: boolean;
  timer: NodeJS.Timeout | null;
}

/** What is said where nothing at all is known. */
const UNKNOWN_MOVE = "noop";
const MAX_OPEN_MS = 600_000;
/** Getting ready may go on so many play clocks after the start clock: the interpreter stands in meanwhile. */
const OPEN_PLAY_CLOCKS = 20;
/** Until then a rulesheet may take its time; then the interpreter stands in. */
const STAND_IN = { maxMs: 2_000, part: 1 / 3 } as const;
/** Parts of a margin after which the player is asked for the best it has, and so much later not waited for any more. */
const URGED = 0.2;
/** A thread that does not hear for so long is stood in for, then given up. */
const DEAF_MS = { standIn: 150, givenUp: 800 } as const;
const MAX_RESTARTS = 2;
/** A match that is longer is none. */
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
  readonly #standInTimer: NodeJS.Timeout;
  readonly #history: (readonly string[])[] = [];
  readonly #turns: Turn[] = [];
  #thinker: MatchThread | null;
  #standIn: MatchThread | null = null;
  #role = -1;
  #asked = 0;
  /** Whether the thinker has ever been ready to play. */
  #wasReady = false;
  #restarts = 0;
  #deafTimer: NodeJS.Timeout | null = null;
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
    this.#thinker = this.#newThread(false);
    this.#startTimer = setTimeout(() => this.#started.resolve("ready"), startMs - margin / 2);
    this.#standInTimer = setTimeout(() => this.#needStandIn(), Math.min(STAND_IN.maxMs, STAND_IN.part * startMs));
    void this.#started.promise.then(() => clearTimeout(this.#startTimer));
    this.#touch();
  }

  /** The answer to START, also to one that is repeated. */
  started(): Promise<"ready" | "busy"> {
    this.#touch();
    return this.#started.promise;
  }

  play(moves: Moves): Answer {
    this.#touch();
    if (this.#turns.length > MAX_TURNS) this.close();
    const key = keyOf(moves);
    const turn = this.#repeated(key, moves) ?? this.#newTurn(key, moves);
    return {
      text: turn.answer.promise,
      delivered: () => {
        turn.isDelivered = true;
        this.#touch();
      },
    };
  }

  /** The last moves are followed, so that the log can say how it ended. */
  stop(moves: Moves): void {
    const thread = this.#thinker?.isReady ? this.#thinker : this.#standIn;
    if (!thread?.isReady) return this.close();
    thread.send({ kind: "end", moves });
    this.#after(END_MS, () => this.close());
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const timer of [this.#startTimer, this.#standInTimer, this.#deafTimer, this.#idleTimer])
      if (timer) clearTimeout(timer);
    this.#started.resolve("busy");
    for (const turn of this.#turns) this.#settle(turn, this.#anyOf(turn.legal));
    this.#thinker?.close();
    this.#standIn?.close();
    this.#onOver();
  }

  /**
   * Nothing in a PLAY says which step it is of. The same moves again are the same message again, unless they could be made once
   * more and our own of them is the one that we have answered since.
   */
  #repeated(key: string, moves: Moves): Turn | null {
    const last = this.#turns.at(-1);
    if (!last) return null;
    if (!moves) return this.#turns[0] as Turn;
    if (key !== last.key) return null;
    const own = this.#role < 0 ? undefined : moves[this.#role];
    const isNew = last.isDelivered && own?.toLowerCase() === last.text?.toLowerCase();
    return isNew ? null : last;
  }

  #newTurn(key: string, moves: Moves): Turn {
    const { playClock } = this.request;
    const margin = marginOf(playClock);
    const turn: Turn = {
      number: ++this.#asked,
      key,
      answer: Promise.withResolvers(),
      until: epochNow() + 1000 * playClock - margin,
      text: null,
      isDelivered: false,
      legal: null,
      hasLostStep: false,
      timer: null,
    };
    turn.timer = setTimeout(() => this.#urge(turn, URGED * margin), 1000 * playClock - (1 - URGED) * margin);
    this.#turns.push(turn);
    this.#ask(turn, moves);
    if (moves) this.#history.push(moves);
    return turn;
  }

  /** Where a step was lost, with the move that we had answered before that. */
  #ask({ number, until }: Turn, moves: Moves, catchUp?: string | null): void {
    for (const thread of [this.#thinker, this.#standIn])
      thread?.send({ kind: "play", turn: number, moves, until, ...(catchUp === undefined ? {} : { catchUp }) });
  }

  #hear(thread: () => MatchThread | null, message: FromMatchThread): void {
    const isThinker = thread() === this.#thinker;
    const turn = this.#turns.at(-1);
    switch (message.kind) {
      case "ready":
        this.#role = message.role;
        if (!isThinker) return void (this.#thinker ?? this.#started.resolve("ready"));
        this.#log(`ready as ${this.request.role}, played by ${message.player}`);
        this.#wasReady = true;
        this.#standIn?.close();
        this.#standIn = null;
        return;
      case "prepared":
        if (isThinker) this.#started.resolve("ready");
        return;
      case "failed":
        return this.#lost(isThinker, message);
      case "legal":
        if (turn?.number === message.turn) this.#known(turn, message.moves);
        return;
      case "unfit":
        if (turn?.number === message.turn && turn.legal === null && !turn.hasLostStep) this.#unfit(turn);
        return;
      case "caught up":
        // Either thread guesses for itself; what a new one is told is what the thinker has guessed.
        if (isThinker) this.#history.push(...message.steps);
        return;
      case "move":
        this.#turns
          .filter(({ number }) => number === message.turn)
          .forEach((asked) => this.#settle(asked, message.move));
        return;
      case "hushed":
        if (this.#deafTimer) clearTimeout(this.#deafTimer);
        this.#standIn?.close();
        this.#standIn = null;
        return;
      case "ended":
        if (message.goals) this.#log(`ended: ${message.goals.join(" ")}`);
        return this.close();
    }
  }

  #known(turn: Turn, legal: readonly string[]): void {
    turn.legal ??= legal;
    // Without a thinker there is nothing to wait for.
    if (legal.length < 2 || !this.#thinker) this.#settle(turn, this.#anyOf(legal));
  }

  /** The moves cannot be made where we are: an old message comes again, or one never came. */
  #unfit(turn: Turn): void {
    const moves = this.#history.pop() ?? null;
    // A server that waits for a move has no business with the next one.
    const before = this.#turns.filter((each) => each !== turn);
    const earlier = before.findLast(({ key, text }) => key === turn.key || text === null);
    if (earlier) {
      this.#turns.pop();
      return void earlier.answer.promise.then((text) => this.#settle(turn, text));
    }
    turn.hasLostStep = true;
    this.#log(`${turn.key} cannot be made here: a step was lost on the way, and is guessed`);
    this.#ask(turn, moves, this.#turns.at(-2)?.text ?? null);
  }

  /** Asks for the best there is; who does not even hear that is given up. */
  #urge(turn: Turn, leftMs: number): void {
    turn.timer = setTimeout(() => this.#late(turn), leftMs);
    const thinker = this.#thinker;
    if (!thinker?.isReady) return;
    thinker.send({ kind: "hush" });
    this.#deafTimer = this.#after(DEAF_MS.standIn, () => {
      this.#standIn ??= this.#newThread(true);
      this.#deafTimer = this.#after(DEAF_MS.givenUp - DEAF_MS.standIn, () => {
        if (thinker !== this.#thinker) return;
        thinker.close();
        this.#lost(true, { message: "its player does not answer", isTooLarge: true });
      });
    });
  }

  #late(turn: Turn): void {
    this.#settle(turn, this.#anyOf(turn.legal));
    this.#log(turn.legal ? "no choice in time: any legal move was made" : "not ready in time: no move is known");
  }

  #settle(turn: Turn, text: string): void {
    if (turn.text !== null) return;
    if (turn.timer) clearTimeout(turn.timer);
    turn.text = text;
    turn.answer.resolve(text);
  }

  /** A thread has ended before the match. One that has played is started again, one that could not be made ready is not. */
  #lost(isThinker: boolean, { message, isTooLarge }: { message: string; isTooLarge: boolean }): void {
    if (this.#isOver) return;
    this.#log(`${isThinker ? "" : "interpreted: "}${message}`);
    // What the thread was thinking about is answered without it; a new one is not asked for the same again.
    const turn = this.#turns.at(-1);
    if (isThinker && turn?.legal) this.#settle(turn, this.#anyOf(turn.legal));
    if (!isThinker) this.#standIn = null;
    else if (this.#wasReady && this.#restarts < MAX_RESTARTS) {
      this.#restarts++;
      this.#thinker = this.#newThread(false);
    } else this.#thinker = null;
    if (isThinker && isTooLarge) this.#needStandIn();
    else if (!this.#thinker) return this.close();
    if (this.#standIn?.isReady) this.#started.resolve("ready");
  }

  #needStandIn(): void {
    if (this.#isOver || this.#standIn || this.#thinker?.isReady) return;
    this.#standIn = this.#newThread(true);
  }

  #newThread(standIn: boolean): MatchThread {
    const { rules, role, startClock, playClock } = this.request;
    const { player, seed, megabytes, program } = this.#settings;
    const openMilliseconds =
      this.#settings.openMilliseconds ?? Math.min(MAX_OPEN_MS, 1000 * (startClock + OPEN_PLAY_CLOCKS * playClock));
    const history = [...this.#history];
    let thread: MatchThread | null = null;
    thread = new MatchThread(
      { rules, role, player, seed, isFallback: standIn, history, until: this.#startUntil },
      { openMilliseconds, megabytes, program },
      (message) => this.#hear(() => thread, message),
    );
    const turn = this.#turns.at(-1);
    if (turn?.text === null) thread.send({ kind: "play", turn: turn.number, moves: null, until: turn.until });
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
      this.#log("abandoned: nothing was heard of it any more");
      this.close();
    });
  }

  #after(milliseconds: number, act: () => void): NodeJS.Timeout {
    return setTimeout(() => {
      if (!this.#isOver) act();
    }, milliseconds).unref();
  }

  #log(line: string): void {
    this.#settings.log(`${this.request.match}: ${line}`);
  }
}

function keyOf(moves: Moves): string {
  return moves ? moves.join(" ").toLowerCase() : "";
}
