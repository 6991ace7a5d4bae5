/** Moves, players and ranks are numbers that the compiler keeps apart; `tsc` checks the lines below, nothing runs. */
import { expect, test } from "vitest";
import type { OpenGame } from "./game.ts";
import type { Rank, Table } from "./table.ts";
import { CHANCE, type Actor, type Move, type PlayerNumber, type Position } from "./position.ts";

interface Numbers {
  readonly rules: OpenGame;
  readonly table: Table;
  readonly position: Position;
  readonly move: Move;
  readonly player: PlayerNumber;
  readonly actor: Actor;
  readonly rank: Rank;
}

function mixed({ rules, table, position, move, player, actor, rank }: Numbers): void {
  rules.play(position, [move]);
  rules.moves(position, player);
  rules.moves(position, CHANCE);
  // @ts-expect-error a player is not a move
  rules.play(position, [player]);
  // @ts-expect-error a plain number is not a move
  rules.play(position, [3]);
  // @ts-expect-error the result of arithmetic is a plain number
  rules.formatMove(position, move + 1);
  // @ts-expect-error a move is not a player
  rules.moves(position, move);
  // @ts-expect-error a plain number is not a player
  rules.moves(position, 0);
  // @ts-expect-error chance does not observe
  rules.hidden?.observe(position, actor);
  if (actor !== CHANCE) rules.hidden?.observe(position, actor);
  table.get(rank);
  // @ts-expect-error a move is not a rank
  table.get(move);
  // @ts-expect-error a player is not a rank
  table.unrank(player);
  // @ts-expect-error a plain number is not a rank
  table.unrank(0);
  // @ts-expect-error a rank is not a move
  rules.play(position, [rank]);
}

test("moves, players and ranks cannot be mixed", () => {
  expect(mixed).toBeTypeOf("function");
});
