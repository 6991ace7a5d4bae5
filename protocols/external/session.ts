/**
 * A session with an external engine, from the handshake to quit. AEI and UCI share this sequence: NAME/NAMEok, isready/readyok, go/bestmove,
 * stop, quit. Everything else is specific to the protocol.
 */
import { GameloreError, PlayerFault } from "../../engine/contracts/errors.ts";
import { firstWord, shortened } from "./line-text.ts";
import { EngineLog } from "./engine-log.ts";
import { EngineProcess } from "./engine-process.ts";

export interface SessionSpec {
  readonly command: readonly [string, ...string[]];
  /** Timeout of the handshake and of isready. */
  readonly startMs: number;
  /** Time beyond the limit of a turn before the engine is late. */
  readonly graceMs: number;
}

/** The protocol-specific part of a session. */
export interface Protocol {
  /** The opening message; the reply appends "ok". Also the prefix of the log's name. */
  readonly name: string;
  /** Messages of the handshake that are not logged. */
  readonly handshake: readonly string[];
  /** Messages after the handshake; others are logged as unknown. */
  readonly messages: readonly string[];
  /** Whether a message is logged. */
  readonly isLogged: (word: string, rest: string) => boolean;
}

type OnMessage = (word: string, rest: string) => void;

/** Deadlines of an answer, in milliseconds from `go`. */
export interface AnswerTime {
  /** When `stop` is sent; null for never. */
  readonly stopMs: number | null;
  /** When the engine loses by timeout. */
  readonly lateMs: number;
}

export interface BestMove {
  /** The text after `bestmove`. */
  readonly text: string;
  readonly milliseconds: number;
}

/** Time between quit and kill. */
const QUIT_MS = 1_000;
const MAX_REASON_CHARACTERS = 300;
/** Unknown messages written to the log. */
const MAX_UNKNOWN = 100;

export class EngineSession {
  readonly #process: EngineProcess;
  readonly #spec: SessionSpec;
  readonly #protocol: Protocol;
  #hasFailed = false;
  #unknown = 0;

  private constructor(process: EngineProcess, spec: SessionSpec, protocol: Protocol) {
    this.#process = process;
    this.#spec = spec;
    this.#protocol = protocol;
  }

  /** Starts the engine and opens the session; `onMessage` receives every message of the handshake. */
  static async start(
    spec: SessionSpec,
    protocol: Protocol,
    onMessage: OnMessage,
    signal?: AbortSignal,
  ): Promise<EngineSession> {
    const process = startProcess(spec, protocol);
    try {
      const opened = `${protocol.name}ok`;
      process.log(`started as: ${spec.command.join(" ")}`);
      process.send(protocol.name);
      const onLine = (line: string): boolean => {
        const [word, rest] = firstWord(line);
        onMessage(word, rest);
        if (word === "id") process.log(`id ${rest}`);
        else if (word !== opened && !protocol.handshake.includes(word)) process.log(line);
        return word === opened;
      };
      await process.wait(onLine, spec.startMs, `${spec.command[0]}: handshake (${opened})`, signal);
      const session = new EngineSession(process, spec, protocol);
      await session.ready(signal);
      return session;
    } catch (error) {
      process.kill();
      await process.close(0);
      throw error;
    }
  }

  send(line: string): void {
    this.#process.send(line);
  }

  log(text: string): void {
    this.#process.log(text);
  }

  cpuSeconds(): number | null {
    return this.#process.cpuSeconds();
  }

  /** Waits for readyok; earlier output is skipped. */
  async ready(signal?: AbortSignal): Promise<void> {
    this.send("isready");
    await this.wait((word) => word === "readyok", this.#spec.startMs, "isready", signal);
  }

  /**
   * Requests a move. `stop` is sent when the time is up or the signal fires; after the signal the engine has at most `stoppedMs` for its
   * move.
   */
  async bestMove(
    go: string,
    time: AnswerTime,
    onMessage: OnMessage,
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
        if (word !== "bestmove") onMessage(word, rest);
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

  /** Passes messages to `isAnswer` until it accepts one; fails like `EngineProcess.wait`. */
  async wait(
    isAnswer: (word: string, rest: string) => boolean,
    milliseconds: number,
    what: string,
    signal?: AbortSignal,
  ): Promise<void> {
    const { messages, isLogged } = this.#protocol;
    const onLine = (line: string): boolean => {
      const [word, rest] = firstWord(line);
      if (isLogged(word, rest)) this.#process.log(line);
      else if (!messages.includes(word) && this.#unknown++ < MAX_UNKNOWN)
        this.#process.log(`unknown message: ${shortened(line)}`);
      return isAnswer(word, rest);
    };
    try {
      await this.#process.wait(onLine, milliseconds, what, signal);
    } catch (error) {
      if (error instanceof PlayerFault) this.#hasFailed = true;
      throw error;
    }
  }

  /** The fault for a rejected move. */
  fault(reason: string): PlayerFault {
    const why = reason.length > MAX_REASON_CHARACTERS ? `${reason.slice(0, MAX_REASON_CHARACTERS)}…` : reason;
    this.#hasFailed = true;
    this.#process.log(`illegal: ${why}`);
    return new PlayerFault("illegal", why);
  }

  async close(): Promise<void> {
    await this.#process.close(this.#hasFailed ? 0 : QUIT_MS);
  }
}

function startProcess({ command }: SessionSpec, { name }: Protocol): EngineProcess {
  try {
    return new EngineProcess(command, new EngineLog(name, command[0]));
  } catch (error) {
    throw new GameloreError("bad-player", `${command[0]} cannot be started: ${(error as Error).message}`);
  }
}
