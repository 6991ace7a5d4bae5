/** Tic-tac-toe. A state is 8 bytes: the cells of x, then those of o, nine bits each. A move is a cell from 0 to 8. */
import { DRAW, FIRST_WINS, ONGOING, SECOND_WINS, SearchRules, WIN_VALUE } from "../../engine/contracts/rules.as";
import { randomBelow } from "../../engine/random/xorshift.as";

const ALL: u32 = 0o777;

@inline
function cellsOf(state: usize, player: i32): u32 {
  return load<u32>(state + (<usize>player << 2));
}

/** Number of the eight lines within a set of cells. */
function linesIn(cells: u32): i32 {
  const rows = popcnt(cells & (cells >> 1) & (cells >> 2) & 0o111);
  const columns = popcnt(cells & (cells >> 3) & (cells >> 6));
  return <i32>(rows + columns) + <i32>((cells & 0o421) == 0o421) + <i32>((cells & 0o124) == 0o124);
}

export function hasLine(state: usize, player: i32): bool {
  return linesIn(cellsOf(state, player)) > 0;
}

@final
export class TicTacToe extends SearchRules {
  @inline stateBytes(): i32 { return 8; }
  @inline maxMoves(): i32 { return 9; }

  /** x moves first, so x is to move if both have equally many cells. */
  turn(state: usize): i32 {
    return popcnt(cellsOf(state, 0)) == popcnt(cellsOf(state, 1)) ? 0 : 1;
  }

  moves(state: usize, out: usize): i32 {
    if (this.result(state) != ONGOING) return 0;
    let at = out;
    for (let free = ALL & ~(cellsOf(state, 0) | cellsOf(state, 1)); free; free &= free - 1) {
      store<i32>(at, ctz(free));
      at += 4;
    }
    return <i32>((at - out) >> 2);
  }

  play(state: usize, move: i32): void {
    const own = state + (<usize>this.turn(state) << 2);
    store<u32>(own, load<u32>(own) | (1 << move));
  }

  result(state: usize): i32 {
    if (hasLine(state, 0)) return FIRST_WINS;
    if (hasLine(state, 1)) return SECOND_WINS;
    return (cellsOf(state, 0) | cellsOf(state, 1)) == ALL ? DRAW : ONGOING;
  }

  hash(state: usize): u64 {
    const mixed = load<u64>(state) * 0x9e3779b97f4a7c15;
    return (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93;
  }

  orderScore(state: usize, move: i32): i32 {
    return move == 4 ? 2 : 1 - (move & 1); // the centre, then corners
  }

  searchMoves(state: usize, out: usize): i32 {
    return this.moves(state, out);
  }

  /** Lines still open to the side to move, minus those open to the other. */
  evaluate(state: usize): i32 {
    const own = cellsOf(state, this.turn(state));
    const other = cellsOf(state, 1 - this.turn(state));
    return linesIn(ALL & ~other) - linesIn(ALL & ~own);
  }

  evaluateMoves(state: usize, moves: usize, count: i32, values: usize): void {
    const before = load<u64>(state);
    for (let i: usize = 0; i < <usize>count << 2; i += 4) {
      this.play(state, load<i32>(moves + i));
      const result = this.result(state);
      // A player's own move never loses immediately.
      store<i32>(values + i, result == ONGOING ? -this.evaluate(state) : result == DRAW ? 0 : WIN_VALUE);
      store<u64>(state, before);
    }
  }

  playoutMove(state: usize, scratch: usize, random: usize): i32 {
    const count = this.moves(state, scratch);
    return load<i32>(scratch + (<usize>randomBelow(random, count) << 2));
  }
}
