/** Moves and players are numbers that the compiler keeps apart; `tsc` checks the lines below, nothing runs. */
import { expect, test } from "vitest";
import type { OpenGame } from "./game.ts";
import { CHANCE, type Actor, type Move, type PlayerNumber, type Position } from "./position.ts";

interface Numbers {
  readonly rules: OpenGame;
  readonly position: Position;
  readonly move: Move;
  readonly player: PlayerNumber;
  readonly actor: Actor;
}

function mixed({ rules, position, move, player, actor }: Numbers): void {
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
}

test("moves and players cannot be mixed", () => {
  expect(mixed).toBeTypeOf("function");
});
