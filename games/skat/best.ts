/**
 * The player `best`: the bidder, and for card play a vote. It draws hands for what it does not see, solves each deal exactly with open
 * cards, and plays the card that wins most of them.
 */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { CHANCE, type Move, type Position } from "../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { ChooseOptions, Choice, Limits, Player, PlayerKind } from "../../engine/contracts/player.ts";
import { legalMovesOf } from "../../engine/search/legal.ts";
import { limitSpec, MILLISECONDS, playerText, tighter, withDefaults } from "../../engine/search/parameters.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
import { tellWhile } from "../../engine/search/telling.ts";
import { Bidder } from "./bidder.ts";
import { type Card, type CardSet, size } from "./cards.ts";
import { HiddenDeals } from "./hidden.ts";
import { isNull, openDealOf, pointsSoFar, pointsToWin } from "./open-cards.ts";
import { plausibility } from "./plausible.ts";
import type { SkatRules } from "./rules.ts";
import { simpleCard } from "./simple-play.ts";
import type { GoOn } from "./solver.ts";
import { readState, type State } from "./state.ts";

const SAMPLES = 24;
const PARAMETERS: readonly OptionSpec[] = [
  { name: "samples", summary: "deals solved for a card", kind: "integer", min: 1, max: 1_000_000, default: SAMPLES },
  limitSpec("nodes", "exact values asked for a card, one for each legal card of a deal", 1e9),
  MILLISECONDS,
  {
    name: "candidates",
    summary:
      "deals drawn for each one solved, which is taken by how well it fits the bidding; 1 leaves the bidding out",
    kind: "integer",
    min: 1,
    max: 100,
    default: 8,
  },
  {
    name: "exact",
    summary: "cards in a hand up to which the points after every card are found; with more, only whether they suffice",
    kind: "integer",
    min: 1,
    max: 10,
    default: 9,
  },
  {
    name: "margin",
    summary: "what 120 card points weigh beside winning the game",
    kind: "number",
    min: 0,
    max: 10,
    default: 0.25,
  },
];
/** The process is let hear signals after this many milliseconds of solving. */
const BREATH_MS = 15;

export function bestKind(rules: SkatRules): PlayerKind {
  return {
    name: "best",
    summary: "draws the hidden hands, solves each deal exactly, and plays the card that wins most of them",
    parameters: PARAMETERS,
    create: async (parameters, seed) => new BestPlayer(rules, withDefaults(PARAMETERS, parameters), seed),
  };
}

/** Of one deal, after one card. */
interface Result {
  readonly won: boolean;
  readonly points: number;
}

/** What the deals solved so far say of each card. */
interface Vote {
  readonly card: Card;
  won: number;
  score: number;
}

class BestPlayer implements Player {
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

