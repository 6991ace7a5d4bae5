/** Evaluations of one variant, made ready for the kernel: their tables loaded, their numbers in memory. */
import { GameloreError, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import type { EvaluatorOffer, Position } from "../../engine/contracts/game.ts";
import type { Evaluator } from "../../engine/contracts/evaluator.ts";
import type { TableOffer } from "../../engine/contracts/table.ts";
import type { Board } from "./board.ts";
import { writeEvaluation, type EvaluationBlock } from "./evaluation-block.ts";
import { EVALUATION_BYTES } from "./evaluation-layout.ts";
import { parseEvaluation, type EvaluationPlan, type LookupTerm, type Term } from "./evaluation-text.ts";
import { cellValues } from "./features.ts";
import type { LoadedTables } from "./loaded-tables.ts";
import { oneSideOffer } from "./one-side.ts";

export interface LoadedEvaluation {
  /** Where the kernel finds it. */
  readonly address: number;
  /** What a value counts, and how much of the kernel's numbers one of them is. */
  readonly unit: string;
  readonly perUnit: number;
}

/** Weights are whole numbers in the kernel: this many make one. */
const PARTS = 32;
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
    return parseEvaluation(text, this.#board.variant.pieces);
  }

  /** The tables that an evaluation looks up. */
  tablesOf(text: string): Result<readonly TableOffer[]> {
    const plan = this.plan(text);
    if (!plan.ok) return plan;
    const offers = lookupsOf(plan.value).map((term) => this.#offer(term));
    return ok(
      offers.filter(({ identity }, i) => offers.findIndex((each) => each.identity.name === identity.name) === i),
    );
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

  offer(name: string, summary: string): EvaluatorOffer {
    return { name, summary, tables: unwrap(this.tablesOf(name)), create: () => this.evaluator(name) };
  }

  async #make(text: string): Promise<LoadedEvaluation> {
    const plan = unwrap(this.plan(text));
    if (plan.kind !== "sum") throw new GameloreError("bad-player", `eval: "${text}" is not there yet`);
    const made = await this.#sum(plan.text, plan.terms);
    const { memory } = this.#board.kernel;
    const address = memory.allocate(EVALUATION_BYTES);
    writeEvaluation(memory, address, made.block);
    return { address, unit: made.unit, perUnit: made.perUnit };
  }

  async #sum(text: string, terms: readonly Term[]): Promise<{ block: EvaluationBlock; unit: string; perUnit: number }> {
    const { pieces } = this.#board.variant;
    // The race by the whole table counts plies, and the side to move wins it by one: nothing is rounded.
    const race = text === "table";
    const perMove = race ? 2 : PARTS;
    const weights = Object.fromEntries(
      terms.flatMap((term) => (term.kind === "feature" ? [[term.name, term.weight * perMove]] : [])),
    );
    const lookups = await Promise.all(
      terms
        .filter((term) => term.kind === "lookup")
        .map(async (term) => ({
          table: await this.#tables.load(this.#offer(term)),
          weight: Math.round(term.weight * perMove),
          places: term.pieces.map((label) => pieces - label).toReversed(),
        })),
    );
    const block = {
      tempo: TEMPO * perMove,
      cells: cellValues(this.#board.notation, pieces, weights).map(Math.round),
      behind: Math.round(weights["behind"] ?? 0),
      lookups,
    };
    if (race) return { block, unit: "plies in the race", perUnit: 1 };
    return { block, unit: lookups.length > 0 ? "moves ahead" : "rows ahead", perUnit: perMove };
  }

  #offer({ pieces, squares }: LookupTerm): TableOffer {
    const { side, cells, pieces: home } = this.#board.variant;
    const goal = squares.map((label) => home - label).toReversed();
    return oneSideOffer({ side, cells, pieces: pieces.length, goal, rear: null });
  }
}

function lookupsOf(plan: EvaluationPlan): readonly LookupTerm[] {
  return plan.kind === "sum" ? plan.terms.filter((term) => term.kind === "lookup") : [];
}

/** Those that have a name of their own, and one of each other kind that fits the variant. */
export function evaluatorsOf(evaluations: Evaluations): readonly EvaluatorOffer[] {
  const named: [string, string][] = [
    ["rows", "average row: rows still to go to the goal's tip, the other side's less one's own"],
    ["manhattan", "steps still to go to the goal area"],
    ["baseline", "the hand-made best: steps, rows, curved board and left-behind marbles with learned weights"],
    ["table", "plies ahead in the race by the one-side table of all pieces"],
    ["pdb(3)", "one-side tables of 3 pieces, as many as cover all"],
    ["pdb(4)", "one-side tables of 4 pieces, as many as cover all"],
    ["pdb(6)", "one-side tables of 6 pieces, as many as cover all"],
    ["pdb(6+4)", "one-side tables of the foremost 6 and the other 4 pieces, each with squares of its own"],
  ];
  return named.filter(([name]) => evaluations.plan(name).ok).map(([name, summary]) => evaluations.offer(name, summary));
}
