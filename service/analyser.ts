/** Analyses positions of one variant: exact values from its tables or solver, else searches by its strongest player. */
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { CHANCE, type PlayerNumber, type Position } from "../engine/contracts/position.ts";
import { type Limits, parsePlayerText, type Player, type SearchInfo } from "../engine/contracts/player.ts";
import type { TableSource } from "../engine/tables/table-source.ts";
import type { AnalysisDocument } from "./analysis-documents.ts";
import type { EvaluationGraphDocument } from "./api.ts";
import { exactAnalysis, searchedAnalysis } from "./documents/analysis.ts";
import { buildableTable } from "./documents/buildable-table.ts";
import { evaluationGraphDocument } from "./documents/evaluation-graph.ts";
import { provablePosition } from "./documents/provable.ts";
import { forcedMove } from "./documents/forced.ts";
import { analyserOf } from "./documents/game.ts";
import type { AnalysedGame, ReplayedGame } from "./documents/replay.ts";
import { makeClientPlayer } from "./client-players.ts";
import type { ValueSources } from "./documents/value-sources.ts";

/** An analysis without limits ends after this time. */
const MAX_MS = 100_000;
/** Players kept for the next analysis: one for the position, one for the graph. */
const MAX_IDLE = 2;
/** How often a running search checks whether exact values have become available. */
const WATCH_MS = 300;
/** Forced moves are followed to a position with a choice. */
const MAX_FORCED = 20;
/** Limits of one point of the evaluation graph: the same on every machine. */
const GRAPH_LIMITS: Limits = { nodes: 8_000, playouts: 1_500 };
/** The nodes of playouts are cheaper: in chess 8,000 are not more than 50 playouts. */
const PLAYOUT_NODES = 100_000;

/** A searcher without large tables is ready before. */
const TAKING_MS = 60;

const WARM_UP_LIMITS: Limits = { nodes: 500, playouts: 50, milliseconds: 20 };

export interface AnalysisOptions {
  readonly seat: PlayerNumber | null;
  readonly player: PlayerNumber;
  /** MultiPV: the number of lines. */
  readonly lines: number;
  readonly limits: Limits;
  readonly signal?: AbortSignal | undefined;
  /** Receives what a search has found so far. */
  readonly emit?: ((document: AnalysisDocument) => void) | undefined;
}

type MakePlayer = (rules: OpenGame, text: string, seed: number) => Promise<Player>;

export class Analyser {
  readonly #rules: OpenGame;
  readonly #values: { sources(): Promise<ValueSources> };
  readonly #tables: TableSource;
  readonly #make: MakePlayer;
  /** Players that are not searching. They keep their transposition table or tree for the next position. */
  readonly #idle: { readonly text: string; readonly player: Player }[] = [];
  #isClosed = false;
  /** Ends when the player of the first analysis is ready. */
  #warming: Promise<void> | null = null;

  constructor(
    rules: OpenGame,
    values: { sources(): Promise<ValueSources> },
    tables: TableSource,
    make: MakePlayer = makeClientPlayer,
  ) {
    this.#rules = rules;
    this.#make = make;
    this.#values = values;
    this.#tables = tables;
  }

  /**
   * Prepares the first analysis: opens the tables, lets a solver begin, creates the player, and makes it search for a moment, which starts its
   * threads and compiles its code. Runs once, after the caller has answered.
   */
  warmUp({ rules, position, actors: [actor] }: AnalysedGame): void {
    if (this.#warming) return;
    const warm = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve));
      if (this.#isClosed) return;
      await this.#values.sources();
      if (this.#isClosed || rules.hidden || actor === undefined || actor === CHANCE) return;
      const text = this.#playerText(position);
      const player = await this.#make(rules, text, 1);
      await player.choose(position, WARM_UP_LIMITS, { actor }).catch(() => {});
      await this.#giveBack(text, player);
    };
    // An analysis reports what fails.
    this.#warming = warm().catch(() => {});
  }

