/** Self-play samples in a file, one JSON document per game and line, so that a fit can be repeated or extended. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import type { LabelledPosition } from "../../../engine/learn/examples.ts";
import type { PlayedGame } from "../../../engine/learn/self-play.ts";
import type { ChessRules } from "../rules.ts";

/** FEN, result and search value for the side to move. */
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

/** The games of a file; empty if the file does not exist. */
export function readGames(file: string, rules: ChessRules): Result<LabelledPosition[][]> {
  if (!existsSync(file)) return ok([]);
  const games: LabelledPosition[][] = [];
  for (const [i, line] of readFileSync(file, "utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    const game = readGame(line, rules);
    if (!game) return fail("bad-usage", `${file}, line ${i + 1} is not a game written by "gamelore chess fit --keep"`);
    games.push(game);
  }
  return ok(games);
}

function readGame(line: string, rules: ChessRules): LabelledPosition[] | null {
  try {
    const stored = JSON.parse(line) as readonly StoredPosition[];
    const positions = stored.map(([fen, result, value], ply): LabelledPosition | null => {
      const position = rules.parsePosition(fen);
      if (!position.ok || typeof result !== "number") return null;
      const mover = rules.board.states.turn(position.value);
      return { position: position.value, mover, result, pliesLeft: stored.length - ply, value };
    });
    return positions.every((each) => each !== null) ? positions : null;
  } catch {
    return null;
  }
}
