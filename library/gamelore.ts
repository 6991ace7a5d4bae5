/**
 * Gamelore as a library: exact tables, players that use them, and the value of every move. Functions reject with a `GameloreError`, whose
 * `code` says what is wrong. Tables and stored games are those of the command line, under `$GAMELORE_HOME`.
 */
import "./check-node.ts";

export { gameNames, openGame } from "./open-game.ts";
export type { GivenOptions, OpenSettings } from "./open-game.ts";
export { openTable, probe, solve } from "./tables.ts";
export type { OpenTable, SolvedTables, SolveSettings } from "./tables.ts";
export { match, play } from "./games.ts";
export type { MatchSettings, PlaySettings } from "./games.ts";
export { analyse } from "./analyse.ts";
export type { AnalyseSettings } from "./analyse.ts";
export { GameloreError } from "../engine/contracts/errors.ts";
export { CHANCE } from "../engine/contracts/position.ts";
export type { ChooseMove, CustomEvaluation, CustomPlayer, Plugin, Turn } from "./plugin.ts";
export type { OpenGame } from "../engine/contracts/game.ts";
export type { Rules } from "../engine/contracts/rules.ts";
export type { Notation } from "../engine/contracts/notation.ts";
export type { Display } from "../engine/contracts/display.ts";
export type { Actor, Move, PlayerNumber, Position, Scores } from "../engine/contracts/position.ts";
export type { Limits } from "../engine/contracts/player.ts";
export type { GameRecord } from "../engine/arena/play-game.ts";
export type { MatchReport } from "../engine/arena/match.ts";
export type { Standing } from "../engine/arena/statistics.ts";
export type { SprtBounds } from "../engine/arena/sprt.ts";
export type { Rank } from "../engine/contracts/table.ts";
export type { ProbeDocument } from "../engine/tables/probing.ts";
export type { AnalysisDocument } from "../service/analysis-documents.ts";
