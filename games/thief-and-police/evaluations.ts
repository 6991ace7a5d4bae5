/** The evaluations of one variant: loads their tables and writes their parameters into kernel memory. */
import { EvaluationRecord, type TermRecord } from "../../build/layouts/games/thief-and-police/evaluation.ts";
import { valueText } from "../../engine/search/values.ts";
import { fail, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import type { Evaluator } from "../../engine/contracts/evaluator.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import { opponentOf, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { ProbeValue, TableSpec } from "../../engine/contracts/table.ts";
import { LoadedTables } from "../../engine/tables/loaded-tables.ts";
import { NULL_ADDRESS, type Address } from "../../engine/kernel/memory.ts";
import type { Board } from "./board.ts";
import { groupSizes, parseEvaluation, type EvaluationPlan, type Term } from "./evaluation-text.ts";
import { ALTERNATING, POLICE, POLICE_TABLE, SIMULTANEOUS, THIEF_TABLE, UNREACHABLE } from "./layout.ts";
import { checkTable } from "./tables/table-options.ts";
import { tableSpec } from "./tables/tables.ts";

/** Fixed-point scale of weights in the kernel; divisible by every number of policemen. */
const PARTS = 60;

export interface LoadedEvaluation {
  readonly address: Address;
  readonly unit: string;
  readonly perUnit: number;
}

/** One term in the kernel; for a police table, one group of policemen. */
interface KernelTerm {
  readonly kind: number;
  readonly weight: number;
  readonly table: Address;
  readonly unreachable: number;
  readonly size: number;
  readonly first: number;
}

export class Evaluations {
  readonly #board: Board;
  readonly #tables: LoadedTables;
  readonly #loaded = new Map<string, Promise<LoadedEvaluation>>();

  constructor(board: Board) {
    this.#board = board;
    this.#tables = new LoadedTables(board.kernel.memory);
  }

  plan(text: string): Result<EvaluationPlan> {
    return parseEvaluation(text, this.#board.variant.policemen);
  }

  /** The tables of an evaluation, each once. */
  tablesOf(text: string): Result<readonly TableSpec[]> {
    const plan = this.plan(text);
    if (!plan.ok) return plan;
    const specs = new Map<string, TableSpec>();
    for (const { kind, size } of plan.value.terms) {
      for (const own of this.#lookupSizes(kind, size)) {
        const spec = this.#spec(kind, own);
        if (!spec.ok) return fail("bad-player", `eval: "${text}": ${spec.error.message}`);
        specs.set(spec.value.identity.name, spec.value);
      }
    }
    return ok([...specs.values()]);
  }

  /** Number of policemen of each lookup of a term. */
  #lookupSizes(kind: number, size: number): readonly number[] {
    if (kind === POLICE_TABLE) return groupSizes(this.#board.variant.policemen, size);
    return kind === THIEF_TABLE ? [size] : [];
  }

  #spec(kind: number, policemen: number): Result<TableSpec> {
    const { maze, mazeText, stay } = this.#board.variant;
    const table = checkTable({
      kind: kind === POLICE_TABLE ? "police" : "thief",
      maze,
      mazeText,
      policemen,
      surround: false,
      stay,
      turns: ALTERNATING,
    });
    return table.ok ? ok(tableSpec(table.value)) : table;
  }

  load(text: string): Promise<LoadedEvaluation> {
    const loaded = this.#loaded.get(text) ?? this.#load(unwrap(this.plan(text)));
    this.#loaded.set(text, loaded);
    loaded.catch(() => this.#loaded.delete(text));
    return loaded;
  }

  async #load({ own, terms }: EvaluationPlan): Promise<LoadedEvaluation> {
    const list = (await Promise.all(terms.map((term) => this.#kernelTerms(term)))).flat();
    const { memory } = this.#board.kernel;
    const record = new EvaluationRecord(memory, memory.allocate(EvaluationRecord.BYTES));
    record.count = list.length;
    record.own = own ? 1 : 0;
    const records = record.terms;
    for (const [i, term] of list.entries()) {
      const each = records[i] as TermRecord;
      each.kind = term.kind;
      each.weight = term.weight;
      each.table = term.table;
      each.unreachable = term.unreachable;
      each.size = term.size;
      each.first = term.first;
    }
    return { address: record.address, unit: "moves ahead", perUnit: PARTS };
  }

  /** Distances of the police are means over the policemen, or over the groups of a table. */
  async #kernelTerms({ kind, size, weight }: Term): Promise<KernelTerm[]> {
    const { policemen } = this.#board.variant;
    const part = (share: number): number => Math.round((weight * PARTS) / share);
    const sizes = this.#lookupSizes(kind, size);
    if (sizes.length === 0) {
      const share = kind < POLICE_TABLE ? policemen : 1;
      return [
        { kind, weight: part(share), table: NULL_ADDRESS, unreachable: this.#farthestExit() + 1, size, first: 0 },
      ];
    }
    return Promise.all(
      sizes.map(async (own, group) => {
        const { address, histogram } = await this.#tables.load(unwrap(this.#spec(kind, own)));
        const deepest = histogram.findLastIndex((count, value) => count > 0 && value !== UNREACHABLE);
        return {
          kind,
          weight: part(sizes.length),
          table: address,
          unreachable: deepest + 1,
          size: own,
          first: group * size,
        };
      }),
    );
  }

  #farthestExit(): number {
    const { squares } = this.#board.variant.maze;
    return Math.max(...squares.map((_, square) => this.#board.kernel.exports.exitDistance(square)));
  }

  async evaluator(text: string): Promise<Evaluator> {
    const { kernel, states } = this.#board;
    const { address, unit, perUnit } = await this.load(text);
    const evaluate = (position: Position, player: PlayerNumber): number => {
      kernel.exports.setEvaluation(address);
      kernel.exports.setSearcher(player);
      return (states.kernel.exports.evaluate(states.put(position)) / perUnit) * (player === POLICE ? 1 : -1);
    };
    const estimate = (position: Position, player: PlayerNumber): ProbeValue => {
      const scores = states.result(position);
      if (scores) return endValue(scores[player] === 1);
      const value = evaluate(position, player);
      return { text: valueText(Math.round(10 * value) / 10, unit), score: value, parts: {}, exact: false };
    };
    const evaluator: Evaluator = { name: text, evaluate, estimate };
    return this.#board.variant.turns === SIMULTANEOUS
      ? { ...evaluator, estimateMoves: (position, player) => this.#worstCaseMoves(estimate, position, player) }
      : evaluator;
  }

  /** For simultaneous moves, the value of a move is its minimum over the opponent's moves (pure maximin). */
  #worstCaseMoves(
    estimate: (position: Position, player: PlayerNumber) => ProbeValue,
    position: Position,
    player: PlayerNumber,
  ): { value: ProbeValue; moves: ProbeValue[] } | null {
    const { states } = this.#board;
    if (states.result(position)) return null;
    const others = states.movesOf(position, opponentOf(player));
    const moves = states.movesOf(position, player).map((own) => {
      const after = others.map((other) => {
        const both = player === POLICE ? [own, other] : [other, own];
        return estimate(states.playBoth(position, both), player);
      });
      const worst = after.reduce((a, b) => (b.score < a.score ? b : a));
      return { ...worst, text: `${worst.text} at worst` };
    });
    return { value: estimate(position, player), moves };
  }

  spec(name: string, summary: string): EvaluatorSpec {
    return { name, summary, tables: unwrap(this.tablesOf(name)), create: () => this.evaluator(name) };
  }
}

/** Larger than any evaluation. */
const WIN_SCORE = 10_000;

function endValue(isWon: boolean): ProbeValue {
  const outcome = isWon ? "win" : "loss";
  return { text: outcome, score: isWon ? WIN_SCORE : -WIN_SCORE, parts: {}, exact: true, outcome };
}

/** Evaluations whose tables are feasible for the variant. */
export function evaluatorsOf(evaluations: Evaluations): readonly EvaluatorSpec[] {
  const named: [string, string][] = [
    ["maze", "distances in the maze: the thief to an exit, minus the policemen to the thief"],
    ["manhattan", "the same by Manhattan distances"],
    ["pdb(2)", "moves of pairs of policemen to a static thief, by tables; the thief's distance around them"],
    ["pdb(4)", "moves of all policemen to surround a static thief, by a table; the thief's distance around them"],
  ];
  return named
    .filter(([name]) => evaluations.tablesOf(name).ok)
    .map(([name, summary]) => evaluations.spec(name, summary));
}
