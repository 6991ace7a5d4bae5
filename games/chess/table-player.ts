/** Players that play from endgame tables if these cover the position, and search otherwise. */
import type { Position } from "../../engine/contracts/position.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { ChooseOptions, Choice, Limits, Player, PlayerKind, SearchInfo } from "../../engine/contracts/player.ts";
import type { ProbedMove } from "../../engine/contracts/table.ts";
import { WIN_VALUE } from "../../engine/search/values.ts";
import { COLOURS, KINDS } from "./layout.ts";
import type { LoadedTables } from "./tables/loaded-tables.ts";
import { MAX_PIECES } from "./tables/material.ts";

export function withTables(kind: PlayerKind, tables: LoadedTables): PlayerKind {
  return {
    ...kind,
    create: async (parameters: OptionValues, seed: number, signal?: AbortSignal) => {
      const inner = await kind.create(parameters, seed, signal);
      return parameters["tables"] === "none" ? inner : new TablePlayer(inner, tables);
    },
  };
}

class TablePlayer implements Player {
  readonly text: string;
  readonly #inner: Player;
  readonly #tables: LoadedTables;

  constructor(inner: Player, tables: LoadedTables) {
    this.text = inner.text;
    this.#inner = inner;
    this.#tables = tables;
  }

  async choose(position: Position, limits: Limits, options: ChooseOptions = {}): Promise<Choice> {
    if (pieceCount(position) > MAX_PIECES) return this.#inner.choose(position, limits, options);
    const started = performance.now();
    const probe = this.#tables.probe(position);
    const allowed = options.searchMoves;
    const moves = probe.ok ? probe.value.moves.filter(({ move }) => allowed?.includes(move) ?? true) : [];
    const [best] = moves;
    if (!best) return this.#inner.choose(position, limits, options);
    if (best.after.outcome !== "draw") return decided(best, moves, performance.now() - started);
    // All drawing moves are equal against a perfect opponent; the search prefers those that are hardest to answer.
    const drawing = moves.filter(({ after }) => after.outcome === "draw").map(({ move }) => move);
    const choice = await this.#inner.choose(position, limits, { ...options, searchMoves: drawing });
    return drawing.includes(choice.move) ? choice : { ...choice, move: best.move };
  }

  async prepare(position: Position, limits: Limits, signal?: AbortSignal): Promise<void> {
    await this.#inner.prepare?.(position, limits, signal);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

function pieceCount(position: Position): number {
  let count = 0;
  for (const byte of position.subarray(COLOURS, KINDS)) for (let bits = byte; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/** The shortest mate, or the longest defence. */
function decided(best: ProbedMove, moves: readonly ProbedMove[], milliseconds: number): Choice {
  const valueOf = ({ after }: ProbedMove): number => {
    const plies = 1 + (after.parts["plies"] ?? 0);
    return after.outcome === "win" ? WIN_VALUE - plies : after.outcome === "loss" ? plies - WIN_VALUE : 0;
  };
  const info: SearchInfo = {
    value: valueOf(best),
    unit: "pawns",
    pv: [best.move],
    nodes: moves.length,
    milliseconds,
    depth: null,
    candidates: moves.map((each) => ({ kind: "move", text: each.text, value: valueOf(each), reason: each.after.text })),
  };
  return { move: best.move, info };
}
