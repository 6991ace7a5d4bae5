/** Trains a network with mini-batch Adam (Kingma and Ba, 2015) and early stopping. */
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import { SeededRandom } from "../random/seeded.ts";
import type { SidedExample } from "./examples.ts";
import { fitOf } from "./logistic.ts";
import { networkGradient, networkLogOdds, networkSize, unscaled, type Network } from "./network.ts";

const BATCH = 128;
const FIRST_MOMENT = 0.9;
const SECOND_MOMENT = 0.999;
const EPSILON = 1e-8;
/** Early stopping: epochs without improvement of the validation loss. */
const PATIENCE = 10;

export interface TrainingOptions {
  readonly hidden: number;
  readonly rate: number;
  /** Maximum number of epochs. */
  readonly epochs: number;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEpoch?: ((epoch: number, heldOutLoss: number) => void) | undefined;
}

export interface TrainedNetwork {
  readonly network: Network;
  readonly epochs: number;
}

/** The network of the epoch with the lowest loss on the validation examples. */
export async function trainNetwork(
  examples: readonly SidedExample[],
  heldOut: readonly SidedExample[],
  options: TrainingOptions,
): Promise<TrainedNetwork> {
  const inputs = examples[0]?.own.length;
  if (inputs === undefined || heldOut.length === 0) throw new GameloreError("bad-usage", "too few games to train on");
  const random = new SeededRandom(options.seed);
  const { centres, sizes } = scalesOf(examples, inputs);
  let scaled = examples.map((example) => scaledExample(example, centres, sizes));
  const scaledHeldOut = heldOut.map((example) => scaledExample(example, centres, sizes));
  const adam = new Adam(initialNetwork(inputs, options.hidden, random));
  let best = { network: adam.network(), loss: Infinity, epoch: 0 };
  for (let epoch = 1; epoch <= options.epochs && epoch - best.epoch <= PATIENCE; epoch++) {
    scaled = random.shuffled(scaled);
    for (let at = 0; at < scaled.length; at += BATCH) adam.step(scaled.slice(at, at + BATCH), options.rate);
    const network = adam.network();
    const loss = fitOf(scaledHeldOut, (example) => networkLogOdds(network, example)).logLoss;
    if (loss < best.loss) best = { network, loss, epoch };
    options.onEpoch?.(epoch, loss);
    await new Promise(setImmediate);
    throwIfAborted(options.signal);
  }
  return { network: unscaled(best.network, centres, sizes), epochs: best.epoch };
}

/** Mean and standard deviation of each term, for normalization. */
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

/** Random initial weights, scaled by fan-in; biases 0. */
function initialNetwork(inputs: number, hidden: number, random: SeededRandom): Network {
  const weights = Array.from({ length: networkSize(inputs, hidden) }, (_, at) => {
    const inOutput = at >= hidden * (inputs + 1);
    const isBias = inOutput ? at === hidden * (inputs + 1) : at % (inputs + 1) === 0;
    return isBias ? 0 : (2 * random.fraction() - 1) * Math.sqrt(3 / (inOutput ? hidden : inputs));
  });
  return { inputs, hidden, weights, tempo: 0 };
}

/** Adam over the network's weights and tempo. */
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
      const change = first / firstScale / (Math.sqrt(second / secondScale) + EPSILON);
      this.#values[i] = (this.#values[i] as number) - rate * change;
    });
  }
}
