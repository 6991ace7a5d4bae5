/** One game with its open variants, players and tables, as the server asks it: every answer is a document. */
import { tablesOf } from "../engine/arena/players.ts";
import { fail, GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { Game, Rules } from "../engine/contracts/game.ts";
import { parseOptions, type OptionValues } from "../engine/contracts/options.ts";
import type { Player } from "../engine/contracts/player.ts";
import type { TableSpec, TableSetSpec } from "../engine/contracts/table.ts";
import { openProbe, type OpenProbe, type ProbeDocument } from "../engine/tables/probing.ts";
import type { TableSource } from "../engine/tables/table-source.ts";
import type {
  ChanceDocument,
  ChanceRequest,
  ChoiceDocument,
  ChooseRequest,
  ComposeDocument,
  ComposeRequest,
  ExportDocument,
  ExportRequest,
  GameDocument,
  GameState,
  GameSummary,
  ImportDocument,
  ImportRequest,
  LineDocument,
  PositionDocument,
  PositionRequest,
  StripDocument,
  StripRequest,
  TableOfferDocument,
  ValuesDocument,
} from "./api.ts";
import { chanceDocument, choiceDocument, seedAt } from "./documents/choice.ts";
import { gameDocument, gameSummary } from "./documents/game.ts";
import { exportDocument, importDocument } from "./documents/game-text.ts";
import { lineDocument } from "./documents/principal-variation.ts";
import { playedOrThrow, type Played } from "./documents/replay.ts";
import { positionDocument } from "./documents/position.ts";
import { stripDocument } from "./documents/evaluation-graph.ts";
import type { TellDocument } from "./documents/search-progress.ts";
import { valuesDocument } from "./documents/values.ts";
import { clientPlayerText, makeClientPlayer, mayPlay } from "./client-players.ts";
import { Kept } from "./lru-cache.ts";
import { offerDocument } from "./documents/table-spec.ts";
import { VariantValues } from "./value-sources.ts";

/** Options as a client sends them. */
export type SentOptions = Readonly<Record<string, string | number>>;

const VARIANTS_KEPT = 3;
const PLAYERS_KEPT = 6;
const CHOICES_KEPT = 64;
const GAMES_KEPT = 8;
const PROBES_KEPT = 4;

interface OpenVariant {
  readonly rules: Rules;
  readonly values: VariantValues;
  /** Players that nobody uses now, by text, seed and turn: one that has thought of a whole turn remembers it. */
  readonly players: Kept<Player>;
  /** Answers, by all that was asked. */
  readonly choices: Kept<ChoiceDocument>;
  readonly games: Kept<Played>;
}

export interface DeskGame {
  readonly game: Game;
  readonly kind: GameSummary["kind"];
  /** The rules in words. */
  readonly words: string;
}

export class Desk {
  readonly #about: DeskGame;
  readonly #store: TableSource;
  readonly #variants = new Kept<Promise<OpenVariant>>(VARIANTS_KEPT, (opening) => void closeVariant(opening));
  readonly #probes = new Kept<Promise<OpenProbe>>(
    PROBES_KEPT,
    (opening) =>
      void opening.then(
        (probe) => probe.close(),
        () => {},
      ),
  );

  constructor(about: DeskGame, store: TableSource) {
    this.#about = about;
    this.#store = store;
  }

  async summary(): Promise<GameSummary> {
    return gameSummary((await this.#open({})).rules, this.#about.kind);
  }

  async game(options: SentOptions): Promise<GameDocument> {
    const { rules } = await this.#open(options);
    return gameDocument(rules, {
      kind: this.#about.kind,
      rules: this.#about.words,
      hasTable: (identity) => this.#store.has(identity),
      mayPlay,
    });
  }

  async position({ seat, ...state }: PositionRequest): Promise<PositionDocument> {
    const played = await this.#played(state);
    return positionDocument(played, seatOf(played.rules, seat));
  }

  async values({ seat, ...state }: PositionRequest, signal?: AbortSignal): Promise<ValuesDocument> {
    const { values } = await this.#open(state.variant);
    const played = await this.#played(state);
    return valuesDocument(played, seatOf(played.rules, seat), await values.sources(), signal);
  }

  async line({ seat, ...state }: PositionRequest): Promise<LineDocument> {
    const { values } = await this.#open(state.variant);
    const played = await this.#played(state);
    return lineDocument(played, seatOf(played.rules, seat), await values.sources());
  }

  async strip({ seat = null, player = 0, ...state }: StripRequest, signal?: AbortSignal): Promise<StripDocument> {
    const { values } = await this.#open(state.variant);
    const played = await this.#played(state);
    const { rules } = played;
    return stripDocument(played, seatOf(rules, seat), playerOf(rules, player), await values.sources(), signal);
  }

  async choose(
    { player: text, limits, seed, actor, seat, ...state }: ChooseRequest,
    signal?: AbortSignal,
    tell?: TellDocument,
  ): Promise<ChoiceDocument> {
    const { rules, players, choices } = await this.#open(state.variant);
    const played = await this.#played(state);
    const canonical = clientPlayerText(rules, text);
    const asked = JSON.stringify([state.start, state.moves, canonical, limits, seed, actor, seat]);
    const before = choices.get(asked);
    if (before) return before;
    // A player of its own for each turn: what it answers hangs on the request and not on what it was asked before.
    const begun = turnStart(played, actor);
    const name = JSON.stringify([canonical, seed, actor, state.start, state.moves.slice(0, begun)]);
    // One seed serves for a whole game, and for two who choose at once.
    const own = seedAt(seed, begun * rules.players.length + (actor ?? played.actors[0] ?? 0));
    const make = (): Promise<Player> => makeClientPlayer(rules, text, own, signal);
    const player =
      players.take(name) ?? (await make().catch((error: unknown) => afterMakingRoom(error, players, make)));
    try {
      const choice = await choiceDocument(played, player, limits, signal, { actor, seat, tell });
      // Who asks the same again is told the same; with a time to think, it is to be thought about again.
      if (limits.milliseconds === undefined) choices.set(asked, choice);
      return choice;
    } finally {
      players.set(name, player);
    }
  }

  async chance({ seed, ...state }: ChanceRequest): Promise<ChanceDocument> {
    return chanceDocument(await this.#played(state), seed);
  }

  async compose({ variant, pieces, turn }: ComposeRequest): Promise<ComposeDocument> {
    const { rules } = await this.#open(variant);
    if (!rules.compose)
      throw new GameloreError("bad-usage", `${rules.game.id}: positions are given as text, not made of pieces`);
    return { position: rules.formatPosition(unwrap(rules.compose(pieces, turn))) };
  }

  async import({ variant, text }: ImportRequest): Promise<ImportDocument> {
    return importDocument((await this.#open(variant)).rules, text);
  }

  async export({ players, scores, date, ...state }: ExportRequest): Promise<ExportDocument> {
    return exportDocument(await this.#played(state), {
      players,
      ...(scores && { scores }),
      ...(date !== undefined && { date }),
    });
  }

  async players({ variant, text }: { variant: SentOptions; text: string }): Promise<{ text: string }> {
    return { text: clientPlayerText((await this.#open(variant)).rules, text) };
  }

  /** The very document of `gamelore probe`. */
  async probe(
    { position, options }: { position: string; options: SentOptions },
    signal?: AbortSignal,
  ): Promise<ProbeDocument> {
    const { game } = this.#about;
    const values = this.#read(game.prober ? game.options : game.tableOptions, options);
    const name = JSON.stringify(values);
    const opening = this.#probes.get(name) ?? openProbe(this.#store, game, values);
    this.#probes.set(name, opening);
    try {
      return await (await opening).probe(position, signal);
    } catch (error) {
      // What could not be opened, or was damaged, may be built meanwhile.
      if (!(error instanceof GameloreError) || error.code.startsWith("table")) this.#probes.take(name);
      throw error;
    }
  }

  /** The tables that a player reads, or without one the variant's own; they need not be there. */
  async tablesOf(variant: SentOptions, player?: string): Promise<readonly TableSpec[]> {
    const { rules } = await this.#open(variant);
    if (player !== undefined) return tablesOf(rules, clientPlayerText(rules, player));
    return rules.table ? [rules.table] : [];
  }

  /** The smallest set that has all of these tables, since they are built sooner together. */
  async tableSetOf(variant: SentOptions, offers: readonly TableSpec[]): Promise<TableSetSpec | null> {
    const { game, options } = (await this.#open(variant)).rules;
    for (const values of offers.length > 1 ? (game.tablesFor?.(options) ?? []).toReversed() : []) {
      const set = game.tableSet?.(values);
      const names = new Set(set?.ok ? set.value?.tables.map(({ identity }) => identity.name) : []);
      if (set?.ok && offers.every(({ identity }) => names.has(identity.name))) return set.value;
    }
    return null;
  }

  async table({ options }: { options: SentOptions }): Promise<TableOfferDocument> {
    const { game } = this.#about;
    return offerDocument(game, this.#read(game.tableOptions, options), this.#store);
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled(this.#variants.values());
    await Promise.all(
      open.map((each) => (each.status === "fulfilled" ? closeVariant(Promise.resolve(each.value)) : null)),
    );
    this.#probes.clear();
  }

  #read(specs: Game["options"], options: SentOptions): OptionValues {
    const texts = Object.entries(options).map(([name, value]) => [name, String(value)]);
    return unwrap(parseOptions(specs, Object.fromEntries(texts)));
  }

  async #open(options: SentOptions): Promise<OpenVariant> {
    const { game } = this.#about;
    const values = this.#read(game.options, options);
    const name = JSON.stringify(values);
    const opening = this.#variants.get(name) ?? openVariant(game, values, this.#store);
    this.#variants.set(name, opening);
    // What `take` gives is the same promise: returned, it would fail unheard.
    opening.catch(() => void this.#variants.take(name));
    return opening;
  }

  async #played(state: GameState): Promise<Played> {
    const { rules, games } = await this.#open(state.variant);
    const name = JSON.stringify([state.start, state.moves]);
    const same = games.get(name);
    if (same) return same;
    const known = games.values().reduce<Played | undefined>((best, each) => {
      const same = (played: Played | undefined): number => (played ? sharedPlies(played, state) : -1);
      return same(each) > same(best) ? each : best;
    }, undefined);
    const played = playedOrThrow(rules, state, known);
    games.set(name, played);
    return played;
  }
}

async function openVariant(game: Game, values: OptionValues, store: TableSource): Promise<OpenVariant> {
  const rules = unwrap(await game.open(values));
  return {
    rules,
    values: new VariantValues(rules, store),
    players: new Kept<Player>(PLAYERS_KEPT, (player) => void player.close().catch(() => {})),
    choices: new Kept<ChoiceDocument>(CHOICES_KEPT),
    games: new Kept<Played>(GAMES_KEPT),
  };
}

async function closeVariant(opening: Promise<OpenVariant>): Promise<void> {
  try {
    const { rules, values, players } = await opening;
    values.close();
    await Promise.all(players.values().map((player) => player.close()));
    await rules.close();
  } catch {
    // It was never open.
  }
}

/** Players that nobody uses now may hold the memory that a new one needs. */
async function afterMakingRoom(error: unknown, idle: Kept<Player>, make: () => Promise<Player>): Promise<Player> {
  if (!(error instanceof GameloreError) || error.code !== "too-large" || idle.values().length === 0) throw error;
  await Promise.all(idle.takeAll().map((player) => player.close()));
  return make();
}

/** Plies before the steps that who acts has made in a row. */
function turnStart({ plies, actors }: Played, actor = actors[0]): number {
  const other = plies.findLastIndex((ply) => ply.actors.length !== 1 || ply.actors[0] !== actor);
  return other + 1;
}

/** Plies that a game which is known has in common with what was sent. */
function sharedPlies({ plies }: Played, { moves }: GameState): number {
  let count = 0;
  while (count < plies.length && count < moves.length && plies[count]?.text === moves[count]) count++;
  return count;
}

function seatOf(rules: Rules, seat: number | null): number | null {
  return seat === null ? null : playerOf(rules, seat, "seat");
}

function playerOf(rules: Rules, player: number, what = "player"): number {
  if (rules.players[player] !== undefined) return player;
  return unwrap(fail("bad-usage", `${what}: ${player} is not one of 0 to ${rules.players.length - 1}`));
}
