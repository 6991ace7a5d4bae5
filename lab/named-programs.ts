/**
 * External programs as players, by name only. The lab implements no protocol: the command line passes games whose players can start programs. Elsewhere the
 * stored games of such players can still be found and reported, because a player's text is the same.
 */
import { GameloreError, ok } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import type { OptionSpec } from "../engine/contracts/options.ts";
import type { PlayerKind } from "../engine/contracts/player.ts";
import { limitSpec } from "../engine/search/parameters.ts";

/** The parameters used by experiments, in the order of the player's text. */
const PARAMETERS: readonly OptionSpec[] = [
  { name: "command", summary: "the program", kind: "text", default: null },
  limitSpec("depth", "plies", 1_000),
  limitSpec("nodes", "positions", 1e15),
  { name: "hash", summary: "its option Hash", kind: "integer", min: 1, max: 1e6, default: null },
  { name: "options", summary: "further options", kind: "text", default: null },
];

const AEI_PARAMETERS: readonly OptionSpec[] = [
  { name: "command", summary: "the program", kind: "text", default: null },
  limitSpec("ms", "milliseconds per turn", 1e9),
];

const NOT_HERE = "external programs run only from the command line: gamelore lab run";

const UCI: PlayerKind = namedProgram("uci", "an external UCI engine, by name only", PARAMETERS);
const AEI: PlayerKind = namedProgram("aei", "an external AEI engine, by name only", AEI_PARAMETERS);

function namedProgram(name: string, summary: string, parameters: readonly OptionSpec[]): PlayerKind {
  return {
    name,
    summary,
    parameters,
    startsProgram: true,
    unavailable: () => NOT_HERE,
    create: () => Promise.reject(new GameloreError("bad-player", NOT_HERE)),
  };
}

export function withNamedPrograms(game: Game): Game {
  if (game.id === "arimaa")
    return {
      ...game,
      open: async (options) => {
        const { ArimaaRules, playerKindsOf } = await import("../games/arimaa/rules.ts");
        return ok(new ArimaaRules(game, options, (rules) => [...playerKindsOf(rules), AEI]));
      },
    };
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
