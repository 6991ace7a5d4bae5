/**
 * One of our players as a UCI engine: lines in, lines out, independent of the transport. Bad input is answered with an `info string` and
 * changes nothing.
 */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { START_FEN } from "../../games/chess/fen.ts";
import { parseUci } from "../../games/chess/moves.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { ShallowSearch } from "../../games/chess/search/shallow-search.ts";
import { shortened } from "../external/line-text.ts";
import type { LineEngine } from "../external/serve.ts";
import { EngineOptions } from "./engine-options.ts";
import { lastIrreversible } from "./game-history.ts";
import { parseGuiMessage, type GuiMessage } from "./message.ts";
import type { PlayerSource } from "./player-source.ts";
import { SearchController, type Game } from "./search-controller.ts";

export interface EngineSpec {
  readonly rules: ChessRules;
  readonly players: PlayerSource;
  readonly name: string;
  /** Sends a line, given without its terminator. */
  readonly send: (line: string) => void;
  /** Fixed time for a move; overrides the clock. */
  readonly milliseconds?: number | undefined;
}

const MAX_INFO_STRING = 300;

export class UciEngine implements LineEngine {
  readonly ended: Promise<{ readonly failed: boolean }>;
  readonly #spec: EngineSpec;
  readonly #options: EngineOptions;
  readonly #search: SearchController;
  readonly #shallow: Promise<ShallowSearch>;
  #game: Game;
  /** Messages received after an `isready` that is not answered yet; null if there is none. */
  #waiting: GuiMessage[] | null = null;
  #onReady: (() => void)[] = [];
  #end: (how: { failed: boolean }) => void = () => {};
  #isOver = false;

  constructor(spec: EngineSpec) {
    const { rules, players, milliseconds } = spec;
    this.#spec = spec;
    this.#options = new EngineOptions(players);
    this.#game = { position: unwrap(rules.parsePosition(START_FEN)), history: [] };
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.#shallow = openShallow(rules);
    this.#shallow.catch(() => {});
    const infoString = (text: string): void => this.#infoString(text);
    this.#search = new SearchController({
      rules,
      options: this.#options,
      player: () => players.forSearch(infoString),
      shallow: this.#shallow,
      send: (line) => this.#send(line),
      infoString,
      milliseconds,
    });
    // The player is created while the first messages are handled. If that fails, the engine ends.
    players.current(infoString).catch((error: unknown) => {
      this.#infoString(`cannot create the player: ${error instanceof Error ? error.message : String(error)}`);
      this.#finish(true);
    });
  }

  receive(line: string): void {
    if (this.#isOver) return;
    const message = parseGuiMessage(line);
    if (!message.ok) this.#infoString(message.error.message);
    // The clock of a `go` that follows `isready` starts when the player is ready.
    else if (this.#waiting && message.value.kind !== "quit") this.#waiting.push(message.value);
    else this.#handle(message.value);
  }

  /** Stops a running search, whose bestmove is still sent. */
  async endInput(): Promise<void> {
    if (this.#waiting) await new Promise<void>((resolve) => this.#onReady.push(resolve));
    this.#search.stop();
    await this.#search.idle();
    this.#finish(false);
  }

  overflow(): void {
    this.#infoString("line too long; ignored");
  }

  #handle(message: GuiMessage): void {
    const { players } = this.#spec;
    switch (message.kind) {
      case "uci":
        return this.#introduce();
      case "isready":
        return this.#sendReady();
      case "debug":
        this.#options.debug = message.on;
        return undefined;
      case "setoption": {
        const set = this.#options.set(message.name, message.value);
        return set.ok ? undefined : this.#infoString(`setoption: ${set.error.message}`);
      }
      case "ucinewgame":
        // The running search still needs its player.
        if (this.#search.isSearching) void this.#search.idle().then(() => players.newGame());
        else players.newGame();
        return undefined;
      case "position":
        return this.#setPosition(message.fen, message.moves);
      case "go":
        message.warnings.forEach((warning) => this.#infoString(warning));
        return this.#search.go(message.request, this.#game);
      case "stop":
        return this.#search.stop();
      case "ponderhit":
        return this.#search.ponderHit();
      case "quit":
        this.#search.discard();
        return this.#finish(false);
      case "register":
        return undefined;
    }
  }

  #introduce(): void {
    this.#send(`id name ${this.#spec.name}`);
    this.#send("id author the Gamelore authors");
    for (const declaration of this.#options.declarations()) this.#send(`option ${declaration}`);
    this.#send("uciok");
  }

  /** Immediately during a search, otherwise once the player has been created. */
  #sendReady(): void {
    if (this.#search.isSearching) return this.#send("readyok");
    this.#waiting = [];
    // If the player cannot be created, the constructor ends the engine.
    const player = this.#spec.players.current((text) => this.#infoString(text));
    Promise.all([player, this.#shallow])
      .then(
        () => this.#send("readyok"),
        () => {},
      )
      .finally(() => this.#resume());
    return undefined;
  }

  /** Handles the messages that were held back, up to the next `isready`. */
  #resume(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const message of waiting) {
      if (this.#waiting) (this.#waiting as GuiMessage[]).push(message);
      else this.#handle(message);
    }
    if (!this.#waiting) this.#onReady.splice(0).forEach((resolve) => resolve());
  }

  #setPosition(fen: string | null, moves: readonly string[]): void {
    const { rules } = this.#spec;
    const start = rules.parsePosition(fen ?? START_FEN);
    if (!start.ok) return this.#infoString(`position: ${start.error.message}; the position is unchanged`);
    const positions: Position[] = [start.value];
    for (const [i, text] of moves.entries()) {
      const now = positions.at(-1) as Position;
      const move = parseUci(text, rules.board.legalMoves(now));
      if (!move.ok)
        return this.#infoString(`position: the position is unchanged; move ${i + 1}: ${move.error.message}`);
      positions.push(rules.board.play(now, move.value));
    }
    const position = positions.pop() as Position;
    this.#game = { position, history: positions.slice(lastIrreversible(positions)) };
    return undefined;
  }

  #send(line: string): void {
    if (!this.#isOver) this.#spec.send(line);
  }

  #infoString(text: string): void {
    this.#send(`info string ${shortened(text, MAX_INFO_STRING)}`);
  }

  #finish(failed: boolean): void {
    this.#isOver = true;
    this.#end({ failed });
  }
}

/** Searches once, so that its code is compiled before it is needed. */
async function openShallow(rules: ChessRules): Promise<ShallowSearch> {
  const shallow = await ShallowSearch.open(rules);
  shallow.choose(unwrap(rules.parsePosition(START_FEN)), [], []);
  return shallow;
}
