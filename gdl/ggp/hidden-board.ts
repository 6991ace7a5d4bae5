/** What our player knows in a match of GDL-II, in which messages contain its own moves and percepts only. */
import type { PlayerNumber, Position, Scores } from "../../engine/contracts/position.ts";
import type { HiddenGdlRules, Knowledge, OwnStep } from "../hidden/rules.ts";
import { roleMove } from "../rules.ts";
import { goalsOf, type PositionBoard } from "./board.ts";
import { lastAnswerFirst, type OwnMove } from "./possible-steps.ts";
import type { StepMessage } from "./message.ts";
import { findName, legalOf } from "./steps.ts";

export class HiddenBoard implements PositionBoard {
  readonly roles: readonly string[];
  readonly rules: HiddenGdlRules;
  /** An observation. */
  position: Position;
  readonly #role: PlayerNumber;
  readonly #percepts: ReadonlyMap<string, number>;
  #steps: readonly OwnStep[] = [];
  /** Null if the game has ended with a result that is not known. */
  #scores: Scores | null = null;
  #ended = false;

  constructor(rules: HiddenGdlRules, role: PlayerNumber) {
    this.rules = rules;
    this.roles = rules.players;
    this.#role = role;
    this.#percepts = rules.perceptNumbers(role);
    this.position = rules.hidden.observe(rules.initial(), role);
    const start = rules.knowledge(role, []);
    if (start) this.#learn([], start);
  }

  get ended(): boolean {
    return this.#ended;
  }

  legal(role: PlayerNumber): readonly string[] {
    return this.ended || role !== this.#role ? [] : [...legalOf(this.rules, this.position, role).keys()];
  }

  advance(step: StepMessage): boolean {
    if (this.#ended || step.kind !== "own" || step.number !== this.#steps.length + 1) return false;
    const move = findName(legalOf(this.rules, this.position, this.#role), step.move);
    const percepts = step.percepts?.map((text) => findName(this.#percepts, text)) ?? null;
    if (move === undefined || percepts?.includes(undefined)) return false;
    const seen = percepts && [...new Set(percepts as number[])].toSorted((a, b) => a - b);
    const steps = [...this.#steps, { move: roleMove(move).number, percepts: seen }];
    const knowledge = this.rules.knowledge(this.#role, steps);
    if (knowledge) this.#learn(steps, knowledge);
    return knowledge !== null;
  }

  *possibleSteps(own: OwnMove): Generator<StepMessage> {
    const number = this.#steps.length + 1;
    for (const move of lastAnswerFirst(this.legal(this.#role), own))
      yield { kind: "own", number, move, percepts: null };
  }

  goals(): readonly number[] | null {
    return this.#scores && goalsOf(this.#scores);
  }

  savepoint(): () => void {
    const { position } = this;
    const [steps, scores, ended] = [this.#steps, this.#scores, this.#ended];
    return () => {
      this.position = position;
      [this.#steps, this.#scores, this.#ended] = [steps, scores, ended];
    };
  }

  #learn(steps: readonly OwnStep[], knowledge: Knowledge): void {
    this.#steps = steps;
    this.#ended = knowledge.observation === null;
    if (knowledge.observation === null) this.#scores = knowledge.scores;
    else this.position = knowledge.observation;
  }
}
