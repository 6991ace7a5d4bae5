/** Evaluations of one variant, made ready for the kernel: their tables loaded, their numbers in memory. */
import { fail, GameloreError, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import type { EvaluatorSpec, Position } from "../../engine/contracts/game.ts";
import type { Evaluator, TermEvaluator } from "../../engine/contracts/evaluator.ts";
import type { TableSpec } from "../../engine/contracts/table.ts";
import type { LoadedTables } from "../../engine/tables/loaded-tables.ts";
import type { Board } from "./board.ts";
import { writeEvaluation, type EvaluationBlock } from "./evaluation-block.ts";
import { EVALUATION_BYTES } from "./evaluation-layout.ts";
import {
  formatTerms,
  parseEvaluation,
  type EvaluationPlan,
  type LookupTerm,
  type PairTerm,
  type Term,
} from "./evaluation-text.ts";
import { cellValues } from "./features.ts";
import { kernelWeights, readNamedNetwork, type NamedNetwork } from "./networks.ts";
import { MAX_TWO_SIDE_SIDE } from "./options.ts";
import { oneSideSpec } from "./one-side.ts";
import { termEvaluatorOf } from "./terms.ts";
import { twoSideSpec } from "./two-side.ts";

export interface LoadedEvaluation {
  /** Where the kernel finds it. */
  readonly address: number;
  /** What a value counts, and how much of the kernel's numbers one of them is. */
  readonly unit: string;
  readonly perUnit: number;
}

/** An evaluation in the kernel's numbers. */
type MadeEvaluation = Omit<LoadedEvaluation, "address"> & { readonly block: EvaluationBlock };

/** Weights are whole numbers in the kernel: this many make one. */
const PARTS = 32;
/** And so are the outputs of networks, which are log-odds. */
const LOG_ODDS_PARTS = 256;
/** Points of a pair of groups, 128 for a win, are whole numbers too. */
const PAIR_PARTS = 16;
/** The side to move is half a move ahead of where it stands. */
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
    if (!plan.ok || plan.value.kind !== "pairs" || side <= MAX_TWO_SIDE_SIDE) return plan;
    return fail(
      "bad-player",
      `eval: "${text}": tables of both sides end at side ${MAX_TWO_SIDE_SIDE}, this board has ${side}`,
    );
  }

  /** The tables that an evaluation looks up. */
  tablesOf(text: string): Result<readonly TableSpec[]> {
    const plan = this.plan(text);
    if (!plan.ok) return plan;
    const offers = this.#offersOf(plan.value);
    if (!offers.ok) return offers;
    const names = offers.value.map(({ identity }) => identity.name);
    return ok(offers.value.filter((_, i) => names.indexOf(names[i] as string) === i));
  }

  #offersOf(plan: EvaluationPlan): Result<readonly TableSpec[]> {
    if (plan.kind === "pairs") return ok(plan.pairs.map((pair) => this.#pairOffer(pair, plan.allMoves)));
    const terms = this.#termsOf(plan);
    return terms.ok ? ok(lookupsOf(terms.value).map((term) => this.#offer(term))) : terms;
  }

  load(text: string): Promise<LoadedEvaluation> {
    const loaded = this.#loaded.get(text) ?? this.#make(text);
    this.#loaded.set(text, loaded);
    loaded.catch(() => this.#loaded.delete(text));
    return loaded;
  }

  async evaluator(text: string): Promise<Evaluator> {
    const board = this.#board;
    const { address, perUnit } = await this.load(text);
    const evaluate = (position: Position, player: number): number => {
      board.kernel.call("setSearch", 0, address, 0);
      const value = board.call("evaluate", position) / perUnit;
      return board.turn(position) === player ? value : -value;
    };
    return { name: text, evaluate };
  }

  /**
   * The text that says all, so that a record stays true: learned weights, and which network it was. Texts that are wrong
   * stay as they are.
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

  /** Whether an evaluation knows how far all pieces of a side together have to go. */
  looksUpAll(text: string): boolean {
    const { pieces } = this.#board.variant;
    const plan = this.plan(text);
    if (!plan.ok || plan.value.kind !== "sum") return false;
    return lookupsOf(plan.value.terms).some((term) => term.pieces.length === pieces && term.squares.length === pieces);
  }

  /** The terms of a sum, for learning. */
  async termEvaluator(text: string): Promise<TermEvaluator> {
    const plan = unwrap(this.plan(text));
    if (plan.kind !== "sum") throw new GameloreError("bad-player", `eval: "${text}" is not a weighted sum of terms`);
    const tables = await Promise.all(lookupsOf(plan.terms).map((term) => this.#address(this.#offer(term))));
    return termEvaluatorOf(this.#board, plan.terms, tables);
  }

  spec(name: string, summary: string): EvaluatorSpec {
    return { name, summary, tables: unwrap(this.tablesOf(name)), create: () => this.evaluator(name) };
  }

  async #make(text: string): Promise<LoadedEvaluation> {
    const plan = unwrap(this.plan(text));
    const made = await this.#madeOf(plan);
    const { memory } = this.#board.kernel;
    const address = memory.allocate(EVALUATION_BYTES);
    writeEvaluation(memory, address, made.block);
    return { address, unit: made.unit, perUnit: made.perUnit };
  }

  async #madeOf(plan: EvaluationPlan): Promise<MadeEvaluation> {
    if (plan.kind === "sum") return this.#sum(plan.text, plan.terms);
    if (plan.kind === "net") return this.#net(unwrap(readNamedNetwork(plan, this.#board.variant)));
    return this.#pairs(plan.pairs, plan.allMoves);
  }

  async #pairs(pairs: readonly PairTerm[], allMoves: boolean): Promise<MadeEvaluation> {
    const { pieces } = this.#board.variant;
    const lookups = await Promise.all(
      pairs.map(async (pair) => ({
        table: await this.#address(this.#pairOffer(pair, allMoves)),
        weight: Math.round(pair.weight * PAIR_PARTS),
        places: pair.own.map((label) => pieces - label).toReversed(),
        // The piece of the other side that is farthest behind stands nearest to one's own goal.
        others: pair.other.map((label) => label - 1),
      })),
    );
    return {
      block: { tempo: 0, cells: [], behind: 0, lookups, pairs: true },
      unit: "plies won by",
      perUnit: PAIR_PARTS,
    };
  }

  async #sum(text: string, terms: readonly Term[]): Promise<MadeEvaluation> {
    // The race by the whole table counts plies, and the side to move wins it by one: nothing is rounded.
    const race = text === "table";
    const perMove = race ? 2 : PARTS;
    const block = await this.#block(terms, perMove);
    if (race) return { block, unit: "plies in the race", perUnit: 1 };
    return { block, unit: block.lookups.length > 0 ? "moves ahead" : "rows ahead", perUnit: perMove };
  }

  async #net(named: NamedNetwork): Promise<MadeEvaluation> {
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
        table: await this.#address(this.#offer(term)),
        weight: Math.round(term.weight * perMove),
        places: term.pieces.map((label) => pieces - label).toReversed(),
      })),
    );
    return {
      tempo: TEMPO * perMove,
      cells: cellValues(this.#board.notation, pieces, weights).map(Math.round),
      behind: Math.round(weights["behind"] ?? 0),
      lookups,
    };
  }

  async #address(offer: TableSpec): Promise<number> {
    return (await this.#tables.load(offer)).address;
  }

  /** What a sum or a network looks up and counts. */
  #termsOf(plan: Exclude<EvaluationPlan, { kind: "pairs" }>): Result<readonly Term[]> {
    if (plan.kind === "sum") return ok(plan.terms);
    const network = readNamedNetwork(plan, this.#board.variant);
    return network.ok ? ok(network.value.terms) : network;
  }

  /** Tables of both sides have the win rule of the variant. */
  #pairOffer({ own }: PairTerm, allMoves: boolean): TableSpec {
    const variant = { ...this.#board.variant, pieces: own.length, directions: 0, stuck: 0 };
    return twoSideSpec({ variant, onward: !allMoves });
  }

  #offer({ pieces, squares }: LookupTerm): TableSpec {
    const { side, cells, pieces: home } = this.#board.variant;
    const goal = squares.map((label) => home - label).toReversed();
    return oneSideSpec({ side, cells, pieces: pieces.length, goal, rear: null });
  }
}

