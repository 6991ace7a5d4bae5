/**
 * A player of ours as an AEI engine: it takes lines and gives lines, and knows neither where they come from nor where they go. Messages are
 * answered while the player thinks.
 */
import { History } from "../../engine/arena/play-game.ts";
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { Player, SearchInfo } from "../../engine/contracts/player.ts";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";
import { SIDE, STATE_BYTES } from "../../games/arimaa/layout.ts";
import { formatTurn, parseTurn } from "../../games/arimaa/turns.ts";
import { shortened } from "../program/line-text.ts";
import type { LineEngine } from "../program/serve.ts";
import { isClockOption, newClock, restartClock, setClock, turnTime, type Clock, type TurnTime } from "./clock.ts";
import { infoLines } from "./info.ts";
import { parseControllerMessage, type ControllerMessage } from "./message.ts";
import { readPositionText } from "./position-text.ts";
import { thinkTurn, type Thinking } from "./think-turn.ts";

export interface EngineSpec {
  readonly rules: ArimaaRules;
  /** Made while the first messages are answered. */
  readonly player: Promise<Player>;
  readonly name: string;
  readonly version: string;
  /** Takes a line without its end. */
  readonly say: (line: string) => void;
  /** The time control until the controller sets another. */
  readonly control?: Partial<Clock> | undefined;
  /** For a turn, whatever the clock says. */
  readonly milliseconds?: number | undefined;
}

/** Those that tell of the game; nothing depends on them. */
const ABOUT_THE_GAME: readonly string[] = ["opponent", "opponent_rating", "rating", "rated", "event", "hash"];
const MAX_DEPTH = 1_000;
const LOG_LETTERS = 300;

export class AeiEngine implements LineEngine {
  /** When the session has ended: whether by an error. */
  readonly ended: Promise<{ readonly failed: boolean }>;
  readonly #spec: EngineSpec;
  readonly #clock: Clock;
  #depth = 0;
  #isOpen = false;
  #position: Position = new Uint8Array(STATE_BYTES);
  #history: History;
  #began: number = performance.now();
  #thinking: Thinking | null = null;
  #pondering = false;
  #end: (how: { failed: boolean }) => void = () => {};
  #isOver = false;

