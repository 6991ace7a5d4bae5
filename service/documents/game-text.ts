/** Import and export of games as text (chess: PGN). */
import { endText } from "../../engine/arena/end-text.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { GameTextFormat, ParsedGame } from "../../engine/contracts/game-text.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Move } from "../../engine/contracts/position.ts";
import type { ExportDocument, ExportRequest, ImportDocument } from "../api.ts";
import { replayGame, type ReplayedGame } from "./replay.ts";

const MAX_GAMES = 100;

function formatOf(rules: OpenGame): GameTextFormat {
  if (rules.gameText) return rules.gameText;
  throw new GameloreError("bad-usage", `${rules.game.id}: games have no text format; only positions do`);
}

export function importDocument(rules: OpenGame, text: string): ImportDocument {
  const { games, errors: faults, more } = formatOf(rules).parse(text, MAX_GAMES);
  return { games: games.map((game) => importedGame(rules, game)), errors: faults, more };
}

function importedGame(rules: OpenGame, { title, start, moves, remarks }: ParsedGame): ImportDocument["games"][number] {
  let position = start;
  const texts = moves.map((move) => {
    const text = rules.formatMove(position, move);
    position = rules.play(position, [move]);
    return text;
  });
  const from = rules.formatPosition(start);
  const { shown, end } = untilEnd(rules, from, texts);
  const cut = end === null ? [] : [`shown up to ply ${shown.length} of ${texts.length}: ${end}`];
  return { title, start: from, moves: shown, remarks: [...remarks, ...cut] };
}

/** Recorded games may continue after a draw that nobody claimed; here they end there. */
function untilEnd(
  rules: OpenGame,
  start: string,
  moves: readonly string[],
): { shown: readonly string[]; end: string | null } {
  if (replayGame(rules, { start, moves }).ok) return { shown: moves, end: null };
  let known: ReplayedGame | undefined;
  for (let plies = 0; plies <= moves.length; plies++) {
    const played = replayGame(rules, { start, moves: moves.slice(0, plies) }, known);
    if (!played.ok) break;
    known = played.value;
    if (known.end) return { shown: moves.slice(0, plies), end: endText(rules, known.end.scores, known.end.ending) };
  }
  return { shown: moves.slice(0, known?.plies.length ?? 0), end: "the next move is not legal" };
}

export function exportDocument(
  { rules, start, plies, end }: ReplayedGame,
  { players, scores, date }: Pick<ExportRequest, "players" | "scores" | "date">,
): ExportDocument {
  return {
    text: formatOf(rules).format({
      start,
      moves: plies.map(({ moves }) => moves[0] as Move),
      players,
      scores: end?.scores ?? scores ?? null,
      date: date ?? null,
    }),
  };
}
