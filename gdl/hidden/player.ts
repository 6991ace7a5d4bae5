/** The player `uct` for games with percepts: UCT in sampled determinizations, whose visits are summed (perfect information Monte Carlo). */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Choice, ChooseOptions, Limits, Player, PlayerKind } from "../../engine/contracts/player.ts";
import { CHANCE, type PlayerNumber, type Position } from "../../engine/contracts/position.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { candidateMoves, withCandidates } from "../../engine/search/candidates.ts";
import { reportInfo } from "../../engine/search/info-reporter.ts";
import { limitSpec, MILLISECONDS, playerText, tighter, withDefaults } from "../../engine/search/parameters.ts";
import { chanceRoleOf } from "../chance-role.ts";
import { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import type { GdlSearchContext } from "../search-context.ts";
import { chooseMove, mergeTrees, rankedMoves } from "../uct/root-choice.ts";
import { UctSearch, type RootMove } from "../uct/search.ts";

const DEFAULT_PLAYOUTS = 10_000;
const TREE_BYTES = 16 * 2 ** 20;
/** The fractional parts of its multiples are spread evenly: possible states are sampled in proportion to their weights even if samples are few. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
const UNIT = "expected points, from 0 to 1";

const PARAMETERS: readonly OptionSpec[] = [
  limitSpec("playouts", `playouts per move (${DEFAULT_PLAYOUTS} if no other limit is given)`, 1e15),
  MILLISECONDS,
  {
    name: "share",
    summary: "playouts in each determinization",
    kind: "integer",
    min: 1,
    max: 1e9,
    default: 500,
  },
  { name: "c", summary: "exploration constant of UCB1", kind: "number", min: 0, max: 100, default: 0.7 },
];

/** `stateOf` gives the state in a position as a position of the game with full information. */
export function determinizedUctKind(
  rules: OpenGame,
  context: GdlSearchContext,
  stateOf: (position: Position) => Position,
): PlayerKind {
  return {
    name: "uct",
    summary:
      "Monte Carlo tree search (UCT) in determinizations: states that agree with the player's own moves and percepts",
    parameters: PARAMETERS,
    create: async (given, seed) => {
      const values = withDefaults(PARAMETERS, given);
      return new DeterminizedUct(playerText("uct", PARAMETERS, values), rules, context, stateOf, values, seed);
    },
  };
}

interface Tally {
  /** Where the next sample is taken, from 0 to 1. */
  draw: number;
  moves: readonly RootMove[];
  playouts: number;
  nodes: number;
}

class DeterminizedUct implements Player {
  readonly text: string;
  readonly #rules: OpenGame;
  readonly #context: GdlSearchContext;
  readonly #stateOf: (position: Position) => Position;
  readonly #parameters: OptionValues;
  readonly #random: SeededRandom;
  readonly #regions: Regions;
  readonly #workspace: PropnetWorkspace;
  readonly #search: UctSearch;
  readonly #closing = new AbortController();
  /** Choices share the tree, so they run one at a time. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(
    text: string,
    rules: OpenGame,
    context: GdlSearchContext,
    stateOf: (position: Position) => Position,
    parameters: OptionValues,
    seed: number,
  ) {
    this.text = text;
    this.#rules = rules;
    this.#context = context;
    this.#stateOf = stateOf;
    this.#parameters = parameters;
    this.#random = new SeededRandom(seed);
    const { reasoner, kernel } = context;
    this.#regions = new Regions(kernel.memory);
    this.#workspace = new PropnetWorkspace(reasoner.placed, this.#regions);
    this.#workspace.seed(Number(this.#random.word() & 0x7fff_ffffn));
    this.#search = new UctSearch(this.#workspace, this.#regions, TREE_BYTES, chanceRoleOf(reasoner.roles));
  }

  choose(position: Position, limits: Limits, options: ChooseOptions = {}): Promise<Choice> {
    const choice = this.#busy.then(() => this.#choose(position, limits, options));
    this.#busy = choice.catch(() => {});
    return choice;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#busy;
    this.#regions.free();
  }

  async #choose(given: Position, limits: Limits, { signal, onInfo, actor: chosen }: ChooseOptions): Promise<Choice> {
    if (this.#closing.signal.aborted) throw new GameloreError("interrupted", "the player was closed");
    const began = performance.now();
    const actor = chosen ?? this.#rules.actors(given)[0];
    if (actor === undefined) throw new GameloreError("bad-position", "the game has ended");
    if (actor === CHANCE)
      throw new GameloreError("bad-position", "no player is to move: the position is a chance node");
    // Only the observation is used, whatever the given position contains.
    const seen = this.#rules.hidden?.observe(given, actor) ?? given;
    const legal = this.#rules.moves(seen, actor);
    const isSimultaneous = this.#rules.actors(seen).length > 1;
    const milliseconds = tighter(this.#parameters.ms, limits.milliseconds);
    const playouts =
      tighter(this.#parameters.playouts, limits.playouts) ?? (milliseconds === undefined ? DEFAULT_PLAYOUTS : Infinity);
    const stop = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const tally: Tally = { draw: this.#random.fraction(), moves: [], playouts: 0, nodes: 0 };
    const left = (): number => (milliseconds === undefined ? Infinity : milliseconds - (performance.now() - began));
    const searchAll = async (): Promise<void> => {
      while (legal.length > 1 && tally.playouts < playouts && left() > 0 && !stop.aborted) {
        const before = tally.playouts;
        await this.#searchOne(seen, actor, playouts - tally.playouts, tally, left(), stop);
        if (tally.playouts === before) break;
      }
    };
    const choice = (random: SeededRandom | null): Choice => {
      const best = chooseMove(tally.moves, random);
      const move = best ? this.#context.moveOf(actor, best.move) : this.#random.pick(legal);
      const work = {
        nodes: tally.nodes,
        playouts: tally.playouts,
        milliseconds: performance.now() - began,
        depth: null,
      };
      const info = { value: best?.value ?? null, unit: UNIT, pv: [move], ...work };
      const ranked = rankedMoves(tally.moves).map((each) => ({
        ...each,
        move: this.#context.moveOf(actor, each.move),
      }));
      return { move, info: withCandidates(info, () => candidateMoves(this.#rules, seen, ranked)) };
    };
    await reportInfo(onInfo, () => (tally.playouts > 0 ? choice(null).info : null), searchAll);
    return choice(isSimultaneous ? this.#random : null);
  }

  /** Samples a determinization, searches it and adds its root moves. */
  async #searchOne(
    seen: Position,
    actor: PlayerNumber,
    most: number,
    tally: Tally,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<void> {
    // The first number chooses the state, the others a history that leads to it.
    let draw: number | null = (tally.draw = (tally.draw + GOLDEN_RATIO) % 1);
    const random = (): number => {
      const next = draw ?? this.#random.fraction();
      draw = null;
      return next;
    };
    const sampled = this.#rules.hidden?.sample(seen, actor, random) ?? seen;
    const playouts = Math.min(Number(this.#parameters.share), most);
    this.#workspace.startWith(this.#context.facts(this.#stateOf(sampled)));
    this.#search.setRequest({
      playouts,
      steps: 0,
      c: Number(this.#parameters.c),
      threshold: 2,
      lanes: Math.max(1, Math.min(16, playouts)),
      // What is proven in one determinization is not proven in the others.
      proofs: false,
      reuse: false,
      expansion: "move",
      untried: "random",
    });
    const call = this.#context.kernel.calls.searchUct(this.#search.record);
    await this.#context
      .pool()
      .run([call], { signal, milliseconds: Number.isFinite(milliseconds) ? Math.max(1, milliseconds) : undefined });
    const { rootMoves, playouts: played, steps } = this.#search.result();
    const own = rootMoves.filter(({ role }) => role === actor).toSorted((a, b) => a.move - b.move);
    tally.moves = mergeTrees([tally.moves, own]);
    tally.playouts += played;
    tally.nodes += steps;
  }
}
