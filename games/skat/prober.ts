/** `gamelore probe skat POSITION`: the exact value of each legal card with all hands visible. */
import { plural } from "../../engine/contracts/quantities.ts";
import { fail, GameloreError, ok, type Result, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Probe, ProbedMove, Prober, ProbeValue } from "../../engine/contracts/table.ts";
import { cardText } from "./cards.ts";
import { cardMove, hasEnded } from "./moves.ts";
import { isNull, openDealOf, pointsSoFar, pointsToWin } from "./open-cards.ts";
import type { SkatRules } from "./rules.ts";
import { mover, PLAYERS, readState, type State } from "./state.ts";

export class OpenCardsProber implements Prober {
  readonly name = "open cards";
  readonly #rules: SkatRules;

  constructor(rules: SkatRules) {
    this.#rules = rules;
  }

  parsePosition(text: string): Result<Position> {
    return this.#rules.parsePosition(text);
  }

  async probe(position: Position, signal?: AbortSignal): Promise<Result<Probe>> {
    throwIfAborted(signal);
    const state = readState(position);
    if (state.phase !== "play" || hasEnded(state))
      return fail("not-in-table", "only unfinished positions of card play can be solved; expected: play … game=…");
    const { solver, cardPlay } = this.#rules;
    const own = mover(state) === state.declarer;
    const shouldContinue = async (): Promise<boolean> => {
      await new Promise(setImmediate);
      return signal?.aborted !== true;
    };
    const values = await solver.solveInSlices(openDealOf(state, cardPlay), {}, shouldContinue);
    if (!values) throw new GameloreError("interrupted", "interrupted");
    const moves = values
      .map(({ card, value }): ProbedMove => ({
        move: cardMove(card),
        text: cardText(card),
        after: this.#value(state, value, own),
      }))
      .toSorted((a, b) => b.after.score - a.after.score || a.move - b.move);
    const best = moves[0] as ProbedMove;
    return ok({ position: this.#rules.formatPosition(position), value: best.after, moves });
  }

  async close(): Promise<void> {
    await this.#rules.close();
  }

  /** `value`: the declarer's share of the points in play; in null 1 if he takes a trick. */
  #value(state: State, value: number, own: boolean): ProbeValue {
    const declarer = PLAYERS[state.declarer as number] as string;
    if (isNull(state)) {
      const won = value === 0;
      const text = won ? `${declarer} takes no trick and wins` : `${declarer} takes a trick and loses`;
      return {
        text,
        score: won === own ? 1 : -1,
        parts: { tricks: value },
        exact: true,
        outcome: won === own ? "win" : "loss",
      };
    }
    const total = pointsSoFar(state, this.#rules.cardPlay) + value;
    const won = total >= pointsToWin(state);
    const text = `${declarer} gets ${plural(total, "point")}, ${value} of them still to come, and ${won ? "wins" : "loses"}`;
    const outcome = won === own ? "win" : "loss";
    const parts = { points: total, "still to come": value };
    return { text, score: own ? total : -total, parts, exact: true, outcome };
  }
}
