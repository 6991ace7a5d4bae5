/**
 * A session with an engine that another person wrote, from the handshake to quit. The protocols of Arimaa and of chess have the same course:
 * NAME/NAMEok, isready/readyok, go/bestmove, stop, quit. What lies between belongs to each of them.
 */
import { GameloreError, PlayerFault } from "../../engine/contracts/errors.ts";
import { firstWord, shortened } from "./line-text.ts";
import { PeerLog } from "./peer-log.ts";
import { Program } from "./program.ts";

export interface SessionSpec {
  readonly command: readonly [string, ...string[]];
  /** For the handshake, and for getting ready before a turn, which is on nobody's clock. */
  readonly startMs: number;
  /** What is given beyond the time for a turn: for the way there and back, and after `stop`. */
  readonly graceMs: number;
}

/** What a session must know of a protocol. */
export interface Dialect {
  /** The message that opens a session; with "ok" behind it, its answer. Begins the log's name too. */
  readonly name: string;
  /** Messages of the handshake that go into the log without being reported as unknown. */
  readonly introduces: readonly string[];
  /** Messages of the game; others go into the log as unknown. */
  readonly messages: readonly string[];
  /** Whether a message is for the log. */
  readonly isLogged: (word: string, rest: string) => boolean;
}

export type Hear = (word: string, rest: string) => void;

/** How long an answer may take, in milliseconds from `go`. */
export interface AnswerTime {
  /** When the engine is told to stop; null for never. */
  readonly stopMs: number | null;
  /** When it has lost. */
  readonly lateMs: number;
}

export interface BestMove {
  /** What stands behind `bestmove`. */
  readonly text: string;
  readonly milliseconds: number;
}

/** Time to end in peace. */
const QUIT_MS = 1_000;
const WHY_LETTERS = 300;
/** More lines of a kind that means nothing are not worth keeping. */
const MAX_STRANGE = 100;

export class EngineSession {
  readonly #program: Program;
  readonly #spec: SessionSpec;
  readonly #dialect: Dialect;
  #hasFailed = false;
  #strange = 0;

  private constructor(program: Program, spec: SessionSpec, dialect: Dialect) {
    this.#program = program;
    this.#spec = spec;
    this.#dialect = dialect;
  }

  /** Starts the engine and opens the session; `hear` is given every message of the handshake. */
  static async start(spec: SessionSpec, dialect: Dialect, hear: Hear, signal?: AbortSignal): Promise<EngineSession> {
    const program = startProgram(spec, dialect);
    try {
      const opened = `${dialect.name}ok`;
      program.note(`started as: ${spec.command.join(" ")}`);
      program.send(dialect.name);
      const take = (line: string): boolean => {
        const [word, rest] = firstWord(line);
        hear(word, rest);
        if (word === "id") program.note(`id ${rest}`);
        else if (word !== opened && !dialect.introduces.includes(word)) program.note(line);
        return word === opened;
      };
      await program.wait(take, spec.startMs, `${spec.command[0]}: handshake (${opened})`, signal);
      const session = new EngineSession(program, spec, dialect);
      await session.ready(signal);
      return session;
    } catch (error) {
      program.kill();
      await program.close(0);
      throw error;
    }
  }

  send(line: string): void {
    this.#program.send(line);
  }

  /** Adds a line to its log. */
  note(text: string): void {
    this.#program.note(text);
  }

  /** Waits until it has understood all that was sent; what it still has to say about the past is passed over. */
  async ready(signal?: AbortSignal): Promise<void> {
    this.send("isready");
    await this.wait((word) => word === "readyok", this.#spec.startMs, "isready", signal);
  }

  /**
   * Asks for a move. When the time is up or the signal fires the engine is told to stop; after the signal its move is waited for
   * `stoppedMs` at most.
   */
  async bestMove(
    go: string,
    time: AnswerTime,
    hear: Hear,
    signal?: AbortSignal,
    stoppedMs: number = 0,
  ): Promise<BestMove> {
    let text = "";
    const began = performance.now();
    this.send(go);
    const stop = (): void => this.send("stop");
    const timer = time.stopMs === null ? undefined : setTimeout(stop, time.stopMs);
    const leaving = new AbortController();
    let leave: NodeJS.Timeout | undefined;
    const interrupt = (): void => {
      stop();
      if (stoppedMs > 0) leave = setTimeout(() => leaving.abort(), stoppedMs);
      else leaving.abort();
    };
    signal?.addEventListener("abort", interrupt, { once: true });
    if (signal?.aborted) interrupt();
    try {
      const answered = (word: string, rest: string): boolean => {
        if (word !== "bestmove") hear(word, rest);
        text = rest;
        return word === "bestmove";
      };
      await this.wait(answered, time.lateMs, "bestmove", leaving.signal);
      return { text, milliseconds: performance.now() - began };
    } finally {
      clearTimeout(timer);
      clearTimeout(leave);
      signal?.removeEventListener("abort", interrupt);
    }
  }

  /** Hands messages on until one is the answer; see `Program.wait` for the ways it fails. */
  async wait(
    isAnswer: (word: string, rest: string) => boolean,
    milliseconds: number,
    what: string,
    signal?: AbortSignal,
  ): Promise<void> {
    const { messages, isLogged } = this.#dialect;
    const take = (line: string): boolean => {
      const [word, rest] = firstWord(line);
      if (isLogged(word, rest)) this.#program.note(line);
      else if (!messages.includes(word) && this.#strange++ < MAX_STRANGE)
        this.#program.note(`unknown message: ${shortened(line)}`);
      return isAnswer(word, rest);
    };
    try {
      await this.#program.wait(take, milliseconds, what, signal);
    } catch (error) {
      if (error instanceof PlayerFault) this.#hasFailed = true;
      throw error;
    }
  }

  /** The fault of an engine whose move has been refused. */
  fault(reason: string): PlayerFault {
    const why = reason.length > WHY_LETTERS ? `${reason.slice(0, WHY_LETTERS)}…` : reason;
    this.#hasFailed = true;
    this.#program.note(`illegal: ${why}`);
    return new PlayerFault("illegal", why);
  }

  async close(): Promise<void> {
    await this.#program.close(this.#hasFailed ? 0 : QUIT_MS);
  }
}

function startProgram({ command }: SessionSpec, { name }: Dialect): Program {
  try {
    return new Program(command, new PeerLog(name, command[0]));
  } catch (error) {
    throw new GameloreError("bad-player", `${command[0]} cannot be started: ${(error as Error).message}`);
  }
}
