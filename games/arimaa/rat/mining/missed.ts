/** Compares turns of strong players with planned turns, and collects the instances for rule induction. */
import type { Board } from "../../board.ts";
import { formatPosition } from "../../position.ts";
import { eventKey, eventsOf, isWestern, type TurnEvent } from "./events.ts";
import type { Instance } from "./induce.ts";
import { compareTurns, type PlanSource, type Verdict } from "./planned.ts";
import { type PlayedGame, type PlayedTurn, seenBy } from "./replayed.ts";

/** A missed turn, for manual review. */
export interface MissedTurn {
  readonly place: string;
  readonly rating: number | null;
  /** Null if there is no winner. */
  readonly won: boolean | null;
  readonly position: string;
  readonly text: string;
}

const MAX_LISTED = 1_000;

export class MissedTurns {
  /** At most MAX_LISTED. */
  readonly turns: MissedTurn[] = [];
  readonly instances: Instance[] = [];
  readonly counts: Record<Verdict, number> = { same: 0, contained: 0, missed: 0 };
  /** The number of planned turns over all positions. */
  planned = 0;
  readonly #board: Board;
  readonly #plans: PlanSource;

  constructor(board: Board, plans: PlanSource) {
    this.#board = board;
    this.#plans = plans;
  }

  get positions(): number {
    return this.counts.same + this.counts.contained + this.counts.missed;
  }

  add({ number, ratings, winner }: PlayedGame, turn: PlayedTurn): void {
    const place = `game ${number} turn ${turn.label}`;
    const planned = this.#plans.plannedTurns(turn.before);
    const verdict = compareTurns(this.#board, turn.before, turn.cellsAfter, planned);
    this.planned += planned.length;
    this.counts[verdict]++;
    if (verdict === "missed" && this.turns.length < MAX_LISTED)
      this.turns.push({
        place,
        rating: ratings[turn.side] ?? null,
        won: winner === null ? null : winner === turn.side,
        position: formatPosition(this.#board, turn.before),
        text: turn.text,
      });
    for (const leftRight of [false, true])
      this.instances.push({
        cells: seenBy(turn.cellsBefore, turn.side, leftRight),
        events: westernEvents(turn, leftRight),
        missed: verdict === "missed",
        game: number,
        place,
      });
  }
}

function westernEvents(
  { cellsBefore, cellsAfter, captures, side }: PlayedTurn,
  leftRight: boolean,
): Map<string, TurnEvent> {
  const traps = captures
    .filter(({ colour }) => colour !== side)
    .map(({ square }) => square ^ (leftRight ? 7 : 0) ^ (side === 1 ? 56 : 0));
  const events = eventsOf(seenBy(cellsBefore, side, leftRight), seenBy(cellsAfter, side, leftRight), traps);
  return new Map(events.filter(isWestern).map((event) => [eventKey(event), event]));
}
