/** One game between players, under the rules of the game and of its history. */
import { bytesKey } from "#platform/bytes-key.ts";
import { GameloreError, PlayerFault, type Fault } from "../contracts/errors.ts";
import { CHANCE, type Actor, type Move, type Position, type Rules, type Scores } from "../contracts/game.ts";
import type { ChooseOptions, Choice, ForbiddenPositions, Limits, Player } from "../contracts/player.ts";
import { SeededRandom } from "../random/seeded.ts";

/** Nobody resigns or agrees here: such games come from outside. */
export type Ending = "rules" | "repetition" | "ply limit" | "forfeit" | "resignation" | "agreement";

/** Who has lost a game by failing in it, and how. */
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
  /** Where the ending is one. */
  readonly forfeit?: Forfeit | undefined;
}

export interface GameOptions {
  readonly start?: Position;
  readonly limits?: Limits;
  /** For the moves of chance. */
  readonly seed?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after every ply with the position reached and what the players thought. */
  readonly onPly?: (position: Position, moves: readonly Move[], choices: readonly (Choice | null)[]) => void;
}

/** What judging a game's past needs of the rules. */
type HistoryOf = Pick<Rules, "history" | "players" | "result">;

/** Counts positions, so that repetition and the ply limit can be judged. */
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

  /** Notes a position that `mover` brought about; the scores if the game has ended by rules or by its history. */
  add(position: Position, mover: Actor): { scores: Scores; ending: Ending } | null {
    this.#plies++;
    this.#count(position);
    return this.judged(position, mover);
  }

  /** What the position that was noted last means. */
  judged(position: Position, mover: Actor): { scores: Scores; ending: Ending } | null {
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

  /** Which positions may not be brought about now; nothing where the rules forbid none. */
  get forbidden(): ForbiddenPositions | undefined {
    const { repetition, repetitionCount } = this.#rules.history;
    if (repetition !== "forbidden") return undefined;
    return (position) => (this.#counts.get(this.#keyOf(position)) ?? 0) + 1 >= repetitionCount;
  }

  #keyOf(position: Position): string {
    const { repetitionKey: sameAs } = this.#rules.history;
    return bytesKey(sameAs ? sameAs(position) : position);
  }

  #count(position: Position): void {
    const key = this.#keyOf(position);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}

/** Equal shares, or everything for the others of a player who loses. */
function endScores({ players }: Pick<Rules, "players">, loser: Actor | null): Scores {
  const winners = loser === null ? players.length : players.length - 1;
  return players.map((_, player) => (player === loser ? 0 : 1 / winners));
}

/** A game that is lost for the player of a seat because it has failed. */
export function forfeitedGame(
  rules: Rules,
  start: string,
  moves: readonly string[],
  seat: number,
  { fault, message }: PlayerFault,
): GameRecord {
  const forfeit = { seat, fault, why: message };
  return { start, moves, scores: endScores(rules, seat), ending: "forfeit", plies: moves.length, forfeit };
}

export async function playGame(
  rules: Rules,
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
  const past: Position[] = [];
  while (true) {
    const actors = rules.actors(position);
    const choices: (Choice | null)[] = [];
    const moves: Move[] = [];
    for (const actor of actors) {
      const seen = (): Position => seenBy(rules, position, actor);
      const choice =
        actor === CHANCE
          ? null
          : await choose(players[actor], seen(), limits, {
              actor,
              signal: options.signal,
              forbidden: history.forbidden,
              history: rules.hidden ? undefined : [...past],
            }).catch(faultOf);
      if (choice instanceof PlayerFault) return forfeitedGame(rules, start, texts, actor, choice);
      choices.push(choice);
      moves.push(choice?.move ?? pickByChance(rules, position, random));
    }
    texts.push(moves.map((move) => rules.formatMove(position, move)).join("&"));
    past.push(position);
    position = rules.play(position, moves);
    options.onPly?.(position, moves, choices);
    const end = history.add(position, actors[0] ?? CHANCE);
    if (end) return { start, moves: texts, ...end, plies: history.plies };
  }
}

function faultOf(error: unknown): PlayerFault {
  if (error instanceof PlayerFault) return error;
  throw error;
}

/** What a player is given of a position: all of it, or where something is hidden its own observation. */
export function seenBy(rules: Rules, position: Position, player: number): Position {
  return rules.hidden ? rules.hidden.observe(position, player) : position;
}

async function choose(
  player: Player | undefined,
  position: Position,
  limits: Limits,
  asking: ChooseOptions & { readonly actor: Actor },
): Promise<Choice> {
  if (!player) throw new GameloreError("bad-player", `there is no player number ${asking.actor + 1}`);
  const choice = await player.choose(position, limits, asking);
  // A player that was stopped answers with what it has; such a move must not enter a record.
  if (asking.signal?.aborted) throw new GameloreError("interrupted", "interrupted");
  return choice;
}

export function pickByChance(rules: Rules, position: Position, random: SeededRandom): Move {
  const moves = rules.moves(position, CHANCE);
  const chances = rules.chanceProbabilities(position);
  let left = random.fraction();
  for (const [i, move] of moves.entries()) {
    left -= chances[i] ?? 0;
    if (left < 0) return move;
  }
  return moves.at(-1) as Move;
}

/** A position after random plies that has not ended: an opening that both sides get to play from. */
export function randomOpening(rules: Rules, plies: number, seed: number): Position {
  const random = new SeededRandom(seed);
  for (let tries = 0; tries < 1_000; tries++) {
    let position = rules.openings ? random.pick(rules.openings) : rules.initial();
    let played = 0;
    while (played < plies && rules.result(position) === null) {
      const moves = rules
        .actors(position)
        .map((actor) =>
          actor === CHANCE
            ? pickByChance(rules, position, random)
            : random.pick(rules.openingMoves?.(position) ?? rules.moves(position, actor)),
        );
      position = rules.play(position, moves);
      played++;
    }
    if (rules.result(position) === null) return position;
  }
  throw new GameloreError("bad-usage", `no game lasts ${plies} random plies here; choose a shorter opening`);
}
