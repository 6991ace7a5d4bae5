/** The contract between a game and everything else. A game's module implements it; no other module contains game rules. */
import type { Catalogue } from "./catalogue.ts";
import type { Display } from "./display.ts";
import type { Result } from "./errors.ts";
import type { Notation } from "./notation.ts";
import type { OptionSpec, OptionValues } from "./options.ts";
import type { Rules } from "./rules.ts";
import type { MaterialSymmetry } from "./symmetry.ts";
import type { ExternalTables, Prober, TableSetSpec, TableSpec } from "./table.ts";

export interface Game {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Default number of random opening plies in a match, instead of 10; fewer for short games. */
  readonly openingPlies?: number;
  /** A position for examples in the help, if the initial one is not instructive. */
  readonly example?: string;
  /** Name of the position's text format, if it has one: FEN. */
  readonly positionFormat?: string;
  /** Texts of three players, strongest first, for examples in the help. */
  readonly examplePlayers: readonly [string, string, string];
  /** Players that only some variants have, by name, with the options of such a variant. */
  readonly variantPlayers?: Readonly<Record<string, OptionValues>>;
  /** Options of the variants. */
  readonly options: readonly OptionSpec[];
  /** Named combinations of options, for example the rules of a paper. */
  readonly presets: Readonly<Record<string, OptionValues>>;
  /** Options of the tables. */
  readonly tableOptions: readonly OptionSpec[];
  /** The table for these options; the error names the invalid option. */
  table(options: OptionValues): Result<TableSpec>;
  /** Solves single positions of a variant, for games whose `gamelore probe` does not read a table. */
  prober?(options: OptionValues): Promise<Result<Prober>>;
  /** The tables for these options; null if they describe a single table. */
  tableSet?(options: OptionValues): Result<TableSetSpec | null>;
  /** The set of these tables, given by their names, and of those they depend on, if one command builds them. */
  tablesNamed?(names: readonly string[]): Result<TableSetSpec>;
  /** Options of the tables that cover positions of a variant, best first. These tables may not be built yet. */
  tablesFor?(options: OptionValues): readonly OptionValues[];
  /** Options of small tables that `gamelore start` builds in a second or two. */
  readonly starterTables?: OptionValues;
  /** Options of tables of some seconds or a minute, which `gamelore start` builds in the background. */
  readonly backgroundTables?: OptionValues;
  /** Tables of other programs that `gamelore probe` can read. */
  readonly externalTables?: ExternalTables;
  /** A position in the tables, for the help, if the initial one is not in them. */
  readonly probeExample?: string;
  /** Equivalence of material sets. */
  readonly symmetry?: MaterialSymmetry;
  /** Opens a variant; the error names the invalid option. */
  open(options: OptionValues): Promise<Result<OpenGame>>;
}

/** One variant of a game, ready to be played. */
export interface OpenGame extends Rules, Notation, Display, Catalogue {
  readonly game: Game;
  readonly options: OptionValues;
  /** The canonical text of the variant. */
  readonly variant: string;
  /** Releases threads and memory. */
  close(): Promise<void>;
}
