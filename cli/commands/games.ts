/** `gamelore games [NAME]`: a summary of all games, or one game's variants, players and tables. */
import type { Command } from "commander";
import type { Game } from "../../engine/contracts/game.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf, optionWords, type OptionSpec, type OptionValues } from "../../engine/contracts/options.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore, type StoredTable } from "../../engine/tables/store.ts";
import { findGame, rulesheetList } from "../../games/games.ts";
import { withExternalEngines } from "../../protocols/external-engines.ts";
import { columnLines } from "../columns.ts";
import { addJson, printResult } from "../command.ts";
import { formatBytes, formatNumber, painterFor, plural } from "../terminal.ts";

/** Above this number of tables, a game's tables are summed up. */
const TABLES_SHOWN = 20;

export function gamesCommand(program: Command, games: readonly Game[]): void {
  const command = program
    .command("games")
    .argument("[name]", "a game or the file of a rulesheet: shows its variants, players and tables")
    .description("lists the games; with a name, shows one game's variants, players and tables")
    .addHelpText("after", "\nExamples:\n  gamelore games\n  gamelore games chess\n  gamelore games --json");
  addJson(command).action(async (name: string | undefined, { json }: { json?: boolean }) => {
    if (name !== undefined) {
      const game = await withExternalEngines(unwrap(await findGame(name)));
      const document = await describeGame(game, new TableStore(tablesFolder()).list());
      return printResult(json, document, detailLines(document));
    }
    const rulesheets = rulesheetList();
    if (!json) return printResult(false, {}, summaryLines(games, rulesheets));
    const tables = new TableStore(tablesFolder()).list();
    const documents = await Promise.all(games.map((game) => describeGame(game, tables)));
    printResult(true, { tablesFolder: tablesFolder(), games: documents, rulesheets }, []);
  });
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

/** One line per game; in a terminal, long lines are cut. */
function summaryLines(games: readonly Listed[], rulesheets: readonly Listed[]): string[] {
  const paint = painterFor(process.stdout);
  const width = process.stdout.columns || Number.POSITIVE_INFINITY;
  const lines = columnLines(
    [...games, ...rulesheets].map(({ id, title, summary }) => [`  ${id}`, title, summary]),
    [0, 1, 2],
  ).map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
  return [
    paint("bold", "Games"),
    ...lines.slice(0, games.length),
    "",
    paint("bold", "General games (rulesheets)"),
    ...lines.slice(games.length),
    "",
    "Details of one game: gamelore games NAME",
    "Any other rulesheet can be used by its file: gamelore play game.kif",
  ];
}

interface GameDocument extends Listed {
  readonly options: readonly OptionSpec[];
  readonly presets: Game["presets"];
  readonly players: readonly {
    readonly name: string;
    readonly summary: string;
    readonly parameters: readonly OptionSpec[];
    readonly presetOf?: string;
    /** Options of a variant that has this player, if not all have it. */
    readonly variant?: OptionValues;
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
    players: [...rules.playerKinds.map((kind) => describePlayer(kind)), ...(await variantPlayers(game))],
    evaluators: rules.evaluators.map(({ name, summary }) => ({ name, summary })),
    tableOptions: game.tableOptions,
    tables: tables.filter((table) => table.game === game.id),
  };
  await rules.close();
  return document;
}

function describePlayer({ name, summary, parameters, presetOf }: PlayerKind): GameDocument["players"][number] {
  return { name, summary, parameters, ...(presetOf === undefined ? {} : { presetOf }) };
}

/** Players that the default variant does not have. */
async function variantPlayers(game: Game): Promise<GameDocument["players"]> {
  const found: GameDocument["players"][number][] = [];
  for (const [name, variant] of Object.entries(game.variantPlayers ?? {})) {
    const rules = unwrap(await game.open({ ...defaultsOf(game.options), ...variant }));
    const kind = rules.playerKinds.find((each) => each.name === name);
    if (kind) found.push({ ...describePlayer(kind), variant });
    await rules.close();
  }
  return found;
}

/** For a large set of tables, the totals and the tables that are not ready. */
function storedLines(tables: readonly StoredTable[], line: (table: StoredTable) => string): string[] {
  const ready = tables.filter(({ status }) => status === "ready");
  if (ready.length <= TABLES_SHOWN) return tables.map(line);
  const entries = ready.reduce((sum, { identity }) => sum + (identity?.entries ?? 0), 0);
  const bytes = ready.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return [
    `  ${plural(ready.length, "table")}, ${plural(entries, "entry", "entries")}, ${formatBytes(bytes)}`,
    ...tables.filter(({ status }) => status !== "ready").map(line),
  ];
}

function detailLines(game: GameDocument): string[] {
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
    const entries = each.identity ? `${plural(each.identity.entries, "entry", "entries")}, ` : "";
    const state = each.status === "ready" ? "" : ` — ${each.status}${each.problem ? `: ${each.problem}` : ""}`;
    return `  ${each.name.padEnd(24)} ${entries}${formatBytes(each.sizeBytes)}${state}`;
  };
  const presets = Object.keys(game.presets);
  const stored =
    game.tables.length > 0 ? storedLines(game.tables, table) : [`  none; build one with: gamelore solve ${game.id}`];
  return [
    `${paint("bold", game.id)}: ${game.title}, ${game.summary}`,
    ...(game.options.length > 0 ? [paint("dim", " variants"), ...game.options.map(option)] : []),
    ...(presets.length > 0 ? [`  presets: ${presets.join(", ")}`] : []),
    paint("dim", " players"),
    ...game.players.map((player) => {
      const parameters = player.presetOf
        ? `preset of ${player.presetOf}`
        : player.parameters.map((spec) => spec.name).join(", ");
      const variant = player.variant ? `; only with ${optionWords(player.variant)}` : "";
      return `  ${player.name.padEnd(14)} ${player.summary}${parameters ? ` (${parameters})` : ""}${variant}`;
    }),
    ...(game.tableOptions.length > 0
      ? [
          paint("dim", " table options"),
          ...game.tableOptions.map(option),
          paint("dim", " tables on this machine"),
          ...stored,
        ]
      : []),
  ];
}
