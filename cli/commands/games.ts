/** `gamelore games`: what there is: games, variants, tables, players. */
import type { Command } from "commander";
import type { Game } from "../../engine/contracts/game.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf, type OptionSpec } from "../../engine/contracts/options.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore, type StoredTable } from "../../engine/tables/store.ts";
import { rulesheetList } from "../../games/games.ts";
import { addJson, printResult } from "../command.ts";
import { formatBytes, formatNumber, painterFor } from "../terminal.ts";

/** More tables of a game than this are not listed one by one. */
const TABLES_SHOWN = 20;

export function gamesCommand(program: Command, games: readonly Game[]): void {
  const command = program
    .command("games")
    .description("what there is: games with their variants, tables and players")
    .addHelpText("after", "\nExamples:\n  gamelore games\n  gamelore games --json");
  addJson(command).action(async ({ json }: { json?: boolean }) => {
    const tables = new TableStore(tablesFolder()).list();
    const documents = await Promise.all(games.map((game) => describeGame(game, tables)));
    const rulesheets = rulesheetList();
    const paint = painterFor(process.stdout);
    printResult(json, { tablesFolder: tablesFolder(), games: documents, rulesheets }, [
      ...documents.flatMap(linesFor),
      `${paint("bold", "general games")}, from their rulesheets; or any by its file, as in: gamelore play game.kif`,
      ...rulesheets.map(({ id, title, summary }) => `  ${id.padEnd(25)} ${title}: ${summary}`),
    ]);
  });
}

interface GameDocument {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  readonly presets: Game["presets"];
  readonly players: readonly {
    readonly name: string;
    readonly summary: string;
    readonly parameters: readonly OptionSpec[];
    readonly presetOf?: string;
  }[];
  readonly evaluators: readonly { readonly name: string; readonly summary: string }[];
  readonly tableOptions: readonly OptionSpec[];
  readonly tables: readonly StoredTable[];
}

async function describeGame(game: Game, tables: readonly StoredTable[]): Promise<GameDocument> {
  const rules = unwrap(await game.open(defaultsOf(game.options)));
  const document = {
    id: game.id,
    title: game.title,
    summary: game.summary,
    options: game.options,
    presets: game.presets,
    players: rules.playerKinds.map(({ name, summary, parameters, presetOf }) => ({
      name,
      summary,
      parameters,
      ...(presetOf === undefined ? {} : { presetOf }),
    })),
    evaluators: rules.evaluators.map(({ name, summary }) => ({ name, summary })),
    tableOptions: game.tableOptions,
    tables: tables.filter((table) => table.game === game.id),
  };
  await rules.close();
  return document;
}

/** Of a large set of tables only the sum is told, and what is not whole. */
function storedLines(tables: readonly StoredTable[], line: (table: StoredTable) => string): string[] {
  const ready = tables.filter(({ status }) => status === "ready");
  if (ready.length <= TABLES_SHOWN) return tables.map(line);
  const entries = ready.reduce((sum, { identity }) => sum + (identity?.entries ?? 0), 0);
  const bytes = ready.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return [
    `  ${formatNumber(ready.length)} tables, ${formatNumber(entries)} entries, ${formatBytes(bytes)}`,
    ...tables.filter(({ status }) => status !== "ready").map(line),
  ];
}

function linesFor(game: GameDocument): string[] {
  const paint = painterFor(process.stdout);
  const option = (spec: OptionSpec): string => {
    const values =
      spec.kind === "choice"
        ? spec.choices.join(" | ")
        : spec.kind === "text"
          ? "text"
          : `${spec.min}–${formatNumber(spec.max)}`;
    const byDefault = spec.default === null ? "" : `, default ${spec.default}`;
    return `  --${spec.name.padEnd(12)} ${spec.summary} (${values}${byDefault})`;
  };
  const table = (each: StoredTable): string => {
    const entries = each.identity ? `${formatNumber(each.identity.entries)} entries, ` : "";
    const state = each.status === "ready" ? "" : ` — ${each.status}${each.problem ? `: ${each.problem}` : ""}`;
    return `  ${each.name.padEnd(24)} ${entries}${formatBytes(each.sizeBytes)}${state}`;
  };
  const presets = Object.keys(game.presets);
  const stored =
    game.tables.length > 0
      ? storedLines(game.tables, table)
      : [`  none yet; build one with: gamelore solve ${game.id}`];
  return [
    `${paint("bold", game.id)}: ${game.title}, ${game.summary}`,
    ...(game.options.length > 0 ? [paint("dim", " variants"), ...game.options.map(option)] : []),
    ...(presets.length > 0 ? [`  presets: ${presets.join(", ")}`] : []),
    paint("dim", " players"),
    ...game.players.map((player) => {
      const parameters = player.presetOf
        ? `as ${player.presetOf}`
        : player.parameters.map((spec) => spec.name).join(", ");
      return `  ${player.name.padEnd(14)} ${player.summary}${parameters ? ` (${parameters})` : ""}`;
    }),
    ...(game.tableOptions.length > 0
      ? [
          paint("dim", " tables: what can be said of one"),
          ...game.tableOptions.map(option),
          paint("dim", " tables on this machine"),
          ...stored,
        ]
      : []),
  ];
}
