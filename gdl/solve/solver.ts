/** Solves a game from a root state: enumerates the reachable states and values them by retrograde analysis, on a thread of its own. */
import { plural } from "../../engine/contracts/quantities.ts";
import type { Exports } from "../../build/kernels/gdl.ts";
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import type { KernelPool } from "../../engine/kernel/pool.ts";
import { SolveRecord } from "../../build/layouts/gdl/solve/solve.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { LANE_COUNT } from "../propnet/constants.ts";
import { PlacedPropnet, PropnetWorkspace } from "../propnet/propnet-memory.ts";
import { chanceRoleOf } from "../chance-role.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { ENUMERATED, GOALS_OPEN, NO_GOAL, NO_LEGAL_MOVE, SIMULTANEOUS_MOVES, TOO_MANY_STATES } from "./constants.ts";
import { goalsOf, SolvedStates } from "./solved-states.ts";

export interface SolveBounds {
  readonly states: number;
  /** Memory while solving. */
  readonly bytes: number;
  readonly milliseconds: number;
}

export const SOLVE_BOUNDS: SolveBounds = { states: 2 ** 22, bytes: 2 ** 29, milliseconds: 20_000 };

export interface SolveRun {
  readonly signal?: AbortSignal | undefined;
  /** Called about ten times a second. */
  readonly onProgress?: ((states: number, expanded: number) => void) | undefined;
}

/** Why a game is not solved. */
export interface Unsolved {
  /** Part of a sentence: "more than 4,194,304 states". */
  readonly reason: string;
  /** Only the bounds were exceeded: another root may be solved. */
  readonly isTooLarge: boolean;
  /** States that were seen. */
  readonly states: number;
}

/** Bytes for each state besides its bits, and for each edge in both directions. */
const BYTES_PER_STATE = 28;
const BYTES_PER_EDGE = 8;
/** Space is reserved for at least this many moves per state. */
const MIN_EDGES_PER_STATE = 4;
const PROGRESS_MS = 100;

/** Rejects with `interrupted` when the signal fires. */
export async function solveFrom(
  reasoner: PropnetReasoner,
  root: Uint8Array,
  bounds: SolveBounds,
  run: SolveRun = {},
): Promise<SolvedStates | Unsolved> {
  throwIfAborted(run.signal);
  if (chanceRoleOf(reasoner.roles) !== null)
    return { reason: "the game has chance moves (the role random)", isTooLarge: false, states: 0 };
  if (reasoner.roles.length > 2)
    return { reason: `${reasoner.roles.length} roles, but at most two are supported`, isTooLarge: false, states: 0 };
  let solver: StateSolver | null = null;
  try {
    solver = new StateSolver(reasoner, root, bounds);
    return await solver.solve(run);
  } catch (error) {
    // The platform has less memory than the bounds allow.
    if (!(error instanceof GameloreError) || error.code !== "too-large") throw error;
    return { reason: error.message, isTooLarge: true, states: 0 };
  } finally {
    await solver?.close();
  }
}

export function isSolved(result: SolvedStates | Unsolved): result is SolvedStates {
  return result instanceof SolvedStates;
}

/** In a kernel of its own, so that its memory is released with it. */
class StateSolver {
  readonly #kernel = new Kernel<Exports>("gdl");
  readonly #pool: KernelPool;
  readonly #record: Address;
  readonly #regions: Regions;
  readonly #roles: readonly string[];
  readonly #stateBytes: number;
  readonly #bounds: SolveBounds;
  readonly #started = performance.now();

