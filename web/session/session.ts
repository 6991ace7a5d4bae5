/**
 * A game in progress in the page: shows positions, accepts moves of persons, requests moves of players and chance, runs the clocks and
 * saves every change. It knows the rules only through the documents of the API.
 */
import { batch, computed, type ReadonlySignal, signal, type Signal } from "@preact/signals";
import type {
  ChoiceDocument,
  GameDocument,
  MoveDocument,
  PositionDocument,
  ThinkingDocument,
} from "../../service/api.ts";
import type { Clients, Answered, Where } from "../client/clients.ts";
import { isAbort, messageOf } from "../client/api-client.ts";
import type { ViewRow } from "../../engine/contracts/view.ts";
import { limitsFor, spent } from "./clock.ts";
import { completedTrick, isTrick } from "../board/trick.ts";
import {
  viewerOf,
  firstOfTurn,
  type StoredInfo,
  played,
  redone,
  type SavedGame,
  shown,
  sidesChanged,
  stateOf,
  switched,
  undone,
  withLine,
} from "./saved-game.ts";

/** By seat: with simultaneous moves several may think. */
type Thinking = Readonly<Record<number, ThinkingDocument>>;

export interface SessionParts {
  readonly clients: Clients;
  readonly document: GameDocument;
  readonly save: (saved: SavedGame) => void;
  readonly now?: () => number;
  /** Show hidden information: the position is explored, not played. */
  readonly seesAll?: boolean;
}

const CHANCE = -1;
const NO_MOVES: readonly MoveDocument[] = [];
const NO_PARTS: Readonly<Record<number, string>> = {};
const NO_THINKING: Thinking = {};
const MAX_CACHED = 60;
/** So that fast players can be followed, in milliseconds. */
const MIN_MOVE_TIME = 150;
/** So that each card of a trick can be seen, and a completed trick. */
const CARD_TIME = 400;
const TRICK_TIME = 1_200;

export class Session {
  readonly document: GameDocument;
  readonly saved: Signal<SavedGame>;
  /** The position on the board; null while loading. */
  readonly position: Signal<PositionDocument | null> = signal(null);
  /** The latest position, also while an earlier one is on the board. */
  readonly whole: Signal<PositionDocument | null> = signal(null);
  readonly thinking: Signal<Thinking> = signal(NO_THINKING);
  readonly where: Signal<Where> = signal("server");
  readonly error: Signal<string | null> = signal(null);
  readonly paused: Signal<boolean> = signal(false);
  /** False while a new position is loading: nobody can move. */
  readonly settled: Signal<boolean> = signal(false);
  /** With hidden information and several persons at one screen: the one at the screen. */
  readonly present: Signal<number | null> = signal(null);
  /** Whose view the position on the board is. */
  readonly #seenBy: Signal<number | null> = signal(null);
  /** Simultaneous moves chosen so far, by seat. */
  readonly parts: Signal<Readonly<Record<number, string>>> = signal(NO_PARTS);
  #partInfo: StoredInfo | null = null;
  /** Whether the game has ended, also while an earlier position is on the board. */
  readonly ended: ReadonlySignal<boolean>;
  /** The trick that the last move completed, shown until the next card is played. */
  readonly trick: Signal<ViewRow | null> = signal(null);
  readonly viewer: ReadonlySignal<number | null>;
  /** The person who must come to the screen before anything is shown. */
  readonly awaited: ReadonlySignal<number | null>;
  /** The moves of a game that the rules have ended. */
  readonly #finished: Signal<readonly string[] | null> = signal(null);
  readonly #clients: Clients;
  readonly #save: (saved: SavedGame) => void;
  readonly #now: () => number;
  readonly #cache = new Map<string, PositionDocument>();
  #run = new AbortController();
  #turnBegan: number;

  constructor(
    saved: SavedGame,
    { clients, document, save, now = () => performance.now(), seesAll = false }: SessionParts,
  ) {
    this.#clients = clients;
    this.#save = save;
    this.#now = now;
    this.#turnBegan = now();
    this.document = document;
    this.saved = signal(saved);
    const hidden = document.hidden && !seesAll;
    this.ended = computed(() => {
      const { over, moves } = this.saved.value;
      return over !== null || this.#finished.value === moves;
    });
    // Everything is shown after the end.
    this.viewer = computed(() => viewerOf(this.saved.value, hidden && !this.ended.value, this.present.value));
    this.awaited = computed(() => {
      const actors = this.position.value?.actors ?? [];
      const persons = this.saved.value.seats.filter((seat) => seat.kind === "person").length;
      const next = actors.find((actor) => this.isPerson(actor) && !(actor in this.parts.value));
      // Until the position as this player sees it has arrived, the board shows that of another.
      const isSeen = next === this.present.value && next === this.#seenBy.value;
      return hidden && !this.ended.value && persons > 1 && next !== undefined && !isSeen ? next : null;
    });
  }

