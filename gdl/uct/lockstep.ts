/**
 * Games between UCT with and without a playout policy, 128 at once: in every lane of a propnet one game, searched by sequential UCT with its own
 * tree, which is dropped after each move. The players differ only in the policy.
 */
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import { yieldToEventLoop } from "#platform/yield";
import { RootMoveRecord, UctRecord } from "../../build/layouts/gdl/uct/uct.ts";
import { addressAfter } from "../../engine/kernel/memory.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { followProbabilities, type GiflPolicy } from "../gifl/policy.ts";
import { hasLane, LaneStates } from "../gifl/lane-states.ts";
import { LANE_COUNT, WORD_BYTES } from "../propnet/constants.ts";
import { chanceRoleOf } from "../chance-role.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { MAX_STEPS } from "../reasoner.ts";
import { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import { chooseMove } from "./root-choice.ts";
import { UctSearch, type RootMove, type UctRequest } from "./search.ts";

export interface LockstepOptions extends Pick<
  UctRequest,
  "playouts" | "c" | "threshold" | "proofs" | "expansion" | "untried"
> {
  readonly games: number;
  readonly seed: number;
  /** Probabilities that the learning player and its opponent follow the policy in its playouts. */
  readonly own: number;
  readonly others: number;
  readonly signal?: AbortSignal | undefined;
}

/** A finished game: the role of the player with the policy, the goals of all roles, and the moves of the roles that had a choice. */
export interface LockstepGame {
  readonly learner: number;
  readonly goals: readonly (number | null)[];
  readonly moves: readonly (readonly [role: number, move: number])[];
}

/** Bytes of a node without moves, and per move, rounded up. */
const NODE_BYTES = 96;
const MOVE_BYTES = 28;
/** Nodes need twice their memory: a tree that is half full grows more slowly. */
const HEADROOM = 2.2;
/** Sets of lanes and numbers after the facts of the start states (lockstep.as.ts). */
const SETS = 6;

/** The learning player has the first role in every second game. */
export async function playLockstep(
  reasoner: PropnetReasoner,
  policy: GiflPolicy | null,
  options: LockstepOptions,
): Promise<LockstepGame[]> {
  if (chanceRoleOf(reasoner.roles) !== null)
    throw new GameloreError("bad-usage", "games in lockstep need rules without chance");
  const games: LockstepGame[] = [];
  while (games.length < options.games) {
    const lanes = Math.min(LANE_COUNT, options.games - games.length);
    const seed = options.seed + games.length;
    games.push(...(await playBatch(reasoner, policy, { ...options, seed }, lanes)));
  }
  return games;
}

async function playBatch(
  reasoner: PropnetReasoner,
  policy: GiflPolicy | null,
  { seed, own, others, signal, ...request }: LockstepOptions,
  lanes: number,
): Promise<LockstepGame[]> {
  const regions = new Regions(reasoner.placed.kernel.memory);
  const states = new LaneStates(reasoner.placed, regions);
  const workspace = new PropnetWorkspace(reasoner.placed, regions);
  workspace.seed(seed);
  workspace.startWith(reasoner.initial());
  states.setState(reasoner.initial());
  const search = new LaneSearch(reasoner, workspace, regions, request);
  const placed = policy?.place(workspace, []);
  const games = Array.from({ length: lanes }, (_, lane) => ({
    learner: lane % 2,
    goals: [] as (number | null)[],
    moves: [] as [number, number][],
  }));
  const roles = [...reasoner.roles.keys()];
  let steps = 0;
  try {
    for (let open = games; open.length > 0; open = games.filter(({ goals }) => goals.length === 0)) {
      await yieldToEventLoop();
      throwIfAborted(signal);
      states.computeLegal();
      const ended = states.terminal();
      if (ended.some((byte) => byte !== 0)) states.computeGoals();
      const running = [...games.keys()].filter((lane) => games[lane]?.goals.length === 0);
      for (const lane of running) if (hasLane(ended, lane)) games[lane]!.goals = goalsOf(reasoner, states, lane);
      const left = running.filter((lane) => !hasLane(ended, lane));
      if (++steps > MAX_STEPS) throw new GameloreError("too-large", `a game has more than ${MAX_STEPS} steps`);
      if (left.some((lane) => roles.filter((role) => hasLane(states.choosing(role), lane)).length > 1))
        throw new GameloreError("bad-usage", "games in lockstep need roles that do not move at the same time");
      const chosen = roles.map((role) =>
        Array.from({ length: LANE_COUNT }, (_, lane) =>
          left.includes(lane) ? (states.legalMoves(role, lane)[0] ?? 0) : 0,
        ),
      );
      for (const role of roles) {
        const choosing = states.choosing(role);
        const searched = left.filter((lane) => hasLane(choosing, lane));
        if (searched.length === 0) continue;
        placed?.setFollowProbabilities(followProbabilities(roles.length, role, others, own));
        const guided = policy ? searched.filter((lane) => games[lane]?.learner === role) : [];
        for (const [lane, moves] of search.run(states.factWords(), searched, guided)) {
          const move = chooseMove(moves, null)?.move ?? 0;
          chosen[role]![lane] = move;
          games[lane]?.moves.push([role, move]);
        }
      }
      for (const role of roles) states.setMovesByLane(role, chosen[role] as number[]);
      states.advance();
    }
    return games;
  } finally {
    placed?.free();
    regions.free();
  }
}

function goalsOf({ propnet, roles }: PropnetReasoner, states: LaneStates, lane: number): (number | null)[] {
  return roles.map((_, role) => {
    const held = propnet.goals.filter((goal, place) => goal.role === role && hasLane(states.goal(place), lane));
    return held.length === 1 ? (held[0]?.value ?? null) : null;
  });
}

/** Searches the states of many lanes in one kernel call. */
class LaneSearch {
  readonly #reasoner: PropnetReasoner;
  readonly #search: UctSearch;
  readonly #record: UctRecord;
  readonly #request: Pick<UctRequest, "playouts" | "c" | "threshold" | "proofs" | "expansion" | "untried">;
  readonly #stride: number;

  constructor(
    reasoner: PropnetReasoner,
    workspace: PropnetWorkspace,
    regions: Regions,
    request: Pick<UctRequest, "playouts" | "c" | "threshold" | "proofs" | "expansion" | "untried">,
  ) {
    const { memory } = reasoner.placed.kernel;
    this.#reasoner = reasoner;
    this.#request = request;
    // Typical states have far fewer legal moves than there are moves; a full tree only grows more slowly.
    const legal = Math.max(...reasoner.legal(reasoner.initial()).map(({ length }) => length));
    const nodes = LANE_COUNT * request.playouts;
    this.#search = new UctSearch(workspace, regions, 2 * HEADROOM * nodes * (NODE_BYTES + MOVE_BYTES * 2 * legal));
    this.#record = new UctRecord(memory, this.#search.record);
    this.#stride = Math.max(...reasoner.propnet.roles.map(({ moves }) => moves.length));
    this.#record.rootMoves = regions.allocate(RootMoveRecord.BYTES * this.#stride * LANE_COUNT);
    this.#record.starts = regions.allocate(WORD_BYTES * (reasoner.propnet.facts.length + SETS) + 4 * LANE_COUNT);
  }

  /** The root moves of the searched lanes. */
  run(facts: Uint8Array, searched: readonly number[], guided: readonly number[]): [number, readonly RootMove[]][] {
    const { kernel } = this.#reasoner.placed;
    const { starts, rootMoves } = this.#record;
    this.#search.setRequest({ ...this.#request, steps: 0, lanes: LANE_COUNT, reuse: false });
    const bytes = kernel.memory.bytes(starts, facts.length + WORD_BYTES * SETS);
    bytes.fill(0);
    bytes.set(facts);
    for (const lane of searched) bytes[facts.length + (lane >> 3)]! |= 1 << (lane & 7);
    for (const lane of guided) bytes[facts.length + WORD_BYTES + (lane >> 3)]! |= 1 << (lane & 7);
    kernel.exports.searchLanes(this.#search.record, this.#stride);
    const counts = kernel.memory.words(addressAfter(starts, bytes.length), LANE_COUNT);
    return searched.map((lane) => {
      const first = addressAfter(rootMoves, RootMoveRecord.BYTES * this.#stride * lane);
      const moves = RootMoveRecord.list(kernel.memory, first, counts[lane] as number);
      return [
        lane,
        moves.map(({ role, move, visits, points, proven }) => ({
          role,
          move,
          visits,
          points,
          proven: proven < 0 ? null : proven,
        })),
      ];
    });
  }
}
