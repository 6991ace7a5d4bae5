/**
 * One of our players as an AEI engine: lines in, lines out, independent of the transport. Messages are handled while the player searches.
 */
import { History } from "../../engine/arena/play-game.ts";
import type { Move, Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { Player, SearchInfo } from "../../engine/contracts/player.ts";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";
import { SIDE, STATE_BYTES } from "../../games/arimaa/layout.ts";
import { formatTurn, parseTurn } from "../../games/arimaa/turns.ts";
import { shortened } from "../external/line-text.ts";
import type { LineEngine } from "../external/serve.ts";
import { isClockOption, newClock, restartClock, setClock, turnTime, type Clock, type TurnTime } from "./clock.ts";
import { infoLines } from "./info.ts";
import { parseControllerMessage, type ControllerMessage } from "./message.ts";
import { readPositionText } from "./position-text.ts";
import { searchTurn, type TurnSearch } from "./turn-search.ts";

export interface EngineSpec {
  readonly rules: ArimaaRules;
  /** Created while the first messages are handled. */
  readonly player: Promise<Player>;
  readonly name: string;
  readonly version: string;
  /** Sends a line, given without its terminator. */
  readonly send: (line: string) => void;
  /** Time control until the controller sets another. */
  readonly control?: Partial<Clock> | undefined;
  /** Fixed time for a turn; overrides the clock. */
  readonly milliseconds?: number | undefined;
}

/** Options without an effect on the search. */
const IGNORED_OPTIONS: readonly string[] = ["opponent", "opponent_rating", "rating", "rated", "event", "hash"];
const MAX_DEPTH = 1_000;
const MAX_LOG_CHARACTERS = 300;

export class AeiEngine implements LineEngine {
  readonly ended: Promise<{ readonly failed: boolean }>;
  readonly #spec: EngineSpec;
  readonly #clock: Clock;
  #depth = 0;
  #isOpen = false;
  #position: Position = new Uint8Array(STATE_BYTES);
  #history: History;
  #began: number = performance.now();
  #search: TurnSearch | null = null;
  #pondering = false;
  #end: (how: { failed: boolean }) => void = () => {};
  #isOver = false;

  constructor(spec: EngineSpec) {
    this.#spec = spec;
    this.#clock = { ...newClock(), ...spec.control };
    this.#history = new History(spec.rules, this.#position);
    this.ended = new Promise((resolve) => (this.#end = resolve));
    spec.player.catch((error: unknown) => this.#fail(`cannot create the player: ${textOf(error)}`));
  }

  receive(line: string): void {
    if (this.#isOver) return;
    const message = parseControllerMessage(line);
    if (!message.ok) return this.#fail(message.error.message);
    if (!this.#isOpen && message.value.kind !== "aei" && message.value.kind !== "quit")
      return this.#log("Error", `${message.value.kind} before the session is open; expected aei first`);
    this.#handle(message.value);
  }

  /** End of input ends the session. A running search is stopped, and its bestmove is still sent. */
  async endInput(): Promise<void> {
    if (this.#isOver) return;
    this.#search?.stop();
    await this.#search?.result;
    this.#finish(false);
  }

  overflow(): void {
    if (!this.#isOver) this.#fail("line too long");
  }

  #handle(message: ControllerMessage): void {
    switch (message.kind) {
      case "aei":
        return this.#open();
      case "isready":
        return this.#spec.send("readyok");
      case "newgame":
        restartClock(this.#clock);
        return this.#begin(new Uint8Array(STATE_BYTES));
      case "setposition":
        return this.#setPosition(message.text);
      case "setoption":
        return this.#setOption(message.name, message.value);
      case "makemove":
        return this.#makeMove(message.text);
      case "go":
        return message.ponder ? this.#ponder() : this.#go();
      case "stop":
        return this.#stop();
      case "quit":
        this.#search?.discard();
        return this.#finish(false);
    }
  }

  #open(): void {
    const { send, name, version } = this.#spec;
    if (this.#isOpen) return this.#log("Error", "aei received twice; the session is already open");
    this.#isOpen = true;
    for (const line of ["protocol-version 1", `id name ${name}`, "id author the Gamelore authors"]) send(line);
    send(`id version ${version}`);
    send("aeiok");
  }

  #begin(position: Position): void {
    this.#discard();
    this.#position = position;
    this.#history = new History(this.#spec.rules, position);
    this.#began = performance.now();
  }

  #setPosition(text: string): void {
    const position = readPositionText(this.#spec.rules.board, text);
    if (position.ok) this.#begin(position.value);
    else this.#fail(`setposition: ${position.error.message}`);
  }

  #setOption(name: string, value: string | null): void {
    if (isClockOption(name)) {
      const set = setClock(this.#clock, name, value);
      if (!set.ok) this.#log("Warning", `${set.error.message}; it is unchanged`);
    } else if (name === "depth") {
      const depth = Number(value);
      if (!Number.isInteger(depth))
        return this.#log("Warning", `depth: "${value ?? ""}" is not a whole number of steps`);
      this.#depth = Math.min(MAX_DEPTH, Math.max(0, depth));
    } else if (!IGNORED_OPTIONS.includes(name)) this.#log("Warning", `no such option: ${shortened(name)}`);
  }

  #makeMove(text: string): void {
    this.#discard();
    const { rules } = this.#spec;
    const moves = parseTurn(rules.board, this.#position, text);
    if (!moves.ok) return this.#fail(`makemove: ${moves.error.message}`);
    const side = this.#position[SIDE] as PlayerNumber;
    for (const move of moves.value) {
      const next = rules.play(this.#position, [move]);
      if (this.#history.forbidden?.(next)) this.#log("Warning", "makemove: third repetition of the position");
      this.#history.add(next, side);
      this.#position = next;
    }
    this.#clock.moveused = 0;
  }

  /** Pondering is not implemented: the transposition table it would leave saves little (README.md). */
  #ponder(): void {
    this.#discard();
    this.#pondering = true;
    this.#log("Debug", "go ponder: this engine does not ponder");
  }

  #stop(): void {
    if (this.#search) return this.#search.stop();
    if (this.#pondering) this.#pondering = false;
    else this.#log("Error", "stop without a search");
  }

  #go(): void {
    if (this.#search) return this.#log("Error", "go during a search; send stop first");
    const { rules, player, milliseconds } = this.#spec;
    const position = this.#position;
    if (rules.result(position) !== null) return this.#log("Error", "go after the game has ended");
    this.#pondering = false;
    const started = performance.now();
    // Info is sent before the bestmove only if it has changed.
    let lastInfo = "";
    const search: TurnSearch = searchTurn(rules, {
      player,
      position,
      forbidden: this.#history.forbidden,
      depth: this.#depth > 0 ? this.#depth : undefined,
      time: milliseconds === undefined ? this.#time() : { milliseconds, margin: milliseconds },
      warn: (text) => this.#log("Warning", text),
      onInfo: (info) => {
        const current = JSON.stringify([info.depth, info.value, info.pv]);
        if (this.#search !== search || current === lastInfo) return;
        lastInfo = current;
        this.#sendInfo(position, info, [], performance.now() - started);
      },
    });
    this.#search = search;
    void search.result.then((turn) => {
      if (this.#search === search) this.#search = null;
      if (!turn || this.#isOver) return;
      if (turn.info) this.#sendInfo(position, turn.info, turn.moves, performance.now() - started);
      this.#sendBestMove(position, turn.moves);
    });
  }

  #time(): TurnTime | null {
    return turnTime(this.#clock, this.#position[SIDE] as number, (performance.now() - this.#began) / 1000);
  }

  /** A player that chooses step by step has a PV no longer than the turn. */
  #sendInfo(position: Position, info: SearchInfo, moves: readonly Move[], milliseconds: number): void {
    const pv = info.pv.length > moves.length ? info.pv : moves;
    for (const each of infoLines(this.#spec.rules.board, position, { ...info, pv }, milliseconds))
      this.#spec.send(each);
  }

  #sendBestMove(position: Position, moves: readonly Move[]): void {
    this.#spec.send(`bestmove ${formatTurn(this.#spec.rules.board, position, moves)}`);
  }

  #discard(): void {
    this.#search?.discard();
    this.#search = null;
    this.#pondering = false;
  }

  #log(kind: "Error" | "Warning" | "Debug", text: string): void {
    const line = text.replace(/\p{Cc}+/gu, " ");
    this.#spec.send(
      `log ${kind}: ${line.length > MAX_LOG_CHARACTERS ? `${line.slice(0, MAX_LOG_CHARACTERS)}…` : line}`,
    );
  }

  #fail(text: string): void {
    if (this.#isOver) return;
    this.#log("Error", text);
    this.#discard();
    this.#finish(true);
  }

  #finish(failed: boolean): void {
    this.#isOver = true;
    this.#end({ failed });
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
