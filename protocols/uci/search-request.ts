/** A UCI search as the controller requests it. */
import type { Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { ShallowSearch } from "../../games/chess/search/shallow-search.ts";
import type { MoveTime } from "./clock.ts";

export interface SearchRequest {
  readonly player: Promise<Player>;
  readonly position: Position;
  readonly history: readonly Position[];
  /** Root moves to search: all or some of the legal moves, not empty. */
  readonly searchMoves: readonly Move[];
  /** Whether `searchMoves` excludes legal moves. */
  readonly isRestricted: boolean;
  /** Limits passed to the player; the clock is in `time`. */
  readonly limits: Limits;
  /** Null for a search that ends by other limits or `stop`. */
  readonly time: MoveTime | null;
  /** Number of principal variations. */
  readonly multiPv: number;
  /** Ends the search once a mate in at most this many moves is found. */
  readonly mate: number | null;
  /** Chooses the move if the player has none in time. */
  readonly shallow: Promise<ShallowSearch>;
  readonly warn: (text: string) => void;
  /** Receives the principal variations so far, best first. */
  readonly onInfo: (pvs: readonly RankedMove[], nodes: number) => void;
}

export interface RankedMove {
  readonly move: Move;
  readonly info: SearchInfo;
}
