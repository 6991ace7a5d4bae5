/** The player kind `uci(…)`: external UCI engines as players of chess. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Limits, PlayerKind } from "../../engine/contracts/player.ts";
import { limitSpec, playerText } from "../../engine/search/parameters.ts";
import { game, openChess } from "../../games/chess/game.ts";
import { playerKindsOf } from "../../games/chess/players.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { splitCommand } from "../external/command-text.ts";
import { parseSettings, type OptionSetting } from "../external/option-settings.ts";
import { COMMAND, GRACE, HASH, millisecondsSpec, OPTIONS, START } from "../external/parameters.ts";
import { missingProgram } from "../external/installed.ts";
import { DEFAULT_MS, remotePlayer } from "./remote-player.ts";

const PARAMETERS: readonly OptionSpec[] = [
  COMMAND,
  limitSpec("depth", "plies, for go depth", 1_000),
  limitSpec("nodes", "positions, for go nodes", 1e15),
  millisecondsSpec("ms", `milliseconds for a move, for go movetime (default ${DEFAULT_MS} if no limit is given)`, null),
  GRACE,
  millisecondsSpec("patience", "milliseconds before a search limited only by depth or nodes loses by timeout", 300_000),
  START,
  HASH,
  limitSpec("threads", "its option Threads (default 1)", 1_024),
  limitSpec("elo", "playing strength: its options UCI_LimitStrength and UCI_Elo", 4_000),
  { name: "syzygy", summary: "its option SyzygyPath: folders of Syzygy tables", kind: "text", default: null },
  OPTIONS,
];

/** The time limit is always written out, because such games are not reproducible. */
function canonical(given: OptionValues): string {
  const isLimited = ["depth", "nodes", "ms"].some((name) => typeof given[name] === "number");
  return playerText("uci", PARAMETERS, isLimited ? given : { ...given, ms: DEFAULT_MS });
}

export function uciKind(rules: ChessRules): PlayerKind {
  return {
    name: "uci",
    summary: "an external UCI engine, for example uci(command=gnuchess --uci, depth=7)",
    parameters: PARAMETERS,
    startsProgram: true,
    text: canonical,
    unavailable: (given) => {
      const command = splitCommand(String(given["command"] ?? ""), "uci(command=gnuchess --uci)");
      return command.ok ? missingProgram(command.value[0]) : command.error.message;
    },
    create: async (given, _seed, signal) => {
      const spec = {
        command: unwrap(splitCommand(String(given["command"] ?? ""), "uci(command=gnuchess --uci)")),
        limits: limitsOf(given),
        graceMs: Number(given["grace"]),
        patienceMs: Number(given["patience"]),
        startMs: Number(given["start"]),
        settings: settingsOf(given),
      };
      return remotePlayer(canonical(given), rules, spec, signal);
    },
  };
}

function limitsOf({ depth, nodes, ms }: OptionValues): Limits {
  return {
    ...(typeof depth === "number" ? { depth } : {}),
    ...(typeof nodes === "number" ? { nodes } : {}),
    ...(typeof ms === "number" ? { milliseconds: ms } : {}),
  };
}

/** `options` come last: they override the others. */
function settingsOf({ hash, threads, elo, syzygy, options }: OptionValues): OptionSetting[] {
  const isGiven = (value: unknown): boolean => value !== null && value !== undefined;
  const set = (name: string, value: unknown): OptionSetting[] =>
    isGiven(value) ? [{ name, value: String(value) }] : [];
  return [
    ...set("Hash", hash),
    ...set("Threads", threads),
    ...set("SyzygyPath", syzygy),
    ...set("UCI_LimitStrength", isGiven(elo) ? "true" : null),
    ...set("UCI_Elo", elo),
    ...unwrap(parseSettings(String(options ?? ""))),
  ];
}

export const chessWithEngines: Game = {
  ...game,
  open: async (options) => openChess(options, (rules) => [...playerKindsOf(rules), uciKind(rules)]),
};
