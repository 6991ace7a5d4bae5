/** `gamelore thief-and-police compare`: how often players preserve the outcome of a position, by the table of the solved game. */
import { tableSource } from "#platform/tables";
import { integerOption, type CommandOutput, type CommandInput } from "../../engine/contracts/command.ts";
import { throwIfAborted, unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { parseOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { Player } from "../../engine/contracts/player.ts";
import type { Probe, Rank } from "../../engine/contracts/table.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { openStored } from "../../engine/tables/open-table.ts";
import { game } from "./game.ts";
import { PLAYERS } from "./notation.ts";
import { TABLE_OPTIONS, readTable } from "./tables/table-options.ts";
import { GameTable, gameSpec } from "./tables/game-table.ts";

const DEFAULT_PLAYERS = ["manhattan", "maze", "pdb(2)"].map((each) => `alphabeta(depth=1, eval=${each})`);
const DEFAULT_POSITIONS = 1_000;
const OUTCOMES = ["loss", "draw", "win"];

interface Tally {
  /** Positions in which moves have different outcomes. */
  asked: number;
  /** Moves that preserve the outcome. */
  right: number;
  /** Of these, moves in won positions, and those that win fastest. */
  won: number;
  soonest: number;
}

export async function runCompareCommand({ options, signal, terminal }: CommandInput): Promise<CommandOutput> {
  const chosen: Record<string, string> = {};
  for (const name of ["maze", "policemen", "turns", "stay"])
    if (typeof options[name] === "string") chosen[name] = options[name];
  const described = { policemen: "2", ...chosen };
  const table = unwrap(readTable(unwrap(parseOptions(TABLE_OPTIONS, { kind: "game", ...described }))));
  const spec = gameSpec(table);
  const file = openStored(tableSource(), spec);
  const rules = unwrap(await game.open(unwrap(parseOptions(game.options, described)) as OptionValues));
  const texts = typeof options["players"] === "string" ? options["players"].split(";") : DEFAULT_PLAYERS;
  const players: Player[] = [];
  try {
    for (const text of texts) players.push(await makePlayer(rules, text.trim(), 1));
    const truth = new GameTable(table, file);
    const random = new SeededRandom(integerOption({ options }, "seed", 1, 1));
    const positions = integerOption({ options }, "positions", DEFAULT_POSITIONS, 1);
    const tallies = players.map(() => PLAYERS.map((): Tally => ({ asked: 0, right: 0, won: 0, soonest: 0 })));
    let found = 0;
    for (let drawn = 0; found < positions && drawn < 1_000 * positions; drawn++) {
      throwIfAborted(signal);
      const position = truth.unrank(Math.floor(random.fraction() * spec.identity.entries) as Rank);
      const probe = probeIfMovesDiffer(truth, position);
      if (!probe) continue;
      found++;
      const { turn } = truth.board.notation.read(position);
      for (const [i, player] of players.entries()) {
        const { move } = await player.choose(position, {});
        count((tallies[i] as Tally[])[turn] as Tally, probe, move);
      }
      terminal.progress(found / positions, "positions");
    }
    return formatResult(spec.identity.name, players, tallies, found);
  } finally {
    file.close();
    await Promise.all(players.map((player) => player.close()));
    await rules.close();
  }
}

/** The probe of a position whose moves have different outcomes; null for other positions. */
function probeIfMovesDiffer(truth: GameTable, position: Position): Probe | null {
  const { police, thief } = truth.board.notation.read(position);
  if (police.includes(thief) || truth.board.states.result(position) !== null) return null;
  const probe = unwrap(truth.probe(position));
  const outcomes = new Set(probe.moves.map(({ after }) => after.outcome));
  return outcomes.size > 1 ? probe : null;
}

function count(tally: Tally, probe: Probe, move: number): void {
  const best = probe.moves[0];
  const made = probe.moves.find((each) => each.move === move);
  if (!best || !made) throw new Error(`no move ${move} in ${probe.position}`);
  const isRight = OUTCOMES.indexOf(String(made.after.outcome)) === OUTCOMES.indexOf(String(best.after.outcome));
  tally.asked++;
  tally.right += isRight ? 1 : 0;
  if (best.after.outcome !== "win" || !isRight) return;
  tally.won++;
  tally.soonest += made.after.score === best.after.score ? 1 : 0;
}

function formatResult(
  name: string,
  players: readonly Player[],
  tallies: readonly Tally[][],
  found: number,
): CommandOutput {
  const share = (part: number, all: number): string => (all === 0 ? "–" : `${((100 * part) / all).toFixed(1)} %`);
  const rows = players.map((player, i) => {
    const cells = (tallies[i] as Tally[]).flatMap(({ asked, right, won, soonest }) => [
      `${share(right, asked)} of ${asked}`,
      share(soonest, won),
    ]);
    return [player.text, ...cells];
  });
  const head = ["player", ...PLAYERS.flatMap((side) => [`${side}: right`, "fastest win"])];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] as string).length)));
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[column] as number),
      )
      .join("  "),
  );
  return {
    lines: [
      `${found} random positions whose moves have different outcomes, by ${name}`,
      "right: the move preserves the outcome; fastest win: of the right moves in won positions",
      ...lines,
    ],
    document: {
      table: name,
      positions: found,
      players: players.map((player, i) => ({
        player: player.text,
        sides: Object.fromEntries(PLAYERS.map((side, turn) => [side, tallies[i]?.[turn]])),
      })),
    },
  };
}