  /**
   * The last document; earlier ones are emitted. An aborted search ends with what it has found. A search also ends when a table has been
   * built or a solver has finished in the background, with exact values. A forced move is followed.
   */
  async analyse(replayed: AnalysedGame, options: AnalysisOptions, forcedMoves = 0): Promise<AnalysisDocument> {
    const sources = await this.#values.sources();
    const exact = await exactAnalysis(replayed, sources, options);
    if (exact.value !== null || !isSearchable(replayed, options.seat)) return exact;
    const buildable = buildableTable(this.#rules, this.#tables);
    // A solver may find out during the search that a game is too large for it.
    const offers = (): Pick<AnalysisDocument, "buildable" | "provable"> => ({
      buildable,
      provable:
        buildable || replayed.actors.length !== 1 ? null : provablePosition(replayed.rules, replayed.position, sources),
    });
    let last: AnalysisDocument = { ...exact, ...offers() };
    if (options.limits.milliseconds === 0) return last;
    const forced = forcedMoves < MAX_FORCED ? forcedMove(replayed, options.player) : null;
    if (forced) {
      const { emit } = options;
      const then = { ...options, ...(emit && { emit: (found: AnalysisDocument) => emit(forced.before(found)) }) };
      return forced.before(await this.analyse(forced.after, then, forcedMoves + 1));
    }
    let solved: AnalysisDocument | null = null;
    const superseded = new AbortController();
    const signal = anyOf(options.signal, superseded.signal);
    const endWatch = this.#watch(replayed, options, sources, (document) => {
      solved = document;
      superseded.abort();
    });
    try {
      const found = await this.#search(replayed, { ...options, signal }, (info, searcher, done) => {
        last = { ...searchedAnalysis(replayed, info, searcher, options, exact.source), ...offers(), done };
        if (!done && !signal.aborted) options.emit?.(last);
        return last;
      });
      return solved ?? found;
    } catch (error) {
      if (!signal.aborted) throw error;
      return solved ?? { ...last, ...offers(), done: true };
    } finally {
      endWatch();
    }
  }

  async graph(
    replayed: ReplayedGame,
    seat: PlayerNumber | null,
    player: PlayerNumber,
    signal?: AbortSignal,
  ): Promise<EvaluationGraphDocument> {
    const limits = this.#playsOut(replayed.position) ? { ...GRAPH_LIMITS, nodes: PLAYOUT_NODES } : GRAPH_LIMITS;
    const analyseAt = (at: ReplayedGame): Promise<AnalysisDocument> =>
      this.analyse(at, { seat, player, lines: 1, limits, signal });
    return evaluationGraphDocument(replayed, seat, player, await this.#values.sources(), analyseAt, signal);
  }

  /** Running searches are aborted by their callers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#warming;
    await Promise.all(this.#idle.splice(0).map(({ player }) => player.close()));
  }

  /** Calls `onExact` when a source that was not available before covers the position. Returns a function that ends the watch. */
  #watch(
    replayed: AnalysedGame,
    options: AnalysisOptions,
    before: ValueSources,
    onExact: (document: AnalysisDocument) => void,
  ): () => void {
    const ended = new AbortController();
    const signal = anyOf(options.signal, ended.signal);
    let seen = before;
    let isChecking = false;
    const check = async (): Promise<void> => {
      const sources = await this.#values.sources();
      if (sources === seen) return;
      seen = sources;
      const exact = await exactAnalysis(replayed, sources, { ...options, signal });
      if (exact.value !== null && !signal.aborted) onExact(exact);
    };
    const timer = setInterval(() => {
      if (isChecking || signal.aborted || this.#isClosed) return;
      isChecking = true;
      // A source that fails is reported by the next analysis; the search goes on.
      void check()
        .catch(() => {})
        .finally(() => (isChecking = false));
    }, WATCH_MS);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }

  async #search(
    { rules, position, actors, forbidden, plies }: AnalysedGame,
    { seat, lines, limits, signal }: AnalysisOptions,
    document: (info: SearchInfo, searcher: Player, done: boolean) => AnalysisDocument,
  ): Promise<AnalysisDocument> {
    const text = this.#playerText(position);
    const actor = seat !== null && actors.includes(seat) ? seat : (actors[0] as PlayerNumber);
    const isLimited = Object.values(limits).some((limit) => limit !== undefined);
    const choose = async (searcher: Player, until: AbortSignal | undefined): Promise<SearchInfo> => {
      if (until?.aborted) throw new GameloreError("interrupted", "interrupted");
      const { info } = await searcher.choose(position, isLimited ? limits : { milliseconds: MAX_MS }, {
        signal: until,
        actor,
        lines,
        forbidden,
        history: rules.hidden ? undefined : plies.map(({ before }) => before),
        onInfo: (latest) => void document(latest, searcher, false),
      });
      return info;
    };
    const taking = this.#take(text);
    // With other limits than time, the same answer on every machine.
    if (limits.nodes === undefined && limits.playouts === undefined)
      await this.#searchWithoutTables(position, text, taking, signal, choose);
    const searcher = await taking;
    try {
      return document(await choose(searcher, signal), searcher, true);
    } finally {
      await this.#giveBack(text, searcher);
    }
  }

  /** While the searcher reads large tables, another one without tables searches. */
  async #searchWithoutTables(
    position: Position,
    text: string,
    taking: Promise<Player>,
    signal: AbortSignal | undefined,
    choose: (searcher: Player, until: AbortSignal) => Promise<SearchInfo>,
  ): Promise<void> {
    const taken = new AbortController();
    const end = taking.then(
      () => taken.abort(),
      () => taken.abort(),
    );
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, TAKING_MS))]);
    const until = anyOf(signal, taken.signal);
    const other = analyserOf(this.#rules, position, () => false, MAX_MS);
    if (until.aborted || other === text) return;
    try {
      const searcher = await this.#make(this.#rules, other, 1);
      await choose(searcher, until).finally(() => searcher.close());
    } catch {
      // It was stopped, or there is no memory for it: the other one is waited for.
    }
  }

  #playerText(position: Position): string {
    return analyserOf(this.#rules, position, (identity) => this.#tables.has(identity), MAX_MS);
  }

  /** Whether positions are analysed by a Monte Carlo search. */
  #playsOut(position: Position): boolean {
    const { name } = unwrap(parsePlayerText(this.#playerText(position)));
    const kind = this.#rules.playerKinds.find((each) => each.name === name);
    return kind?.parameters.some((parameter) => parameter.name === "playouts") ?? false;
  }

  /** An idle player, or a new one: several clients may analyse, and the graph is searched beside the position. */
  async #take(text: string): Promise<Player> {
    await this.#warming;
    const index = this.#idle.findLastIndex((each) => each.text === text);
    if (index >= 0) return (this.#idle.splice(index, 1)[0] as { player: Player }).player;
    return this.#make(this.#rules, text, 1);
  }

  async #giveBack(text: string, player: Player): Promise<void> {
    this.#idle.push({ text, player });
    const spare = this.#isClosed ? this.#idle.splice(0) : this.#idle.splice(0, this.#idle.length - MAX_IDLE);
    await Promise.all(spare.map((each) => each.player.close()));
  }
}

/** The game goes on, a player is to move, and a search would not use hidden information. */
function isSearchable({ rules, actors }: AnalysedGame, seat: PlayerNumber | null): boolean {
  return actors.length > 0 && !actors.includes(CHANCE) && !(rules.hidden !== undefined && seat !== null);
}

function anyOf(given: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  return given ? AbortSignal.any([given, own]) : own;
}
