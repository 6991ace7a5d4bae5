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
import { OpenCache } from "./open-cache.ts";
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
  readonly #variants: OpenCache<OpenVariant>;
  readonly #probes = new OpenCache<OpenProbe>(MAX_PROBES, async (probe) => probe.close());

  constructor(served: ServedGame, tables: TableSource, options: ServiceOptions = {}) {
    this.#served = served;
    this.#tables = tables;
    this.#options = options;
    this.#variants = new OpenCache<OpenVariant>(MAX_VARIANTS, closeVariant, options.collectGarbage);
  }

  async game(options: OptionParams): Promise<GameDocument> {
    return this.#use(options, ({ rules }) =>
      gameDocument(rules, {
        kind: this.#served.kind,
        rules: this.#served.rulesText,
        hasTable: (identity) => this.#tables.has(identity),
        mayPlay,
      }),
    );
  }

  async position({ seat, ...state }: PositionRequest): Promise<PositionDocument> {
    return this.#use(state.variant, ({ analyser, games, rules }) => {
      const replayed = replay(rules, games, state);
      analyser.warmUp(replayed);
      return positionDocument(replayed, seatOf(rules, seat));
    });
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
    return this.#use(state.variant, async ({ rules, games, values }) => {
      const replayed = replay(rules, games, state);
      return pvDocument(replayed, seatOf(rules, seat), await values.sources());
    });
  }

  async graph(
    { seat = null, player = 0, ...state }: EvaluationGraphRequest,
    signal?: AbortSignal,
  ): Promise<EvaluationGraphDocument> {
    return this.#use(state.variant, ({ rules, games, analyser }) =>
      analyser.graph(replay(rules, games, state), seatOf(rules, seat), playerOf(rules, player), signal),
    );
  }

  async choose(request: ChooseRequest, signal?: AbortSignal, onInfo?: OnInfo): Promise<ChoiceDocument> {
    return this.#use(request.variant, (variant) => this.#choose(variant, request, signal, onInfo));
  }

  async chance({ seed, ...state }: ChanceRequest): Promise<ChanceDocument> {
    return this.#use(state.variant, ({ rules, games }) => chanceDocument(replay(rules, games, state), seed));
  }

  async compose({ variant, pieces, turn }: ComposeRequest): Promise<ComposeDocument> {
    return this.#use(variant, ({ rules }) => {
      if (!rules.compose)
        throw new GameloreError(
          "bad-usage",
          `${rules.game.id}: positions cannot be set up piece by piece; give the position as text`,
        );
      return { position: rules.formatPosition(unwrap(rules.compose(pieces, turn as PlayerNumber))) };
    });
  }

  async import({ variant, text }: ImportRequest): Promise<ImportDocument> {
    return this.#use(variant, ({ rules }) => importDocument(rules, text));
  }

  async export({ players, scores, date, ...state }: ExportRequest): Promise<ExportDocument> {
    const about = { players, ...(scores && { scores }), ...(date !== undefined && { date }) };
    return this.#use(state.variant, ({ rules, games }) => exportDocument(replay(rules, games, state), about));
  }

  /** The canonical text of a player. */
  async playerText({ variant, text }: PlayerTextRequest): Promise<{ text: string }> {
    return this.#use(variant, ({ rules }) => ({ text: this.#playerText(rules, text) }));
  }

  /** The document of `gamelore probe --json`. */
  async probe(
    { position, options }: { position: string; options: OptionParams },
    signal?: AbortSignal,
  ): Promise<ProbeDocument> {
    const { game } = this.#served;
    const values = parseParams(game.prober ? game.options : game.tableOptions, options);
    const key = JSON.stringify(values);
    const open = (): Promise<OpenProbe> => openProbe(this.#tables, game, values);
    try {
      return await this.#probes.use(key, open, (probe) => probe.probe(position, signal));
    } catch (error) {
      // A missing or damaged table may be built before the next request.
      if (!(error instanceof GameloreError) || error.code.startsWith("table")) this.#probes.forget(key);
      throw error;
    }
  }

  /** The tables that a player reads, or the variant's own table; built or not. */
  async tablesOf(variant: OptionParams, player?: string): Promise<readonly TableSpec[]> {
    return this.#use(variant, ({ rules }) => {
      if (player !== undefined) return tablesOf(rules, clientPlayerText(rules, player));
      return rules.table ? [rules.table] : [];
    });
  }

  /** The player to use instead of one whose tables cannot be read here. */
  async substitute(
    variant: OptionParams,
    player: string,
    hasTable: (identity: TableIdentity) => boolean,
  ): Promise<string> {
    return this.#use(variant, ({ rules }) => substitutePlayer(rules, player, hasTable));
  }

  /** The smallest set that contains all of these tables: building them together is faster. */
  async tableSetOf(variant: OptionParams, specs: readonly TableSpec[]): Promise<TableSetSpec | null> {
    const { game, options } = await this.#use(variant, ({ rules }) => rules);
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
    return this.#use({}, async ({ rules }) => {
      if (!game.prober) throw new GameloreError("bad-usage", `${game.id}: outcomes are not proven`);
      const prober = unwrap(await game.prober(rules.options));
      try {
        return positionToProve(prober, rules, position);
      } finally {
        await prober.close();
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#variants.close(), this.#probes.close()]);
  }

  async #choose(
    { rules, players, choices, games }: OpenVariant,
    { player: text, limits, seed, actor, seat, ...state }: ChooseRequest,
    signal?: AbortSignal,
    onInfo?: OnInfo,
  ): Promise<ChoiceDocument> {
    const replayed = replay(rules, games, state);
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

  #use<R>(options: OptionParams, operation: (variant: OpenVariant) => R | Promise<R>): Promise<R> {
    const { game } = this.#served;
    const values = parseParams(game.options, options);
    return this.#variants.use(JSON.stringify(values), () => openVariant(game, values, this.#tables), operation);
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
    return this.#use(state.variant, ({ rules, games, analyser }) => {
      const view = { seat: seatOf(rules, seat), player: playerOf(rules, player), lines };
      return analyser.analyse(replay(rules, games, state), { ...view, limits, signal, emit });
    });
  }
}

/** From the kept game that shares most plies. */
function replay(rules: OpenGame, games: LruCache<ReplayedGame>, state: GameState): ReplayedGame {
  const key = JSON.stringify([state.start, state.moves]);
  const cached = games.get(key);
  if (cached) return cached;
  const shared = (game: ReplayedGame): number => sharedPlies(game.plies, state.moves);
  const closest = games
    .values()
    .reduce<ReplayedGame | undefined>((best, each) => (best && shared(best) >= shared(each) ? best : each), undefined);
  const replayed = replayOrThrow(rules, state, closest);
  games.set(key, replayed);
  return replayed;
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

async function closeVariant({ rules, values, players, analyser }: OpenVariant): Promise<void> {
  values.close();
  await Promise.all([...players.values(), analyser].map((each) => each.close()));
  await rules.close();
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
