/** A tournament as text: the ranking and the cross table. */
import type { CrossScore, Ranking, RankingRow } from "../engine/arena/ranking.ts";
import { columnLines } from "./columns.ts";
import { eloNumber } from "./match-lines.ts";
import type { Painter } from "./terminal.ts";

export function rankingLines({ rows }: Ranking, paint: Painter): string[] {
  const cells = rows.map((row, i) => [
    `${i + 1}`,
    row.player,
    String(row.points),
    String(row.games),
    `+${row.wins} =${row.draws} -${row.losses}`,
    row.games > 0 ? row.percent.toFixed(1) : "",
    row.games > 0 ? row.interval.map((end) => end.toFixed(1)).join(" to ") : "",
    eloNumber(row.elo),
    byesText(row),
  ]);
  const heads = ["", "player", "points", "games", "", "%", "95 % interval", "Elo", ""];
  return columnLines([heads, ...cells], [1]).map((line, i) => (i === 0 ? paint("dim", line) : line));
}

export function crossLines({ rows, cross }: Ranking, paint: Painter): string[] {
  const heads = ["", "points against", ...rows.map((_, i) => String(i + 1))];
  const cells = cross.map((row, i) => [String(i + 1), rows[i]?.player ?? "", ...row.map(crossText)]);
  return columnLines([heads, ...cells], [1]).map((line, i) => (i === 0 ? paint("dim", line) : line));
}

function byesText({ byes }: RankingRow): string {
  return byes === 0 ? "" : byes === 1 ? "one bye" : `${byes} byes`;
}

/** Points scored of the points available. */
function crossText(score: CrossScore | null): string {
  return score ? `${score.points}/${2 * score.games}` : "·";
}
