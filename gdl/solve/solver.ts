/** Solves a game from a root state: enumerates the reachable states and values them by retrograde analysis, on a thread of its own. */
import type { Exports } from "../../build/kernels/gdl.ts";
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import type { KernelPool } from "../../engine/kernel/pool.ts";
import { LANE_COUNT } from "../propnet/layout.ts";
import { PlacedPropnet, PropnetWorkspace } from "../propnet/propnet-memory.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import {
  ENUMERATED,
  GOALS_OPEN,
  NO_GOAL,
  NO_LEGAL_MOVE,
  SIMULTANEOUS_MOVES,
  SOLVE_CHILDREN,
  SOLVE_COUNT,
  SOLVE_CYCLIC,
  SOLVE_EDGES,
  SOLVE_EDGE_COUNT,
  SOLVE_EXPANDED,
  SOLVE_GOALS,
  SOLVE_LANE_EDGES,
  SOLVE_LANE_GOALS,
  SOLVE_LEVELS,
  SOLVE_MASKS,
  SOLVE_MAX_EDGES,
  SOLVE_MAX_STATES,
  SOLVE_OFFSETS,
  SOLVE_PARENTS,
  SOLVE_PARENT_OFFSETS,
  SOLVE_PLIES,
  SOLVE_PROPNET,
  SOLVE_QUEUE,
  SOLVE_RECORD_BYTES,
  SOLVE_SLOTS,
  SOLVE_SLOT_BITS,
  SOLVE_STATES,
  SOLVE_UNSETTLED,
  TOO_MANY_STATES,
} from "./layout.ts";
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
  readonly #record: number;
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
    this.#record = this.#regions.allocate(SOLVE_RECORD_BYTES);
    const perState = this.#stateBytes + BYTES_PER_STATE;
    const states = Math.min(
      bounds.states,
      Math.floor(bounds.bytes / (perState + MIN_EDGES_PER_STATE * BYTES_PER_EDGE)),
    );
    const edges = Math.floor((bounds.bytes - perState * states) / BYTES_PER_EDGE);
    const masks = code.roles.reduce((sum, { moves }) => sum + 8 * LANE_COUNT * Math.ceil(moves / 64), 0);
    this.#set(SOLVE_PROPNET, workspace.record);
    this.#set(SOLVE_MAX_STATES, states);
    this.#set(SOLVE_MAX_EDGES, edges);
    this.#place(SOLVE_CHILDREN, LANE_COUNT * this.#stateBytes);
    this.#place(SOLVE_LANE_GOALS, 8 * LANE_COUNT);
    this.#place(SOLVE_LANE_EDGES, 4 * LANE_COUNT);
    this.#place(SOLVE_MASKS, masks);
    // Address space only: pages are used when they are written.
    this.#place(SOLVE_STATES, this.#stateBytes * states);
    this.#place(SOLVE_SLOTS, Math.max(2 ** 16, 4 * 2 ** Math.ceil(Math.log2(2 * states))));
    this.#place(SOLVE_GOALS, 2 * states);
    this.#place(SOLVE_OFFSETS, 4 * (states + 1));
    this.#place(SOLVE_EDGES, 4 * edges);
    memory.bytes(this.#get(SOLVE_STATES), root.length).set(root);
    this.#pool = this.#kernel.startPool(1, () => []);
  }

  async solve({ signal, onProgress }: SolveRun): Promise<SolvedStates | Unsolved> {
    const timer =
      onProgress && setInterval(() => onProgress(this.#get(SOLVE_COUNT), this.#get(SOLVE_EXPANDED)), PROGRESS_MS);
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
    const states = this.#get(SOLVE_COUNT);
    const no = (reason: string): Unsolved => ({ reason, isTooLarge: false, states });
    if (status === SIMULTANEOUS_MOVES) return no("simultaneous moves, which need mixed strategies");
    if (status === NO_LEGAL_MOVE) return no("a state in which a role has no legal move");
    if (status === NO_GOAL) return no("an end without a goal for each role");
    if (status !== TOO_MANY_STATES) return this.#timedOut();
    const limit = this.#get(SOLVE_MAX_STATES).toLocaleString("en");
    const megabytes = Math.round(this.#bounds.bytes / 2 ** 20);
    return {
      reason: `more than ${limit} states or ${megabytes} MB (estimated after ${states.toLocaleString("en")} states)`,
      isTooLarge: true,
      states,
    };
  }

  #timedOut(): Unsolved {
    const states = this.#get(SOLVE_COUNT);
    const seconds = this.#bounds.milliseconds / 1_000;
    return {
      reason: `not finished in ${seconds} s (${states.toLocaleString("en")} states seen)`,
      isTooLarge: true,
      states,
    };
  }

  #placeRetrograde(): void {
    const states = this.#get(SOLVE_COUNT);
    this.#place(SOLVE_PARENT_OFFSETS, 4 * (states + 1));
    this.#place(SOLVE_PARENTS, 4 * this.#get(SOLVE_EDGE_COUNT));
    this.#place(SOLVE_UNSETTLED, 4 * states);
    this.#place(SOLVE_QUEUE, 4 * states);
    this.#place(SOLVE_PLIES, 2 * states);
  }

  /** The ends by goals, in the order in which they are settled, and the goals of a draw. */
  #classes(): { readonly ends: readonly { goals: number; role: number }[]; readonly draw: number | null } | Unsolved {
    const found = new Set<number>();
    for (const goals of this.#numbers16(SOLVE_GOALS)) if (goals < GOALS_OPEN) found.add(goals);
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
        states: this.#get(SOLVE_COUNT),
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
    const count = this.#get(SOLVE_COUNT);
    return new SolvedStates(
      {
        roles: this.#roles.length,
        states: memory.bytes(this.#get(SOLVE_STATES), count * this.#stateBytes).slice(),
        stateBytes: this.#stateBytes,
        slots: memory.words(this.#get(SOLVE_SLOTS), 2 ** this.#get(SOLVE_SLOT_BITS)).slice(),
        goals: this.#numbers16(SOLVE_GOALS).slice(),
        plies: this.#numbers16(SOLVE_PLIES).slice(),
        draw,
      },
      {
        states: count,
        moves: this.#get(SOLVE_EDGE_COUNT),
        levels: this.#get(SOLVE_LEVELS),
        cyclic: this.#get(SOLVE_CYCLIC),
        milliseconds: performance.now() - this.#started,
      },
    );
  }

  #numbers16(offset: number): Uint16Array {
    return new Uint16Array(this.#kernel.memory.memory.buffer, this.#get(offset), this.#get(SOLVE_COUNT));
  }

  #place(offset: number, bytes: number): void {
    this.#set(offset, this.#regions.allocate(bytes));
  }

  #set(offset: number, value: number): void {
    this.#kernel.memory.words(this.#record + offset, 1)[0] = value;
  }

  #get(offset: number): number {
    return (this.#kernel.memory.words(this.#record + offset, 1)[0] as number) >>> 0;
  }
}
