/** The output of a game in the terminal: board, heat maps, values of moves. */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Position } from "../engine/contracts/position.ts";
import type { AnalysedGame } from "../service/documents/replay.ts";
import type { View } from "../engine/contracts/view.ts";
import type { BoardMarks } from "./board-marks.ts";
import { drawBoard } from "./board.ts";
import { chosenHeatMap } from "./maze-board.ts";
import { withoutName } from "./move-entry.ts";
import { painterFor, type Painter } from "./terminal.ts";
import { analysisLines, type TerminalAnalysis } from "./terminal-analysis.ts";

export class SessionOutput {
  readonly paint: Painter = painterFor(process.stdout);
  readonly #rules: OpenGame;
  readonly #analysis: TerminalAnalysis;
  /** Index of the heat map shown; -1 for none. */
  #heat = -1;

  constructor(rules: OpenGame, analysis: TerminalAnalysis) {
    this.#rules = rules;
    this.#analysis = analysis;
  }

  print(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  warn(text: string): void {
    this.print(this.paint("yellow", text));
  }

  nameOf(player: number): string {
    return this.paint(["bold", player === 0 ? "red" : "blue"], this.#rules.players[player] ?? String(player));
  }

  /** `seen` is the person's observation. */
  showBoard(seen: Position, marks: BoardMarks): void {
    this.showView(this.#rules.view(seen), seen, marks);
  }

  showView(view: View, seen: Position, marks: BoardMarks = {}): void {
    const heat = this.#rules.heatMaps?.(seen)[this.#heat] ?? null;
    this.print(`\n${drawBoard(view, marks, this.paint, heat).join("\n")}\n`);
  }

  /** Selects a heat map by a command such as `heat 2`; returns false if it listed the maps instead. */
  selectHeatMap(command: string, seen: Position): boolean {
    const chosen = chosenHeatMap(command, this.#rules.heatMaps?.(seen) ?? []);
    if (typeof chosen === "number") this.#heat = chosen;
    else this.print(chosen);
    return typeof chosen === "number";
  }

  /** The best `count` moves by a table or solver; nothing if none covers the position. */
  async showExactValues(game: AnalysedGame, count: number): Promise<void> {
    try {
      const exact = await this.#analysis.exact(game);
      if (exact.value !== null) this.print(analysisLines(exact, this.#rules.players, this.paint, count).join("\n"));
    } catch (error) {
      // A damaged table does not end the game.
      if (!(error instanceof GameloreError)) throw error;
      this.print(this.paint("dim", `no exact values: ${error.message}`));
    }
  }

  /** All legal moves with exact values, or the legal moves and the best lines of a search. */
  async showAnalysis(game: AnalysedGame, signal: AbortSignal): Promise<void> {
    const { position, actors } = game;
    const rules = this.#rules;
    const found = await this.#analysis.answer(game, signal);
    if (found.source.kind === "search" || found.value === null)
      for (const actor of actors) {
        const texts = rules
          .moves(position, actor)
          .map((move) => withoutName(rules.formatMove(position, move), rules.players[actor] ?? ""));
        const side = actors.length > 1 ? `${this.nameOf(actor)}: ` : "";
        this.print(`${side}${this.paint("dim", texts.join(" "))}`);
      }
    this.print(analysisLines(found, this.#rules.players, this.paint, Number.POSITIVE_INFINITY).join("\n"));
  }
}