function lookupsOf(terms: readonly Term[]): readonly LookupTerm[] {
  return terms.filter((term) => term.kind === "lookup");
}

/** Those that have a name of their own, and one of each other kind that fits the variant. */
export function evaluatorsOf(evaluations: Evaluations): readonly EvaluatorSpec[] {
  const named: [string, string][] = [
    ["rows", "average row: rows still to go to the goal's tip, the other side's less one's own"],
    ["manhattan", "steps still to go to the goal area"],
    ["baseline", "the hand-made best: steps, rows, curved board and left-behind marbles with learned weights"],
    ["table", "plies ahead in the race by the one-side table of all pieces"],
    ["pdb(3)", "one-side tables of 3 pieces, as many as cover all"],
    ["pdb(4)", "one-side tables of 4 pieces, as many as cover all"],
    ["pdb(6)", "one-side tables of 6 pieces, as many as cover all"],
    ["edb(3)", "plies to win or lose by the table of both sides"],
    ["edb(3+3)", "tables of 3 pieces of each side, one for the foremost, one for the others"],
    ["pdb(6+4)", "one-side tables of the foremost 6 and the other 4 pieces, each with squares of its own"],
  ];
  return named.filter(([name]) => evaluations.plan(name).ok).map(([name, summary]) => evaluations.spec(name, summary));
}
