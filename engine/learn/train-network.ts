/** Trains a network on labelled positions by Adam (Kingma and Ba, 2015): small batches in an order drawn from the seed. */
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import { SeededRandom } from "../random/seeded.ts";
import type { SidedExample } from "./examples.ts";
import { fitOf } from "./logistic.ts";
import { networkGradient, networkLogOdds, networkSize, unscaled, type Network } from "./network.ts";

const BATCH = 128;
const FIRST_MOMENT = 0.9;
const SECOND_MOMENT = 0.999;
const TINY = 1e-8;
/** Training ends when the held-out loss has not improved for so many rounds. */
const PATIENCE = 10;

export interface TrainingOptions {
  readonly hidden: number;
  readonly rate: number;
  /** Most rounds through all examples. */
  readonly rounds: number;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  readonly onRound?: ((round: number, heldOutLoss: number) => void) | undefined;
}

export interface TrainedNetwork {
  readonly network: Network;
  readonly rounds: number;
}

/** The network of the round that did best on the held-out examples, which are not trained on. */
export async function trainNetwork(
  examples: readonly SidedExample[],
  heldOut: readonly SidedExample[],
  options: TrainingOptions,
): Promise<TrainedNetwork> {
  const inputs = examples[0]?.own.length;
  if (inputs === undefined || heldOut.length === 0) throw new GameloreError("bad-usage", "too few games to train on");
  const random = new SeededRandom(options.seed);
  const { centres, sizes } = scalesOf(examples, inputs);
  const scaled = examples.map((example) => scaledExample(example, centres, sizes));
  const scaledHeldOut = heldOut.map((example) => scaledExample(example, centres, sizes));
  const adam = new Adam(firstNetwork(inputs, options.hidden, random));
  let best = { network: adam.network(), loss: Infinity, round: 0 };
  for (let round = 1; round <= options.rounds && round - best.round <= PATIENCE; round++) {
    shuffle(scaled, random);
    for (let at = 0; at < scaled.length; at += BATCH) adam.step(scaled.slice(at, at + BATCH), options.rate);
    const network = adam.network();
    const loss = fitOf(scaledHeldOut, (example) => networkLogOdds(network, example)).logLoss;
    if (loss < best.loss) best = { network, loss, round };
    options.onRound?.(round, loss);
    await new Promise(setImmediate);
    throwIfAborted(options.signal);
  }
  return { network: unscaled(best.network, centres, sizes), rounds: best.round };
}

/** Terms of all sides, brought to a mean of 0 and a usual size of 1. */
function scalesOf(examples: readonly SidedExample[], inputs: number): { centres: number[]; sizes: number[] } {
  const sides = examples.flatMap(({ own, other }) => [own, other]);
  const mean = (of: (side: readonly number[]) => number): number =>
    sides.reduce((sum, side) => sum + of(side), 0) / sides.length;
  const centres = Array.from({ length: inputs }, (_, i) => mean((side) => side[i] as number));
  const sizes = centres.map((centre, i) => Math.sqrt(mean((side) => ((side[i] as number) - centre) ** 2)) || 1);
  return { centres, sizes };
}

function scaledExample(example: SidedExample, centres: readonly number[], sizes: readonly number[]): SidedExample {
  const scale = (terms: readonly number[]): number[] =>
    terms.map((term, i) => (term - (centres[i] as number)) / (sizes[i] as number));
  return { own: scale(example.own), other: scale(example.other), result: example.result };
}

/** Random weights of a size that keeps sums near 1, biases 0. */
function firstNetwork(inputs: number, hidden: number, random: SeededRandom): Network {
  const weights = Array.from({ length: networkSize(inputs, hidden) }, (_, at) => {
    const inOutput = at >= hidden * (inputs + 1);
    const isBias = inOutput ? at === hidden * (inputs + 1) : at % (inputs + 1) === 0;
    return isBias ? 0 : (2 * random.fraction() - 1) * Math.sqrt(3 / (inOutput ? hidden : inputs));
  });
  return { inputs, hidden, weights, tempo: 0 };
}

function shuffle<T>(list: T[], random: SeededRandom): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
}

/** The network's weights and tempo as one list, with the running moments of their gradients. */
class Adam {
  readonly #shape: Pick<Network, "inputs" | "hidden">;
  readonly #values: number[];
  readonly #first: number[];
  readonly #second: number[];
  #steps = 0;

  constructor({ inputs, hidden, weights, tempo }: Network) {
    this.#shape = { inputs, hidden };
    this.#values = [...weights, tempo];
    this.#first = this.#values.map(() => 0);
    this.#second = this.#values.map(() => 0);
  }

  network(): Network {
    return { ...this.#shape, weights: this.#values.slice(0, -1), tempo: this.#values.at(-1) as number };
  }

  step(batch: readonly SidedExample[], rate: number): void {
    this.#steps++;
    const firstScale = 1 - FIRST_MOMENT ** this.#steps;
    const secondScale = 1 - SECOND_MOMENT ** this.#steps;
    networkGradient(this.network(), batch).forEach((slope, i) => {
      const first = FIRST_MOMENT * (this.#first[i] as number) + (1 - FIRST_MOMENT) * slope;
      const second = SECOND_MOMENT * (this.#second[i] as number) + (1 - SECOND_MOMENT) * slope * slope;
      this.#first[i] = first;
      this.#second[i] = second;
      const change = first / firstScale / (Math.sqrt(second / secondScale) + TINY);
      this.#values[i] = (this.#values[i] as number) - rate * change;
    });
  }
}
