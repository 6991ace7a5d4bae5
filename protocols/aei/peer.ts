/** The controller's side of AEI: a session with an external engine. */
import type { PlayerFault } from "../../engine/contracts/errors.ts";
import { firstWord } from "../external/line-text.ts";
import { EngineSession, type Protocol, type SessionSpec } from "../external/session.ts";

export interface PeerAnswer {
  /** The turn as the engine wrote it. */
  readonly turn: string;
  /** The latest value of each kind. */
  readonly info: ReadonlyMap<string, string>;
  readonly milliseconds: number;
}

/** Kinds of `info` that are used. */
const INFO_KINDS: readonly string[] = ["score", "depth", "nodes"];
/** sharp writes depth and score, in thousandths of a rabbit, only into its log. */
const LOGGED_SCORE = /^Depth (\d+) Eval (-?\d+)\b/;
const AEI: Protocol = {
  name: "aei",
  handshake: ["protocol-version"],
  messages: ["info", "bestmove", "readyok"],
  isLogged: (word) => word === "log",
};

export class Peer {
  /** Letters of the sides in positions, by protocol version. */
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
    const onMessage = (word: string, rest: string): void => {
      if (word === "protocol-version") isCurrent = rest === "1";
    };
    const session = await EngineSession.start(spec, AEI, onMessage, signal);
    return new Peer(session, spec, isCurrent ? "gs" : "wb");
  }

  send(line: string): void {
    this.#session.send(line);
  }

  setOption(name: string, value: string | number | null): void {
    this.send(`setoption name ${name}${value === null ? "" : ` value ${value}`}`);
  }

  /** Waits for readyok; earlier output is skipped. */
  ready(signal?: AbortSignal): Promise<void> {
    return this.#session.ready(signal);
  }

  /** Requests a turn. The engine is sent `stop` when the time is up and is late after the grace period. `info` is filled during the search. */
  async go(milliseconds: number, signal?: AbortSignal, info: Map<string, string> = new Map()): Promise<PeerAnswer> {
    const onMessage = (word: string, rest: string): void => {
      const [kind, value] = firstWord(rest);
      if (word === "info" && INFO_KINDS.includes(kind)) info.set(kind, value);
      const logged = word === "log" ? LOGGED_SCORE.exec(rest) : null;
      if (logged) info.set("depth", logged[1] as string).set("score", String(Number(logged[2]) / 10));
    };
    const time = { stopMs: milliseconds, lateMs: milliseconds + this.#spec.graceMs };
    const answer = await this.#session.bestMove("go", time, onMessage, signal);
    return { turn: answer.text, info, milliseconds: answer.milliseconds };
  }

  /** The fault for a rejected turn. */
  fault(reason: string): PlayerFault {
    return this.#session.fault(reason);
  }

  cpuSeconds(): number | null {
    return this.#session.cpuSeconds();
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