  isPerson(actor: number): boolean {
    return this.saved.value.seats[actor]?.kind === "person";
  }

  get atEnd(): boolean {
    return this.saved.value.at === this.saved.value.moves.length;
  }

  /** Moves that a person can make now. */
  open(): readonly MoveDocument[] {
    const { over } = this.saved.value;
    const position = this.position.value;
    if (!position || !this.settled.value || position.result || over || this.awaited.value !== null) return NO_MOVES;
    const open = position.moves.filter((move) => this.isPerson(move.actor) && !(move.actor in this.parts.value));
    // Persons who move simultaneously at one screen choose one after the other.
    const first = open[0]?.actor;
    return open.every((move) => move.actor === first) ? open : open.filter((move) => move.actor === first);
  }

  /** Shows the position and continues the game. */
  start(): void {
    this.#change(this.saved.value);
  }

  /** Aborts all requests. */
  stop(): void {
    this.#run.abort();
  }

  play(move: MoveDocument): void {
    this.#part(move.actor, move.text, null);
  }

  get canUndo(): boolean {
    const saved = this.saved.value;
    return saved.over !== null || undone(saved, this.whole.value?.plies ?? []).at < saved.at;
  }

  undo(): void {
    this.#change(undone(this.saved.value, this.whole.value?.plies ?? []));
  }

  redo(): void {
    this.#change(redone(this.saved.value, this.whole.value?.plies ?? []));
  }

  show(ply: number): void {
    this.#change(shown(this.saved.value, ply));
  }

  /** Continues from the position on the board; later moves become a variation. */
  continueHere(): void {
    const saved = this.saved.value;
    this.#change(withLine(saved, saved.moves.slice(0, saved.at), saved.at));
  }

  /** Puts a variation on the board, by its index. */
  showVariation(index: number, ply: number): void {
    this.#change(switched(this.saved.value, index, ply));
  }

  /** The person takes the other seat of two. */
  changeSides(): void {
    this.#change(sidesChanged(this.saved.value));
  }

  /** Appends a variation to the position on the board and plays its first plies. */
  follow(pv: readonly string[], plies = 1): void {
    const saved = this.saved.value;
    const moves = [...saved.moves.slice(0, saved.at), ...pv];
    this.#change(withLine(saved, moves, saved.at + plies));
  }

  resign(): void {
    const seat =
      this.position.value?.actors.find((actor) => this.isPerson(actor)) ??
      this.saved.value.seats.findIndex((each) => each.kind === "person");
    if (seat >= 0) this.#change({ ...this.saved.value, over: { seat, how: "resigned" } });
  }

  pause(paused: boolean): void {
    this.paused.value = paused;
    this.start();
  }

  takeScreen(seat: number): void {
    this.present.value = seat;
    this.start();
  }

