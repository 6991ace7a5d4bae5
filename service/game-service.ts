/** The service of one game: keeps variants, players and tables open and answers every operation with a document. */
import type { Actor, PlayerNumber } from "../engine/contracts/position.ts";
import { tablesOf } from "../engine/arena/players.ts";
import { fail, GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../engine/contracts/game.ts";
import { parseOptions, type OptionValues } from "../engine/contracts/options.ts";
import type { Limits, Player } from "../engine/contracts/player.ts";
import type { TableIdentity, TableSpec, TableSetSpec } from "../engine/contracts/table.ts";
import { openProbe, type OpenProbe, type ProbeDocument } from "../engine/tables/probing.ts";
import type { TableSource } from "../engine/tables/table-source.ts";
import type {
  ChanceDocument,
  ChanceRequest,
  ChoiceDocument,
  ChooseRequest,
  ComposeDocument,
  ComposeRequest,
  EvaluationGraphDocument,
  EvaluationGraphRequest,
  ExportDocument,
  ExportRequest,
  GameDocument,
  GameState,
  GameSummary,
  ImportDocument,
  ImportRequest,
  OptionParams,
  PlayerTextRequest,
  PositionDocument,
  PositionRequest,
  PvDocument,
  ValuesDocument,
} from "./api.ts";
import type { AnalysisDocument, AnalysisRequest, ProvablePosition } from "./analysis-documents.ts";
import type { TableSpecDocument } from "./table-documents.ts";
import { chanceDocument, choiceDocument, seedAt } from "./documents/choice.ts";
import { gameDocument } from "./documents/game.ts";
import { exportDocument, importDocument } from "./documents/game-text.ts";
import { pvDocument } from "./documents/principal-variation.ts";
import { positionToProve } from "./documents/provable.ts";
import { replayOrThrow, sharedPlies, type ReplayedGame } from "./documents/replay.ts";
import { positionDocument } from "./documents/position.ts";
import type { OnInfo } from "./documents/search-progress.ts";
import { Analyser } from "./analyser.ts";
import { clientPlayerText, makeClientPlayer, mayPlay, refuseLarge, type PlayerLimits } from "./client-players.ts";
import { LruCache } from "./lru-cache.ts";
import { substitutePlayer } from "./substitute-player.ts";
import { tableSpecDocument } from "./documents/table-spec.ts";
import { VariantValues } from "./value-sources.ts";

const MAX_VARIANTS = 3;
const MAX_PLAYERS = 6;
const MAX_CHOICES = 64;
const MAX_GAMES = 8;
const MAX_PROBES = 4;
/** Of `values`, which has no limits in its request. */
const VALUES_LIMITS: Limits = { nodes: 40_000, playouts: 4_000 };
const VALUES_LINES = 5;

interface OpenVariant {
  readonly rules: OpenGame;
  readonly values: VariantValues;
  /** Idle players by text, seed and turn: a player that has planned a whole turn remembers its next steps. */
  readonly players: LruCache<Player>;
  /** By the whole request. */
  readonly choices: LruCache<ChoiceDocument>;
  readonly analyser: Analyser;
  readonly games: LruCache<ReplayedGame>;
}

export interface ServedGame {
  readonly game: Game;
  readonly kind: GameSummary["kind"];
  /** The rules as Markdown. */
  readonly rulesText: string;
}

/** What a server sets for its clients. */
export interface ServiceOptions {
  readonly playerLimits?: PlayerLimits;
  /** Frees the memory of closed variants: a kernel memory is freed when it is collected. */
  readonly collectGarbage?: () => void;
}

export class GameService {
  readonly #served: ServedGame;
  readonly #tables: TableSource;
  readonly #options: ServiceOptions;
  readonly #variants = new LruCache<Promise<OpenVariant>>(MAX_VARIANTS, (opening) => void this.#evict(opening));
  /** Of evicted variants. */
  #closing: Promise<void> = Promise.resolve();
  readonly #probes = new LruCache<Promise<OpenProbe>>(
    MAX_PROBES,
    (opening) =>
      void opening.then(
        (probe) => probe.close(),
        () => {},
      ),
  );

  constructor(served: ServedGame, tables: TableSource, options: ServiceOptions = {}) {
    this.#served = served;
    this.#tables = tables;
    this.#options = options;
  }

  async game(options: OptionParams): Promise<GameDocument> {
    const { rules } = await this.#open(options);
    return gameDocument(rules, {
      kind: this.#served.kind,
      rules: this.#served.rulesText,
      hasTable: (identity) => this.#tables.has(identity),
      mayPlay,
    });
  }

  async position({ seat, ...state }: PositionRequest): Promise<PositionDocument> {
    const { analyser } = await this.#open(state.variant);
    const replayed = await this.#replay(state);
    analyser.warmUp(replayed);
    return positionDocument(replayed, seatOf(replayed.rules, seat));
  }

  /** The analysis with limits that give the same answer on every machine. */
  async values({ seat, ...state }: PositionRequest, signal?: AbortSignal): Promise<ValuesDocument> {
    const request = { ...state, seat, lines: VALUES_LINES };
    const { position, source, value, moves, pv } = await this.#analyse(request, VALUES_LIMITS, signal);
    if (signal?.aborted) throw new GameloreError("interrupted", "interrupted");
    return { position, source, value, moves, pv };
  }

  async analyse(
    request: AnalysisRequest,
    signal?: AbortSignal,
    emit?: (document: AnalysisDocument) => void,
  ): Promise<AnalysisDocument> {
    const { milliseconds } = request;
    return this.#analyse(request, milliseconds === undefined ? {} : { milliseconds }, signal, emit);
  }

  async pv({ seat, ...state }: PositionRequest): Promise<PvDocument> {
    const { values } = await this.#open(state.variant);
    const replayed = await this.#replay(state);
    return pvDocument(replayed, seatOf(replayed.rules, seat), await values.sources());
  }

  async graph(
    { seat = null, player = 0, ...state }: EvaluationGraphRequest,
    signal?: AbortSignal,
  ): Promise<EvaluationGraphDocument> {
    const { rules, analyser } = await this.#open(state.variant);
    const replayed = await this.#replay(state);
    return analyser.graph(replayed, seatOf(rules, seat), playerOf(rules, player), signal);
  }

  async choose(
    { player: text, limits, seed, actor, seat, ...state }: ChooseRequest,
    signal?: AbortSignal,
    onInfo?: OnInfo,
  ): Promise<ChoiceDocument> {
    const { rules, players, choices } = await this.#open(state.variant);
    const replayed = await this.#replay(state);
    const canonical = this.#playerText(rules, text);
    const choiceKey = JSON.stringify([state.start, state.moves, canonical, limits, seed, actor, seat]);
    const cached = choices.get(choiceKey);
    if (cached) return cached;
    // One player per turn: the answer depends on the request alone, not on earlier requests.
    const start = turnStart(replayed, actor as Actor | undefined);
    const playerKey = JSON.stringify([canonical, seed, actor, state.start, state.moves.slice(0, start)]);
    // Clients send one seed for a whole game and for simultaneous actors: derive one for each turn and actor.
    const turnSeed = seedAt(seed, start * rules.players.length + (actor ?? replayed.actors[0] ?? 0));
    const make = (): Promise<Player> => makeClientPlayer(rules, text, turnSeed, signal);
    const player =
      players.take(playerKey) ?? (await make().catch((error: unknown) => retryAfterClosingIdle(error, players, make)));
    try {
      const choice = await choiceDocument(replayed, player, limits, signal, {
        actor: actor as Actor | undefined,
        seat: seat as PlayerNumber | null | undefined,
        onInfo,
      });
      // With a time limit the same request may have a better answer next time.
      if (limits.milliseconds === undefined) choices.set(choiceKey, choice);
      return choice;
    } finally {
      players.set(playerKey, player);
    }
  }

  async chance({ seed, ...state }: ChanceRequest): Promise<ChanceDocument> {
    return chanceDocument(await this.#replay(state), seed);
  }

  async compose({ variant, pieces, turn }: ComposeRequest): Promise<ComposeDocument> {
    const { rules } = await this.#open(variant);
    if (!rules.compose)
      throw new GameloreError(
        "bad-usage",
        `${rules.game.id}: positions cannot be set up piece by piece; give the position as text`,
      );
    return { position: rules.formatPosition(unwrap(rules.compose(pieces, turn as PlayerNumber))) };
  }

  async import({ variant, text }: ImportRequest): Promise<ImportDocument> {
    return importDocument((await this.#open(variant)).rules, text);
  }

  async export({ players, scores, date, ...state }: ExportRequest): Promise<ExportDocument> {
    return exportDocument(await this.#replay(state), {
      players,
      ...(scores && { scores }),
      ...(date !== undefined && { date }),
    });
  }

  /** The canonical text of a player. */
  async playerText({ variant, text }: PlayerTextRequest): Promise<{ text: string }> {
    return { text: this.#playerText((await this.#open(variant)).rules, text) };
  }

  /** The document of `gamelore probe --json`. */
  async probe(
    { position, options }: { position: string; options: OptionParams },
    signal?: AbortSignal,
  ): Promise<ProbeDocument> {
    const { game } = this.#served;
    const values = parseParams(game.prober ? game.options : game.tableOptions, options);
    const key = JSON.stringify(values);
    const opening = this.#probes.get(key) ?? openProbe(this.#tables, game, values);
    this.#probes.set(key, opening);
    try {
      return await (await opening).probe(position, signal);
    } catch (error) {
      // A missing or damaged table may be built before the next request.
      if (!(error instanceof GameloreError) || error.code.startsWith("table")) this.#probes.take(key);
      throw error;
    }
  }

  /** The tables that a player reads, or the variant's own table; built or not. */
  async tablesOf(variant: OptionParams, player?: string): Promise<readonly TableSpec[]> {
    const { rules } = await this.#open(variant);
    if (player !== undefined) return tablesOf(rules, clientPlayerText(rules, player));
    return rules.table ? [rules.table] : [];
  }

  /** The player to use instead of one whose tables cannot be read here. */
  async substitute(
    variant: OptionParams,
    player: string,
    hasTable: (identity: TableIdentity) => boolean,
  ): Promise<string> {
    return substitutePlayer((await this.#open(variant)).rules, player, hasTable);
  }

  /** The smallest set that contains all of these tables: building them together is faster. */
  async tableSetOf(variant: OptionParams, specs: readonly TableSpec[]): Promise<TableSetSpec | null> {
    const { game, options } = (await this.#open(variant)).rules;
    for (const values of specs.length > 1 ? (game.tablesFor?.(options) ?? []).toReversed() : []) {
      const set = game.tableSet?.(values);
      const names = new Set(set?.ok ? set.value?.tables.map(({ identity }) => identity.name) : []);
      if (set?.ok && specs.every(({ identity }) => names.has(identity.name))) return set.value;
    }
    return null;
  }

  async tableSpec({ options }: { options: OptionParams }): Promise<TableSpecDocument> {
    const { game } = this.#served;
    return tableSpecDocument(game, parseParams(game.tableOptions, options), this.#tables);
  }

  /** What proving a position may take; an error if it cannot be proven. */
  async provable({ position }: { position: string }): Promise<ProvablePosition> {
    const { game } = this.#served;
    const { rules } = await this.#open({});
    if (!game.prober) throw new GameloreError("bad-usage", `${game.id}: outcomes are not proven`);
    const prober = unwrap(await game.prober(rules.options));
    try {
      return positionToProve(prober, rules, position);
    } finally {
      await prober.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#variants.values().map(closeVariant));
    this.#probes.clear();
  }

  async #open(options: OptionParams): Promise<OpenVariant> {
    const { game } = this.#served;
    const values = parseParams(game.options, options);
    const key = JSON.stringify(values);
    const found = this.#variants.get(key);
    const opening = found ?? openVariant(game, values, this.#tables);
    this.#variants.set(key, opening);
    // Before anything is awaited: it may fail while evicted variants are closing. `take` returns the same promise: passing it on would make an unhandled rejection.
    opening.catch(() => void this.#variants.take(key));
    if (!found) await this.#closing;
    return opening;
  }

  #evict(opening: Promise<OpenVariant>): void {
    this.#closing = Promise.all([this.#closing, closeVariant(opening)]).then(() => this.#options.collectGarbage?.());
  }

  #playerText(rules: OpenGame, text: string): string {
    const canonical = clientPlayerText(rules, text);
    if (this.#options.playerLimits) refuseLarge(rules, text, this.#options.playerLimits);
    return canonical;
  }

  async #analyse(
    { seat, lines, player = 0, ...state }: AnalysisRequest,
    limits: Limits,
    signal?: AbortSignal,
    emit?: (document: AnalysisDocument) => void,
  ): Promise<AnalysisDocument> {
    const { rules, analyser } = await this.#open(state.variant);
    const replayed = await this.#replay(state);
    const view = { seat: seatOf(rules, seat), player: playerOf(rules, player), lines };
    return analyser.analyse(replayed, { ...view, limits, signal, emit });
  }

  async #replay(state: GameState): Promise<ReplayedGame> {
    const { rules, games } = await this.#open(state.variant);
    const key = JSON.stringify([state.start, state.moves]);
    const cached = games.get(key);
    if (cached) return cached;
    const shared = (game: ReplayedGame): number => sharedPlies(game.plies, state.moves);
    const closest = games
      .values()
      .reduce<ReplayedGame | undefined>(
        (best, each) => (best && shared(best) >= shared(each) ? best : each),
        undefined,
      );
    const replayed = replayOrThrow(rules, state, closest);
    games.set(key, replayed);
    return replayed;
  }
}

export function parseParams(specs: Game["options"], options: OptionParams): OptionValues {
  const texts = Object.entries(options).map(([name, value]) => [name, String(value)]);
  return unwrap(parseOptions(specs, Object.fromEntries(texts)));
}

async function openVariant(game: Game, values: OptionValues, tables: TableSource): Promise<OpenVariant> {
  const rules = unwrap(await game.open(values));
  const variantValues = new VariantValues(rules, tables);
  return {
    rules,
    values: variantValues,
    players: new LruCache<Player>(MAX_PLAYERS, (player) => void player.close().catch(() => {})),
    choices: new LruCache<ChoiceDocument>(MAX_CHOICES),
    analyser: new Analyser(rules, variantValues, tables),
    games: new LruCache<ReplayedGame>(MAX_GAMES),
  };
}

async function closeVariant(opening: Promise<OpenVariant>): Promise<void> {
  try {
    const { rules, values, players, analyser } = await opening;
    values.close();
    await Promise.all([...players.values(), analyser].map((each) => each.close()));
    await rules.close();
  } catch {
    // It failed to open.
  }
}

/** Idle players may hold the memory that a new one needs. */
async function retryAfterClosingIdle(
  error: unknown,
  idle: LruCache<Player>,
  make: () => Promise<Player>,
): Promise<Player> {
  const isMemory = error instanceof GameloreError && (error.code === "too-large" || error.code === "no-memory");
  if (!isMemory || idle.values().length === 0) throw error;
  await Promise.all(idle.drain().map((player) => player.close()));
  return make();
}

/** The ply at which the actor's current run of steps began. */
function turnStart({ plies, actors }: ReplayedGame, actor = actors[0]): number {
  const other = plies.findLastIndex((ply) => ply.actors.length !== 1 || ply.actors[0] !== actor);
  return other + 1;
}

function seatOf(rules: OpenGame, seat: number | null): PlayerNumber | null {
  return seat === null ? null : playerOf(rules, seat, "seat");
}

function playerOf(rules: OpenGame, player: number, what = "player"): PlayerNumber {
  if (rules.players[player] !== undefined) return player as PlayerNumber;
  return unwrap(fail("bad-usage", `${what}: ${player} is not one of 0 to ${rules.players.length - 1}`));
}
