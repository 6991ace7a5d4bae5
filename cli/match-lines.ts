/** The result of a match as text. */
import type { MatchReport } from "../engine/arena/match.ts";
import type { Forfeit } from "../engine/arena/play-game.ts";
import type { MatchGame, MatchIdentity } from "../engine/arena/records.ts";
import { seatsOfFirst } from "../engine/arena/seats.ts";
import type { SeatScore, SprtBounds, SprtState, Standing } from "../engine/arena/statistics.ts";
import { oneLine } from "./command.ts";
import { formatNumber, plural } from "./terminal.ts";

const FORFEITS_SHOWN = 5;
const PAIR_POINTS: readonly string[] = ["0", "½", "1", "1½", "2"];

export function standingText(standing: Standing): string {
  return `${scoreText(standing)} of the points (95 % interval ${rangeText(standing.interval, (end) => end.toFixed(1))})`;
}

export function eloText({ elo }: Standing): string {
  return `Elo ${eloNumber(elo.value)} (95 % interval ${rangeText(elo.interval, eloNumber)})`;
}

export function pairsText({ pentanomial }: Standing): string {
  return `pairs by points: ${pentanomial.map((count, kind) => `${PAIR_POINTS[kind]}: ${count}`).join(", ")}`;
}

/** `firstSeat` is the name of the first seat: White, police. */
export function seatTexts({ players, bySeat }: MatchReport, firstSeat: string): string[] {
  const text = (player: string, seat: SeatScore): string =>
    `  ${player} as ${firstSeat}: ${scoreText(seat)} for it (95 % interval ${rangeText(seat.interval, (end) => end.toFixed(1))})`;
  if (!bySeat) return [];
  return [text(players[0], bySeat.firstMovesFirst), text(players[1], bySeat.secondMovesFirst)];
}

export function sprtText({ elo0, elo1 }: SprtBounds, { llr, lower, upper, decision }: SprtState): string {
  const elo = (end: number): string => `Elo ${eloNumber(end)}`;
  const outcome = decision === null ? "undecided" : `${decision}: ${elo(decision === "H0" ? elo0 : elo1)} is accepted`;
  return `SPRT of ${elo(elo0)} against ${elo(elo1)}: log-likelihood ratio ${llr.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)}), ${outcome}`;
}

/** The player that forfeited a game, and why. */
export function forfeitText(
  { first, second }: Pick<MatchIdentity, "first" | "second">,
  game: MatchGame,
  { seat, fault, why }: Forfeit,
): string {
  const who = seatsOfFirst(game.scores.length, game)[seat] ? first : second;
  return oneLine(`forfeited by ${who}, ${fault}: ${why}`);
}

/** The first forfeited games. */
export function forfeitTexts({ players: [first, second], games }: MatchReport): string[] {
  const lines = games.flatMap((game) =>
    game.forfeit ? [`  game ${game.number + 1}: ${forfeitText({ first, second }, game, game.forfeit)}`] : [],
  );
  const more = lines.length - FORFEITS_SHOWN;
  return more > 0 ? [...lines.slice(0, FORFEITS_SHOWN), `  … and ${more} more; see: gamelore records`] : lines;
}

/** CPU time by player in a match against external programs. */
export function cpuTexts({ players, cpuSeconds, games, resumed }: MatchReport): string[] {
  if (!cpuSeconds) return [];
  const texts = players.map((player, i) => {
    const seconds = cpuSeconds[i];
    return `${player} ${seconds == null ? "unknown" : `${seconds.toFixed(1)} s`}`;
  });
  return [`CPU time of the ${plural(games.length - resumed, "game")} played now: ${texts.join(", ")}`];
}

/** The number of stored games that were reused, and the builds if there are several. */
export function originTexts(resumed: number, games: number, builds: Readonly<Record<string, number>>): string[] {
  const parts = Object.entries(builds).map(([build, count]) => `${build} ${formatNumber(count)}`);
  return [
    ...(resumed > 0 ? [`${formatNumber(resumed)} of ${plural(games, "game")} were already stored`] : []),
    ...(parts.length > 1 ? [`games by ${parts.length} builds of Gamelore: ${parts.join(", ")}`] : []),
  ];
}

export function eloNumber(elo: number): string {
  if (!Number.isFinite(elo)) return elo > 0 ? "+∞" : "-∞";
  const rounded = Math.round(elo);
  return rounded > 0 ? `+${rounded}` : String(rounded + 0);
}

function scoreText({ wins, draws, losses, percent }: SeatScore): string {
  return `+${wins} =${draws} -${losses}, ${percent.toFixed(1)} %`;
}

function rangeText([low, high]: readonly [number, number], text: (end: number) => string): string {
  return `${text(low)} to ${text(high)}`;
}