  /** Called often while a clock runs; ends the game when a player's time is up. */
  tick(): void {
    const saved = this.saved.value;
    const mover = this.#mover();
    if (saved.clock === null || mover === null || this.timeLeft(mover) > 0) return;
    this.#change({
      ...saved,
      left: saved.left.map((ms, seat) => (seat === mover ? 0 : ms)),
      over: { seat: mover, how: "time" },
    });
  }

  timeLeft(seat: number): number {
    const left = this.saved.value.left[seat] ?? 0;
    return this.#mover() === seat ? Math.max(0, left - (this.#now() - this.#turnBegan)) : left;
  }

  /** Whose clock runs. */
  #mover(): number | null {
    const { over, clock } = this.saved.value;
    const position = this.position.value;
    if (clock === null || over || !position || position.result || !this.atEnd || this.paused.value) return null;
    return position.actors.find((actor) => actor >= 0) ?? null;
  }

  #change(saved: SavedGame): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.thinking.value = NO_THINKING;
    this.error.value = null;
    this.parts.value = NO_PARTS;
    this.#partInfo = null;
    this.settled.value = false;
    this.saved.value = saved;
    this.#save(saved);
    void this.#go(this.#run.signal);
  }

  async #go(signal: AbortSignal): Promise<void> {
    try {
      const saved = this.saved.value;
      const viewer = this.viewer.value;
      const seen = await this.#positionAt(saved.at, signal);
      // The end of the game decides whether everything is shown.
      if (!this.atEnd && this.viewer.value !== null) {
        const last = await this.#positionAt(saved.moves.length, signal);
        if (signal.aborted) return;
        if (last.result) this.#finished.value = saved.moves;
      } else if (this.atEnd && seen.result) this.#finished.value = saved.moves;
      const reveal = this.ended.value || seen.result !== null;
      const position = reveal ? await this.#positionAt(saved.at, signal, null) : seen;
      if (signal.aborted) return;
      batch(() => {
        this.trick.value = this.#completed(position);
        this.position.value = position;
        this.#seenBy.value = viewer;
        this.settled.value = true;
      });
      this.#turnBegan = this.#now();
      if (this.atEnd) this.whole.value = position;
      else {
        const whole = await this.#positionAt(saved.moves.length, signal);
        if (signal.aborted) return;
        if (whole.result) this.#finished.value = saved.moves;
        this.whole.value = whole;
        return;
      }
      if (position.result || saved.over || this.paused.value) return;
      if (position.actors.includes(CHANCE)) {
        const { answer } = await this.#clients.call(
          "chance",
          saved.game,
          { ...stateOf(saved), seed: saved.seed + saved.at },
          { signal },
        );
        if (!signal.aborted) this.#change(played(saved, answer.move, null));
        return;
      }
      await Promise.all(position.actors.map((actor) => this.#choose(actor, signal)));
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) {
        this.thinking.value = NO_THINKING;
        this.error.value = messageOf(error);
      }
    }
  }

  /** The trick that the move to this position completed. */
  #completed(next: PositionDocument): ViewRow | null {
    const before = this.position.value;
    const last = next.plies.at(-1);
    if (before === next) return this.trick.value;
    if (!before || !last || before.plies.length + 1 !== next.plies.length) return null;
    return completedTrick(before.view, next.view, last.text);
  }

  async #choose(actor: number, signal: AbortSignal): Promise<void> {
    const saved = this.saved.value;
    const seat = saved.seats[actor];
    if (seat?.kind !== "player") return;
    const began = this.#now();
    const onThinking = (thinking: ThinkingDocument): void => {
      if (!signal.aborted) this.thinking.value = { ...this.thinking.value, [actor]: thinking };
    };
    onThinking({ milliseconds: 0, info: null });
    // One seed for all steps of a turn: the service then reuses the player that planned them.
    const seed = saved.seed + firstOfTurn(this.position.value?.plies ?? [], saved.at, actor);
    const { answer, where, replaces }: Answered<ChoiceDocument> = await this.#clients.call(
      "choose",
      saved.game,
      { ...stateOf(saved), player: seat.text, limits: limitsFor(saved, actor), seed, actor, seat: this.viewer.value },
      { signal, onThinking },
    );
    const isCard = this.position.value?.view.rows?.some(isTrick) ?? false;
    const least = this.trick.value !== null ? TRICK_TIME : isCard ? CARD_TIME : MIN_MOVE_TIME;
    const remaining = least - (this.#now() - began);
    if (remaining > 0) await new Promise((resolve) => setTimeout(resolve, remaining));
    if (signal.aborted) return;
    const { [actor]: _, ...others } = this.thinking.value;
    this.thinking.value = others;
    const info = { ...answer.info, player: answer.player, seat: actor, where };
    this.#part(actor, answer.move, replaces === undefined ? info : { ...info, replaces });
  }

  /** Records an actor's choice; once all actors have chosen, the ply is played. */
  #part(actor: number, move: string, info: StoredInfo | null): void {
    const actors = this.position.value?.actors ?? [];
    const parts = { ...this.parts.value, [actor]: move };
    // Of several choices of a ply, that of a player is kept, though a person may choose last.
    this.#partInfo = info ?? this.#partInfo;
    if (actors.length > 1 && actors.some((each) => !(each in parts))) {
      this.parts.value = parts;
      return;
    }
    const saved = spent(this.saved.value, actor, this.#now() - this.#turnBegan);
    this.#change(played(saved, actors.length > 1 ? actors.map((each) => parts[each]).join("&") : move, this.#partInfo));
  }

  async #positionAt(
    plies: number,
    signal: AbortSignal,
    seat: number | null = this.viewer.value,
  ): Promise<PositionDocument> {
    const saved = this.saved.value;
    const request = { ...stateOf(saved, plies), seat };
    const key = JSON.stringify(request);
    const known = this.#cache.get(key);
    if (known) return known;
    const { answer, where } = await this.#clients.call("position", saved.game, request, { signal });
    this.where.value = where;
    this.#cache.set(key, answer);
    if (this.#cache.size > MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value as string);
    return answer;
  }
}
