/** The GUI's side of UCI: a session with an external engine. */
import { unwrap, type PlayerFault } from "../../engine/contracts/errors.ts";
import { shortened } from "../external/line-text.ts";
import { EngineSession, type AnswerTime, type BestMove, type Protocol, type SessionSpec } from "../external/session.ts";
import type { SearchReport } from "./info-text.ts";
import { findOption, parseDeclaration, settingMessage, type DeclaredOption } from "./option-text.ts";
import type { OptionSetting } from "../external/option-settings.ts";

const UCI: Protocol = {
  name: "uci",
  handshake: ["option", "copyprotection", "registration"],
  messages: ["info", "bestmove", "readyok", "id", "option", "copyprotection", "registration"],
  isLogged: () => false,
};
/** Time that a stopped engine has for its move. */
const STOP_TIMEOUT_MS = 250;
/** Further declarations are ignored. */
const MAX_OPTIONS = 1_000;
/** `info string` lines written to the log. */
const MAX_INFO_STRINGS = 100;

export class Peer {
  readonly options: readonly DeclaredOption[];
  readonly #session: EngineSession;
  readonly #spec: SessionSpec;
  /** An abandoned search still has to send its bestmove; some engines answer isready before it. */
  #awaitsBestMove = false;
  #infoStrings = 0;

  private constructor(session: EngineSession, spec: SessionSpec, options: readonly DeclaredOption[]) {
    this.#session = session;
    this.#spec = spec;
    this.options = options;
  }

  /** Opens the session and sets the options; unknown options are errors. */
  static async start(
    spec: SessionSpec,
    settings: (declared: readonly DeclaredOption[]) => readonly OptionSetting[],
    signal?: AbortSignal,
  ): Promise<Peer> {
    const options: DeclaredOption[] = [];
    const onMessage = (word: string, rest: string): void => {
      const option = word === "option" && options.length < MAX_OPTIONS ? parseDeclaration(rest) : null;
      if (option && !findOption(options, option.name)) options.push(option);
    };
    const session = await EngineSession.start(spec, UCI, onMessage, signal);
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

  /** The next position starts a new game. */
  newGame(): void {
    this.#session.send("ucinewgame");
  }

  /** Sends the position and waits for readyok. */
  async setPosition(message: string, signal?: AbortSignal): Promise<void> {
    this.#session.send(message);
    await this.#session.ready(signal);
  }

  /** Waits for the bestmove of an abandoned search, so that it is not mistaken for the next one. */
  async settle(signal?: AbortSignal): Promise<void> {
    if (!this.#awaitsBestMove) return;
    await this.#session.wait((word) => word === "bestmove", this.#spec.startMs, "bestmove after stop", signal);
    this.#awaitsBestMove = false;
  }

  async go(message: string, time: AnswerTime, report: SearchReport, signal?: AbortSignal): Promise<BestMove> {
    this.#awaitsBestMove = true;
    const onMessage = (word: string, rest: string): void => {
      if (word !== "info") return;
      if (rest.startsWith("string") && this.#infoStrings++ < MAX_INFO_STRINGS) this.#session.log(shortened(rest, 300));
      report.add(rest);
    };
    const answer = await this.#session.bestMove(message, time, onMessage, signal, STOP_TIMEOUT_MS);
    this.#awaitsBestMove = false;
    return answer;
  }

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
