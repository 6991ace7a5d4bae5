/** The current state of a match, advanced by the steps of messages: over `Rules`, or over any reasoner. */
import type { OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Move, type Position, type PlayerNumber, type Scores } from "../../engine/contracts/position.ts";
import { chanceLast, chanceRoleOf, withChance } from "../chance-role.ts";
import type { Facts, Reasoner } from "../reasoner.ts";
import { jointSteps, type OwnMove } from "./possible-steps.ts";
import type { StepMessage } from "./message.ts";
import { findName, jointMove, legalOf, playStep } from "./steps.ts";

export interface Board {
  /** Those that players have: without chance. */
  readonly roles: readonly string[];
  readonly ended: boolean;
  /** Texts of the legal moves of a role. */
  legal(role: PlayerNumber): readonly string[];
  /** Returns false without a change if the step does not follow from the state. */
  advance(step: StepMessage): boolean;
  /** The steps that are possible now; those with a given own move first. */
  possibleSteps(own: OwnMove): Iterable<StepMessage>;
  /** From 0 to 100, 0 if the rules give a role none; null if they are not known. */
  goals(): readonly number[] | null;
  /** Returns a function that restores the current state. */
  savepoint(): () => void;
}

/** A board with a position that players can search. */
export interface PositionBoard extends Board {
  readonly rules: OpenGame;
  readonly position: Position;
}

const BEST_GOAL = 100;

/** Of a game whose steps are known to everyone. */
export class RulesBoard implements PositionBoard {
  readonly roles: readonly string[];
  readonly rules: OpenGame;
  /** All roles in the order of the rulesheet, as in messages. */
  readonly #sheetRoles: readonly string[];
  position: Position;

  /** `place` is that of chance among the roles of the rulesheet. */
  constructor(rules: OpenGame, place: number | null) {
    this.rules = rules;
    this.roles = rules.players;
    this.#sheetRoles = withChance(rules.players, place);
    this.position = rules.initial();
  }

  get ended(): boolean {
    return this.rules.result(this.position) !== null;
  }

  legal(role: PlayerNumber): readonly string[] {
    return this.ended ? [] : [...legalOf(this.rules, this.position, role).keys()];
  }

  advance(step: StepMessage): boolean {
    const texts = textsOf(step, this.#sheetRoles);
    if (this.ended || !texts) return false;
    const next = texts.length > this.roles.length ? this.#withChance(texts) : this.#withoutChance(texts);
    if (next) this.position = next;
    return next !== null;
  }

  possibleSteps(own: OwnMove): Iterable<StepMessage> {
    return stepsOf(this.roles, this.#sheetRoles, own, (role) =>
      role < 0 ? [...this.#chanceMoves().keys()] : this.legal(role as PlayerNumber),
    );
  }

  savepoint(): () => void {
    const { position } = this;
    return () => void (this.position = position);
  }

  goals(): readonly number[] {
    return goalsOf(this.rules.result(this.position) ?? this.roles.map(() => 0));
  }

  #withoutChance(texts: readonly string[]): Position | null {
    const joint: readonly Move[] | null = jointMove(this.rules, this.position, texts);
    return joint && playStep(this.rules, this.position, joint);
  }

  /** In messages chance moves together with the players, in `Rules` after them. */
  #withChance(texts: readonly string[]): Position | null {
    const { rules, position } = this;
    const moves = this.#chanceMoves();
    const move = findName(moves, texts.at(-1) as string);
    const joint = jointMove(rules, position, texts.slice(0, -1));
    if (move === undefined || !joint) return null;
    if (rules.actors(position)[0] === CHANCE) return rules.play(position, [move]);
    const next = playStep(rules, position, joint);
    return moves.size > 1 ? rules.play(next, [move]) : next;
  }

  #chanceMoves(): ReadonlyMap<string, Move> {
    const { rules, position } = this;
    return new Map(rules.moves(position, CHANCE).map((move) => [rules.formatMove(position, move), move]));
  }
}

export class ReasonerBoard implements Board {
  readonly roles: readonly string[];
  readonly #reasoner: Reasoner;
  readonly #sheetRoles: readonly string[];
  #state: Facts;

  constructor(reasoner: Reasoner, place: number | null) {
    this.#reasoner = reasoner;
    this.roles = reasoner.roles.slice(0, chanceRoleOf(reasoner.roles) ?? reasoner.roles.length);
    this.#sheetRoles = withChance(this.roles, place);
    this.#state = reasoner.initial();
  }

  get ended(): boolean {
    return this.#reasoner.isTerminal(this.#state);
  }

  legal(role: PlayerNumber): readonly string[] {
    return this.ended ? [] : [...this.#legal(role).keys()];
  }

  advance(step: StepMessage): boolean {
    const texts = textsOf(step, this.#sheetRoles);
    if (this.ended || !texts) return false;
    const moves = texts.map((text, role) => findName(this.#legal(role), text));
    if (!moves.every((move) => move !== undefined)) return false;
    this.#state = this.#reasoner.next(this.#state, moves);
    return true;
  }

  possibleSteps(own: OwnMove): Iterable<StepMessage> {
    return stepsOf(this.roles, this.#sheetRoles, own, (role) =>
      this.legal((role < 0 ? this.roles.length : role) as PlayerNumber),
    );
  }

  savepoint(): () => void {
    const state = this.#state;
    return () => void (this.#state = state);
  }

  goals(): readonly number[] {
    return this.#reasoner
      .goals(this.#state)
      .slice(0, this.roles.length)
      .map((goal) => goal ?? 0);
  }

  #legal(role: number): ReadonlyMap<string, number> {
    const moves = this.#reasoner.legal(this.#state)[role] ?? [];
    return new Map(moves.map((move) => [this.#reasoner.moveText(move, role), move]));
  }
}

/** Scores as goal values. */
export function goalsOf(scores: Scores): readonly number[] {
  return scores.map((score) => Math.round(BEST_GOAL * score));
}

/** `legal` gives the moves of a player, or of chance (-1). */
function stepsOf(
  players: readonly string[],
  sheetRoles: readonly string[],
  own: OwnMove,
  legal: (role: number) => readonly string[],
): Iterable<StepMessage> {
  const lists = sheetRoles.map((role) => legal(players.indexOf(role)));
  return jointSteps(lists, { ...own, role: sheetRoles.indexOf(players[own.role] as string) });
}

/** The moves of a step in the order of reasoners; null if they are not one of each role. */
function textsOf(step: StepMessage, sheetRoles: readonly string[]): readonly string[] | null {
  if (step.kind !== "joint" || step.moves.length !== sheetRoles.length) return null;
  const numbers = chanceLast([...sheetRoles.keys()], (i) => sheetRoles[i] as string);
  return numbers.map((i) => step.moves[i] as string);
}
