/** Arimaa. */
import { fail, ok } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { OPENINGS } from "./openings.ts";
import { ArimaaRules } from "./rules.ts";
import { SETUPS } from "./setups.ts";

export const game: Game = {
  id: "arimaa",
  title: "Arimaa",
  summary: "two players move up to four steps a turn, push, pull and freeze; a rabbit on the far row wins",
  example: "g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR",
  examplePlayers: ["best", "rat", "random"],
  options: [
    {
      name: "setup",
      kind: "choice",
      choices: ["free", ...Object.keys(SETUPS), ...Object.keys(OPENINGS)],
      default: "free",
      summary:
        "free: players set up their pieces; a name: both sides start with this setup; horse-hostage: matches start with a gold horse held by silver's elephant (…-silver: a silver one); without-elephant: gold lacks its elephant, silver a rabbit (…-silver: silver its elephant, gold a rabbit)",
    },
  ],
  presets: {},
  tableOptions: [],
  table: () => fail("bad-usage", "arimaa has no tables"),
  open: async (options) => ok(new ArimaaRules(game, options)),
};
