/**
 * The player `best`: the bidder, and perfect information Monte Carlo (PIMC) for card play. It samples determinizations of the hidden
 * hands, solves each one double dummy, and plays the card that wins most of them.
 */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { CHANCE, type Move, type Position, type Actor, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { ChooseOptions, Choice, Limits, Player, PlayerKind } from "../../engine/contracts/player.ts";
import { legalMovesOf } from "../../engine/search/legal.ts";
import { limitSpec, MILLISECONDS, playerText, tighter, withDefaults } from "../../engine/search/parameters.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { reportInfo } from "../../engine/search/info-reporter.ts";
import { Bidder } from "./bidder.ts";
import { type Card, type CardSet, size } from "./cards.ts";
import { HiddenDeals } from "./hidden.ts";
import { isNull, openDealOf, pointsSoFar, pointsToWin } from "./open-cards.ts";
import { biddingLikelihood } from "./bidding-likelihood.ts";
import { cardMove } from "./moves.ts";
import type { SkatRules } from "./rules.ts";
import { simpleCard } from "./simple-play.ts";
import type { ShouldContinue } from "./solver.ts";
import { readState, type State } from "./state.ts";

const SAMPLES = 24;
const PARAMETERS: readonly OptionSpec[] = [
  {
    name: "samples",
    summary: "determinizations solved per card",
    kind: "integer",
    min: 1,
    max: 1_000_000,
    default: SAMPLES,
  },
  limitSpec("nodes", "exact values per card, one for each legal card of a determinization", 1e9),
  MILLISECONDS,
  {
    name: "candidates",
    summary:
      "determinizations sampled for each one solved, which is sampled by its bidding likelihood; 1 ignores the bidding",
    kind: "integer",
    min: 1,
    max: 100,
    default: 8,
  },
  {
    name: "exact",
    summary: "cards in a hand up to which exact points are computed; with more cards, only whether the game is won",
    kind: "integer",
    min: 1,
    max: 10,
    default: 9,
  },
  {
    name: "margin",
    summary: "weight of 120 card points relative to winning the game",
    kind: "number",
    min: 0,
    max: 10,
    default: 0.25,
  },
];
/** Yields to the event loop after this many milliseconds of solving. */
const YIELD_MS = 15;

export function bestKind(rules: SkatRules): PlayerKind {
  return {
    name: "best",
    summary:
      "perfect information Monte Carlo: samples the hidden hands, solves each deal exactly, plays the card that wins most",
    parameters: PARAMETERS,
    create: async (parameters, seed) => new PimcPlayer(rules, withDefaults(PARAMETERS, parameters), seed),
  };
}

/** The outcome of one determinization after one card. */
interface CardOutcome {
  readonly won: boolean;
  readonly points: number;
}

/** Totals of a card over the determinizations solved so far. */
interface CardScore {
  readonly card: Card;
  won: number;
  score: number;
}

class PimcPlayer implements Player {
  readonly text: string;
  readonly #rules: SkatRules;
  readonly #values: OptionValues;
  readonly #seed: number;
  readonly #bidder: Bidder;
  #closed = false;

  constructor(rules: SkatRules, values: OptionValues, seed: number) {
    this.#rules = rules;
    this.#values = values;
    this.#seed = seed;
    this.#bidder = new Bidder(rules.cardPlay);
    this.text = playerText("best", PARAMETERS, values);
  }

  async choose(position: Position, limits: Limits, options: ChooseOptions = {}): Promise<Choice> {
    const started = performance.now();
    const moves = legalMovesOf(this.#rules, position);
    const [actor] = this.#rules.actors(position) as [Actor];
    if (actor === CHANCE) return choiceWithoutSearch(new SeededRandom(this.#seed).pick(moves), started);
    // From here on only the observation is used.
    const seen = this.#rules.hidden.observe(position, actor);
    const state = readState(seen);
    if (moves.length === 1) return choiceWithoutSearch(moves[0] as Move, started);
    if (state.phase !== "play") return choiceWithoutSearch(this.#bidder.choose(state, actor), started);
    return this.#search(state, actor, moves, limits, started, options);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  async #search(
    state: State,
    player: PlayerNumber,
    moves: readonly Move[],
    limits: Limits,
    started: number,
    { signal, onInfo }: ChooseOptions,
  ): Promise<Choice> {
    const { samples, nodes, ms } = this.#values;
    const nodeLimit = tighter(nodes, limits.nodes) ?? Number.POSITIVE_INFINITY;
    const maxSamples = Math.min(tighter(samples, limits.playouts) as number, Math.floor(nodeLimit / moves.length));
    const until = started + (tighter(ms, limits.milliseconds) ?? Number.POSITIVE_INFINITY);
    const random = new SeededRandom(this.#seed ^ hashOf(state, player));
    const deals = new HiddenDeals(state, this.#rules.cardPlay);
    const scores: CardScore[] = moves.map((card) => ({ card, won: 0, score: 0 }));
    let solved = 0;
    let lastYield = started;
    const shouldContinue: ShouldContinue = async () => {
      if (performance.now() - lastYield > YIELD_MS) {
        await new Promise(setImmediate);
        lastYield = performance.now();
      }
      return !this.#closed && !signal?.aborted && performance.now() < until;
    };
    const solveAll = async (): Promise<void> => {
      for (; solved < maxSamples && (await shouldContinue()); solved++)
        if (!(await this.#solve(this.#sample(deals, player, random), player, scores, shouldContinue))) break;
    };
    const heuristic = simpleCard(state, player, moves, this.#rules.cardPlay);
    const rank = ({ card, score }: CardScore): number => score + (card === heuristic ? 1e-9 : 0);
    const choice = (): Choice => {
      const best = scores.reduce((one, two) => (rank(two) > rank(one) ? two : one));
      const move = cardMove(best.card);
      const info = {
        value: solved > 0 ? best.won / solved : null,
        unit: "of the deals won",
        pv: [move],
        nodes: solved * moves.length,
        playouts: solved,
        milliseconds: performance.now() - started,
        depth: null,
      };
      return { move, info };
    };
    await reportInfo(onInfo, () => (solved > 0 ? choice().info : null), solveAll);
    if (this.#closed || (signal?.aborted && solved === 0)) throw new GameloreError("interrupted", "interrupted");
    return choice();
  }

  /** Draws one of several determinizations, weighted by their bidding likelihood. */
  #sample(deals: HiddenDeals, player: number, random: SeededRandom): State {
    const fraction = (): number => random.fraction();
    const count = this.#values["candidates"] as number;
    const sampled = Array.from({ length: count }, () => deals.sample(fraction));
    if (count === 1) return sampled[0] as State;
    const weights = sampled.map((state) => biddingLikelihood(state, player, this.#rules.cardPlay));
    let left = fraction() * weights.reduce((sum, weight) => sum + weight, 0);
    return sampled[weights.findIndex((weight) => (left -= weight) < 0)] ?? (sampled[0] as State);
  }

  /** False if interrupted; the determinization is then discarded. */
  async #solve(
    state: State,
    player: number,
    scores: readonly CardScore[],
    shouldContinue: ShouldContinue,
  ): Promise<boolean> {
    const own = player === state.declarer;
    const results = await this.#results(state, size(state.hands[player] as CardSet), shouldContinue);
    if (!results) return false;
    const margin = this.#values["margin"] as number;
    for (const each of scores) {
      const { won, points } = results.get(each.card) as CardOutcome;
      const score = Number(won) + (margin * points) / 120;
      each.won += Number(won === own);
      each.score += own ? score : -score;
    }
    return true;
  }

  /** The outcome for the declarer after each legal card; points only where they are computed. */
  async #results(state: State, cards: number, shouldContinue: ShouldContinue): Promise<Map<Card, CardOutcome> | null> {
    const { cardPlay, solver } = this.#rules;
    const deal = openDealOf(state, cardPlay);
    const inNull = isNull(state);
    const before = inNull ? 0 : pointsSoFar(state, cardPlay);
    const need = inNull ? 1 : pointsToWin(state) - before;
    const exact = inNull || cards <= (this.#values["exact"] as number);
    const values = await solver.solveInSlices(deal, exact ? { guess: need } : { need }, shouldContinue);
    if (!values) return null;
    const result = (value: number): CardOutcome => {
      if (inNull) return { won: value === 0, points: 0 };
      return exact ? { won: value >= need, points: before + value } : { won: value === 1, points: 0 };
    };
    return new Map(values.map(({ card, value }) => [card, result(value)]));
  }
}

function choiceWithoutSearch(move: Move, started: number): Choice {
  const milliseconds = performance.now() - started;
  return { move, info: { value: null, unit: "none", pv: [move], nodes: 1, milliseconds, depth: null } };
}

/** Makes a choice depend only on the observation and the seed. */
function hashOf({ hands, skat, played, trick }: State, player: number): number {
  return [...hands, skat, ...played, ...trick, player].reduce(
    (hash, number) => Math.imul(hash ^ number, 0x01000193) >>> 0,
    0,
  );
}
