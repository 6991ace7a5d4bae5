/** One variable of SPSA: its current value, its perturbations, and its updates. */
import type { SeededRandom } from "../random/seeded.ts";
import { snap, type ChoiceVariable, type NumberVariable, type Value, type Variable } from "./tune-variables.ts";

/** The perturbed values of the two sides of a pair. */
export interface Trial {
  readonly plus: Value;
  readonly minus: Value;
  /** Moves towards `plus`, or away from it with a negative step. */
  readonly learn: (step: number) => void;
}

export interface Coordinate {
  /** `reach`: size of the perturbation, as a fraction of the range. */
  perturb(reach: number, random: SeededRandom): Trial;
  /** Adds the current value to the average. */
  accumulate(): void;
  /** The average of the accumulated values; initially the current value. */
  value(): Value;
}

export function coordinateOf(variable: Variable, start: Value): Coordinate {
  return variable.kind === "choice"
    ? new ChoiceCoordinate(variable, String(start))
    : new NumberCoordinate(variable, Number(start));
}

/** Minimum perturbation in units of the last digit, so that the sides round to different values. */
const MIN_DISTANCE = 0.501;

class NumberCoordinate implements Coordinate {
  readonly #variable: NumberVariable;
  readonly #range: number;
  /** Not rounded, so that small steps add up. */
  #place: number;
  #sum = 0;
  #accumulated = 0;

  constructor(variable: NumberVariable, start: number) {
    this.#variable = variable;
    this.#range = variable.high - variable.low;
    this.#place = start;
  }

  perturb(reach: number, random: SeededRandom): Trial {
    const distance = Math.max(reach * this.#range, MIN_DISTANCE * 10 ** -this.#variable.digits);
    const sign = random.below(2) === 0 ? -1 : 1;
    return {
      plus: snap(this.#variable, this.#place + sign * distance),
      minus: snap(this.#variable, this.#place - sign * distance),
      learn: (step) => {
        const { low, high } = this.#variable;
        this.#place = Math.min(high, Math.max(low, this.#place + sign * step * this.#range));
      },
    };
  }

  accumulate(): void {
    this.#sum += this.#place;
    this.#accumulated++;
  }

  value(): number {
    return snap(this.#variable, this.#accumulated > 0 ? this.#sum / this.#accumulated : this.#place);
  }
}

/** Step of a choice's preference (log-probability) per step of one range. */
const PREFERENCE_STEP = 5;
/** Probability of a uniformly random choice. */
const EXPLORATION = 0.2;

/** Samples choices by softmax of their preferences; the winner of a pair gains preference. */
class ChoiceCoordinate implements Coordinate {
  readonly #choices: readonly string[];
  readonly #start: number;
  readonly #preferences: number[];
  readonly #sums: number[];
  #accumulated = 0;

  constructor({ choices }: ChoiceVariable, start: string) {
    this.#choices = choices;
    this.#start = choices.indexOf(start);
    this.#preferences = choices.map(() => 0);
    this.#sums = choices.map(() => 0);
  }

  perturb(_: number, random: SeededRandom): Trial {
    const plus = this.#sample(random);
    const minus = this.#sample(random);
    return {
      plus: this.#choices[plus] as string,
      minus: this.#choices[minus] as string,
      learn: (step) => {
        this.#preferences[plus]! += PREFERENCE_STEP * step;
        this.#preferences[minus]! -= PREFERENCE_STEP * step;
      },
    };
  }

  accumulate(): void {
    this.#preferences.forEach((preference, i) => (this.#sums[i]! += preference));
    this.#accumulated++;
  }

  value(): string {
    const scores = this.#accumulated > 0 ? this.#sums : this.#preferences;
    const best = Math.max(...scores);
    return this.#choices[scores[this.#start] === best ? this.#start : scores.indexOf(best)] as string;
  }

  #sample(random: SeededRandom): number {
    if (random.fraction() < EXPLORATION) return random.below(this.#choices.length);
    const max = Math.max(...this.#preferences);
    const weights = this.#preferences.map((preference) => Math.exp(preference - max));
    let rest = random.fraction() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex((weight) => (rest -= weight) < 0);
    return index < 0 ? weights.indexOf(1) : index;
  }
}
