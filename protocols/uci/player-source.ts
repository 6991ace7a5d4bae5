/** The player behind our engine: made from its text and from what a GUI sets, and made anew when that changes or another game begins. */
import { setTimeout } from "node:timers/promises";
import { canonicalText, makePlayer, startsPrograms } from "../../engine/arena/players.ts";
import { fail, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import { parseOption, type OptionSpec } from "../../engine/contracts/options.ts";
import { parsePlayerText, type Player } from "../../engine/contracts/player.ts";
import { START_FEN } from "../../games/chess/fen.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { shortened } from "../program/line-text.ts";

export type Warn = (text: string) => void;

/** What an engine needs of it. */
export interface PlayerSource {
  /** Declarations of the options, without `option`. */
  declarations(): string[];
  /** All options that some player may have, declared or not. */
  readonly optionNames: readonly string[];
  /** Takes effect with the next search. */
  set(name: string, value: string | null): Result<null>;
  /** The player as it is set now. What makes it impossible is left out and reported; rejects where the first player cannot be made. */
  current(warn: Warn): Promise<Player>;
  /** The same, to be asked for a move. */
  forSearch(warn: Warn): Promise<Player>;
  /** What the player remembers of a game is dropped. */
  newGame(): void;
  close(): Promise<void>;
}

/** Options of UCI that are a parameter of some players, by the names that it may have. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  Hash: ["hash", "tt"],
  Threads: ["threads"],
  SyzygyPath: ["syzygy"],
};

/** Parameters that limit the thinking. */
const LIMITS: readonly string[] = ["depth", "nodes", "playouts", "ms"];
const WARM_MS = 20;
const MOST_WARMING_MS = 3_000;

export class TextPlayerSource implements PlayerSource {
  readonly optionNames: readonly string[] = [...Object.keys(PARAMETERS), "Player"];
  readonly #rules: ChessRules;
  readonly #seed: number;
  readonly #first: string;
  #text: string;
  /** By names of UCI, the newest last. */
  readonly #set = new Map<string, string>();
  #made: { text: string; readonly player: Promise<Player> } | null = null;
  /** The present player has searched. */
  #isUsed = false;

  constructor(rules: ChessRules, text: string, seed: number) {
    this.#rules = rules;
    this.#seed = seed;
    this.#first = engineText(rules, text);
    this.#text = this.#first;
  }

  /** The first player's. */
  get text(): string {
    return this.#first;
  }

  declarations(): string[] {
    const declared = Object.keys(PARAMETERS).flatMap((name) => {
      const spec = this.#specOf(name, this.#first);
      return spec ? [declaration(name, spec, parametersOf(this.#first)[spec.name])] : [];
    });
    return [...declared, `name Player type string default ${this.#first}`];
  }

  set(name: string, value: string | null): Result<null> {
    const text = value === "<empty>" ? "" : (value ?? "");
    if (name === "Player") return this.#setPlayer(text);
    const spec = this.#specOf(name, this.#text);
    if (!spec) return fail("bad-usage", `${name}: the player ${this.#text} has no such parameter`);
    if (text === "") this.#set.delete(name);
    else {
      const read = parseOption(spec, text);
      if (!read.ok) return fail("bad-usage", `${name}: ${read.error.message}`);
      this.#set.delete(name);
      this.#set.set(name, text);
    }
    return ok(null);
  }

  current(warn: Warn): Promise<Player> {
    const text = this.#wantedText();
    if (this.#made?.text !== text) this.#remake(text, warn);
    return (this.#made as { player: Promise<Player> }).player;
  }

  forSearch(warn: Warn): Promise<Player> {
    this.#isUsed = true;
    return this.current(warn);
  }

  newGame(): void {
    if (this.#isUsed && this.#made) this.#remake(this.#made.text, () => {});
    this.#isUsed = false;
  }

  async close(): Promise<void> {
    await closed(this.#made?.player);
  }

  #setPlayer(text: string): Result<null> {
    // A player that starts programs is for who typed the command, not for whatever is at the other end of it.
    if (startsPrograms(this.#rules, text) && text !== this.#first)
      return fail("bad-player", `Player: "${shortened(text)}" starts a program; only --player may do that`);
    try {
      this.#text = engineText(this.#rules, text);
      return ok(null);
    } catch (error) {
      return fail("bad-player", `Player: ${(error as Error).message}`);
    }
  }

  /** The text with the options that the player knows. */
  #wantedText(): string {
    const set: Record<string, string> = {};
    for (const [name, value] of this.#set) {
      const spec = this.#specOf(name, this.#text);
      if (spec) set[spec.name] = value;
    }
    return formatText(unwrap(parsePlayerText(this.#text)).name, { ...parametersOf(this.#text), ...set });
  }

  #remake(text: string, warn: Warn): void {
    const old = this.#made?.player;
    const player = this.#make(text, old, warn);
    player.catch(() => {});
    this.#made = { text, player };
  }

  /** One player after the other: two would need the memory of both. */
  async #make(text: string, old: Promise<Player> | undefined, warn: Warn): Promise<Player> {
    await closed(old);
    for (let wanted = text; ; wanted = this.#wantedText()) {
      if (this.#made) this.#made.text = wanted;
      try {
        return await this.#warm(await makePlayer(this.#rules, wanted, this.#seed));
      } catch (error) {
        const [name, value] = [...this.#set].at(-1) ?? [];
        if (name === undefined && this.#text === this.#first) throw error;
        if (name === undefined) this.#text = this.#first;
        else this.#set.delete(name);
        warn(`${name === undefined ? wanted : `${name} ${value}`} is left out: ${(error as Error).message}`);
      }
    }
  }

  /** A player starts its threads with the first question; that is better done before the clock runs. */
  async #warm(player: Player): Promise<Player> {
    const position = unwrap(this.#rules.parsePosition(START_FEN));
    const answer = player.choose(position, { depth: 1, nodes: 1, playouts: 1, milliseconds: WARM_MS }).catch(() => {});
    await Promise.race([answer, setTimeout(MOST_WARMING_MS, undefined, { ref: false })]);
    return player;
  }

  #specOf(name: string, text: string): OptionSpec | undefined {
    const parsed = parsePlayerText(text);
    const kind = parsed.ok && this.#rules.playerKinds.find((each) => each.name === parsed.value.name);
    return kind ? kind.parameters.find((spec) => PARAMETERS[name]?.includes(spec.name)) : undefined;
  }
}

/** The canonical text without the limits that the text does not name itself, as those of a preset: limits are the GUI's to set. */
function engineText(rules: ChessRules, text: string): string {
  const canonical = canonicalText(rules, text);
  const named = parametersOf(text);
  const kept = Object.entries(parametersOf(canonical)).filter(([key]) => !LIMITS.includes(key) || key in named);
  return formatText(unwrap(parsePlayerText(canonical)).name, Object.fromEntries(kept));
}

function parametersOf(text: string): Readonly<Record<string, string>> {
  return unwrap(parsePlayerText(text)).parameters;
}

function formatText(name: string, parameters: Readonly<Record<string, string>>): string {
  const inside = Object.entries(parameters).map(([key, value]) => `${key}=${value}`);
  return inside.length === 0 ? name : `${name}(${inside.join(", ")})`;
}

function declaration(name: string, spec: OptionSpec, value: string | undefined): string {
  const usual = value ?? spec.default;
  if (spec.kind !== "integer") return `name ${name} type string default ${usual ?? "<empty>"}`;
  return `name ${name} type spin default ${usual ?? spec.min} min ${spec.min} max ${spec.max}`;
}

async function closed(player: Promise<Player> | undefined): Promise<void> {
  const made = await player?.catch(() => null);
  await made?.close();
}
