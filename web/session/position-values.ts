/**
 * The analysis of the position on the board and the evaluation graph of the game. The analysis is requested while it is shown, updated
 * while it deepens, and aborted when the board changes. After a search, exact values replace it as soon as there are any. Every value on
 * the page comes from it.
 */
import { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import type { AnalysisDocument, AnalysisRequest } from "../../service/analysis-documents.ts";
import type { EvaluationGraphDocument } from "../../service/api.ts";
import type { Clients, Answered } from "../client/clients.ts";
import { isAbort, messageOf } from "../client/api-client.ts";
import { isSolved, linesSetting, replaces, withOneBest } from "./analyses.ts";
import { chosenHint, type Hint, HINT_MILLISECONDS, hintOf, isEnoughForHint } from "./hint.ts";
import { stateOf } from "./saved-game.ts";
import type { Session } from "./session.ts";
import { readText, writeText } from "./storage.ts";
import { isPageVisible } from "./visibility.ts";

type Analysis = Answered<AnalysisDocument>;

const LINES_KEY = "gamelore.lines";
/** The graph is requested after this time without a move, in milliseconds. */
const GRAPH_DELAY = 300;
/** While a player of the game thinks, so that it has the machine to itself. */
const SHORT_MILLISECONDS = 300;
/** Updates are shown at most this often. */
const UPDATE_MILLISECONDS = 100;
const MAX_KNOWN = 80;
/** How often a search that has ended asks whether there are exact values now. */
const EXACT_MILLISECONDS = 2000;

export class PositionValues {
  readonly on: Signal<boolean>;
  /** Whose values are shown: by the analysis and by the graph. */
  readonly player: Signal<number>;
  readonly lines: Signal<number> = signal(linesSetting(readText(LINES_KEY)));
  readonly analysis: Signal<Analysis | null> = signal(null);
  readonly running: Signal<boolean> = signal(false);
  /** The search of the position on the board was ended by `stop`. */
  readonly stopped: Signal<boolean> = signal(false);
  readonly graph: Signal<Answered<EvaluationGraphDocument> | null> = signal(null);
  readonly error: Signal<string | null> = signal(null);
  readonly hint: ReadonlySignal<Hint | "pending" | null>;
  readonly #session: Session;
  readonly #hinting: Signal<boolean> = signal(false);
  /** The choice of a player, where the analysis has no move. */
  readonly #chosen: Signal<Hint | null> = signal(null);
  /** Counts requests for a new analysis of the same position. */
  readonly #round: Signal<number> = signal(0);
  /** Counts searches that ended with exact values: a table was built or a solver finished, and the graph is requested again. */
  readonly #solved: Signal<number> = signal(0);
  /** Analyses by position, player and number of lines. */
  readonly #known = new Map<string, Analysis>();
  #shownPosition = "";
  /** The request for the analysis that is shown. */
  #asked: { readonly key: string; readonly game: string; readonly request: AnalysisRequest } | null = null;
  #search = new AbortController();
  readonly #effects: (() => void)[];

  constructor(session: Session, clients: Clients, on: boolean, exactMilliseconds: number = EXACT_MILLISECONDS) {
    this.#session = session;
    this.on = signal(on);
    // With two players the first one's; with more, the only person's.
    const persons = session.saved.peek().seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
    this.player = signal(session.document.seats.length > 2 && persons.length === 1 ? (persons[0] as number) : 0);
    const failed = (error: unknown, signal: AbortSignal): void => {
      if (!isAbort(error) && !signal.aborted) this.error.value = messageOf(error);
    };
    const milliseconds = computed(() => this.#milliseconds());
    const found = computed((): Hint | null => {
      const analysis = this.analysis.value?.answer;
      const actor = session.position.value?.actors[0];
      return analysis && actor !== undefined ? hintOf(analysis, session.open(), actor) : null;
    });
    this.hint = computed(() => {
      const analysis = this.analysis.value?.answer;
      if (!this.#hinting.value) return null;
      return (
        this.#chosen.value ??
        (found.value && analysis && (!this.running.value || isEnoughForHint(analysis)) ? found.value : "pending")
      );
    });
    const isWithoutMove = computed(() => this.#hinting.value && !this.running.value && found.value === null);
    this.#effects = [
      effect(() => {
        void session.position.value;
        this.#hinting.value = false;
      }),
      effect(() => {
        const position = session.position.value;
        const limit = milliseconds.value;
        const player = this.player.value;
        const lines = this.lines.value;
        void this.#round.value;
        this.#search.abort();
        // A move has been made: the search ends before the next position is requested, which it would delay.
        if (!session.settled.value) return;
        const search = new AbortController();
        this.#search = search;
        const state = stateOf(session.saved.peek());
        const seat = session.viewer.peek();
        const canBeAnalysed = position && !position.result && !position.actors.includes(-1);
        const shownPosition = canBeAnalysed ? JSON.stringify([state, seat, player]) : "";
        const key = this.#keyOf(state, seat, player, lines);
        const known = this.#known.get(key);
        if (limit === null || known || shownPosition !== this.#shownPosition)
          this.analysis.value = limit !== null && canBeAnalysed ? (known ?? null) : null;
        this.#shownPosition = shownPosition;
        this.error.value = null;
        this.stopped.value = false;
        this.running.value = false;
        if (limit === null || limit === 0 || !canBeAnalysed || (known && isSolved(known.answer))) return;
        this.running.value = true;
        const update = throttled(UPDATE_MILLISECONDS, search.signal, () => {
          this.analysis.value = this.#known.get(key) ?? null;
        });
        const receive = (document: AnalysisDocument, where: Analysis["where"]): void => {
          const before = this.#known.get(key)?.answer;
          if (search.signal.aborted || !replaces(document, before)) return;
          if (before && isSolved(document)) this.#solved.value++;
          this.#remember(key, { answer: withOneBest(document), where });
          update();
        };
        const request = { ...state, seat, player, lines, ...(Number.isFinite(limit) && { milliseconds: limit }) };
        this.#asked = { key, game: position.game, request };
        clients.call("analyse", position.game, request, { signal: search.signal, onAnalysis: receive }).then(
          ({ answer, where }) => {
            if (search.signal.aborted) return;
            receive(answer, where);
            batch(() => {
              this.analysis.value = this.#known.get(key) ?? null;
              this.running.value = false;
            });
          },
          (error: unknown) => {
            if (!search.signal.aborted) this.running.value = false;
            failed(error, search.signal);
          },
        );
      }),
      effect(() => {
        const shown = this.analysis.value?.answer;
        if (shown?.source.kind !== "search" || this.running.value || !this.on.value || !isPageVisible.value) return;
        return this.#awaitExact(clients, exactMilliseconds);
      }),
      effect(() => {
        const controller = new AbortController();
        this.#chosen.value = null;
        if (isWithoutMove.value && untracked(() => session.open()).length > 0)
          untracked(() => chosenHint(session, clients, controller.signal)).then(
            (hint) => {
              if (!controller.signal.aborted) this.#chosen.value = hint;
            },
            (error: unknown) => {
              if (!controller.signal.aborted) this.#chosen.value = { move: null, text: messageOf(error), detail: "" };
            },
          );
        return () => controller.abort();
      }),
      effect(() => {
        const whole = session.whole.value;
        const player = this.player.value;
        const controller = new AbortController();
        void this.#round.value;
        void this.#solved.value;
        if (!this.on.value) this.graph.value = null;
        if (!this.on.value || !whole) return;
        const timer = setTimeout(() => {
          const saved = session.saved.peek();
          const seat = whole.result ? null : session.viewer.peek();
          const request = { ...stateOf(saved, saved.moves.length), seat, player };
          const { signal } = controller;
          /** Long games are answered in parts: repeat while more points become known. */
          const load = async (known: number): Promise<void> => {
            const ran = await clients.call("graph", whole.game, request, { signal });
            if (signal.aborted) return;
            this.graph.value = ran;
            const { points } = ran.answer;
            const count = points.filter(({ value }) => value !== null).length;
            if (count > known && count < points.length) await load(count);
          };
          load(0).catch((error: unknown) => failed(error, signal));
        }, GRAPH_DELAY);
        return () => {
          clearTimeout(timer);
          controller.abort();
        };
      }),
    ];
  }

  setLines(lines: number): void {
    this.lines.value = lines;
    writeText(LINES_KEY, String(lines));
  }

  requestHint(): void {
    this.#hinting.value = true;
  }

  /** Ends the search; its last result stays. */
  stop(): void {
    this.#search.abort();
    this.running.value = false;
    this.stopped.value = true;
  }

  resume(): void {
    this.#round.value++;
  }

  /** Analyses again from nothing: a table has been built. */
  refresh(): void {
    this.#known.clear();
    this.#round.value++;
  }

  /** The evaluation after a number of plies, if that position was analysed. */
  analysisAt(plies: number): AnalysisDocument | null {
    // The same as in the bar and the panel, which are updated less often than results arrive.
    if (plies === this.#session.saved.value.at && this.analysis.value) return this.analysis.value.answer;
    const state = stateOf(this.#session.saved.value, plies);
    const key = this.#keyOf(state, this.#session.viewer.value, this.player.value, this.lines.value);
    return this.#known.get(key)?.answer ?? null;
  }

  /** The time of a search; 0 for none while the page is not visible, null if nothing is shown. */
  #milliseconds(): number | null {
    const session = this.#session;
    const { actors = [] } = session.position.value ?? {};
    if (!this.on.value) return this.#hinting.value ? HINT_MILLISECONDS : null;
    if (!isPageVisible.value) return 0;
    const isPlaying = session.atEnd && !session.saved.value.over && !session.paused.value;
    // Of players who move at the same time, some may have chosen already.
    const isThinking = (actor: number): boolean => !session.isPerson(actor) && !(actor in session.parts.value);
    return isPlaying && actors.some(isThinking) ? SHORT_MILLISECONDS : Infinity;
  }

  /** Asks for exact values until there are any, without a search. Returns a function that ends it. */
  #awaitExact(clients: Clients, interval: number): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout>;
    const again = (): void => {
      if (!signal.aborted) timer = setTimeout(() => void ask().catch(again), interval);
    };
    const ask = async (): Promise<void> => {
      if (!this.#asked) return;
      const { key, game, request } = this.#asked;
      const { answer, where } = await clients.call("analyse", game, { ...request, milliseconds: 0 }, { signal });
      if (signal.aborted) return;
      if (!isSolved(answer)) {
        this.#updateOffers(key, answer);
        return again();
      }
      this.#remember(key, { answer, where });
      batch(() => {
        this.analysis.value = this.#known.get(key) ?? null;
        this.stopped.value = false;
        this.#solved.value++;
      });
    };
    again();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }

  /** A solver may find out after the search that a position is too large for it. */
  #updateOffers(key: string, { buildable, provable }: AnalysisDocument): void {
    const known = this.#known.get(key);
    if (!known || (known.answer.provable === null) === (provable === null)) return;
    this.#remember(key, { ...known, answer: { ...known.answer, buildable, provable } });
    this.analysis.value = this.#known.get(key) ?? null;
  }

  #keyOf(state: ReturnType<typeof stateOf>, seat: number | null, player: number, lines: number): string {
    return JSON.stringify([state.moves, seat, player, lines]);
  }

  #remember(key: string, analysis: Analysis): void {
    this.#known.delete(key);
    this.#known.set(key, analysis);
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value as string);
  }

  dispose(): void {
    for (const stop of this.#effects) stop();
    this.#search.abort();
  }
}

/** Calls at once, then at most once in each interval. */
function throttled(milliseconds: number, signal: AbortSignal, call: () => void): () => void {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const now = (): void => {
    timer = null;
    last = performance.now();
    if (!signal.aborted) call();
  };
  return () => {
    if (timer !== null) return;
    const wait = last + milliseconds - performance.now();
    if (wait <= 0) now();
    else timer = setTimeout(now, wait);
  };
}
