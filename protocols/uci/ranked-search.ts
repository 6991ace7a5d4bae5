/**
 * The best moves of a player with their lines of play, best first (MultiPV). One line is one question to the player. For several, the
 * player is asked again without the moves found before, deepening by one ply a round, so that every round has all lines.
 */
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { Choice, Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import { provenPlies, WIN_VALUE } from "../../engine/search/values.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { opponentsValue } from "./score.ts";
import type { Question } from "./think.ts";

export interface Ranked {
  readonly move: Move;
  readonly thought: SearchInfo;
}

const MAX_DEPTH = 64;
const NO_THOUGHT: Omit<SearchInfo, "pv"> = { value: null, unit: "none", nodes: 0, milliseconds: 0, depth: null };

export class RankedSearch {
  /** What is known so far, best first. */
  best: readonly Ranked[] = [];
  /** Of the questions that have been answered, and of the one under way as far as it has told. */
  nodes = 0;
  readonly #rules: ChessRules;
  readonly #question: Question;
  readonly #stopping: AbortController;
  readonly #began = performance.now();
  /** The player has been found to choose among all moves whatever it is asked. */
  #ignoresOnly = false;

  constructor(rules: ChessRules, question: Question, stopping: AbortController) {
    this.#rules = rules;
    this.#question = question;
    this.#stopping = stopping;
  }

  async run(): Promise<readonly Ranked[]> {
    const { among, limits } = this.#question;
    const player = await this.#question.player;
    const lines = Math.min(this.#question.lines, among.length);
    if (lines <= 1) return (this.best = await this.#rank(player, 1, limits, 1, true));
    for (let depth = 1; depth <= Math.min(limits.depth ?? MAX_DEPTH, MAX_DEPTH); depth++) {
      const found = await this.#round(player, lines, { ...limits, depth });
      if (found === null) break;
      const isWhole = found.every(({ thought }) => isSearched(thought, depth));
      // Values of different depths do not compare: a round that the limits have cut off counts only where there is no other.
      if (!isWhole && this.best.length > 0) break;
      this.best = found;
      this.#question.hear(found, this.nodes);
      if (this.#isMateFound((found[0] as Ranked).thought)) break;
      // A player without a depth has used its time.
      if (!isWhole || this.#isSpent() || found.some(({ thought }) => thought.depth === null)) break;
      if (found.every(({ thought }) => isProven(thought))) break;
    }
    return this.best;
  }

  /** Null where the search was stopped before all lines were there, and there are others. */
  async #round(player: Player, lines: number, limits: Limits): Promise<readonly Ranked[] | null> {
    try {
      const found = (await this.#rank(player, lines, limits, lines, false)).sort(byValue);
      return this.#stopping.signal.aborted && this.best.length > 0 ? null : found;
    } catch (error) {
      if (this.best.length > 0 && this.#stopping.signal.aborted) return null;
      throw error;
    }
  }

  /** The best moves, each in a share of the time that is left. */
  async #rank(player: Player, lines: number, limits: Limits, shares: number, tells: boolean): Promise<Ranked[]> {
    const { position, among, isRestricted } = this.#question;
    const found: Ranked[] = [];
    while (found.length < lines) {
      const rest = among.filter((move) => !found.some((each) => each.move === move));
      if (this.#ignoresOnly) {
        const others = await this.#rankByReplies(player, rest, limits);
        found.push(...others.slice(0, lines - found.length));
        break;
      }
      const only = isRestricted || found.length > 0 ? rest : undefined;
      const choice = await this.#ask(player, position, this.#left(limits, shares), only, tells);
      if (rest.includes(choice.move)) found.push({ move: choice.move, thought: choice.info });
      else if (only) this.#ignoresOnly = true;
      else throw new Error("its move is not legal");
    }
    return found;
  }

  /** For a player that cannot choose among some moves: the value of each is that of the opponent's best reply. */
  async #rankByReplies(player: Player, moves: readonly Move[], limits: Limits): Promise<Ranked[]> {
    const { position, past } = this.#question;
    const ranked: Ranked[] = [];
    for (const move of moves) {
      const after = this.#rules.play(position, [move]);
      const thought = this.#resultOf(after, move) ?? (await this.#replyTo(player, after, move, limits, moves, past));
      ranked.push({ move, thought });
      if (this.#stopping.signal.aborted) break;
    }
    return ranked.sort(byValue);
  }

  async #replyTo(
    player: Player,
    after: Position,
    move: Move,
    limits: Limits,
    moves: readonly Move[],
    past: readonly Position[],
  ): Promise<SearchInfo> {
    const depth = limits.depth === undefined ? {} : { depth: Math.max(1, limits.depth - 1) };
    const share = { ...this.#left(limits, moves.length), ...depth };
    const { info: thought } = await this.#ask(player, after, share, undefined, false, [
      ...past,
      this.#question.position,
    ]);
    const value = thought.value === null ? null : opponentsValue(thought.value, thought.unit);
    const plies = thought.depth === null ? null : Math.min(limits.depth ?? MAX_DEPTH, thought.depth + 1);
    return { ...thought, value, depth: plies, pv: [move, ...thought.pv] };
  }

  /** The value of a move that ends the game; null for others. */
  #resultOf(after: Position, move: Move): SearchInfo | null {
    const scores = this.#rules.result(after);
    if (scores === null) return null;
    const mover = this.#rules.actors(this.#question.position)[0] as number;
    const value = scores[mover] === 1 ? WIN_VALUE - 1 : 0;
    return { ...NO_THOUGHT, value, unit: "pawns", pv: [move], depth: 1 };
  }

  async #ask(
    player: Player,
    position: Position,
    limits: Limits,
    only: readonly Move[] | undefined,
    tells: boolean,
    past: readonly Position[] = this.#question.past,
  ): Promise<Choice> {
    const { hear } = this.#question;
    const before = this.nodes;
    const tell = (thought: SearchInfo): void => {
      const [move] = thought.pv;
      this.nodes = before + thought.nodes;
      if (move === undefined || !this.#question.among.includes(move)) return;
      this.best = [{ move, thought }];
      hear(this.best, this.nodes);
      if (this.#isMateFound(thought)) this.#stopping.abort();
    };
    const choice = await player.choose(position, limits, {
      signal: this.#stopping.signal,
      actor: this.#rules.actors(position)[0],
      history: past,
      searchMoves: only,
      onInfo: tells ? tell : undefined,
    });
    this.nodes = before + choice.info.nodes;
    return choice;
  }

  /** What is left of the limits, in equal shares. */
  #left(limits: Limits, shares: number): Limits {
    const { time } = this.#question;
    const elapsed = performance.now() - this.#began;
    const share = (left: number): number => Math.max(1, Math.floor(left / shares));
    return {
      ...limits,
      ...(limits.nodes === undefined ? {} : { nodes: share(limits.nodes - this.nodes) }),
      ...(time === null ? {} : { milliseconds: share(time.milliseconds - elapsed) }),
    };
  }

  #isSpent(): boolean {
    const { time, limits } = this.#question;
    const elapsed = performance.now() - this.#began;
    return (
      this.#stopping.signal.aborted ||
      (time !== null && elapsed >= time.milliseconds) ||
      (limits.nodes !== undefined && this.nodes >= limits.nodes)
    );
  }

  #isMateFound({ value }: SearchInfo): boolean {
    const { mate } = this.#question;
    const plies = value === null ? null : provenPlies(value);
    return mate !== null && plies !== null && (value as number) > 0 && plies <= 2 * mate - 1;
  }
}

function isProven({ value }: SearchInfo): boolean {
  return value !== null && provenPlies(value) !== null;
}

/** Whether a thought is of the whole depth that was asked for; one that proves the result need not be. */
function isSearched(thought: SearchInfo, depth: number): boolean {
  return thought.depth === null || thought.depth >= depth || isProven(thought);
}

/** Best first; what has no value last. */
function byValue(a: Ranked, b: Ranked): number {
  const [one, other] = [a.thought.value ?? -WIN_VALUE, b.thought.value ?? -WIN_VALUE];
  return other - one;
}
