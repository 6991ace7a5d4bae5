/** Playouts that end after a few steps with the values of pieces on the board (early playout termination). */
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import type { Regions } from "../../engine/kernel/regions.ts";
import { FeatureEvaluation, placeEvaluation } from "../alphabeta/evaluation.ts";
import { MIN_PIECES_MS, pieceLearner } from "../alphabeta/material.ts";
import { LEARNING_SHARE } from "../gifl/learned.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { PropnetWorkspace } from "../propnet/propnet-memory.ts";
import type { CutPlayouts } from "./search.ts";

export const CUT_PARAMETERS: readonly OptionSpec[] = [
  {
    name: "cut",
    summary:
      "steps of a playout before it ends with values of pieces, learned from random games, in games of two roles that have them; 0: playouts end with the game",
    kind: "integer",
    min: 0,
    max: 1_000,
    default: 0,
  },
  {
    name: "lead",
    summary: "with cut: the lead, in pieces of the most valuable kind, that is worth 85 of 100 points",
    kind: "number",
    min: 0.01,
    max: 100,
    default: 1,
  },
];

/** The value of the most valuable piece in the evaluation. */
const PIECE = 300;

/** The evaluation that ends the playouts of a player, in each of its workspaces. */
export class PlayoutCut {
  readonly #reasoner: PropnetReasoner;
  readonly #regions: Regions;
  readonly #workspaces: readonly PropnetWorkspace[];
  readonly #steps: number;
  readonly #scale: number;
  #evaluations: readonly Address[] | null = null;

  constructor(
    reasoner: PropnetReasoner,
    regions: Regions,
    workspaces: readonly PropnetWorkspace[],
    { cut, lead }: OptionValues,
  ) {
    this.#reasoner = reasoner;
    this.#regions = regions;
    this.#workspaces = workspaces;
    this.#steps = reasoner.roles.length === 2 ? Number(cut) : 0;
    this.#scale = PIECE * Number(lead);
  }

  /** Learns the values of pieces, in a share of the time. */
  async ready(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    if (milliseconds === undefined) await this.prepare(undefined, signal);
    else if (milliseconds >= MIN_PIECES_MS) await this.prepare(LEARNING_SHARE * milliseconds, signal);
  }

  async prepare(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
    if (this.#steps === 0 || this.#evaluations) return;
    const learner = pieceLearner(this.#reasoner);
    await learner.learn(milliseconds, signal);
    if (!learner.values) return;
    const evaluation = new FeatureEvaluation(this.#reasoner, [], 1, learner.values, PIECE);
    const place = (workspace: PropnetWorkspace): Address =>
      placeEvaluation(workspace, this.#regions, "pieces", evaluation);
    this.#evaluations = learner.values.length === 0 ? [] : this.#workspaces.map(place);
  }

  /** For the search in a workspace; null while the values of pieces are not known, and in games where no piece has a value. */
  in(workspace: number): CutPlayouts | null {
    const evaluation = this.#evaluations?.[workspace];
    return evaluation === undefined ? null : { steps: this.#steps, evaluation, scale: this.#scale };
  }
}
