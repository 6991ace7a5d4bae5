/** A table, an evaluator and a player for the heap of fixtures.ts. Each can be given defects, to test the suites. */
import { fail, GameloreError, ok, type Result, throwIfAborted } from "../errors.ts";
import type { Evaluator } from "../evaluator.ts";
import type { OpenGame } from "../game.ts";
import type { Move, Position, PlayerNumber } from "../position.ts";
import type { Limits, Player, PlayerKind } from "../player.ts";
import type { Probe, ProbeValue, Rank, Table } from "../table.ts";
import type { EvaluatorSubject } from "./evaluator-suite.ts";
import { HEAP, takeAway } from "./fixtures.ts";
import type { PlayerSubject } from "./player-suite.ts";
import type { TableSubject } from "./table-suite.ts";
import { pick, randomNumbers } from "./random-play.ts";

const WON = 1;
const LOST = 0;

/** One entry per heap size: whether the side to move wins. */
function heapTable(rules: OpenGame, loaded: number): Table {
  const entries = Array.from({ length: HEAP + 1 }, (_, heap) => (heap % 4 === 0 ? LOST : WON));
  const inRange = (index: number, end: number): void => {
    if (!Number.isInteger(index) || index < 0 || index >= end)
      throw new GameloreError("not-in-table", `entry ${index} is not among the ${end} loaded`);
  };
  const get = (index: number): number => {
    inRange(index, loaded);
    return entries[index] as number;
  };
  const valueOf = (entry: number, sign: number): ProbeValue => ({
    text: entry === WON ? "won" : "lost",
    score: sign * (entry === WON ? 1 : -1),
    parts: { entry },
    exact: true,
  });
  const probe = (position: Position): Result<Probe> => {
    try {
      const moves = [...rules.moves(position, position[1] as PlayerNumber)]
        .map((move) => ({ move, text: String(move), after: valueOf(get((position[0] as number) - move), -1) }))
        .toSorted((a, b) => b.after.score - a.after.score);
      return ok({ position: rules.formatPosition(position), value: valueOf(get(position[0] as number), 1), moves });
    } catch (error) {
      return fail("not-in-table", (error as Error).message);
    }
  };
  return {
    identity: {
      game: "take-away",
      name: "heap",
      covers: "heaps",
      index: "heap 1",
      value: "outcome",
      entries: HEAP + 1,
    },
    rank: (position) => ok(position[0] as Rank),
    unrank: (index) => {
      inRange(index, HEAP + 1);
      return Uint8Array.of(index, 0);
    },
    expected: (index) => {
      inRange(index, HEAP + 1);
      return [1, 2, 3].some((count) => count <= index && get(index - count) === LOST) ? WON : LOST;
    },
    get,
    parsePosition: rules.parsePosition,
    formatPosition: rules.formatPosition,
    probe,
  };
}

export function heapTableSubject(defect: (table: Table) => Partial<Table> = () => ({})): TableSubject {
  const rules = takeAway();
  const open = (loaded: number): Table => {
    const table = heapTable(rules, loaded);
    return { ...table, ...defect(table) };
  };
  return {
    table: open(HEAP + 1),
    positions: [Uint8Array.of(7, 1), Uint8Array.of(8, 1)],
    successors: (position) =>
      rules.moves(position, position[1] as PlayerNumber).map((move) => [move, rules.play(position, [move])]),
    sign: () => -1,
    entryOf: ({ parts }) => parts["entry"] ?? null,
    openPrefix: open,
    sample: 100,
    probes: 100,
  };
}

export function heapEvaluatorSubject(defect: Partial<Evaluator> = {}): EvaluatorSubject {
  const evaluator: Evaluator = {
    name: "by four",
    evaluate: (position, player) => ((position[0] as number) % 4 === 0 ? -1 : 1) * (position[1] === player ? 1 : -1),
    ...defect,
  };
  const positions = Array.from({ length: HEAP + 1 }, (_, heap) => Uint8Array.of(heap, heap % 2));
  return { evaluator, others: [evaluator], players: 2, positions };
}

export interface PlayerDefects {
  readonly move?: Move;
  readonly pv?: readonly Move[];
  readonly nodes?: number;
  readonly unseeded?: boolean;
  readonly ignoresSignal?: boolean;
  /** Searches without end. */
  readonly late?: boolean;
  readonly playsAfterEnd?: boolean;
  readonly text?: string;
  readonly closeFails?: boolean;
}

/** Chooses at random, then waits for a limit or its signal: simulates a long search. */
function sleeper(rules: OpenGame, defects: PlayerDefects): PlayerKind {
  const sleep = (limits: Limits, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const limited = limits.depth !== undefined || limits.nodes !== undefined || limits.playouts !== undefined;
      const milliseconds = defects.late ? undefined : (limits.milliseconds ?? 2_000);
      const timer = limited || milliseconds !== undefined ? setTimeout(resolve, limited ? 0 : milliseconds) : undefined;
      const stop = (): void => {
        clearTimeout(timer);
        resolve();
      };
      if (signal.aborted && !defects.ignoresSignal) stop();
      if (!defects.ignoresSignal) signal.addEventListener("abort", stop, { once: true });
    });
  let created = 0;
  return {
    name: "sleeper",
    summary: "a fixture",
    parameters: [],
    create: async (_, seed): Promise<Player> => {
      const random = randomNumbers(defects.unseeded ? created++ : seed);
      const closing = new AbortController();
      return {
        text: defects.text ?? "sleeper",
        choose: async (position, limits, { signal } = {}) => {
          if (!defects.ignoresSignal) throwIfAborted(signal);
          if (rules.result(position) !== null && !defects.playsAfterEnd)
            throw new GameloreError("bad-position", "the game has ended");
          const legal = rules.moves(position, position[1] as PlayerNumber);
          const move = defects.move ?? (legal.length > 0 ? pick(legal, random) : (0 as Move));
          await sleep(limits, AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]));
          const { pv = [move], nodes = 1 } = defects;
          return { move, info: { value: null, unit: "none", pv, nodes, milliseconds: 0, depth: null } };
        },
        close: async () => {
          if (defects.closeFails && closing.signal.aborted) throw new Error("already closed");
          closing.abort();
        },
      };
    },
  };
}

export function heapPlayerSubject(defects: PlayerDefects = {}): PlayerSubject {
  const rules = takeAway((own) => [sleeper(own, defects)]);
  return {
    rules,
    text: "sleeper",
    quick: { nodes: 100 },
    deepText: "sleeper",
    deep: {},
    positions: [HEAP, 15, 9, 6, 3].map((heap, i) => Uint8Array.of(heap, i % 2)),
    ended: Uint8Array.of(0, 1),
    ...(defects.late ? { patienceMs: 100 } : {}),
  };
}
