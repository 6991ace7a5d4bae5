/** The controller's side of AEI: a session with an engine of somebody else, from the handshake to quit. */
import { GameloreError, PlayerFault } from "../../engine/contracts/errors.ts";
import { firstWord, shortened } from "./message.ts";
import { PeerLog } from "./peer-log.ts";
import { Program } from "./program.ts";

export interface PeerSpec {
  readonly command: readonly [string, ...string[]];
  /** For the handshake, and for getting ready before a turn, which is on nobody's clock. */
  readonly startMs: number;
  /** What is given beyond the time for a turn: for the way there and back, and after `stop`. */
  readonly graceMs: number;
}

export interface PeerAnswer {
  /** The turn as it was written. */
  readonly turn: string;
  /** The last that was told of each kind. */
  readonly info: ReadonlyMap<string, string>;
  readonly milliseconds: number;
}

/** Time to end in peace. */
const QUIT_MS = 1_000;
/** What is kept of what an engine tells of its search. */
const INFORMATION: readonly string[] = ["score", "depth", "nodes"];
const WHY_LETTERS = 300;
/** More lines of a kind that means nothing are not worth keeping. */
const MAX_STRANGE = 100;

export class Peer {
  /** Of the sides, in positions: as the version of the protocol has them. */
  readonly sides: "gs" | "wb";
  readonly #program: Program;
  readonly #spec: PeerSpec;
  #hasFailed = false;
  #strange = 0;

  private constructor(program: Program, spec: PeerSpec, sides: "gs" | "wb") {
    this.#program = program;
    this.#spec = spec;
    this.sides = sides;
  }

  static async start(spec: PeerSpec, signal?: AbortSignal): Promise<Peer> {
    const program = startProgram(spec);
    try {
      let isCurrent = false;
      program.note(`started as: ${spec.command.join(" ")}`);
      program.send("aei");
      const opened = (line: string): boolean => {
        const [word, rest] = firstWord(line);
        if (word === "protocol-version") isCurrent = rest === "1";
        else if (word === "id") program.note(`id ${rest}`);
        else if (word !== "aeiok") program.note(line);
        return word === "aeiok";
      };
      await program.wait(opened, spec.startMs, `${spec.command[0]}: handshake (aeiok)`, signal);
      const peer = new Peer(program, spec, isCurrent ? "gs" : "wb");
      await peer.ready(signal);
      return peer;
    } catch (error) {
      program.kill();
      await program.close(0);
      throw error;
    }
  }

  send(line: string): void {
    this.#program.send(line);
  }

  setOption(name: string, value: number): void {
    this.send(`setoption name ${name} value ${value}`);
  }

  /** Waits until it has understood all that was sent; what it still has to say about the past is passed over. */
  async ready(signal?: AbortSignal): Promise<void> {
    this.send("isready");
    await this.#await((word) => word === "readyok", this.#spec.startMs, "isready", signal);
  }

  /** Its turn in the position that it knows. When the time is up it is told to stop, and after the grace it is late. `info` fills as it tells. */
  async go(milliseconds: number, signal?: AbortSignal, info: Map<string, string> = new Map()): Promise<PeerAnswer> {
    let turn = "";
    const began = performance.now();
    this.send("go");
    const stop = (): void => this.send("stop");
    const timer = setTimeout(stop, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const answered = (word: string, rest: string): boolean => {
        const [kind, value] = firstWord(rest);
        if (word === "info" && INFORMATION.includes(kind)) info.set(kind, value);
        turn = rest;
        return word === "bestmove";
      };
      await this.#await(answered, milliseconds + this.#spec.graceMs, "bestmove", signal);
      return { turn, info, milliseconds: performance.now() - began };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  /** What a turn of its has been refused for. */
  fault(reason: string): PlayerFault {
    const why = reason.length > WHY_LETTERS ? `${reason.slice(0, WHY_LETTERS)}…` : reason;
    this.#hasFailed = true;
    this.#program.note(`illegal: ${why}`);
    return new PlayerFault("illegal", why);
  }

  async close(): Promise<void> {
    await this.#program.close(this.#hasFailed ? 0 : QUIT_MS);
  }

  async #await(
    isAnswer: (word: string, rest: string) => boolean,
    milliseconds: number,
    what: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const take = (line: string): boolean => {
      const [word, rest] = firstWord(line);
      if (word === "log") this.#program.note(line);
      else if (!["info", "bestmove", "readyok"].includes(word) && this.#strange++ < MAX_STRANGE)
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
}

function startProgram({ command }: PeerSpec): Program {
  try {
    return new Program(command, new PeerLog(command[0]));
  } catch (error) {
    throw new GameloreError("bad-player", `${command[0]} cannot be started: ${(error as Error).message}`);
  }
}
