/**
 * Players that are programs of others, by name only. The lab knows no protocol: who starts it from the command line hands it games whose players can be
 * started. Elsewhere their stored games can still be found and reported, since a player's text is the same.
 */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import type { OptionSpec } from "../engine/contracts/options.ts";
import type { PlayerKind } from "../engine/contracts/player.ts";
import { limitSpec } from "../engine/search/parameters.ts";

/** The parameters that experiments use, in the order of the player's text. */
const PARAMETERS: readonly OptionSpec[] = [
  { name: "command", summary: "the program", kind: "text", default: null },
  limitSpec("depth", "plies", 1_000),
  limitSpec("nodes", "positions", 1e15),
  { name: "hash", summary: "its option Hash", kind: "integer", min: 1, max: 1e6, default: null },
  { name: "options", summary: "further options", kind: "text", default: null },
];

const NOT_HERE = "programs of others are only started from the command line: gamelore lab run";

const UCI: PlayerKind = {
  name: "uci",
  summary: "a program of somebody else that speaks UCI, by name only",
  parameters: PARAMETERS,
  startsProgram: true,
  unavailable: () => NOT_HERE,
  create: () => Promise.reject(new GameloreError("bad-player", NOT_HERE)),
};

export function withNamedPrograms(game: Game): Game {
  if (game.id !== "chess") return game;
  return {
    ...game,
    open: async (options) => {
      const [{ openChess }, { playerKindsOf }] = await Promise.all([
        import("../games/chess/game.ts"),
        import("../games/chess/players.ts"),
      ]);
      return openChess(options, (rules) => [...playerKindsOf(rules), UCI]);
    },
  };
}
