/** The evaluations of one variant: loads their tables and writes their parameters into kernel memory. */
import { fail, GameloreError, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import type { Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { EvaluationWeights, Evaluator, TermEvaluator } from "../../engine/contracts/evaluator.ts";
import type { TableSpec } from "../../engine/contracts/table.ts";
import type { LoadedTables } from "../../engine/tables/loaded-tables.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import type { Board } from "./board.ts";
import { writeEvaluation, type EvaluationBlock } from "./evaluation-block.ts";
import { EvaluationRecord } from "../../build/layouts/games/chinese-checkers/evaluation.ts";
import {
  formatTerms,
  parseEvaluation,
  weightsOf,
  type EvaluationPlan,
  type LookupTerm,
  type PairsPlan,
  type PairTerm,
  type Term,
} from "./evaluation-text.ts";
import { cellValues } from "./features.ts";
import { kernelWeights, readNamedNetwork, type NamedNetwork } from "./networks.ts";
import { MAX_TWO_SIDE_SIDE } from "./options.ts";
import { unrankCombination } from "../../engine/index/combinations.ts";
import { oneSideSpec } from "./one-side.ts";
import { termEvaluatorOf } from "./terms.ts";
import { twoSideSpec } from "./two-side.ts";

export interface LoadedEvaluation {
  readonly address: Address;
  /** Unit of values, and the kernel's integer for one unit. */
  readonly unit: string;
  readonly perUnit: number;
}

type KernelEvaluation = Omit<LoadedEvaluation, "address"> & { readonly block: EvaluationBlock };

/** Fixed-point scale of weights in the kernel. */
const PARTS = 32;
/** Scale of network outputs, which are log-odds. */
const LOG_ODDS_PARTS = 256;
/** Scale of the points of a pair of groups, 128 for a win. */
const PAIR_PARTS = 16;
/** Entries of a partial table that the estimate beyond it is made from. */
const SAMPLE = 1_000;
/** In moves: the side to move is half a move ahead. */
const TEMPO = 0.5;

export class Evaluations {
  readonly #board: Board;
  readonly #tables: LoadedTables;
  readonly #loaded = new Map<string, Promise<LoadedEvaluation>>();

  constructor(board: Board, tables: LoadedTables) {
    this.#board = board;
    this.#tables = tables;
  }

  plan(text: string): Result<EvaluationPlan> {
    const { pieces, side } = this.#board.variant;
    const plan = parseEvaluation(text, pieces);
    const term = plan.ok && plan.value.kind === "sum" ? lookupsOf(plan.value.terms)[0] : undefined;
    if (term?.rear !== undefined) {
      if (!this.#board.notation.parseCell(term.rear).ok)
        return fail("bad-player", `eval: "${text}": this board has no cell ${term.rear}`);
      // Moves per row are estimated from other placements than the goal itself.
      if ((this.#spec(term).requiredEntries ?? 0) < 2)
        return fail("bad-player", `eval: "${text}": with the rear piece on ${term.rear} only the goal is in the table`);
    }
    if (!plan.ok || plan.value.kind !== "pairs" || side <= MAX_TWO_SIDE_SIDE) return plan;
    return fail(
      "bad-player",
      `eval: "${text}": two-side tables exist up to side ${MAX_TWO_SIDE_SIDE}; this board has side ${side}`,
    );
  }

  /** The tables of an evaluation, each once. */
  tablesOf(text: string): Result<readonly TableSpec[]> {
    const plan = this.plan(text);
    if (!plan.ok) return plan;
    const specs = this.#specsOf(plan.value);
    if (!specs.ok) return specs;
    const names = specs.value.map(({ identity }) => identity.name);
    return ok(specs.value.filter((_, i) => names.indexOf(names[i] as string) === i));
  }

  #specsOf(plan: EvaluationPlan): Result<readonly TableSpec[]> {
    if (plan.kind === "pairs") return ok(plan.pairs.map((pair) => this.#pairSpec(pair, plan)));
    const terms = this.#termsOf(plan);
    return terms.ok ? ok(lookupsOf(terms.value).map((term) => this.#spec(term))) : terms;
  }

  load(text: string): Promise<LoadedEvaluation> {
    const loaded = this.#loaded.get(text) ?? this.#load(text);
    this.#loaded.set(text, loaded);
    loaded.catch(() => this.#loaded.delete(text));
    return loaded;
  }

  async evaluator(text: string): Promise<Evaluator> {
    const board = this.#board;
    const { address, perUnit } = await this.load(text);
    const evaluate = (position: Position, player: PlayerNumber): number => {
      board.kernel.exports.setSearch(0, address, 0);
      const value = board.kernel.exports.evaluate(board.put(position)) / perUnit;
      return board.turn(position) === player ? value : -value;
    };
    return { name: text, evaluate };
  }

  /**
   * The text with learned weights and the network's digest filled in, so that a record is unambiguous. An invalid text is returned
   * unchanged.
   */
  canonical(text: string): string {
    const plan = this.plan(text);
    if (!plan.ok) return text;
    if (plan.value.kind === "sum" && plan.value.text === "baseline") {
      return formatTerms(plan.value.terms, this.#board.variant.pieces);
    }
    if (plan.value.kind !== "net") return plan.value.text;
    const network = readNamedNetwork(plan.value, this.#board.variant);
    return network.ok ? network.value.text : text;
  }

  /** Whether an evaluation contains the one-side table of all pieces. */
  looksUpAll(text: string): boolean {
    const { pieces } = this.#board.variant;
    const plan = this.plan(text);
    if (!plan.ok || plan.value.kind !== "sum") return false;
    return lookupsOf(plan.value.terms).some(
      (term) => term.pieces.length === pieces && term.squares.length === pieces && term.rear === undefined,
    );
  }

  async termEvaluator(text: string): Promise<TermEvaluator> {
    const plan = unwrap(this.plan(text));
    if (plan.kind !== "sum") throw new GameloreError("bad-player", `eval: "${text}" is not a weighted sum of terms`);
    if (lookupsOf(plan.terms).some(({ rear }) => rear !== undefined))
      throw new GameloreError("bad-player", `eval: "${text}" has a part of a table only; use table`);
    const tables = await Promise.all(lookupsOf(plan.terms).map((term) => this.#address(this.#spec(term))));
    return termEvaluatorOf(this.#board, plan.terms, tables);
  }

  /** Null for networks. */
  weights(text: string): EvaluationWeights | null {
    return weightsOf(unwrap(this.plan(text)), this.#board.variant.pieces);
  }

  spec(name: string, summary: string): EvaluatorSpec {
    return { name, summary, tables: unwrap(this.tablesOf(name)), create: () => this.evaluator(name) };
  }

  async #load(text: string): Promise<LoadedEvaluation> {
    const plan = unwrap(this.plan(text));
    const { block, unit, perUnit } = await this.#kernelEvaluation(plan);
    const { memory } = this.#board.kernel;
    const address = memory.allocate(EvaluationRecord.BYTES);
    writeEvaluation(memory, address, block);
    return { address, unit, perUnit };
  }

  async #kernelEvaluation(plan: EvaluationPlan): Promise<KernelEvaluation> {
    if (plan.kind === "sum") return this.#sum(plan.text, plan.terms);
    if (plan.kind === "net") return this.#net(unwrap(readNamedNetwork(plan, this.#board.variant)));
    return this.#pairs(plan);
  }

  async #pairs(plan: PairsPlan): Promise<KernelEvaluation> {
    const { pairs, win } = plan;
    const { pieces } = this.#board.variant;
    const lookups = await Promise.all(
      pairs.map(async (pair) => ({
        table: await this.#address(this.#pairSpec(pair, plan)),
        weight: Math.round(pair.weight * PAIR_PARTS),
        places: pair.own.map((label) => pieces - label).toReversed(),
        // The opponent's rear piece is the nearest one to the mover's goal.
        others: pair.other.map((label) => label - 1),
      })),
    );
    return {
      block: { tempo: 0, cells: [], behind: 0, lookups, pairs: true, win },
      unit: "plies won by",
      perUnit: PAIR_PARTS,
    };
  }

  async #sum(text: string, terms: readonly Term[]): Promise<KernelEvaluation> {
    // The race by the full table counts plies, exactly: the side to move is one ply ahead.
    const race = text === "table" || text.startsWith("table(");
    const perMove = race ? 2 : PARTS;
    const block = await this.#block(terms, perMove);
    if (race) return { block, unit: "plies in the race", perUnit: 1 };
    return { block, unit: block.lookups.length > 0 ? "moves ahead" : "rows ahead", perUnit: perMove };
  }

  async #net(named: NamedNetwork): Promise<KernelEvaluation> {
    const { tempo, hidden } = named.file.network;
    const block = {
      ...(await this.#block(named.terms, PARTS)),
      tempo: Math.round(tempo * LOG_ODDS_PARTS),
      network: { hidden, weights: kernelWeights(named, PARTS, LOG_ODDS_PARTS) },
    };
    return { block, unit: "log-odds", perUnit: LOG_ODDS_PARTS };
  }

  async #block(terms: readonly Term[], perMove: number): Promise<EvaluationBlock> {
    const { pieces } = this.#board.variant;
    const weights = Object.fromEntries(
      terms.flatMap((term) => (term.kind === "feature" ? [[term.name, term.weight * perMove]] : [])),
    );
    const lookups = await Promise.all(
      lookupsOf(terms).map(async (term) => ({
        table: await this.#address(this.#spec(term)),
        weight: Math.round(term.weight * perMove),
        places: term.pieces.map((label) => pieces - label).toReversed(),
      })),
    );
    return {
      tempo: TEMPO * perMove,
      cells: cellValues(this.#board.notation, pieces, weights).map(Math.round),
      behind: Math.round(weights["behind"] ?? 0),
      lookups,
      partial: this.#partial(lookupsOf(terms), lookups),
    };
  }

  /** The part of a table in memory, and moves per row to go from a sample of it. */
  #partial(terms: readonly LookupTerm[], lookups: readonly { readonly table: Address }[]): EvaluationBlock["partial"] {
    const [term] = terms;
    if (term?.rear === undefined) return undefined;
    const { kernel, variant, notation } = this.#board;
    const entries = this.#spec(term).requiredEntries;
    const rowsOf = (cells: readonly number[]): number =>
      cells.reduce((sum, cell) => sum + (notation.coordinates[cell] as readonly number[]).reduce((a, b) => a + b), 0);
    const goalRows = rowsOf(Array.from({ length: variant.pieces }, (_, cell) => cell));
    const bytes = kernel.memory.bytes((lookups[0] as { table: Address }).table, entries);
    let [moves, rows] = [0, 0];
    // The last three quarters: far placements, as those beyond.
    for (let i = 0; i < SAMPLE; i++) {
      const rank = Math.floor(entries * (0.25 + (0.75 * i) / SAMPLE));
      moves += bytes[rank] as number;
      rows += rowsOf(unrankCombination(rank, variant.pieces, variant.cells)) - goalRows;
    }
    return { entries, movesPerRow: moves / rows, goalRows };
  }

  async #address(spec: TableSpec): Promise<Address> {
    return (await this.#tables.load(spec)).address;
  }

  #termsOf(plan: Exclude<EvaluationPlan, { kind: "pairs" }>): Result<readonly Term[]> {
    if (plan.kind === "sum") return ok(plan.terms);
    const network = readNamedNetwork(plan, this.#board.variant);
    return network.ok ? ok(network.value.terms) : network;
  }

  #pairSpec({ own }: PairTerm, { allMoves, home }: PairsPlan): TableSpec {
    const variant = { ...this.#board.variant, pieces: own.length, directions: 0, stuck: 0 };
    return twoSideSpec({ variant, home: home ? this.#board.variant.pieces : own.length, onward: !allMoves });
  }

  #spec({ pieces, squares, rear }: LookupTerm): TableSpec {
    const { side, cells, pieces: home } = this.#board.variant;
    const goal = squares.map((label) => home - label).toReversed();
    const rearCell = rear === undefined ? null : unwrap(this.#board.notation.parseCell(rear));
    return oneSideSpec({ side, cells, pieces: pieces.length, goal, rear: rearCell });
  }
}

function lookupsOf(terms: readonly Term[]): readonly LookupTerm[] {
  return terms.filter((term) => term.kind === "lookup");
}

/** Named evaluations, and one example of each other kind that fits the variant. */
export function evaluatorsOf(evaluations: Evaluations): readonly EvaluatorSpec[] {
  const named: [string, string][] = [
    ["rows", "average row: rows to the tip of the goal, the opponent's minus one's own"],
    ["manhattan", "steps to the goal area"],
    ["baseline", "hand-written features (steps, rows, curved board, left-behind marbles) with learned weights"],
    ["table", "plies ahead in the race, by the one-side table of all pieces"],
    ["pdb(3)", "one-side tables of 3 pieces, overlapping groups that cover all pieces"],
    ["pdb(4)", "one-side tables of 4 pieces, overlapping groups that cover all pieces"],
    ["pdb(6)", "one-side tables of 6 pieces, overlapping groups that cover all pieces"],
    ["edb(3)", "plies to a win or loss, by the two-side table"],
    ["edb(3+3)", "two-side tables of 3 against 3: the foremost pieces, and the others"],
    ["pdb(6+4)", "one-side tables of the foremost 6 and the other 4 pieces, each with its own goal squares"],
  ];
  return named.filter(([name]) => evaluations.plan(name).ok).map(([name, summary]) => evaluations.spec(name, summary));
}
