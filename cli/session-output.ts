/** The output of a game in the terminal: board, heat maps, values of moves. */
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Position } from "../engine/contracts/position.ts";
import type { Probe } from "../engine/contracts/table.ts";
import type { View } from "../engine/contracts/view.ts";
import type { BoardMarks } from "./board-marks.ts";
import { drawBoard } from "./board.ts";
import { chosenHeatMap } from "./maze-board.ts";
import type { TableValues } from "./table-values.ts";
import { painterFor, type Painter } from "./terminal.ts";

export class SessionOutput {
  readonly paint: Painter = painterFor(process.stdout);
  readonly #rules: OpenGame;
  readonly #tables: TableValues;
  /** Index of the heat map shown; -1 for none. */
  #heat = -1;

  constructor(rules: OpenGame, tables: TableValues) {
    this.#rules = rules;
    this.#tables = tables;
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

  /** The best `count` moves by the table; nothing if none covers the position. `seen` is the person's observation. */
  async showValues(seen: Position, count: number): Promise<void> {
    const { probe } = await this.#tables.probe(seen);
    if (probe) this.#printValues(probe, count);
  }

  /** The values of all moves; if no table covers the position, the legal moves. */
  async showAllMoves(seen: Position): Promise<void> {
    const { probe, missing } = await this.#tables.probe(seen);
    if (probe) return this.#printValues(probe, Number.POSITIVE_INFINITY);
    const rules = this.#rules;
    const actors = rules.actors(seen);
    for (const actor of actors) {
      const texts = rules.moves(seen, actor).map((move) => rules.formatMove(seen, move));
      const side = actors.length > 1 ? `${this.nameOf(actor)}: ` : "";
      this.print(`${side}${this.paint("dim", texts.join(" "))}`);
    }
    if (missing !== null) this.print(this.paint("dim", `no values: ${missing}`));
  }

  #printValues({ value, moves }: Probe, count: number): void {
    const width = Math.max(...moves.map((move) => move.text.length));
    const shown = moves.slice(0, count);
    this.print(this.paint("dim", `${value.text}; by the table, after each move:`));
    for (const { text, after } of shown)
      this.print(`  ${text.padEnd(width)}  ${this.paint(after.score > 0 ? "green" : "red", after.text)}`);
    if (shown.length < moves.length)
      this.print(this.paint("dim", `  … and ${moves.length - shown.length} more; type: values`));
  }
}
