/** Scripted players, and a session as a list of lines. */
import { expect } from "vitest";
import { fail, ok, unwrap } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { ChooseOptions, Choice, Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import { game } from "../../games/chess/game.ts";
import { parseUci } from "../../games/chess/moves.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { UciEngine, type EngineSpec } from "./engine.ts";
import type { PlayerSource } from "./player-source.ts";

export const rules: ChessRules = unwrap(await game.open({})) as ChessRules;

export interface ChooseCall {
  readonly position: Position;
  readonly limits: Limits;
  readonly options: ChooseOptions;
}
export type Choose = (call: ChooseCall, move: (text: string) => Move) => Promise<Choice> | Choice;

export function movesOf(position: Position, texts: string): Move[] {
  const moves: Move[] = [];
  let now = position;
  for (const text of texts.split(" ")) {
    const move = unwrap(parseUci(text, rules.board.legalMoves(now)));
    moves.push(move);
    now = rules.board.play(now, move);
  }
  return moves;
}

/** A choice with a principal variation. */
export function choice({ position }: ChooseCall, texts: string, more: Partial<SearchInfo> = {}): Choice {
  const pv = movesOf(position, texts);
  const info = { value: 0.42, unit: "pawns", pv, nodes: 99, milliseconds: 5, depth: 8, ...more };
  return { move: pv[0] as Move, info };
}

export const stopped = ({ options }: ChooseCall): Promise<void> =>
  new Promise((resolve) => {
    if (options.signal?.aborted) resolve();
    options.signal?.addEventListener("abort", () => resolve(), { once: true });
  });

export function playing(choose: Choose): Player {
  return {
    text: "scripted",
    choose: async (position, limits, options = {}) =>
      choose({ position, limits, options }, (text) => unwrap(parseUci(text, rules.moves(position)))),
    close: async () => {},
  };
}

/** A source of one player that counts new games. */
export function source(player: Player | Promise<Player>): PlayerSource & { games: number } {
  const current = (): Promise<Player> => Promise.resolve(player);
  return {
    games: 0,
    optionNames: ["Hash"],
    declarations: () => ["name Hash type spin default 16 min 1 max 64"],
    set: (name, value) => (value === "7" ? fail("bad-usage", `${name}: not 7`) : ok(null)),
    current,
    forSearch: current,
    newGame() {
      this.games++;
    },
    close: async () => {},
  };
}

export interface Session {
  readonly engine: UciEngine;
  readonly sent: string[];
  /** Sends lines and waits for a line that starts with `until`. */
  send(lines: readonly string[], until?: string): Promise<string[]>;
}

export function open(player: Choose | PlayerSource, more: Partial<EngineSpec> = {}): Session {
  const sent: string[] = [];
  const send = (line: string): void => void sent.push(line.replace(/ nps \d+/, "").replace(/ time \d+/, " …"));
  const players = typeof player === "function" ? source(playing(player)) : player;
  const engine = new UciEngine({ rules, players, name: "Tester 9", send, ...more });
  return {
    engine,
    sent,
    send: async (lines, until) => {
      const before = sent.length;
      for (const line of lines) engine.receive(line);
      if (until !== undefined)
        await expect
          .poll(() => sent.slice(before).some((line) => line.startsWith(until)), { timeout: 5_000 })
          .toBe(true);
      return sent.slice(before);
    },
  };
}

export const pause = (ms: number = 30): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
