/** A game as the page stores it: seats, moves, clocks. Pure operations; storage.ts stores it. */
import { renamedGameId } from "../../games/renamed.ts";
import type { Limits } from "../../engine/contracts/player.ts";
import type { GameState, PlyDocument, SearchInfoDocument } from "../../service/api.ts";
import { commonPrefix, type Ending, keptLines, type Line } from "./variations.ts";

export type Seat = { readonly kind: "person" } | { readonly kind: "player"; readonly text: string };

export interface ClockSetting {
  readonly minutes: number;
  /** Added after every turn. */
  readonly seconds: number;
}

/** A player's search info for its move. */
export interface StoredInfo extends SearchInfoDocument {
  readonly player: string;
  readonly seat: number;
  readonly where: "server" | "page";
  /** The player that it replaced while the server was down. */
  readonly replaces?: string;
}

/**
 * 2: current game ids. 3: `infos` with `pv` and `candidates`, formerly `thoughts` with `line` and `considered`. 4: `variations`; older
 * games have none.
 */
const SAVED_VERSION = 4;

export interface SavedGame {
  readonly version: typeof SAVED_VERSION;
  readonly id: string;
  readonly game: string;
  readonly variant: GameState["variant"];
  readonly start: string | null;
  readonly moves: readonly string[];
  /** The ply on the board: less than the number of moves after undo, or when viewing an earlier position. */
  readonly at: number;
  readonly seats: readonly Seat[];
  readonly seed: number;
  readonly limits: Limits;
  readonly clock: ClockSetting | null;
  /** Milliseconds left, by seat. */
  readonly left: readonly number[];
  /** Who resigned or ran out of time. */
  readonly over: Ending | null;
  /** Lines that were left for another move, newest first. */
  readonly variations: readonly Line[];
  /** By ply. */
  readonly infos: Readonly<Record<number, StoredInfo>>;
  readonly begun: string;
}

interface NewGame extends Partial<Pick<SavedGame, "start" | "moves" | "limits" | "clock" | "seed">> {
  readonly game: string;
  readonly variant: GameState["variant"];
  readonly seats: readonly Seat[];
}

export function newGame(given: NewGame, id: string, now: Date): SavedGame {
  const { clock = null, moves = [] } = given;
  return {
    version: SAVED_VERSION,
    id,
    game: given.game,
    variant: given.variant,
    start: given.start ?? null,
    moves,
    at: moves.length,
    seats: given.seats,
    seed: given.seed ?? 1,
    limits: given.limits ?? {},
    clock,
    left: given.seats.map(() => (clock === null ? 0 : clock.minutes * 60_000)),
    over: null,
    variations: [],
    infos: {},
    begun: now.toISOString(),
  };
}

type OldInfo = Omit<StoredInfo, "pv" | "candidates"> & {
  readonly line: StoredInfo["pv"];
  readonly considered: StoredInfo["candidates"];
};

/** A stored game of any version. */
export type StoredGame = Omit<SavedGame, "version" | "infos" | "variations"> & {
  readonly version?: number;
  readonly variations?: SavedGame["variations"];
  readonly infos?: SavedGame["infos"];
  readonly thoughts?: Readonly<Record<number, OldInfo>>;
};

/** Converts a stored game to the current version. */
export function restored({ version, thoughts = {}, infos, variations = [], ...stored }: StoredGame): SavedGame {
  const game = version === undefined ? renamedGameId(stored.game) : stored.game;
  const old = Object.entries(thoughts).map(([ply, { line, considered, ...info }]) => [
    ply,
    { ...info, pv: line, candidates: considered },
  ]);
  return { ...stored, game, variations, infos: infos ?? Object.fromEntries(old), version: SAVED_VERSION };
}

/** The game up to the position on the board. */
export function stateOf(saved: SavedGame, plies: number = saved.at): GameState {
  return { variant: saved.variant, start: saved.start, moves: saved.moves.slice(0, plies) };
}

/** Candidates are stored for the latest plies only, to save space. */
const MAX_DETAILED = 16;