  constructor({ placed: { propnet, code }, roles }: PropnetReasoner, root: Uint8Array, bounds: SolveBounds) {
    this.#bounds = bounds;
    this.#roles = roles;
    this.#stateBytes = root.length;
    const { memory } = this.#kernel;
    this.#regions = new Regions(memory);
    const workspace = new PropnetWorkspace(new PlacedPropnet(this.#kernel, propnet, code), this.#regions);
    this.#record = this.#regions.allocate(SolveRecord.BYTES);
    const perState = this.#stateBytes + BYTES_PER_STATE;
    const states = Math.min(
      bounds.states,
      Math.floor(bounds.bytes / (perState + MIN_EDGES_PER_STATE * BYTES_PER_EDGE)),
    );
    const edges = Math.floor((bounds.bytes - perState * states) / BYTES_PER_EDGE);
    const masks = code.roles.reduce((sum, { moves }) => sum + 8 * LANE_COUNT * Math.ceil(moves / 64), 0);
    this.#fields.propnet = workspace.record;
    this.#fields.maxStates = states;
    this.#fields.maxEdges = edges;
    this.#fields.children = this.#regions.allocate(LANE_COUNT * this.#stateBytes);
    this.#fields.laneGoals = this.#regions.allocate(8 * LANE_COUNT);
    this.#fields.laneEdges = this.#regions.allocate(4 * LANE_COUNT);
    this.#fields.masks = this.#regions.allocate(masks);
    // Address space only: pages are used when they are written.
    this.#fields.states = this.#regions.allocate(this.#stateBytes * states);
    this.#fields.slots = this.#regions.allocate(Math.max(2 ** 16, 4 * 2 ** Math.ceil(Math.log2(2 * states))));
    this.#fields.goals = this.#regions.allocate(2 * states);
    this.#fields.offsets = this.#regions.allocate(4 * (states + 1));
    this.#fields.edges = this.#regions.allocate(4 * edges);
    memory.bytes(this.#fields.states, root.length).set(root);
    this.#pool = this.#kernel.startPool(1, () => []);
  }

  async solve({ signal, onProgress }: SolveRun): Promise<SolvedStates | Unsolved> {
    const timer = onProgress && setInterval(() => onProgress(this.#fields.count, this.#fields.expanded), PROGRESS_MS);
    try {
      const { calls } = this.#kernel;
      const status = await this.#call([calls.enumerateStates(this.#record)], signal);
      if (status !== ENUMERATED) return this.#unsolved(status);
      this.#placeRetrograde();
      const classes = this.#classes();
      if ("reason" in classes) return classes;
      const jobs = [
        calls.startRetrograde(this.#record),
        ...classes.ends.map(({ goals, role }) => calls.settle(goals, role)),
      ];
      if ((await this.#call(jobs, signal)) !== 0) return this.#timedOut();
      return this.#result(classes.draw);
    } finally {
      clearInterval(timer);
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #call(calls: Parameters<KernelPool["run"]>[0], signal: AbortSignal | undefined): Promise<number> {
    const milliseconds = Math.max(1, this.#bounds.milliseconds - (performance.now() - this.#started));
    const status = await this.#pool.run(calls, { signal, milliseconds });
    if (signal?.aborted) throw new GameloreError("interrupted", "interrupted");
    return status;
  }

  #unsolved(status: number): Unsolved {
    const states = this.#fields.count;
    const no = (reason: string): Unsolved => ({ reason, isTooLarge: false, states });
    if (status === SIMULTANEOUS_MOVES) return no("simultaneous moves, which need mixed strategies");
    if (status === NO_LEGAL_MOVE) return no("a state in which a role has no legal move");
    if (status === NO_GOAL) return no("an end without a goal for each role");
    if (status !== TOO_MANY_STATES) return this.#timedOut();
    const limit = this.#fields.maxStates.toLocaleString("en");
    const megabytes = Math.round(this.#bounds.bytes / 2 ** 20);
    return {
      reason: `more than ${limit} states or ${megabytes} MB (estimated after ${plural(states, "state")})`,
      isTooLarge: true,
      states,
    };
  }

  #timedOut(): Unsolved {
    const states = this.#fields.count;
    const seconds = this.#bounds.milliseconds / 1_000;
    return {
      reason: `not finished in ${seconds} s (${plural(states, "state")} seen)`,
      isTooLarge: true,
      states,
    };
  }

  #placeRetrograde(): void {
    const states = this.#fields.count;
    this.#fields.parentOffsets = this.#regions.allocate(4 * (states + 1));
    this.#fields.parents = this.#regions.allocate(4 * this.#fields.edgeCount);
    this.#fields.unsettled = this.#regions.allocate(4 * states);
    this.#fields.queue = this.#regions.allocate(4 * states);
    this.#fields.plies = this.#regions.allocate(2 * states);
  }

  /** The ends by goals, in the order in which they are settled, and the goals of a draw. */
  #classes(): { readonly ends: readonly { goals: number; role: number }[]; readonly draw: number | null } | Unsolved {
    const found = new Set<number>();
    for (const goals of this.#numbers16(this.#fields.goals)) if (goals < GOALS_OPEN) found.add(goals);
    const pairs = [...found].map((goals) => ({ goals, own: goals & 0xff, other: goals >> 8 }));
    pairs.sort((a, b) => b.own - a.own || a.other - b.other);
    if (this.#roles.length === 1) return { ends: pairs.map(({ goals }) => ({ goals, role: 0 })), draw: null };
    const opposed = pairs.every(({ own, other }, i) => {
      const next = pairs[i + 1];
      return !next || (own > next.own && other < next.other);
    });
    if (!opposed) {
      const texts = pairs.slice(0, 6).map(({ goals }) => goalsOf(goals, 2).join(":"));
      return {
        reason: `goals that are not opposed (ends with ${texts.join(", ")}), so best play depends on more than the own goal`,
        isTooLarge: false,
        states: this.#fields.count,
      };
    }
    return {
      ends: [
        ...pairs.filter(({ own, other }) => own > other).map(({ goals }) => ({ goals, role: 0 })),
        ...pairs
          .filter(({ own, other }) => own < other)
          .toReversed()
          .map(({ goals }) => ({ goals, role: 1 })),
      ],
      draw: pairs.find(({ own, other }) => own === other)?.goals ?? null,
    };
  }

  #result(draw: number | null): SolvedStates {
    const { memory } = this.#kernel;
    const count = this.#fields.count;
    return new SolvedStates(
      {
        roles: this.#roles.length,
        states: memory.bytes(this.#fields.states, count * this.#stateBytes).slice(),
        stateBytes: this.#stateBytes,
        slots: memory.words(this.#fields.slots, 2 ** this.#fields.slotBits).slice(),
        goals: this.#numbers16(this.#fields.goals).slice(),
        plies: this.#numbers16(this.#fields.plies).slice(),
        draw,
      },
      {
        states: count,
        moves: this.#fields.edgeCount,
        levels: this.#fields.levels,
        cyclic: this.#fields.cyclic,
        milliseconds: performance.now() - this.#started,
      },
    );
  }

  #numbers16(address: Address): Uint16Array<ArrayBufferLike> {
    return new Uint16Array(this.#kernel.memory.memory.buffer, address, this.#fields.count);
  }

  /** Created for every use, because the memory may have grown. */
  get #fields(): SolveRecord {
    return new SolveRecord(this.#kernel.memory, this.#record);
  }
}
