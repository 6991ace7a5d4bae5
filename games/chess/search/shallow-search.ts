/**
 * A search of one ply with quiescence on the calling thread: a sound move within about a millisecond, even if no other thread gets any
 * CPU time.
 */
import type { Choice } from "../../../engine/contracts/player.ts";
import { CHANCE, type Move, type Position } from "../../../engine/contracts/position.ts";
import { Regions } from "../../../engine/kernel/regions.ts";
import type { SearchSetup } from "../../../engine/search/context.ts";
import { SelectiveSearch } from "../../../engine/search/selective/player.ts";
import type { ChessRules } from "../rules.ts";
import { DEFAULT_EVALUATION } from "./evaluation-text.ts";
import { PAWN_VALUE, UNIT } from "./evaluations.ts";

/** Bounds the quiescence search. */
const MAX_NODES = 20_000;
const PARAMETERS = { threads: 1, tt: 0, multipv: 1, selective: "yes" };

export class ShallowSearch {
  readonly #rules: ChessRules;
  readonly #setup: SearchSetup;
  readonly #search: SelectiveSearch;

  private constructor(rules: ChessRules, setup: SearchSetup) {
    const { kernel } = rules.board;
    this.#rules = rules;
    this.#setup = setup;
    this.#search = new SelectiveSearch({ rules, kernel }, new Regions(kernel.memory), PARAMETERS, setup);
  }

  /** Its memory is that of the kernel and freed with it. */
  static async open(rules: ChessRules): Promise<ShallowSearch> {
    const evaluation = await rules.evaluations.load(DEFAULT_EVALUATION);
    const noTables = await rules.tables.forSearch("none");
    const calls = [...noTables, rules.board.kernel.calls.useEvaluation(evaluation)];
    return new ShallowSearch(rules, { calls, unit: UNIT, perUnit: PAWN_VALUE });
  }

  /** `position` must not be terminal; an empty list of `searchMoves` allows all moves. */
  choose(position: Position, history: readonly Position[], searchMoves: readonly Move[]): Choice {
    const { kernel } = this.#rules.board;
    const started = performance.now();
    kernel.memory.bytes(this.#search.state, position.length).set(position);
    const [actor = CHANCE] = this.#rules.actors(position);
    const [calls = []] = this.#search.request({ depth: 1, nodes: MAX_NODES }, actor, { history, searchMoves });
    kernel.run([...this.#setup.calls, ...calls]);
    return this.#search.answer(performance.now() - started, position);
  }
}
