/** Games of self-play kept in a file, one JSON document a line, so that a fit can be made again or go on with more games. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import type { LabelledPosition } from "../../../engine/learn/examples.ts";
import type { PlayedGame } from "../../../engine/learn/self-play.ts";
import type { ChessRules } from "../rules.ts";

/** FEN, result of the mover, value of the search for the mover. */
type StoredPosition = readonly [fen: string, result: number, value: number | null];

export function appendGames(file: string, rules: ChessRules, games: readonly PlayedGame[]): void {
  const lines = games.map(({ positions }) =>
    JSON.stringify(
      positions.map(({ position, result, value = null }): StoredPosition => [
        rules.formatPosition(position),
        result,
        value,
      ]),
    ),
  );
  if (lines.length > 0) appendFileSync(file, `${lines.join("\n")}\n`);
}

/** The games of a file; none where there is no such file yet. */
export function readGames(file: string, rules: ChessRules): Result<LabelledPosition[][]> {
  if (!existsSync(file)) return ok([]);
  const games: LabelledPosition[][] = [];
  for (const [i, line] of readFileSync(file, "utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    const game = readGame(line, rules);
    if (!game)
      return fail("bad-usage", `${file}, line ${i + 1} is not a game as "gamelore chess fit --keep" writes it`);
    games.push(game);
  }
  return ok(games);
}

function readGame(line: string, rules: ChessRules): LabelledPosition[] | null {
  try {
    const kept = JSON.parse(line) as readonly StoredPosition[];
    const positions = kept.map(([fen, result, value], ply): LabelledPosition | null => {
      const position = rules.parsePosition(fen);
      if (!position.ok || typeof result !== "number") return null;
      const mover = rules.board.states.turn(position.value);
      return { position: position.value, mover, result, pliesLeft: kept.length - ply, value };
    });
    return positions.every((each) => each !== null) ? positions : null;
  } catch {
    return null;
  }
}
