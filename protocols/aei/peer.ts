/** The controller's side of AEI: a session with an engine of somebody else. */
import type { PlayerFault } from "../../engine/contracts/errors.ts";
import { firstWord } from "../program/line-text.ts";
import { EngineSession, type Protocol, type SessionSpec } from "../program/session.ts";

export interface PeerAnswer {
  /** The turn as it was written. */
  readonly turn: string;
  /** The last that was told of each kind. */
  readonly info: ReadonlyMap<string, string>;
  readonly milliseconds: number;
}

/** What is kept of what an engine tells of its search. */
const INFORMATION: readonly string[] = ["score", "depth", "nodes"];
const AEI: Protocol = {
  name: "aei",
  handshake: ["protocol-version"],
  messages: ["info", "bestmove", "readyok"],
  isLogged: (word) => word === "log",
};

export class Peer {
  /** Of the sides, in positions: as the version of the protocol has them. */
  readonly sides: "gs" | "wb";
  readonly #session: EngineSession;
  readonly #spec: SessionSpec;

  private constructor(session: EngineSession, spec: SessionSpec, sides: "gs" | "wb") {
    this.#session = session;
    this.#spec = spec;
    this.sides = sides;
  }

  static async start(spec: SessionSpec, signal?: AbortSignal): Promise<Peer> {
    let isCurrent = false;
    const hear = (word: string, rest: string): void => {
      if (word === "protocol-version") isCurrent = rest === "1";
    };
    const session = await EngineSession.start(spec, AEI, hear, signal);
    return new Peer(session, spec, isCurrent ? "gs" : "wb");
  }

  send(line: string): void {
    this.#session.send(line);
  }

  setOption(name: string, value: number): void {
    this.send(`setoption name ${name} value ${value}`);
  }

  /** Waits until it has understood all that was sent; what it still has to say about the past is passed over. */
  ready(signal?: AbortSignal): Promise<void> {
    return this.#session.ready(signal);
  }

  /** Its turn in the position that it knows. When the time is up it is told to stop, and after the grace it is late. `info` fills as it tells. */
  async go(milliseconds: number, signal?: AbortSignal, info: Map<string, string> = new Map()): Promise<PeerAnswer> {
    const hear = (word: string, rest: string): void => {
      const [kind, value] = firstWord(rest);
      if (word === "info" && INFORMATION.includes(kind)) info.set(kind, value);
    };
    const time = { stopMs: milliseconds, lateMs: milliseconds + this.#spec.graceMs };
    const answer = await this.#session.bestMove("go", time, hear, signal);
    return { turn: answer.text, info, milliseconds: answer.milliseconds };
  }

  /** What a turn of its has been refused for. */
  fault(reason: string): PlayerFault {
    return this.#session.fault(reason);
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
