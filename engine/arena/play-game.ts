/** Plays a game between players, with the rules of the game and its history rules. */
import { plural } from "../contracts/quantities.ts";
import { bytesKey } from "#platform/bytes-key";
import { GameloreError, PlayerFault, type Fault } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { CHANCE, type Actor, type Move, type Position, type Scores, type PlayerNumber } from "../contracts/position.ts";
import type { ChooseOptions, Choice, ForbiddenPositions, Limits, Player } from "../contracts/player.ts";
import { SeededRandom } from "../random/seeded.ts";

/** Resignations and agreements occur only in imported games. */
export type Ending = "rules" | "repetition" | "ply limit" | "forfeit" | "resignation" | "agreement";

/** A game lost because a player failed. */
export interface Forfeit {
  readonly seat: number;
  readonly fault: Fault;
  readonly why: string;
}

export interface GameRecord {
  readonly start: string;
  /** Texts of the moves; the moves of one ply of several actors are joined by "&". */
  readonly moves: readonly string[];
  readonly scores: Scores;
  readonly ending: Ending;
  readonly plies: number;
  /** If the ending is "forfeit". */
  readonly forfeit?: Forfeit | undefined;
}

export interface GameOptions {
  readonly start?: Position;
  readonly limits?: Limits;
  /** Seed of chance. */
  readonly seed?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after every ply with the new position and the players' choices. */
  readonly onPly?: (position: Position, moves: readonly Move[], choices: readonly (Choice | null)[]) => void;
}

type HistoryOf = Pick<OpenGame, "history" | "players" | "result">;

/** Applies repetition rules and the ply limit. */
export class History {
  readonly #rules: HistoryOf;
  readonly #counts = new Map<string, number>();
  #plies = 0;

  constructor(rules: HistoryOf, start: Position) {
    this.#rules = rules;
    this.#count(start);
  }

  get plies(): number {
    return this.#plies;
  }

  /** Adds a position reached by `mover`; returns the end of the game by rules or history. */
  add(position: Position, mover: Actor): { scores: Scores; ending: Ending } | null {
    this.#plies++;
    this.#count(position);
    return this.endAt(position, mover);
  }