  async choose(position: Position, limits: Limits, asking: ChooseOptions = {}): Promise<Choice> {
    const started = performance.now();
    const moves = legalMovesOf(this.#rules, position);
    const [actor] = this.#rules.actors(position) as [number];
    if (actor === CHANCE) return plainChoice(new SeededRandom(this.#seed).pick(moves), started);
    // From here on nothing but the observation is looked at.
    const seen = this.#rules.hidden.observe(position, actor);
    const state = readState(seen);
    if (moves.length === 1) return plainChoice(moves[0] as Move, started);
    if (state.phase !== "play") return plainChoice(this.#bidder.choose(state, actor), started);
    return this.#vote(state, actor, moves, limits, started, asking);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  async #vote(
    state: State,
    player: number,
    moves: readonly Card[],
    limits: Limits,
    started: number,
    { signal, onInfo: tell }: ChooseOptions,
  ): Promise<Choice> {
    const { samples, nodes, ms } = this.#values;
    const nodeLimit = tighter(nodes, limits.nodes) ?? Number.POSITIVE_INFINITY;
    const most = Math.min(tighter(samples, limits.playouts) as number, Math.floor(nodeLimit / moves.length));
    const until = started + (tighter(ms, limits.milliseconds) ?? Number.POSITIVE_INFINITY);
    const random = new SeededRandom(this.#seed ^ hashOf(state, player));
    const deals = new HiddenDeals(state, this.#rules.cardPlay);
    const votes: Vote[] = moves.map((card) => ({ card, won: 0, score: 0 }));
    let solved = 0;
    let breath = started;
    const goOn: GoOn = async () => {
      if (performance.now() - breath > BREATH_MS) {
        await new Promise(setImmediate);
        breath = performance.now();
      }
      return !this.#closed && !signal?.aborted && performance.now() < until;
    };
    const solveAll = async (): Promise<void> => {
      for (; solved < most && (await goOn()); solved++)
        if (!(await this.#solve(this.#draw(deals, player, random), player, votes, goOn))) break;
    };
    const thumb = simpleCard(state, player, moves, this.#rules.cardPlay);
    const rank = (vote: Vote): number => vote.score + (vote.card === thumb ? 1e-9 : 0);
    const choice = (): Choice => {
      const best = votes.reduce((one, two) => (rank(two) > rank(one) ? two : one));
      const thought = {
        value: solved > 0 ? best.won / solved : null,
        unit: "of the deals won",
        pv: [best.card],
        nodes: solved * moves.length,
        playouts: solved,
        milliseconds: performance.now() - started,
        depth: null,
      };
      return { move: best.card, info: thought };
    };
    await tellWhile(tell, () => (solved > 0 ? choice().info : null), solveAll);
    if (this.#closed || (signal?.aborted && solved === 0)) throw new GameloreError("interrupted", "interrupted");
    return choice();
  }

  /** One of some deals, the likelier the better it fits what was said. */
  #draw(deals: HiddenDeals, player: number, random: SeededRandom): State {
    const fraction = (): number => random.fraction();
    const count = this.#values["candidates"] as number;
    const drawn = Array.from({ length: count }, () => deals.draw(fraction));
    if (count === 1) return drawn[0] as State;
    const weights = drawn.map((state) => plausibility(state, player, this.#rules.cardPlay));
    let left = fraction() * weights.reduce((sum, weight) => sum + weight, 0);
    return drawn[weights.findIndex((weight) => (left -= weight) < 0)] ?? (drawn[0] as State);
  }

  /** False if it was not to go on: then the deal counts for nothing. */
  async #solve(state: State, player: number, votes: readonly Vote[], goOn: GoOn): Promise<boolean> {
    const own = player === state.declarer;
    const results = await this.#results(state, size(state.hands[player] as CardSet), goOn);
    if (!results) return false;
    const margin = this.#values["margin"] as number;
    for (const vote of votes) {
      const { won, points } = results.get(vote.card) as Result;
      const score = Number(won) + (margin * points) / 120;
      vote.won += Number(won === own);
      vote.score += own ? score : -score;
    }
    return true;
  }

  /** What the declarer gets after each legal card: the game or not, and points where they are counted. */
  async #results(state: State, cards: number, goOn: GoOn): Promise<Map<Card, Result> | null> {
    const { cardPlay, solver } = this.#rules;
    const deal = openDealOf(state, cardPlay);
    const inNull = isNull(state);
    const before = inNull ? 0 : pointsSoFar(state, cardPlay);
    const need = inNull ? 1 : pointsToWin(state) - before;
    const exact = inNull || cards <= (this.#values["exact"] as number);
    const values = await solver.inPortions(deal, exact ? { guess: need } : { need }, goOn);
    if (!values) return null;
    const result = (value: number): Result => {
      if (inNull) return { won: value === 0, points: 0 };
      return exact ? { won: value >= need, points: before + value } : { won: value === 1, points: 0 };
    };
    return new Map(values.map(({ card, value }) => [card, result(value)]));
  }
}

function plainChoice(move: Move, started: number): Choice {
  const milliseconds = performance.now() - started;
  return { move, info: { value: null, unit: "none", pv: [move], nodes: 1, milliseconds, depth: null } };
}

/** So that a choice depends on what is seen and the seed alone. */
function hashOf({ hands, skat, played, trick }: State, player: number): number {
  return [...hands, skat, ...played, ...trick, player].reduce(
    (hash, number) => Math.imul(hash ^ number, 0x01000193) >>> 0,
    0,
  );
}
