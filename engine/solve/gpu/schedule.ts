/**
 * Divides breadth-first search into submissions of bounded time: several depths while frontiers are small, parts of a depth on a slow
 * GPU, where a long submission would freeze the screen or be killed by the driver.
 */
import { EXPAND_WORDS, SETTLE_WORDS } from "./shaders.ts";
import type { Window, Windows } from "./windows.ts";

/** A dispatch over consecutive workgroups of a window. */
export interface Unit {
  readonly pass: "expand" | "settle";
  readonly window: Window;
  readonly firstGroup: number;
  readonly groups: number;
  /** The depth that the pass produces. */
  readonly depth: number;
  /** Whether it begins or ends that depth. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Expected number of states that it expands. */
  readonly states: number;
}

const SUBMISSION_MS = 250;
/** Depths that may be computed in vain after the last one. */
const MAX_DEPTHS = 8;
/** Before anything is known: a slow GPU, and a frontier that grows quickly. */
const FIRST_MS_PER_STATE = 1e-4;
const FIRST_GROWTH = 8;
/** With fewer states, the time of a submission says nothing about its speed. */
const MIN_MEASURED_STATES = 50_000;

export class Schedule {
  readonly #windows: Windows;
  readonly #maxUnits: number;
  /** Sizes of the known frontiers. */
  readonly #counts: readonly number[];
  readonly #pending: Unit[] = [];
  #nextDepth: number;
  #msPerState = FIRST_MS_PER_STATE;

  /** `counts` is extended by the owner as frontiers are completed; its last one is expanded first. */
  constructor(windows: Windows, counts: readonly number[], maxUnits: number) {
    this.#windows = windows;
    this.#maxUnits = maxUnits;
    this.#counts = counts;
    this.#nextDepth = counts.length;
  }

  /** Whether no depth is done in part. */
  get isBetweenDepths(): boolean {
    return this.#pending.length === 0;
  }

  /** The units of the next submission; it begins no depth if `finish` is given. */
  next({ finish = false }: { readonly finish?: boolean } = {}): Unit[] {
    const units: Unit[] = [];
    let milliseconds = 0;
    let depths = 0;
    while (units.length < this.#maxUnits && milliseconds < SUBMISSION_MS) {
      if (this.#pending.length === 0) {
        if (finish || depths++ === MAX_DEPTHS) break;
        this.#pending.push(...this.#unitsOf(this.#nextDepth++));
      }
      const unit = this.#pending.shift() as Unit;
      units.push(unit);
      milliseconds += unit.states * this.#msPerState;
    }
    return units;
  }

  /** Learns from the time of a submission, once the frontiers that it expanded are known. */
  measured(units: readonly Unit[], milliseconds: number): void {
    const states = units.reduce((sum, unit) => sum + this.#share(unit), 0);
    if (states >= MIN_MEASURED_STATES) this.#msPerState = milliseconds / states;
  }

  #share({ pass, depth, groups, window }: Unit): number {
    if (pass === "settle") return 0;
    const share = (groups * EXPAND_WORDS) / this.#windows.words;
    return this.#frontier(depth - 1) * Math.min(share, window.words / this.#windows.words);
  }

  #unitsOf(depth: number): Unit[] {
    const states = this.#frontier(depth - 1);
    const slices = Math.ceil((states * this.#msPerState) / SUBMISSION_MS / this.#windows.list.length);
    const units = [...this.#slicesOf("expand", depth, slices, states), ...this.#slicesOf("settle", depth, 1, 0)];
    return units.map((unit, i) => ({ ...unit, isFirst: i === 0, isLast: i === units.length - 1 }));
  }

  #slicesOf(pass: Unit["pass"], depth: number, slices: number, states: number): Unit[] {
    const groupWords = pass === "expand" ? EXPAND_WORDS : SETTLE_WORDS;
    return this.#windows.list.flatMap((window) => {
      const all = Math.ceil(window.words / groupWords);
      const groups = Math.ceil(all / Math.max(1, slices));
      return Array.from({ length: Math.ceil(all / groups) }, (_, i): Unit => {
        const firstGroup = i * groups;
        const own = Math.min(groups, all - firstGroup);
        const share = (own * groupWords) / this.#windows.words;
        return { pass, window, firstGroup, groups: own, depth, isFirst: false, isLast: false, states: states * share };
      });
    });
  }

  /** The size of a frontier; one that is not known yet is extrapolated. */
  #frontier(depth: number): number {
    const known = this.#counts[depth];
    if (known !== undefined) return known;
    const last = this.#counts.at(-1) ?? 1;
    const before = this.#counts.at(-2);
    const growth = before === undefined || before === 0 ? FIRST_GROWTH : Math.max(1, last / before);
    return last * growth ** (depth - this.#counts.length + 1);
  }
}
