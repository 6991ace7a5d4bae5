/** One variable in the search by simultaneous perturbation: where it is, what a pair of games tries, and what follows from it. */
import type { SeededRandom } from "../random/seeded.ts";
import { snap, type ChoiceVariable, type NumberVariable, type Value, type Variable } from "./tune-variables.ts";

/** What the two sides of a pair take for a variable. */
export interface Trial {
  readonly plus: Value;
  readonly minus: Value;
  /** Moves towards `plus`, or away from it by a negative step. */
  readonly learn: (step: number) => void;
}

export interface Coordinate {
  /** `reach`: how far from its place a number is tried, as a part of its range. */
  perturb(reach: number, random: SeededRandom): Trial;
  /** Counts the present place in the mean. */
  remember(): void;
  /** The mean of the places that are remembered; as long as there is none, the present one. */
  value(): Value;
}

export function coordinateOf(variable: Variable, start: Value): Coordinate {
  return variable.kind === "choice"
    ? new ChoiceCoordinate(variable, String(start))
    : new NumberCoordinate(variable, Number(start));
}

/** In units of the last digit; up to half of one, both sides might round to the same value. */
const LEAST_DISTANCE = 0.501;

class NumberCoordinate implements Coordinate {
  readonly #variable: NumberVariable;
  readonly #range: number;
  /** Not rounded, so that small steps add up. */
  #place: number;
  #sum = 0;
  #remembered = 0;

  constructor(variable: NumberVariable, start: number) {
    this.#variable = variable;
    this.#range = variable.high - variable.low;
    this.#place = start;
  }

  perturb(reach: number, random: SeededRandom): Trial {
    const distance = Math.max(reach * this.#range, LEAST_DISTANCE * 10 ** -this.#variable.digits);
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

  remember(): void {
    this.#sum += this.#place;
    this.#remembered++;
  }

  value(): number {
    return snap(this.#variable, this.#remembered > 0 ? this.#sum / this.#remembered : this.#place);
  }
}

/** A step of the preferences among choices, whose unit is the logarithm of a probability, for a step of one range. */
const PREFERENCE_STEP = 5;
/** How often a choice is drawn without regard to preference. */
const CURIOSITY = 0.2;

/** Choices are drawn the more often the more they are preferred; of two that meet, the winner is preferred more from then on. */
class ChoiceCoordinate implements Coordinate {
  readonly #choices: readonly string[];
  readonly #start: number;
  readonly #preferences: number[];
  readonly #sums: number[];
  #remembered = 0;

  constructor({ choices }: ChoiceVariable, start: string) {
    this.#choices = choices;
    this.#start = choices.indexOf(start);
    this.#preferences = choices.map(() => 0);
    this.#sums = choices.map(() => 0);
  }

  perturb(_: number, random: SeededRandom): Trial {
    const plus = this.#draw(random);
    const minus = this.#draw(random);
    return {
      plus: this.#choices[plus] as string,
      minus: this.#choices[minus] as string,
      learn: (step) => {
        this.#preferences[plus]! += PREFERENCE_STEP * step;
        this.#preferences[minus]! -= PREFERENCE_STEP * step;
      },
    };
  }

  remember(): void {
    this.#preferences.forEach((preference, i) => (this.#sums[i]! += preference));
    this.#remembered++;
  }

  value(): string {
    const scores = this.#remembered > 0 ? this.#sums : this.#preferences;
    const best = Math.max(...scores);
    return this.#choices[scores[this.#start] === best ? this.#start : scores.indexOf(best)] as string;
  }

  #draw(random: SeededRandom): number {
    if (random.fraction() < CURIOSITY) return random.below(this.#choices.length);
    const most = Math.max(...this.#preferences);
    const weights = this.#preferences.map((preference) => Math.exp(preference - most));
    let rest = random.fraction() * weights.reduce((sum, weight) => sum + weight, 0);
    const drawn = weights.findIndex((weight) => (rest -= weight) < 0);
    return drawn < 0 ? weights.indexOf(1) : drawn;
  }
}
