/** The current state of a match, advanced by move texts: over `Rules`, or over any reasoner. */
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Move, Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { Facts, Reasoner } from "../reasoner.ts";
import { findName, jointMove, legalOf, playStep } from "./steps.ts";

export interface Board {
  readonly roles: readonly string[];
  readonly ended: boolean;
  /** Texts of the legal moves of a role. */
  legal(role: PlayerNumber): readonly string[];
  /** Makes one move of each role; returns false without a change if a role has no such move. */
  advance(texts: readonly string[]): boolean;
  /** From 0 to 100; 0 if the rules give a role none. */
  goals(): readonly number[];
  /** Returns a function that restores the current state. */
  savepoint(): () => void;
}

const BEST_GOAL = 100;

export class RulesBoard implements Board {
  readonly roles: readonly string[];
  readonly rules: OpenGame;
  position: Position;

  constructor(rules: OpenGame) {
    this.rules = rules;
    this.roles = rules.players;
    this.position = rules.initial();
  }

  get ended(): boolean {
    return this.rules.result(this.position) !== null;
  }

  legal(role: PlayerNumber): readonly string[] {
    return this.ended ? [] : [...legalOf(this.rules, this.position, role).keys()];
  }

  advance(texts: readonly string[]): boolean {
    const joint: readonly Move[] | null = this.ended ? null : jointMove(this.rules, this.position, texts);
    if (joint) this.position = playStep(this.rules, this.position, joint);
    return joint !== null;
  }

  savepoint(): () => void {
    const { position } = this;
    return () => void (this.position = position);
  }

  goals(): readonly number[] {
    return (this.rules.result(this.position) ?? this.roles.map(() => 0)).map((score) => Math.round(BEST_GOAL * score));
  }
}

export class ReasonerBoard implements Board {
  readonly roles: readonly string[];
  readonly #reasoner: Reasoner;
  #state: Facts;

  constructor(reasoner: Reasoner) {
    this.#reasoner = reasoner;
    this.roles = reasoner.roles;
    this.#state = reasoner.initial();
  }

  get ended(): boolean {
    return this.#reasoner.isTerminal(this.#state);
  }

  legal(role: PlayerNumber): readonly string[] {
    return this.ended ? [] : [...this.#legal(role).keys()];
  }

  advance(texts: readonly string[]): boolean {
    if (this.ended || texts.length !== this.roles.length) return false;
    const moves = texts.map((text, role) => findName(this.#legal(role), text));
    if (!moves.every((move) => move !== undefined)) return false;
    this.#state = this.#reasoner.next(this.#state, moves);
    return true;
  }

  savepoint(): () => void {
    const state = this.#state;
    return () => void (this.#state = state);
  }

  goals(): readonly number[] {
    return this.#reasoner.goals(this.#state).map((goal) => goal ?? 0);
  }

  #legal(role: number): ReadonlyMap<string, number> {
    const moves = this.#reasoner.legal(this.#state)[role] ?? [];
    return new Map(moves.map((move) => [this.#reasoner.moveText(move, role), move]));
  }
}
