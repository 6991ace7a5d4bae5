/**
 * Notation of positions and moves (move-text.ts). A position: the policemen's squares, the thief's square, the side to move: b2,c5,d9,d10/f7/police. A
 * simultaneous game has no side to move.
 */
import { plural } from "../../engine/contracts/quantities.ts";
import { StateRecord } from "../../build/layouts/games/thief-and-police/state.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import { ALTERNATING_ONE, BOTH, SIMULTANEOUS } from "./layout.ts";
import type { Square } from "./maze.ts";
import { playerOf, readMove, PASS_TEXTS, type Step, stepsOf } from "./move-text.ts";
import type { Variant } from "./options.ts";
import { PLAYERS, type Placement } from "./placement.ts";

const OFFSETS = StateRecord.OFFSETS;

export { PLAYERS, type Placement };

export class Notation {
  readonly #variant: Variant;
  readonly #squares: readonly Square[];
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(variant: Variant) {
    this.#variant = variant;
    this.#squares = variant.maze.squares;
    this.#numbers = new Map(this.#squares.map(({ name }, square) => [name, square]));
  }

  read(position: Position): Placement {
    const view = new DataView(position.buffer, position.byteOffset, position.byteLength);
    return {
      police: Array.from({ length: this.#variant.policemen }, (_, i) => view.getUint16(OFFSETS.police + 2 * i, true)),
      thief: view.getUint16(OFFSETS.thief, true),
      turn: view.getUint8(OFFSETS.turn),
    };
  }

  write({ police, thief, turn }: Placement): Position {
    const position = new Uint8Array(StateRecord.BYTES).fill(0xff, OFFSETS.police);
    const view = new DataView(position.buffer);
    view.setUint16(OFFSETS.thief, thief, true);
    view.setUint8(OFFSETS.turn, turn);
    for (const [i, square] of police.toSorted((a, b) => a - b).entries()) {
      view.setUint16(OFFSETS.police + 2 * i, square, true);
    }
    return position;
  }

  name(square: number): string {
    return (this.#squares[square] as Square).name;
  }

  formatPosition(position: Position): string {
    const { police, thief, turn } = this.read(position);
    const places = `${police.map((square) => this.name(square)).join(",")}/${this.name(thief)}`;
    return turn === BOTH ? places : `${places}/${PLAYERS[turn]}`;
  }

  parsePosition(text: string): Result<Position> {
    const { policemen, turns } = this.#variant;
    const [policeText = "", thiefText = "", turnText, ...more] = text.trim().toLowerCase().split("/");
    const together = turns === SIMULTANEOUS;
    const form = `${this.#example()}${together ? "" : "/police"}`;
    const bad = (why: string): Result<never> => fail("bad-position", `"${text}": ${why}; expected a form like ${form}`);
    if (more.length > 0 || thiefText.trim() === "") return bad("not a position");
    const police: number[] = [];
    for (const name of policeText.split(",")) {
      const square = this.#square(name);
      if (!square.ok) return bad(`policeman ${police.length + 1}: ${square.error.message}`);
      if (police.includes(square.value)) return bad(`two policemen stand on ${name.trim()}`);
      police.push(square.value);
    }
    if (police.length !== policemen)
      return bad(`expected ${plural(policemen, "policeman", "policemen")}, not ${police.length}`);
    const thief = this.#square(thiefText);
    if (!thief.ok) return bad(`thief: ${thief.error.message}`);
    if (police.includes(thief.value)) return bad(`the thief and a policeman stand on ${thiefText.trim()}`);
    if (together && turnText !== undefined) return bad("both sides move simultaneously here");
    const turn = together ? BOTH : PLAYERS.indexOf((turnText ?? PLAYERS[this.#variant.first] ?? "").trim());
    if (turn < 0) return bad(`"${turnText}" is not police or thief`);
    return ok(this.write({ police, thief: thief.value, turn }));
  }

  #example(): string {
    const names = this.#squares.map(({ name }) => name);
    return `${names.slice(0, this.#variant.policemen).join(",")}/${names.at(-1)}`;
  }

  #square(text: string): Result<number> {
    const name = text.trim();
    const number = this.#numbers.get(name);
    if (number !== undefined) return ok(number);
    const { width, height } = this.#variant.maze;
    const place = /^([a-z]{1,2})(\d+)$/.exec(name);
    if (!place) return fail("bad-position", `"${name}" is not a square`);
    const x = [...(place[1] as string)].reduce((sum, letter) => 26 * sum + letter.codePointAt(0)! - 96, 0) - 1;
    const y = Number(place[2]) - 1;
    const inside = x < width && y >= 0 && y < height;
    return fail("bad-position", inside ? `${name} is a wall` : `${name} is outside the maze of ${width} × ${height}`);
  }

  steps(position: Position, move: Move): Step[] {
    return stepsOf(this.#squares, this.read(position), move);
  }

  formatMove(position: Position, move: Move): string {
    const steps = this.steps(position, move);
    if (steps.length === 0) return PASS_TEXTS[playerOf(move)] as string;
    return steps.map(({ from, to }) => `${this.name(from)}-${this.name(to)}`).join(",");
  }

  parseMove(position: Position, text: string, legal: readonly Move[]): Result<Move> {
    const context = {
      squares: this.#squares,
      onlyOne: this.#variant.turns === ALTERNATING_ONE,
      square: (name: string) => this.#square(name),
      format: (move: Move) => this.formatMove(position, move),
    };
    return readMove(context, this.read(position), text, legal);
  }
}
