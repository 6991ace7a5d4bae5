/** `gamelore gdl serve-match`: a GGP game manager for remote and local players. */
import { randomBytes } from "node:crypto";
import { InvalidArgumentError, type Command } from "commander";
import { randomOpening } from "../../engine/arena/play-game.ts";
import { FAULTS, GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { rulesheetGameId, rulesheetPath } from "../../games/games.ts";
import { formatExpression, parseExpressions } from "../../gdl/language/expressions.ts";
import { gdlGame } from "../../gdl/game.ts";
import { parseAddress } from "../../gdl/ggp/remote-player.ts";
import { serveMatch, type SeatSpec, type ServedMatch, type ServedMatchSpec } from "../../gdl/ggp/serve-match.ts";
import type { StepReport } from "../../gdl/ggp/serve-match.ts";
import { rulesheetFrom } from "../../gdl/ggp/start-position.ts";
import { seatText, storeServedMatch } from "../../gdl/ggp/store-match.ts";
import { withStore } from "../arena-options.ts";
import { columnLines } from "../columns.ts";
import { addJson, addSeed, interruptible, oneLine, printResult, wholeNumber } from "../command.ts";
import { readRulesheet } from "../read-rulesheet.ts";
import { formatSeconds, painterFor, plural } from "../terminal.ts";

const START_CLOCK = 30;
const PLAY_CLOCK = 10;
const MAX_CLOCK = 86_400;
const MAX_OPENING = 1_000;

interface ServeGiven {
  readonly startClock: number;
  readonly playClock: number;
  readonly opening: number;
  readonly id?: string;
  readonly seed: number;
  readonly store: boolean;
  readonly json?: boolean;
}

export function serveMatchCommand(parent: Command): void {
  // Both options fill the next role: one list in the given order.
  const seats: SeatSpec[] = [];
  const command = parent
    .command("serve-match")
    .argument("<rulesheet>", "a rulesheet file, or the name of a bundled one")
    .description("runs a match between remote players (GGP protocol over HTTP) and local players")
    .option("--player <URL>", "address of the player of the next role", (text: string) => {
      const address = parseAddress(text);
      if (!address.ok) throw new InvalidArgumentError(address.error.message);
      seats.push({ kind: "remote", address: address.value });
    })
    .option("--local <PLAYER>", "local player of the next role, for example random", (text: string) => {
      seats.push({ kind: "local", player: text });
    })
    .option("--start-clock <S>", "seconds to prepare", wholeNumber("start-clock", 1, MAX_CLOCK), START_CLOCK)
    .option("--play-clock <S>", "seconds per move", wholeNumber("play-clock", 1, MAX_CLOCK), PLAY_CLOCK)
    .option(
      "--opening <PLIES>",
      "random plies before the players start, the same for the same --seed",
      wholeNumber("opening", 0, MAX_OPENING),
      0,
    )
    .option("--id <ID>", "match id, one word (default: a new one)", matchId)
    .option("--no-store", "do not store the game")
    .addHelpText(
      "after",
      `\nExamples:
  gamelore gdl serve-match tic-tac-toe --player http://127.0.0.1:9147 --player http://127.0.0.1:9148
  gamelore gdl serve-match breakthrough --player 127.0.0.1:9147 --local random --play-clock 2
  gamelore gdl serve-match game.kif --local random --local random --json
  gamelore gdl serve-match pentago --player 127.0.0.1:9147 --player 127.0.0.1:9148 --opening 4 --seed 7

With --opening the rulesheet that players receive starts at the position after the random plies.

A random move is played, and counted as an error, for a player that does not answer within the play clock plus 1 s, cannot be reached within
5 s, or answers with an illegal move. Ctrl-C sends an abort to the players and stores nothing.`,
    );
  addSeed(addJson(command)).action((rulesheet: string, given: ServeGiven) => run(rulesheet, seats, given));
}

function matchId(text: string): string {
  if (/^[^\s();]{1,100}$/.test(text)) return text;
  throw new InvalidArgumentError("expected one word without parentheses");
}

async function run(rulesheet: string, seats: readonly SeatSpec[], given: ServeGiven): Promise<void> {
  const text = readRulesheet(rulesheet);
  const id = rulesheetGameId(rulesheetPath(rulesheet) ?? rulesheet);
  const rules = unwrap(await unwrap(gdlGame(id, text)).open({}));
  try {
    const start = given.opening > 0 ? randomOpening(rules, given.opening, given.seed) : null;
    const spec: ServedMatchSpec = {
      id: given.id ?? `${id.replace(/[^\w.-]/g, "_")}.${Date.now()}.${randomBytes(3).toString("hex")}`,
      rulesheet: start
        ? rulesheetFrom(text, rules, start)
        : unwrap(parseExpressions(text)).map(formatExpression).join(" "),
      seats,
      startClock: given.startClock,
      playClock: given.playClock,
      seed: given.seed,
      openingPlies: given.opening,
      ...(start && { start }),
    };
    const players = playersOf(rules, seats);
    await withStore(given, async (store) => {
      const match = await interruptible((signal) => play(rules, spec, signal));
      const gameId = store ? storeServedMatch(store, rules, spec, match).id : null;
      printResult(given.json, documentOf(rules, spec, match, gameId), linesFor(rules, players, match, gameId));
    });
  } finally {
    await rules.close();
  }
}

/** The players' texts; a wrong number of players or an unknown one is reported before the match. */
function playersOf(rules: OpenGame, seats: readonly SeatSpec[]): readonly string[] {
  const { length } = rules.players;
  if (seats.length !== length)
    throw new GameloreError(
      "bad-usage",
      `${rules.game.id} has ${plural(length, "role")} (${rules.players.join(", ")}), players given: ${seats.length}; use --player or --local once per role`,
    );
  return seats.map((seat) => seatText(rules, seat));
}

async function play(rules: OpenGame, spec: ServedMatchSpec, signal: AbortSignal): Promise<ServedMatch> {
  const log = (line: string): void => void process.stderr.write(`${oneLine(line)}\n`);
  log(`match ${spec.id}: start clock ${spec.startClock} s, play clock ${spec.playClock} s`);
  try {
    return await serveMatch(rules, spec, {
      signal,
      onStart: (answers) =>
        answers.forEach((answer, role) => answer === "ready" || log(`${rules.players[role]}: start: ${answer}`)),
      onStep: (report) => log(stepLine(rules, report)),
    });
  } catch (error) {
    if (!(error instanceof GameloreError) || error.code !== "interrupted") throw error;
    throw new GameloreError("interrupted", "interrupted: sent an abort to the players; nothing is stored", {
      cause: error,
    });
  }
}

function stepLine(rules: OpenGame, { step, roles, moves, faults, milliseconds }: StepReport): string {
  const made = moves.map((move, i) => `${roles[i]} ${move}`).join(", ");
  const wrong = faults.map(({ role, fault, why }) => `${rules.players[role]} ${fault}: ${why}; played a random move`);
  return [`${step}. ${made} (${formatSeconds(milliseconds / 1000)})`, ...wrong].join("; ");
}

function documentOf(rules: OpenGame, spec: ServedMatchSpec, match: ServedMatch, gameId: number | null): object {
  const { goals, errors, steps, milliseconds } = match;
  return {
    game: rules.game.id,
    match: spec.id,
    roles: rules.players.map((role, i) => ({
      role,
      player: seatText(rules, spec.seats[i] as SeatSpec),
      goal: goals[i],
      errors: errors[i],
    })),
    steps,
    milliseconds,
    stored: gameId,
  };
}

function linesFor(rules: OpenGame, players: readonly string[], match: ServedMatch, gameId: number | null): string[] {
  const { goals, errors, steps, milliseconds } = match;
  const rows = rules.players.map((role, i) => [
    role,
    players[i] as string,
    String(goals[i]),
    ...FAULTS.map((fault) => String(errors[i]?.[fault])),
  ]);
  const [head = "", ...lines] = columnLines([["role", "player", "goal", ...FAULTS], ...rows], [0, 1]);
  return [
    painterFor(process.stdout)("dim", head),
    ...lines,
    `${plural(steps.length, "step")} in ${formatSeconds(milliseconds / 1000)}${gameId === null ? "" : `; stored as game ${gameId}, see: gamelore records show ${gameId}`}`,
  ];
}
