/** The player `uct`: the kernel's UCT, a new tree for every move. */
import { ok } from "../contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../contracts/options.ts";
import type { Choice, Limits, PlayerKind } from "../contracts/player.ts";
import type { KernelCall } from "../kernel/call.ts";
import type { SearchContext } from "./context.ts";
import { KernelPlayer, type KernelSearch } from "./kernel-player.ts";
import { UCT_RECORD_BYTES } from "./layout.ts";
import { limitSpec, MILLISECONDS, playerText, tighter, withDefaults } from "./parameters.ts";
import type { Regions } from "./regions.ts";
import { readUct, writeUct } from "./request.ts";
import { SeededRandom } from "./seeded.ts";

const DEFAULT_PLAYOUTS = 10_000;
const NODE_BYTES = 24;

const PARAMETERS: readonly OptionSpec[] = [
  limitSpec("playouts", `playouts for a move (${DEFAULT_PLAYOUTS} where nothing else limits the search)`, 1e15),
  limitSpec("expansions", "states expanded in the tree or visited in playouts, for a move", 1e15),
  MILLISECONDS,
  { name: "c", summary: "weight of exploration in UCB1", kind: "number", min: 0, max: 100, default: 0.7 },
  { name: "threshold", summary: "visits before a node gets children", kind: "integer", min: 0, max: 1e9, default: 18 },
  {
    name: "cap",
    summary: "plies after which a playout is evaluated",
    kind: "integer",
    min: 1,
    max: 1e6,
    default: 1000,
  },
  { name: "tree", summary: "megabytes for the tree", kind: "integer", min: 1, max: 2048, default: 32 },
];

export function uctKind(context: SearchContext): PlayerKind {
  const parameters = [...PARAMETERS, ...context.extraParameters];
  return {
    name: "uct",
    summary: "Monte-Carlo tree search with UCB1",
    parameters,
    tables: (given) => context.tables?.(withDefaults(parameters, given)) ?? ok([]),
    create: async (given, seed) => {
      const values = withDefaults(parameters, given);
      const setup = await context.searchSetup(values);
      const text = playerText("uct", parameters, values);
      return new KernelPlayer(text, context, setup.calls, (regions) => new UctSearch(context, regions, values, seed));
    },
  };
}

class UctSearch implements KernelSearch {
  readonly state: number;
  readonly milliseconds: number | undefined;
  readonly #context: SearchContext;
  readonly #parameters: OptionValues;
  readonly #random: SeededRandom;
  readonly #record: number;
  readonly #scratch: number;
  readonly #pool: number;
  readonly #poolNodes: number;

  constructor(context: SearchContext, regions: Regions, parameters: OptionValues, seed: number) {
    const { kernel } = context;
    this.#context = context;
    this.#parameters = parameters;
    this.#random = new SeededRandom(seed);
    this.milliseconds = tighter(parameters.ms);
    this.state = regions.allocate(kernel.call("stateBytes"));
    this.#record = regions.allocate(UCT_RECORD_BYTES);
    this.#scratch = regions.allocate(kernel.call("uctScratchBytes"));
    // The root and its children must have room, or there would be nothing to choose from.
    this.#poolNodes = Math.max(
      Math.floor((Number(parameters.tree) * 2 ** 20) / NODE_BYTES),
      1 + kernel.call("maxMoves"),
    );
    this.#pool = regions.allocate(this.#poolNodes * NODE_BYTES);
  }

  request(limits: Limits): readonly KernelCall[] {
    const { c, threshold, cap } = this.#parameters;
    const playouts = tighter(this.#parameters.playouts, limits.playouts);
    const expansions = tighter(this.#parameters.expansions, limits.nodes);
    const limited = expansions !== undefined || tighter(this.milliseconds, limits.milliseconds) !== undefined;
    writeUct(this.#context.kernel.memory, this.#record, {
      state: this.state,
      scratch: this.#scratch,
      pool: this.#pool,
      poolNodes: this.#poolNodes,
      playouts: playouts ?? (limited ? 0 : DEFAULT_PLAYOUTS),
      expansions: expansions ?? 0,
      c: Number(c),
      threshold: Number(threshold),
      plyCap: Number(cap),
      random: this.#random.word() | 1n,
    });
    return [["uct", this.#record]];
  }

  answer(milliseconds: number): Choice {
    const { move, mean, line, expansions } = readUct(this.#context.kernel.memory, this.#record);
    const unit = "expected points, from 0 to 1";
    return { move, thought: { value: mean, unit, line, nodes: expansions, milliseconds, depth: null } };
  }
}