/** Puts another line on the board; the current one becomes a variation, unless the new one continues it. */
export function withLine(
  saved: SavedGame,
  moves: readonly string[],
  at: number,
  over: SavedGame["over"] = null,
): SavedGame {
  const shared = commonPrefix(saved.moves, moves);
  const infos = Object.fromEntries(Object.entries(saved.infos).filter(([ply]) => Number(ply) < shared));
  const variations = keptLines([{ moves: saved.moves, over: saved.over }, ...saved.variations], moves);
  return { ...saved, moves, at: Math.min(at, moves.length), over, infos, variations };
}

/** Puts a variation on the board, by its index. */
export function switched(saved: SavedGame, index: number, at: number): SavedGame {
  const line = saved.variations[index];
  return line ? withLine(saved, line.moves, at, line.over) : saved;
}

/** Plays a move from the position on the board; later moves become a variation. */
export function played(saved: SavedGame, move: string, info: StoredInfo | null): SavedGame {
  const next = withLine(saved, [...saved.moves.slice(0, saved.at), move], saved.at + 1);
  const infos = Object.fromEntries(
    Object.entries(next.infos)
      .filter(([ply]) => Number(ply) < saved.at)
      .map(([ply, old]) => [ply, Number(ply) < saved.at - MAX_DETAILED ? { ...old, candidates: [] } : old]),
  );
  return { ...next, infos: info === null ? infos : { ...infos, [saved.at]: info } };
}

export function shown(saved: SavedGame, at: number): SavedGame {
  return { ...saved, at: Math.max(0, Math.min(saved.moves.length, at)) };
}

function isHuman(saved: SavedGame, ply: PlyDocument | undefined): boolean {
  return ply?.actors.some((actor) => saved.seats[actor]?.kind === "person") ?? false;
}

/** The first ply of the turn that the actor is in at ply `at`. */
export function firstOfTurn(plies: readonly PlyDocument[], at: number, actor: number): number {
  let first = at;
  while (first > 0 && plies[first - 1]?.actors.length === 1 && plies[first - 1]?.actors[0] === actor) first--;
  return first;
}

/** Back to the last choice of a person, never before the first one (the deal, an opening move of a player); without a person, one ply. A resigned game is resumed. */
export function undone(saved: SavedGame, plies: readonly PlyDocument[]): SavedGame {
  if (saved.over) return { ...saved, over: null };
  let at = saved.at - 1;
  if (!saved.seats.some((seat) => seat.kind === "person")) return shown(saved, at);
  while (at >= 0 && !isHuman(saved, plies[at])) at--;
  return at < 0 ? saved : shown(saved, at);
}

/** Forward to the next choice of a person, or to the end. */
export function redone(saved: SavedGame, plies: readonly PlyDocument[]): SavedGame {
  let at = saved.at + 1;
  if (saved.seats.some((seat) => seat.kind === "person"))
    while (at < saved.moves.length && !isHuman(saved, plies[at])) at++;
  return shown(saved, at);
}

/** The seat whose observation is shown in a game with hidden information: the only person, or the one at the screen. */
export function viewerOf(saved: SavedGame, hidden: boolean, present: number | null): number | null {
  if (!hidden) return null;
  const persons = saved.seats.flatMap((seat, number) => (seat.kind === "person" ? [number] : []));
  if (persons.length === 0) return null;
  return persons.length === 1 ? (persons[0] as number) : (present ?? (persons[0] as number));
}

/** The other seat becomes the person's, in a game of two seats with one person. */
export function sidesChanged(saved: SavedGame): SavedGame {
  return canChangeSides(saved) ? { ...saved, seats: saved.seats.toReversed() } : saved;
}

export function canChangeSides({ seats }: SavedGame): boolean {
  return seats.length === 2 && seats[0]?.kind !== seats[1]?.kind;
}

/** The same settings again from the start, with sides changed if there are two seats. */
export function rematchOf(saved: SavedGame, id: string, seed: number, now: Date): SavedGame {
  const { game, variant, start, limits, clock } = saved;
  const seats = saved.seats.length === 2 ? saved.seats.toReversed() : saved.seats;
  return newGame({ game, variant, seats, start, limits, clock, seed }, id, now);
}
