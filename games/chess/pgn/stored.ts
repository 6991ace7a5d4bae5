/** Export of stored games as PGN, and import of PGN games into the store. */
import type { Ending } from "../../../engine/arena/play-game.ts";
import type { MatchIdentity, RecordedGame } from "../../../engine/arena/records.ts";
import type { GameStore } from "../../../engine/arena/store.ts";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Scores } from "../../../engine/contracts/position.ts";
import type { Board } from "../board.ts";
import { formatFen, parseFen } from "../fen.ts";
import { formatSan, parseMoveText } from "../san.ts";
import { formatPgn } from "./format.ts";
import type { PgnGame, PgnMove } from "./game.ts";
import { CONTINUES_AFTER_DRAW } from "./parse.ts";
import type { PgnResult } from "./tokens.ts";

const RESULT_SCORES: Readonly<Record<PgnResult, Scores | null>> = {
  "1-0": [1, 0],
  "0-1": [0, 1],
  "1/2-1/2": [0.5, 0.5],
  "*": null,
};
/** Values of the tag Termination, by a player's fault. */
const TERMINATIONS = { late: "time forfeit", lost: "abandoned", illegal: "rules infraction" } as const;

export function pgnOfStored(board: Board, { match, game }: RecordedGame): string {
  const start = unwrap(parseFen(game.start, board));
  let now = start;
  const moves = game.moves.map((text): PgnMove => {
    const before = now;
    const move = unwrap(parseMoveText(board, before, text));
    now = board.play(before, move);
    return { move, before, nags: [], comments: [] };
  });
  const [white, black] = game.firstPlaysFirst ? [match.first, match.second] : [match.second, match.first];
  const result: PgnResult = game.scores[0] === 1 ? "1-0" : game.scores[1] === 1 ? "0-1" : "1/2-1/2";
  const tags = new Map([
    ["Event", match.label === "" ? `${match.first} against ${match.second}` : match.label],
    ["Site", "?"],
    ["Date", game.finished.slice(0, 10).replaceAll("-", ".")],
    ["Round", String(game.number + 1)],
    ["White", white],
    ["Black", black],
    ["Result", result],
    ["PlyCount", String(game.plies)],
    ["Termination", game.forfeit ? TERMINATIONS[game.forfeit.fault] : "normal"],
  ]);
  const how = game.forfeit?.why ?? (game.ending === "rules" ? null : `by ${game.ending}`);
  const last = moves.at(-1);
  const commented = last && how !== null ? [...moves.slice(0, -1), { ...last, comments: [how] }] : moves;
  return formatPgn(board, { tags, start, comments: last || how === null ? [] : [how], moves: commented, result });
}

/** Why a game cannot be stored; null if it can. */
export function whyNotImportable(game: PgnGame): string | null {
  if (game.result === "*") return "it has no result";
  if (game.moves.length === 0) return "it has no moves";
  const beyond = game.remarks.find((remark) => remark.includes(CONTINUES_AFTER_DRAW));
  return beyond ?? null;
}

/** Identifies a stored game within its match. */
interface StoredGame {
  readonly parity: number;
  readonly text: string;
}

/** Adds games to the store, each to the match of its two players. */
export class GameImport {
  readonly #board: Board;
  readonly #store: GameStore;
  readonly #label: string;
  /** By match. */
  readonly #stored = new Map<number, StoredGame[]>();

  constructor(board: Board, store: GameStore, label: string) {
    this.#board = board;
    this.#store = store;
    this.#label = label;
  }

  /** False if the game is already stored. */
  add(game: PgnGame): boolean {
    const [white, black] = ["White", "Black"].map((tag) => game.tags.get(tag) ?? "?") as [string, string];
    const [first, second] = white <= black ? [white, black] : [black, white];
    const players = { first, second, openingPlies: 0, seed: 0, limits: {} };
    const identity: MatchIdentity = { game: "chess", variant: "", label: this.#label, ...players };
    const match = this.#store.addMatch(identity, { start: null });
    const stored = this.#storedOf(match);
    const start = formatFen(game.start);
    const moves = game.moves.map(({ before, move }) => formatSan(this.#board, before, move));
    // Games with the first player of the match as Black have odd numbers.
    const parity = white === first ? 0 : 1;
    const text = textOf(start, moves);
    if (stored.some((each) => each.parity === parity && each.text === text)) return false;
    const pair = stored.filter((each) => each.parity === parity).length;
    const scores = RESULT_SCORES[game.result] as Scores;
    this.#store.add(match, {
      number: 2 * pair + parity,
      pair,
      firstPlaysFirst: parity === 0,
      points: scores[parity] as number,
      start,
      moves,
      scores,
      ending: endingOf(this.#board, game),
      plies: moves.length,
      seeds: { first: 0, second: 0, chance: 0 },
      milliseconds: 0,
      build: "PGN",
    });
    stored.push({ parity, text });
    return true;
  }

  #storedOf(match: number): StoredGame[] {
    const stored =
      this.#stored.get(match) ??
      this.#store.games(match).map((each) => ({ parity: each.number % 2, text: textOf(each.start, each.moves) }));
    this.#stored.set(match, stored);
    return stored;
  }
}

function textOf(start: string, moves: readonly string[]): string {
  return [start, ...moves].join(" ");
}

function endingOf(board: Board, { final, result }: PgnGame): Ending {
  if (board.states.result(final) !== null) return "rules";
  return result === "1/2-1/2" ? "agreement" : "resignation";
}
