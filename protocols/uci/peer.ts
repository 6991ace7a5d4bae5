/** The GUI's side of UCI: a session with an engine of another person. */
import { unwrap, type PlayerFault } from "../../engine/contracts/errors.ts";
import { shortened } from "../program/line-text.ts";
import { EngineSession, type AnswerTime, type BestMove, type Dialect, type SessionSpec } from "../program/session.ts";
import type { SearchReport } from "./info-text.ts";
import {
  findOption,
  parseDeclaration,
  settingMessage,
  type DeclaredOption,
  type OptionSetting,
} from "./option-text.ts";

const UCI: Dialect = {
  name: "uci",
  introduces: ["option", "copyprotection", "registration"],
  messages: ["info", "bestmove", "readyok", "id", "option", "copyprotection", "registration"],
  isLogged: () => false,
};
/** How long the move of an engine that was stopped is waited for. */
const STOPPED_MS = 250;
/** Declarations beyond this many are ignored. */
const MAX_OPTIONS = 1_000;
/** Lines of `info string` that are kept in the log. */
const MAX_REMARKS = 100;

export class Peer {
  readonly options: readonly DeclaredOption[];
  readonly #session: EngineSession;
  readonly #spec: SessionSpec;
  /** A search that was given up still has its bestmove to come; an engine may answer isready before that. */
  #owesMove = false;
  #remarks = 0;

  private constructor(session: EngineSession, spec: SessionSpec, options: readonly DeclaredOption[]) {
    this.#session = session;
    this.#spec = spec;
    this.options = options;
  }

  /** Opens the session and sets the options; one that the engine does not have is refused. */
  static async start(
    spec: SessionSpec,
    settings: (declared: readonly DeclaredOption[]) => readonly OptionSetting[],
    signal?: AbortSignal,
  ): Promise<Peer> {
    const options: DeclaredOption[] = [];
    const hear = (word: string, rest: string): void => {
      const option = word === "option" && options.length < MAX_OPTIONS ? parseDeclaration(rest) : null;
      if (option && !findOption(options, option.name)) options.push(option);
    };
    const session = await EngineSession.start(spec, UCI, hear, signal);
    const peer = new Peer(session, spec, options);
    try {
      for (const setting of settings(options)) session.send(unwrap(settingMessage(spec.command[0], options, setting)));
      await session.ready(signal);
      return peer;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** A new game begins with the next position. */
  newGame(): void {
    this.#session.send("ucinewgame");
  }

  /** Sends the position and waits until the engine has taken it in. */
  async setPosition(message: string, signal?: AbortSignal): Promise<void> {
    this.#session.send(message);
    await this.#session.ready(signal);
  }

  /** Waits for the end of a search that was given up, so that its move is not taken for the next one. */
  async settle(signal?: AbortSignal): Promise<void> {
    if (!this.#owesMove) return;
    await this.#session.wait((word) => word === "bestmove", this.#spec.startMs, "bestmove after stop", signal);
    this.#owesMove = false;
  }

  async go(message: string, time: AnswerTime, report: SearchReport, signal?: AbortSignal): Promise<BestMove> {
    this.#owesMove = true;
    const hear = (word: string, rest: string): void => {
      if (word !== "info") return;
      if (rest.startsWith("string") && this.#remarks++ < MAX_REMARKS) this.#session.note(shortened(rest, 300));
      report.add(rest);
    };
    const answer = await this.#session.bestMove(message, time, hear, signal, STOPPED_MS);
    this.#owesMove = false;
    return answer;
  }

  fault(reason: string): PlayerFault {
    return this.#session.fault(reason);
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
