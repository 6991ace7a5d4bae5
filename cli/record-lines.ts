/** Stored games as text. */
import { formatPlies } from "../engine/contracts/quantities.ts";
import type { RecordedGame } from "../engine/arena/records.ts";
import type { Replay } from "../engine/arena/replay.ts";
import { limitsWords } from "./arena-options.ts";
import { columnLines } from "./columns.ts";
import { oneLine } from "./command.ts";
import { forfeitText } from "./match-lines.ts";
import { formatNumber, formatSeconds, type Painter } from "./terminal.ts";

const MOVES_A_LINE = 8;

export function listLines(records: readonly RecordedGame[], total: number, paint: Painter): string[] {
  const rows = records.map((record) => {
    const { match, game } = record;
    const [mover, other] = seats(record);
    return [
      String(game.id),
      game.finished.slice(0, 16).replace("T", " "),
      match.game,
      mover,
      other,
      game.scores.join(" : "),
      formatPlies(game.plies),
      oneLine(match.label),
    ];
  });
  const heads = ["", "ended (UTC)", "game", "first seat", "second seat", "", "", "label"];
  const [head = "", ...lines] = columnLines([heads, ...rows], [1, 2, 3, 4, 7]);
  const more = total - records.length;
  return [
    paint("dim", head),
    ...lines,
    ...(more > 0 ? [paint("dim", `${formatNumber(more)} more; show all with --limit ${total}`)] : []),
  ];
}

/** `seatNames` are the names of the seats of a game for two. */
export function gameLines(record: RecordedGame, seatNames: readonly string[], paint: Painter): string[] {
  const { match, game } = record;
  const [mover, other] = seats(record);
  const conditions = [
    `number ${game.number}`,
    `${match.openingPlies} random opening plies`,
    `seed ${match.seed}`,
    ...limitsWords(match.limits),
    ...(match.label ? [`label ${oneLine(match.label)}`] : []),
  ];
  return [
    paint("bold", `game ${game.id}: ${match.game}${match.variant ? `, ${match.variant}` : ""}`),
    `${withSeat(mover, seatNames[0])} against ${withSeat(other, seatNames[1])}: ${game.scores.join(" : ")}, by ${game.ending} after ${formatPlies(game.plies)}`,
    `of the match ${match.first} against ${match.second}: ${conditions.join(", ")}`,
    `seeds ${game.seeds.first} and ${game.seeds.second}, of chance ${game.seeds.chance}; ${formatSeconds(game.milliseconds / 1000)}, ended ${game.finished}, by Gamelore ${game.build}`,
    ...(game.forfeit ? [forfeitText(match, game, game.forfeit)] : []),
    ...(game.errors
      ? [
          `random moves made for a player that was late, lost or wrong, by seat: ${game.errors.map(errorsText).join("; ")}`,
        ]
      : []),
    "",
    `start  ${game.start}`,
    ...movesLines(game.moves),
  ];
}

export function replayLines({ game }: RecordedGame, { difference, sameResult }: Replay, build: string): string[] {
  const builds = game.build === build ? [] : [`played by Gamelore ${game.build}, this is ${build}`];
  if (!difference) return [`game ${game.id}: the same moves${sameResult ? "" : ", but a different result"}`, ...builds];
  const { ply, recorded, now } = difference;
  const moveText = (move: string | null): string => move ?? "the end of the game";
  return [
    `game ${game.id}: different moves from ply ${ply} on: recorded ${moveText(recorded)}, now ${moveText(now)}`,
    ...builds,
  ];
}

function errorsText(errors: Readonly<Record<string, number>>): string {
  const counted = Object.entries(errors).filter(([, count]) => count > 0);
  return counted.length > 0 ? counted.map(([kind, count]) => `${count} ${kind}`).join(", ") : "none";
}

function withSeat(player: string, seat: string | undefined): string {
  return seat === undefined ? player : `${player} (${seat})`;
}

/** The players by seat. */
function seats({ match, game }: RecordedGame): [string, string] {
  return game.firstPlaysFirst ? [match.first, match.second] : [match.second, match.first];
}

function movesLines(moves: readonly string[]): string[] {
  const width = String(moves.length).length;
  return Array.from({ length: Math.ceil(moves.length / MOVES_A_LINE) }, (_, line) => {
    const first = line * MOVES_A_LINE;
    return `${String(first + 1).padStart(width)}. ${moves.slice(first, first + MOVES_A_LINE).join("  ")}`;
  });
}
