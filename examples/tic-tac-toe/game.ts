/** Tic-tac-toe. */
import { fail, ok } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { TicTacToeRules } from "./rules.ts";

export const game: Game = {
  id: "tic-tac-toe",
  title: "Tic-tac-toe",
  summary: "two players alternately take cells of a square; three in a line win",
  examplePlayers: ["alphabeta(depth=3)", "uct(playouts=500)", "random"],
  options: [],
  presets: {},
  tableOptions: [],
  table: () => fail("bad-usage", "tic-tac-toe has no tables"),
  open: async () => ok(new TicTacToeRules(game)),
};
