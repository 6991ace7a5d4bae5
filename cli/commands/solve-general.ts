/** `gamelore solve GAME` for a general game: enumerates the reachable states and values all of them, or proves its outcome. */
import type { Command } from "commander";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { formatPlies, plural } from "../../engine/contracts/quantities.ts";
import type { GdlGame } from "../../gdl/game.ts";
import { positionCodec } from "../../gdl/position-codec.ts";
import type { PropnetReasoner } from "../../gdl/propnet/propnet-reasoner.ts";
import { PROOF_BOUNDS, Prover } from "../../gdl/prove/prover.ts";
import { isSolved, SOLVE_BOUNDS, solveFrom } from "../../gdl/solve/solver.ts";
import type { SolvedStates, StateValue } from "../../gdl/solve/solved-states.ts";
import { addJson, interruptible, printResult, wholeNumber } from "../command.ts";
import { Progress } from "../progress.ts";
import { formatBytes, formatNumber, formatSeconds, painterFor } from "../terminal.ts";

interface SolveGeneralGiven {
  readonly states: number;
  readonly megabytes: number;
  readonly seconds: number;
  readonly proofSeconds: number;
  readonly proofMegabytes: number;
  readonly json?: boolean;
}

export function solveGeneralCommand(parent: Command, game: GdlGame): void {
  const command = parent
    .command(game.id)
    .description(`solves ${game.title} if its reachable states fit into the bounds`)
    .option("--states <N>", "at most this many states", wholeNumber("states", 1, 2 ** 27), SOLVE_BOUNDS.states)
    .option(
      "--megabytes <N>",
      "at most this much memory",
      wholeNumber("megabytes", 1, 3_500),
      SOLVE_BOUNDS.bytes / 2 ** 20,
    )
    .option("--seconds <N>", "at most this long", wholeNumber("seconds", 1, 86_400), SOLVE_BOUNDS.milliseconds / 1_000)
    .option(
      "--proof-seconds <N>",
      "at most this long for a proof if the states do not fit; 0 for none",
      wholeNumber("proof-seconds", 0, 86_400),
      PROOF_BOUNDS.milliseconds / 1_000,
    )
    .option(
      "--proof-megabytes <N>",
      "the size of its table",
      wholeNumber("proof-megabytes", 1, 3_500),
      PROOF_BOUNDS.bytes / 2 ** 20,
    )
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore solve ${game.id}\n  gamelore solve ${game.id} --states 10000000 --megabytes 2000 --seconds 300\n  gamelore solve ${game.id} --proof-seconds 3600\n\nIf the states do not fit, the outcome of the start is proven by proof-number search. A long proof is stored for\nprobes, players and the page; a game whose states fit is solved again when it is needed.`,
    );
  addJson(command).action(async (given: SolveGeneralGiven) => {
    const reasoner = unwrap(game.reasoner());
    const root = positionCodec(reasoner).encode(reasoner.initial());
    const bounds = { states: given.states, bytes: given.megabytes * 2 ** 20, milliseconds: 1_000 * given.seconds };
    const progress = new Progress(`solving ${game.id}`);
    const solved = await interruptible((signal) =>
      solveFrom(reasoner, root, bounds, {
        signal,
        onProgress: (states, expanded) => progress.update(expanded / Math.max(1, states), plural(states, "state")),
      }),
    ).finally(() => progress.end());
    if (!isSolved(solved)) {
      if (!solved.isTooLarge || reasoner.roles.length !== 2 || given.proofSeconds === 0)
        throw new GameloreError("too-large", `${game.id} is not solved: ${solved.reason}`);
      return proveStart(game, reasoner, root, solved.reason, given);
    }
    const { states, moves, levels, cyclic, milliseconds } = solved.statistics;
    const value = solved.value(0);
    const counts = countEnds(solved, reasoner.roles);
    const paint = painterFor(process.stdout);
    printResult(given.json, { game: game.id, ...solved.statistics, value, counts }, [
      `${paint("bold", game.id)}: ${valueText(value, reasoner.roles)}`,
      `${plural(states, "reachable state")}, ${plural(moves, "move")}, at most ${formatPlies(levels)} from the start; ${formatBytes(solved.bytes)} in memory`,
      ...(cyclic > 0
        ? [`play can be endless from ${plural(cyclic, "state")}; that counts as a draw, in a puzzle as a failure`]
        : []),
      `solved in ${formatSeconds(milliseconds / 1_000)}`,
      ...Object.entries(counts).map(([name, count]) => `  ${formatNumber(count).padStart(13)}  ${name}`),
    ]);
  });
}

async function proveStart(
  game: GdlGame,
  reasoner: PropnetReasoner,
  root: Uint8Array,
  reason: string,
  given: SolveGeneralGiven,
): Promise<void> {
  const prover = await Prover.open(reasoner, given.proofMegabytes * 2 ** 20);
  const progress = new Progress(`proving ${game.id}`);
  const started = performance.now();
  const milliseconds = 1_000 * given.proofSeconds;
  try {
    const outcome = await interruptible((signal) =>
      prover.outcome(root, {
        milliseconds,
        signal,
        onProgress: (states) =>
          progress.update(null, `${plural(states, "state")}, at most ${formatSeconds(given.proofSeconds)}`),
      }),
    ).finally(() => progress.end());
    const { states } = prover;
    if (typeof outcome === "string")
      throw new GameloreError(
        "too-large",
        `${game.id} is not solved: ${reason}; proof of its outcome: ${outcome} (${plural(states, "state")})`,
      );
    const seconds = (performance.now() - started) / 1_000;
    const stored = await prover.store([root]);
    const text = outcome === 0 ? "draw" : `${reasoner.roles[outcome > 0 ? 0 : 1]} wins`;
    printResult(
      given.json,
      { game: game.id, outcome: text, states, stored, milliseconds: Math.round(1_000 * seconds) },
      [
        `${painterFor(process.stdout)("bold", game.id)}: ${text} with best play`,
        `proven by proof-number search: ${plural(states, "state")} expanded in ${formatSeconds(seconds)}`,
        ...(stored > 0
          ? [`stored: ${plural(stored, "position")}; gamelore probe ${game.id} and the page begin with them`]
          : []),
      ],
    );
  } finally {
    await prover.close();
  }
}

function valueText({ goals, plies }: StateValue, roles: readonly string[]): string {
  const when = plies === null ? "" : ` in ${formatPlies(plies)}`;
  return `${endName(goals, roles)}${when} with best play`;
}

function endName(goals: readonly number[] | null, roles: readonly string[]): string {
  const [first, second] = goals ?? [];
  if (first === undefined) return roles.length === 1 ? "no end" : "endless play";
  if (second === undefined) return plural(first, "point");
  if (first === second) return "draw";
  const points = Math.abs(first - second) >= 100 ? "" : `, ${goals?.join(" to ")}`;
  return `${roles[first > second ? 0 : 1]} wins${points}`;
}

/** States by their value. */
function countEnds(solved: SolvedStates, roles: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let index = 0; index < solved.statistics.states; index++) {
    const name = endName(solved.value(index).goals, roles);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
