/** `gamelore gdl serve-match`: a match between players on the GGP protocol and players of the workbench. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { InvalidArgumentError, type Command } from "commander";
import { FAULTS, GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Rules } from "../../engine/contracts/game.ts";
import { rulesheetGameId, rulesheetNames, rulesheetPath } from "../../games/games.ts";
import { formatExpression, parseExpressions } from "../../gdl/language/expressions.ts";
import { gdlGame } from "../../gdl/game.ts";
import { parseAddress } from "../../gdl/ggp/remote-player.ts";
import { serveMatch, type SeatSpec, type ServedMatch, type ServedMatchSpec } from "../../gdl/ggp/serve-match.ts";
import type { StepReport } from "../../gdl/ggp/serve-match.ts";
import { seatText, storeServedMatch } from "../../gdl/ggp/store-match.ts";
import { withStore } from "../arena-options.ts";
import { columnLines } from "../columns.ts";
import { addJson, addSeed, interruptible, oneLine, printResult, wholeNumber } from "../command.ts";
import { formatSeconds, painterFor } from "../terminal.ts";

const START_CLOCK = 30;
const PLAY_CLOCK = 10;
const MAX_CLOCK = 86_400;

interface ServeGiven {
  readonly startClock: number;
  readonly playClock: number;
  readonly id?: string;
  readonly seed: number;
  readonly store: boolean;
  readonly json?: boolean;
}

export function serveMatchCommand(parent: Command): void {
  // Both options take the next role: they are one list, in the order in which they are given.
  const seats: SeatSpec[] = [];
  const command = parent
    .command("serve-match")
    .argument("<rulesheet>", "a rulesheet of the project by its name, or a file")
    .description("a match between players on the GGP protocol, over HTTP, and players of the workbench")
    .option("--player <URL>", "the player of the next role, by its address", (text: string) => {
      const address = parseAddress(text);
      if (!address.ok) throw new InvalidArgumentError(address.error.message);
      seats.push({ kind: "remote", address: address.value });
    })
    .option("--local <PLAYER>", "the player of the next role, of this workbench, as in random", (text: string) => {
      seats.push({ kind: "local", player: text });
    })
    .option("--start-clock <S>", "seconds to get ready", wholeNumber("start-clock", 1, MAX_CLOCK), START_CLOCK)
    .option("--play-clock <S>", "seconds for a move", wholeNumber("play-clock", 1, MAX_CLOCK), PLAY_CLOCK)
    .option("--id <ID>", "the match's name, one word (default: a new one)", matchId)
    .option("--no-store", "do not keep the game")
    .addHelpText(
      "after",
      `\nExamples:
  gamelore gdl serve-match tic-tac-toe --player http://127.0.0.1:9147 --player http://127.0.0.1:9148
  gamelore gdl serve-match breakthrough --player 127.0.0.1:9147 --local random --play-clock 2
  gamelore gdl serve-match game.kif --local random --local random --json

Who does not answer within the play clock and 1 s, cannot be reached in 5 s or answers no legal move has a random one made for it; that is
counted. Ctrl-C tells the players to abort and keeps nothing.`,
    );
  addSeed(addJson(command)).action((rulesheet: string, given: ServeGiven) => run(rulesheet, seats, given));
}

function matchId(text: string): string {
  if (/^[^\s();]{1,100}$/.test(text)) return text;
  throw new InvalidArgumentError("expected one word without parentheses");
}

async function run(rulesheet: string, seats: readonly SeatSpec[], given: ServeGiven): Promise<void> {
  const { id, text } = readRulesheet(rulesheet);
  const rules = unwrap(await unwrap(gdlGame(id, text)).open({}));
  try {
    const spec: ServedMatchSpec = {
      id: given.id ?? `${id.replace(/[^\w.-]/g, "_")}.${Date.now()}.${randomBytes(3).toString("hex")}`,
      rulesheet: unwrap(parseExpressions(text)).map(formatExpression).join(" "),
      seats,
      startClock: given.startClock,
      playClock: given.playClock,
      seed: given.seed,
    };
    const players = playersOf(rules, seats);
    await withStore(given, async (store) => {
      const match = await interruptible((signal) => play(rules, spec, signal));
      const kept = store ? storeServedMatch(store, rules, spec, match).id : null;
      printResult(given.json, documentOf(rules, spec, match, kept), linesFor(rules, players, match, kept));
    });
  } finally {
    await rules.close();
  }
}

function readRulesheet(given: string): { id: string; text: string } {
  const file = rulesheetPath(given) ?? given;
  try {
    return { id: rulesheetGameId(file), text: readFileSync(file, "utf8") };
  } catch (cause) {
    const known = rulesheetNames().join(", ");
    throw new GameloreError(
      "unknown-game",
      `${given} cannot be read; expected a rulesheet's file, or one of ${known}`,
      {
        cause,
      },
    );
  }
}

/** The players' texts; a wrong number of them, or one that there is not, is told before the match. */
function playersOf(rules: Rules, seats: readonly SeatSpec[]): readonly string[] {
  const { length } = rules.players;
  if (seats.length !== length)
    throw new GameloreError(
      "bad-usage",
      `${rules.game.id} has ${length} roles (${rules.players.join(", ")}), players given: ${seats.length}; expected a --player or a --local for each`,
    );
  return seats.map((seat) => seatText(rules, seat));
}

async function play(rules: Rules, spec: ServedMatchSpec, signal: AbortSignal): Promise<ServedMatch> {
  const tell = (line: string): void => void process.stderr.write(`${oneLine(line)}\n`);
  tell(`match ${spec.id}: start clock ${spec.startClock} s, play clock ${spec.playClock} s`);
  try {
    return await serveMatch(rules, spec, {
      signal,
      onStart: (answers) =>
        answers.forEach((answer, role) => answer === "ready" || tell(`${rules.players[role]}: start: ${answer}`)),
      onStep: (report) => tell(stepLine(rules, report)),
    });
  } catch (error) {
    if (!(error instanceof GameloreError) || error.code !== "interrupted") throw error;
    throw new GameloreError("interrupted", "interrupted: the players were told to abort, nothing is kept", {
      cause: error,
    });
  }
}

function stepLine(rules: Rules, { step, moves, faults, milliseconds }: StepReport): string {
  const made = moves.map((move, role) => `${rules.players[role]} ${move}`).join(", ");
  const wrong = faults.map(({ role, fault, why }) => `${rules.players[role]} ${fault}: ${why}, a random move was made`);
  return [`${step}. ${made} (${formatSeconds(milliseconds / 1000)})`, ...wrong].join("; ");
}

function documentOf(rules: Rules, spec: ServedMatchSpec, match: ServedMatch, kept: number | null): object {
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
    stored: kept,
  };
}

function linesFor(rules: Rules, players: readonly string[], match: ServedMatch, kept: number | null): string[] {
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
    `${steps.length} steps in ${formatSeconds(milliseconds / 1000)}${kept === null ? "" : `; kept as game ${kept}, see: gamelore records show ${kept}`}`,
  ];
}
