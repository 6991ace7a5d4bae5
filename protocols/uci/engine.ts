/**
 * A player of ours as a UCI engine: it takes lines and gives lines, and knows neither where they come from nor where they go. Bad input is
 * answered with an `info string` and changes nothing.
 */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/game.ts";
import { START_FEN } from "../../games/chess/fen.ts";
import { parseUci } from "../../games/chess/moves.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { shortened } from "../program/line-text.ts";
import type { LineEngine } from "../program/serve.ts";
import { EngineOptions } from "./engine-options.ts";
import { lastIrreversible } from "./game-line.ts";
import { parseGuiMessage, type GuiMessage } from "./message.ts";
import type { PlayerSource } from "./player-source.ts";
import { Searches, type Game } from "./searches.ts";

export interface EngineSpec {
  readonly rules: ChessRules;
  readonly players: PlayerSource;
  readonly name: string;
  /** Takes a line without its end. */
  readonly say: (line: string) => void;
  /** For a move, whatever the clock says. */
  readonly milliseconds?: number | undefined;
}

const REMARK_LETTERS = 300;

export class UciEngine implements LineEngine {
  readonly ended: Promise<{ readonly failed: boolean }>;
  readonly #spec: EngineSpec;
  readonly #options: EngineOptions;
  readonly #searches: Searches;
  #game: Game;
  #end: (how: { failed: boolean }) => void = () => {};
  #isOver = false;

  constructor(spec: EngineSpec) {
    const { rules, players, milliseconds } = spec;
    this.#spec = spec;
    this.#options = new EngineOptions(players);
    this.#game = { position: unwrap(rules.parsePosition(START_FEN)), past: [] };
    this.ended = new Promise((resolve) => (this.#end = resolve));
    const remark = (text: string): void => this.#remark(text);
    this.#searches = new Searches({
      rules,
      options: this.#options,
      player: () => players.forSearch(remark),
      say: (line) => this.#say(line),
      remark,
      milliseconds,
    });
    // The player is made while the first messages are answered. One that cannot be made at all is the end.
    players.current(remark).catch((error: unknown) => {
      this.#remark(`the player cannot be made: ${error instanceof Error ? error.message : String(error)}`);
      this.#finish(true);
    });
  }

  receive(line: string): void {
    if (this.#isOver) return;
    const message = parseGuiMessage(line);
    if (message.ok) this.#obey(message.value);
    else this.#remark(message.error.message);
  }

  /** A search under way is stopped and answered. */
  async endInput(): Promise<void> {
    this.#searches.stop();
    await this.#searches.idle();
    this.#finish(false);
  }

  overflow(): void {
    this.#remark("a line that is too long was dropped");
  }

  #obey(message: GuiMessage): void {
    const { players } = this.#spec;
    switch (message.kind) {
      case "uci":
        return this.#introduce();
      case "isready":
        return this.#sayReady();
      case "debug":
        this.#options.debug = message.on;
        return undefined;
      case "setoption": {
        const set = this.#options.set(message.name, message.value);
        return set.ok ? undefined : this.#remark(`setoption: ${set.error.message}`);
      }
      case "ucinewgame":
        // The player that is searching is still needed.
        if (this.#searches.isSearching) void this.#searches.idle().then(() => players.newGame());
        else players.newGame();
        return undefined;
      case "position":
        return this.#setPosition(message.fen, message.moves);
      case "go":
        message.warnings.forEach((warning) => this.#remark(warning));
        return this.#searches.go(message.request, this.#game);
      case "stop":
        return this.#searches.stop();
      case "ponderhit":
        return this.#searches.ponderHit();
      case "quit":
        this.#searches.drop();
        return this.#finish(false);
      case "register":
        return undefined;
    }
  }

  #introduce(): void {
    this.#say(`id name ${this.#spec.name}`);
    this.#say("id author the Gamelore authors");
    for (const declaration of this.#options.declarations()) this.#say(`option ${declaration}`);
    this.#say("uciok");
  }

  /** While a search is under way at once, else when the player is there. */
  #sayReady(): void {
    if (this.#searches.isSearching) return this.#say("readyok");
    // Where the player cannot be made the engine ends.
    this.#spec.players
      .current((text) => this.#remark(text))
      .then(
        () => this.#say("readyok"),
        () => {},
      );
    return undefined;
  }

  #setPosition(fen: string | null, moves: readonly string[]): void {
    const { rules } = this.#spec;
    const start = rules.parsePosition(fen ?? START_FEN);
    if (!start.ok) return this.#remark(`position: ${start.error.message}; the position is left as it was`);
    const positions: Position[] = [start.value];
    for (const [i, text] of moves.entries()) {
      const now = positions.at(-1) as Position;
      const move = parseUci(text, rules.board.legalMoves(now));
      if (!move.ok)
        return this.#remark(`position: the position is left as it was; move ${i + 1}: ${move.error.message}`);
      positions.push(rules.board.play(now, move.value));
    }
    const position = positions.pop() as Position;
    this.#game = { position, past: positions.slice(lastIrreversible(positions)) };
    return undefined;
  }

  #say(line: string): void {
    if (!this.#isOver) this.#spec.say(line);
  }

  #remark(text: string): void {
    this.#say(`info string ${shortened(text, REMARK_LETTERS)}`);
  }

  #finish(failed: boolean): void {
    this.#isOver = true;
    this.#end({ failed });
  }
}
