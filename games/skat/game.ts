/** Skat. */
import { playerKinds } from "./players.ts";
import { fail, ok } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { defaultsOf, type OptionValues } from "../../engine/contracts/options.ts";
import { OpenCardsProber } from "./prober.ts";
import { SkatRules } from "./rules.ts";
import { symmetry } from "./symmetry.ts";

function open(options: OptionValues): SkatRules {
  return new SkatRules(game, { ...defaultsOf(game.options), ...options }, playerKinds);
}

export const game: Game = {
  id: "skat",
  title: "Skat",
  summary: "three players, 32 cards: the highest bidder plays alone against the other two; all hands are hidden",
  example: "play CJHTS7/SJCAD8/HJCTS9 declarer=forehand game=grand trick=forehand:",
  examplePlayers: ["best", "simple", "random"],
  options: [
    {
      name: "must-trump",
      summary: "whether a player who cannot follow suit must play a trump",
      kind: "choice",
      choices: ["no", "yes"],
      default: "no",
    },
  ],
  presets: { paper: { "must-trump": "yes" } },
  tableOptions: [],
  table: () =>
    fail(
      "bad-usage",
      "skat has no tables to build; to solve a position of card play, run: gamelore probe skat POSITION",
    ),
  symmetry,
  prober: async (options) => ok(new OpenCardsProber(open(options))),
  open: async (options) => ok(open(options)),
};