  /** The end of the game at the position added last, if it has ended. */
  endAt(position: Position, mover: Actor): { scores: Scores; ending: Ending } | null {
    const times = this.#counts.get(this.#keyOf(position)) ?? 0;
    const scores = this.#rules.result(position);
    if (scores) return { scores, ending: "rules" };
    const { repetition, repetitionCount, plyLimit } = this.#rules.history;
    if (repetition !== "allowed" && times >= repetitionCount) {
      return { scores: endScores(this.#rules, repetition === "draw" ? null : mover), ending: "repetition" };
    }
    if (plyLimit !== null && this.#plies >= plyLimit)
      return { scores: endScores(this.#rules, null), ending: "ply limit" };
    return null;
  }

  /** Whether a position is forbidden; undefined if the rules forbid none. */
  get forbidden(): ForbiddenPositions | undefined {
    const { repetition, repetitionCount } = this.#rules.history;
    if (repetition !== "forbidden") return undefined;
    return (position) => (this.#counts.get(this.#keyOf(position)) ?? 0) + 1 >= repetitionCount;
  }

  #keyOf(position: Position): string {
    const { repetitionKey } = this.#rules.history;
    return bytesKey(repetitionKey ? repetitionKey(position) : position);
  }

  #count(position: Position): void {
    const key = this.#keyOf(position);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}

/** Equal shares, or equal shares of all but the loser. A single player who does not finish gets nothing. */
export function endScores({ players }: Pick<OpenGame, "players">, loser: Actor | null): Scores {
  if (players.length === 1) return [0];
  const winners = loser === null ? players.length : players.length - 1;
  return players.map((_, player) => (player === loser ? 0 : 1 / winners));
}

/** A game forfeited by the player of a seat. */
export function forfeitedGame(
  rules: OpenGame,
  start: string,
  moves: readonly string[],
  seat: Actor,
  { fault, message }: PlayerFault,
): GameRecord {
  const forfeit = { seat, fault, why: message };
  return { start, moves, scores: endScores(rules, seat), ending: "forfeit", plies: moves.length, forfeit };
}

export async function playGame(
  rules: OpenGame,
  players: readonly Player[],
  options: GameOptions = {},
): Promise<GameRecord> {
  const random = new SeededRandom(options.seed ?? 0);
  const limits = options.limits ?? {};
  let position = options.start ?? rules.initial();
  const start = rules.formatPosition(position);
  const already = rules.result(position);
  if (already) return { start, moves: [], scores: already, ending: "rules", plies: 0 };
  const history = new History(rules, position);
  const texts: string[] = [];
  const positions: Position[] = [];
  // What a player learns before its first move is not part of its time.
  for (const [seat, player] of players.entries())
    await player.prepare?.(observationFor(rules, position, seat as PlayerNumber), {}, options.signal);
  while (true) {
    const actors = rules.actors(position);
    const choices: (Choice | null)[] = [];
    const moves: Move[] = [];
    for (const actor of actors) {
      const choice =
        actor === CHANCE
          ? null
          : await choose(players[actor], observationFor(rules, position, actor), limits, {
              actor,
              signal: options.signal,
              forbidden: history.forbidden,
              history: rules.hidden ? undefined : [...positions],
            }).catch(asPlayerFault);
      if (choice instanceof PlayerFault) return forfeitedGame(rules, start, texts, actor, choice);
      choices.push(choice);
      moves.push(choice?.move ?? sampleChanceMove(rules, position, random));
    }
    texts.push(moves.map((move) => rules.formatMove(position, move)).join("&"));
    positions.push(position);
    position = rules.play(position, moves);
    options.onPly?.(position, moves, choices);
    const end = history.add(position, actors[0] ?? CHANCE);
    if (end) return { start, moves: texts, ...end, plies: history.plies };
  }
}

function asPlayerFault(error: unknown): PlayerFault {
  if (error instanceof PlayerFault) return error;
  throw error;
}

/** The position as a player receives it: its observation in games with hidden information. */
export function observationFor(rules: OpenGame, position: Position, player: PlayerNumber): Position {
  return rules.hidden ? rules.hidden.observe(position, player) : position;
}

async function choose(
  player: Player | undefined,
  position: Position,
  limits: Limits,
  options: ChooseOptions & { readonly actor: Actor },
): Promise<Choice> {
  if (!player) throw new GameloreError("bad-player", `missing player number ${options.actor + 1}`);
  const choice = await player.choose(position, limits, options);
  // An aborted player may return a move; it must not be recorded.
  if (options.signal?.aborted) throw new GameloreError("interrupted", "interrupted");
  return choice;
}

export function sampleChanceMove(rules: OpenGame, position: Position, random: SeededRandom): Move {
  const moves = rules.moves(position, CHANCE);
  const probabilities = rules.chanceProbabilities(position);
  let left = random.fraction();
  for (const [i, move] of moves.entries()) {
    left -= probabilities[i] ?? 0;
    if (left < 0) return move;
  }
  return moves.at(-1) as Move;
}

/** A non-terminal position after random plies. */
export function randomOpening(rules: OpenGame, plies: number, seed: number): Position {
  const random = new SeededRandom(seed);
  for (let tries = 0; tries < 1_000; tries++) {
    let position = rules.openings ? random.pick(rules.openings) : rules.initial();
    let played = 0;
    while (played < plies && rules.result(position) === null) {
      const moves = rules
        .actors(position)
        .map((actor) =>
          actor === CHANCE
            ? sampleChanceMove(rules, position, random)
            : random.pick(rules.openingMoves?.(position) ?? rules.moves(position, actor)),
        );
      position = rules.play(position, moves);
      played++;
    }
    if (rules.result(position) === null) return position;
  }
  throw new GameloreError(
    "bad-usage",
    `no random game lasts ${plural(plies, "ply", "plies")}; choose a shorter opening`,
  );
}