  constructor(spec: EngineSpec) {
    this.#spec = spec;
    this.#clock = { ...newClock(), ...spec.control };
    this.#history = new History(spec.rules, this.#position);
    this.ended = new Promise((resolve) => (this.#end = resolve));
    spec.player.catch((error: unknown) => this.#fail(`the player cannot be made: ${textOf(error)}`));
  }

  receive(line: string): void {
    if (this.#isOver) return;
    const message = parseControllerMessage(line);
    if (!message.ok) return this.#fail(message.error.message);
    if (!this.#isOpen && message.value.kind !== "aei" && message.value.kind !== "quit")
      return this.#log("Error", `${message.value.kind} before the session was opened; expected aei first`);
    this.#obey(message.value);
  }

  /** The input has ended, or is none: the session ends. A search under way is stopped and answered. */
  async endInput(): Promise<void> {
    if (this.#isOver) return;
    this.#thinking?.stop();
    await this.#thinking?.answered;
    this.#finish(false);
  }

  /** A line that was too long to be taken in. */
  overflow(): void {
    if (!this.#isOver) this.#fail("a line without end; messages are shorter");
  }

  #obey(message: ControllerMessage): void {
    switch (message.kind) {
      case "aei":
        return this.#open();
      case "isready":
        return this.#spec.say("readyok");
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
        this.#thinking?.drop();
        return this.#finish(false);
    }
  }

  #open(): void {
    const { say, name, version } = this.#spec;
    if (this.#isOpen) return this.#log("Error", "aei again; the session is open already");
    this.#isOpen = true;
    for (const line of ["protocol-version 1", `id name ${name}`, "id author the Gamelore authors"]) say(line);
    say(`id version ${version}`);
    say("aeiok");
  }

  #begin(position: Position): void {
    this.#drop();
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
      if (!set.ok) this.#log("Warning", `${set.error.message}; it is left as it was`);
    } else if (name === "depth") {
      const depth = Number(value);
      if (!Number.isInteger(depth)) return this.#log("Warning", `depth: "${value ?? ""}" is no whole number of steps`);
      this.#depth = Math.min(MAX_DEPTH, Math.max(0, depth));
    } else if (!ABOUT_THE_GAME.includes(name)) this.#log("Warning", `there is no option ${shortened(name)}`);
  }

  #makeMove(text: string): void {
    this.#drop();
    const { rules } = this.#spec;
    const moves = parseTurn(rules.board, this.#position, text);
    if (!moves.ok) return this.#fail(`makemove: ${moves.error.message}`);
    const side = this.#position[SIDE] as number;
    for (const move of moves.value) {
      const next = rules.play(this.#position, [move]);
      if (this.#history.forbidden?.(next)) this.#log("Warning", "makemove: the position comes for the third time");
      this.#history.add(next, side);
      this.#position = next;
    }
    this.#clock.moveused = 0;
  }

  /** Nothing of ours thinks in its opponent's time: the table it would leave saves little (README.md). */
  #ponder(): void {
    this.#drop();
    this.#pondering = true;
    this.#log("Debug", "go ponder: this engine waits for the move");
  }

  #stop(): void {
    if (this.#thinking) return this.#thinking.stop();
    if (this.#pondering) this.#pondering = false;
    else this.#log("Error", "stop while nothing is being searched");
  }

  #go(): void {
    if (this.#thinking) return this.#log("Error", "go during a search; stop ends it");
    const { rules, player, milliseconds } = this.#spec;
    const position = this.#position;
    if (rules.result(position) !== null) return this.#log("Error", "go after the end of the game");
    this.#pondering = false;
    const asked = performance.now();
    // Only what has changed is told again before the answer.
    let told = "";
    const thinking: Thinking = thinkTurn(rules, {
      player,
      position,
      forbidden: this.#history.forbidden,
      depth: this.#depth > 0 ? this.#depth : undefined,
      time: milliseconds === undefined ? this.#time() : { milliseconds, margin: milliseconds },
      warn: (text) => this.#log("Warning", text),
      tell: (thought) => {
        const news = JSON.stringify([thought.depth, thought.value, thought.pv]);
        if (this.#thinking !== thinking || news === told) return;
        told = news;
        this.#sayThought(position, thought, [], performance.now() - asked);
      },
    });
    this.#thinking = thinking;
    void thinking.answered.then((turn) => {
      if (this.#thinking === thinking) this.#thinking = null;
      if (!turn || this.#isOver) return;
      if (turn.thought) this.#sayThought(position, turn.thought, turn.moves, performance.now() - asked);
      this.#sayBest(position, turn.moves);
    });
  }

  #time(): TurnTime | null {
    return turnTime(this.#clock, this.#position[SIDE] as number, (performance.now() - this.#began) / 1000);
  }

  /** Who chooses step by step tells no line that is worth more than the turn. */
  #sayThought(position: Position, thought: SearchInfo, moves: readonly Move[], milliseconds: number): void {
    const line = thought.pv.length > moves.length ? thought.pv : moves;
    for (const each of infoLines(this.#spec.rules.board, position, { ...thought, pv: line }, milliseconds))
      this.#spec.say(each);
  }

  #sayBest(position: Position, moves: readonly Move[]): void {
    this.#spec.say(`bestmove ${formatTurn(this.#spec.rules.board, position, moves)}`);
  }

  /** What was being thought about is no question any more. */
  #drop(): void {
    this.#thinking?.drop();
    this.#thinking = null;
    this.#pondering = false;
  }

  #log(kind: "Error" | "Warning" | "Debug", text: string): void {
    const line = text.replace(/\p{Cc}+/gu, " ");
    this.#spec.say(`log ${kind}: ${line.length > LOG_LETTERS ? `${line.slice(0, LOG_LETTERS)}…` : line}`);
  }

  #fail(text: string): void {
    if (this.#isOver) return;
    this.#log("Error", text);
    this.#drop();
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
