/** The endgame table: empty stock, both hands visible; win, draw or loss with the number of plies. */
import { UnrankedPosition } from "../../build/layouts/games/dominoes/solver.ts";
import { plural } from "../../engine/contracts/quantities.ts";
import { fail, GameloreError, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type {
  Probe,
  ProbedMove,
  ProbeValue,
  Rank,
  Table,
  TableEntries,
  TableIdentity,
  TableSpec,
} from "../../engine/contracts/table.ts";
import { formatPlies } from "../../engine/contracts/quantities.ts";
import { outcomeScore, outcomeTextAfterMove } from "../../engine/solve/outcome-probe.ts";
import { outcomeFrom, outcomeFor, readOutcome, writeOutcome } from "../../engine/solve/outcome-values.ts";
import { Board } from "./board.ts";
import { Catalogue, catalogueBytes, entriesUpTo, positionsOf, setsOf } from "./catalogue.ts";
import { checkEndgame, type Endgame, solveEndgame } from "./endgame-solve.ts";
import { DEALING, ENDED } from "./constants.ts";
import { formatMove } from "./moves.ts";
import { formatState } from "./notation.ts";
import { type BlockRule, endgameVariant, MAX_ELEMENTS } from "./options.ts";
import { parsePosition } from "./position.ts";
import { expectEntry } from "../../engine/tables/memory-entries.ts";
import { endsOf, readState, type State, writeState } from "./state.ts";

/** Rough build speed in entries per second on two cores. */
const BUILD_RATE = 20e6;

export function readEndgame(options: OptionValues): Result<Endgame> {
  const elements = Number(options["elements"]);
  const blocked = options["blocked"] as BlockRule;
  const most = MAX_ELEMENTS[blocked];
  if (elements > most) {
    const size = `${setsOf(elements).toLocaleString("en")} sets with ${positionsOf(elements).toLocaleString("en")} positions`;
    return fail(
      "too-large",
      `elements: ${elements} means ${size}, which is too large; expected at most ${most} with blocked ${blocked}`,
    );
  }
  return ok({ elements, blocked });
}

export function endgameSpec(endgame: Endgame): TableSpec {
  const { elements, blocked, classes = blocked } = endgame;
  const entries = entriesUpTo(classes, elements);
  const identity: TableIdentity = {
    game: "dominoes",
    name: `endgame-${elements}-${blocked}${classes === "none" ? "-every-set" : ""}`,
    covers: `endgames of 3 to ${elements} elements, ${blocked === "pips" ? "a blocked game goes to fewer pips" : "a blocked game is a draw"}`,
    index: "representative, ends, tiles of the mover 1",
    value: "outcome",
    entries,
  };
  return {
    identity,
    summary: identity.covers,
    requiredEntries: entries,
    memoryBytes: entries + catalogueBytes(classes, elements),
    buildSeconds: entries / BUILD_RATE,
    solver: "dominoes endgames by size 1",
    command: `gamelore solve dominoes --elements ${elements} --blocked ${blocked}`,
    solve: (options) => solveEndgame(endgame, identity, options),
    open: (found) => new EndgameTable(endgame, found),
    checkAll: (bytes, options) => checkEndgame(endgame, bytes, options),
  };
}

class EndgameTable implements Table {
  readonly identity: TableIdentity;
  readonly #board: Board;
  readonly #elements: number;
  readonly #entries: TableEntries;
  readonly #unranked: UnrankedPosition;

  constructor({ elements, blocked, classes = blocked }: Endgame, entries: TableEntries) {
    this.identity = entries.identity;
    this.#entries = entries;
    this.#elements = elements;
    this.#board = new Board(endgameVariant(blocked));
    new Catalogue(this.#board.kernel, classes, elements).build();
    const { memory } = this.#board.kernel;
    this.#unranked = new UnrankedPosition(memory, memory.allocate(UnrankedPosition.BYTES));
  }

  get(index: Rank): number {
    expectEntry(index, this.identity);
    return this.#entries.get(index);
  }

  rank(position: Position): Result<Rank> {
    const reason = this.#missingReason(readState(position));
    return reason === null ? ok(this.#rank(position)) : fail("not-in-table", reason);
  }

  unrank(index: Rank): Position {
    expectEntry(index, this.identity);
    this.#board.kernel.exports.unrankPosition(index, this.#unranked.address);
    const { mover, other, ends } = this.#unranked;
    return this.#board.endgame(mover, other, ends);
  }

  expected(index: Rank): number {
    const position = this.unrank(index);
    const moves = this.#board.moves(position);
    if (moves.length === 0) return this.#valueAtEnd(position);
    return outcomeFrom(moves.map((move) => this.#valueOf(this.#board.play(position, move))));
  }

  /** Full positions, or only hands, ends and turn. */
  parsePosition(text: string): Result<Position> {
    return parsePosition(this.#board, text);
  }

  formatPosition(position: Position): string {
    return formatState(readState(position));
  }

  probe(seen: Position): Result<Probe> {
    const position = revealed(seen);
    const state = readState(position);
    const out = state.phase >= ENDED && state.counts.includes(0);
    const reason = out ? null : this.#missingReason(state);
    if (reason !== null) return fail("not-in-table", reason);
    try {
      const value = valueFor(this.#valueOf(position));
      const moves = this.#board.moves(position).map((move): ProbedMove => {
        const text = formatMove(move, endsOf(position));
        return { move, text, after: valueAfter(this.#valueOf(this.#board.play(position, move))) };
      });
      moves.sort((a, b) => b.after.score - a.after.score || a.move - b.move);
      return ok({ position: this.formatPosition(seen), value, moves });
    } catch (error) {
      if (error instanceof GameloreError && error.code === "not-in-table") return { ok: false, error };
      throw error;
    }
  }

  /** For the player to move: from the table, or by the rules if a hand is empty. */
  #valueOf(position: Position): number {
    const state = readState(position);
    return state.counts.includes(0) ? this.#valueAtEnd(position) : this.get(this.#rank(position));
  }

  #valueAtEnd(position: Position): number {
    const score = this.#board.result(position)?.[this.#board.turn(position)];
    return writeOutcome(score === 0.5 ? "draw" : score === 1 ? "win" : "loss");
  }

  #rank(position: Position): Rank {
    return (this.#board.kernel.exports.rankState(this.#board.put(revealed(position))) >>> 0) as Rank;
  }

  /** Why a position has no entry; null if it has one. */
  #missingReason(state: State): string | null {
    const tiles = state.counts[0] + state.counts[1];
    if (state.phase >= DEALING && state.phase < ENDED)
      return "positions in which a tile is dealt or drawn are not in the table";
    if (state.chain.length === 0) return "positions with an empty chain are not in the table";
    if (state.stockCount > 0)
      return `the stock has ${plural(state.stockCount, "tile")}; the table covers endgames with an empty stock. If nobody can draw, write "-" for the stock`;
    if (state.counts.includes(0)) return "a hand is empty, so the game is over; the table requires tiles in both hands";
    if (tiles >= this.#elements)
      return `${tiles} tiles in the hands and the ends are ${tiles + 1} elements; the table covers at most ${this.#elements}`;
    return null;
  }
}

/** With an empty stock, the hidden hand is known: it is the unseen tiles. */
function revealed(position: Position): Position {
  const state = readState(position);
  if (state.unseen === 0 || state.stockCount > 0) return position;
  const hands: [number, number] =
    state.hands[0] === 0 ? [state.unseen, state.hands[1]] : [state.hands[0], state.unseen];
  return writeState({ ...state, hands, unseen: 0 });
}

/** For the player to move. */
function valueFor(entry: number): ProbeValue {
  const { kind, plies } = readOutcome(entry);
  const ended = {
    win: "won: the game is blocked",
    draw: "draw",
    loss: "lost: the game has ended",
    "no position": "no position",
  };
  return probeValue(entry, plies === 0 ? ended[kind] : `${kind} in ${formatPlies(plies)}`, 1);
}

/** For the player who has just moved. */
function valueAfter(entry: number): ProbeValue {
  return probeValue(entry, outcomeTextAfterMove(readOutcome(entry)), -1);
}

function probeValue(entry: number, text: string, sign: 1 | -1): ProbeValue {
  const outcome = readOutcome(entry);
  return {
    text,
    score: sign * outcomeScore(outcome),
    parts: { entry, plies: outcome.plies },
    exact: true,
    ...outcomeFor(outcome.kind, sign),
  };
}
