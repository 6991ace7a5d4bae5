/** The player kind `aei(…)`: external AEI engines as players of Arimaa. */
import { ok, unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { playerText } from "../../engine/search/parameters.ts";
import type { Board } from "../../games/arimaa/board.ts";
import { game } from "../../games/arimaa/game.ts";
import { ArimaaRules, playerKindsOf } from "../../games/arimaa/rules.ts";
import { splitCommand } from "../external/command-text.ts";
import { missingProgram } from "../external/installed.ts";
import { parseSettings } from "../external/option-settings.ts";
import { COMMAND, HASH, millisecondsSpec, OPTIONS, START } from "../external/parameters.ts";
import { remotePlayer } from "./remote-player.ts";

const PARAMETERS: readonly OptionSpec[] = [
  COMMAND,
  millisecondsSpec("ms", "milliseconds per turn; then it is sent stop", 5_000),
  // Engines of Arimaa are often slow to stop, and their clocks are coarse.
  millisecondsSpec("grace", "further milliseconds before it loses by timeout", 5_000),
  START,
  HASH,
  OPTIONS,
];

function canonical(given: OptionValues): string {
  const specs = PARAMETERS.map((spec) =>
    spec.kind === "integer" && spec.name === "ms" ? { ...spec, default: null } : spec,
  );
  return playerText("aei", specs, given);
}

function aeiKind(board: Board): PlayerKind {
  return {
    name: "aei",
    summary: "an external AEI engine, for example aei(command=./bot)",
    parameters: PARAMETERS,
    startsProgram: true,
    // The time is always written out, because such games are not reproducible.
    text: canonical,
    unavailable: (given) => {
      const command = splitCommand(String(given["command"] ?? ""), "aei(command=./bot --quiet)");
      return command.ok ? missingProgram(command.value[0]) : command.error.message;
    },
    create: async (given, _seed, signal) => {
      const command = unwrap(splitCommand(String(given["command"]), "aei(command=./bot --quiet)"));
      const spec = {
        command,
        milliseconds: Number(given["ms"]),
        graceMs: Number(given["grace"]),
        startMs: Number(given["start"]),
        settings: [
          ...(given["hash"] === null ? [] : [{ name: "hash", value: String(given["hash"]) }]),
          ...unwrap(parseSettings(String(given["options"] ?? ""))),
        ],
      };
      return remotePlayer(canonical(given), board, spec, signal);
    },
  };
}

export const arimaaWithEngines: Game = {
  ...game,
  open: async (options) =>
    ok(new ArimaaRules(game, options, (rules) => [...playerKindsOf(rules), aeiKind(rules.board)])),
};
