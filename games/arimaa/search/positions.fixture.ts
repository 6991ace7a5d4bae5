/** Test positions: from recorded games if available, from random play, and small ones around the traps. */
import { randomNumbers } from "../../../engine/contracts/suites/random-play.ts";
import type { Position, Move } from "../../../engine/contracts/position.ts";
import { canTestRecordedGames, recordedGames } from "../facts.fixture.ts";
import { STEP_COUNT } from "../layout.ts";
import { END } from "../move-encoding.ts";
import { parseRecord } from "../records.ts";
import type { ArimaaRules } from "../rules.ts";
import { lettersOf, letterOf, NUMBERS } from "../squares.ts";

export function recordedPositions(rules: ArimaaRules, every: number): Position[] {
  const all = (canTestRecordedGames ? recordedGames() : []).flatMap(({ turns }) => {
    const record = parseRecord(rules.board, turns.map((turn) => turn.join(" ")).join("\n"));
    return record.ok ? record.value.turns.slice(2).map(({ before }) => before) : [];
  });
  return all.filter((position, i) => i % every === 0 && rules.result(position) === null);
}

/** Positions at the start of a turn after random steps. */
export function randomPositions(rules: ArimaaRules, count: number, seed: number): Position[] {
  const random = randomNumbers(seed);
  const found: Position[] = [];
  while (found.length < count) {
    let position = rules.initial();
    const steps = 20 + Math.floor(200 * random());
    for (let i = 0; rules.result(position) === null && (i < steps || position[STEP_COUNT] !== 0); i++) {
      const moves = rules.moves(position);
      const any = moves[Math.floor(random() * moves.length)] as Move;
      position = rules.play(position, [moves.includes(END) && i >= steps ? END : any]);
    }
    if (rules.result(position) === null) found.push(position);
  }
  return found;
}

/** Few pieces, with rabbits of both sides, in a small part of the board, so that they interact. */
export function smallPositions(rules: ArimaaRules, count: number, pieces: number, seed: number): Position[] {
  const random = randomNumbers(seed);
  const found: Position[] = [];
  while (found.length < count) {
    const letters = Array.from({ length: 64 }, () => ".");
    const [left, top] = [Math.floor(random() * 4), Math.floor(random() * 4)];
    const all = [0, 1].flatMap((colour) =>
      NUMBERS.flatMap((most, kind) => Array.from({ length: most }, () => letterOf({ kind, colour }))),
    );
    const put = (letter: string): void => {
      letters[8 * (top + Math.floor(random() * 5)) + left + Math.floor(random() * 5)] = letter;
    };
    for (const letter of ["R", "r"]) put(letter);
    for (let i = 2; i < pieces; i++) put(all.splice(Math.floor(random() * all.length), 1)[0] as string);
    const read = rules.parsePosition(`${random() < 0.5 ? "g" : "s"} ${letters.join("")}`);
    if (read.ok && rules.result(read.value) === null) found.push(read.value);
  }
  return found;
}

/** The position with colours exchanged, rows reversed and the other side to move. */
export function withColoursSwapped(rules: ArimaaRules, position: Position, side: number): Position {
  const rows = lettersOf(position).match(/.{8}/g) as string[];
  const swapped = rows
    .toReversed()
    .join("")
    .replaceAll(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
  return rules.board.position(swapped, 1 - side);
}

export function mirrored(rules: ArimaaRules, position: Position, side: number): Position {
  const rows = lettersOf(position).match(/.{8}/g) as string[];
  return rules.board.position(rows.map((row) => [...row].toReversed().join("")).join(""), side);
}
