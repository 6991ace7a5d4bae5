/** The player behind the engine: created from its text and the options set by the GUI, and re-created when these change or a new game starts. */
import { setTimeout } from "node:timers/promises";
import { canonicalText, makePlayer, startsPrograms } from "../../engine/arena/players.ts";
import { fail, ok, unwrap, type Result } from "../../engine/contracts/errors.ts";
import { parseOption, type OptionSpec } from "../../engine/contracts/options.ts";
import { parsePlayerText, type Limits, type Player } from "../../engine/contracts/player.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { shortened } from "../external/line-text.ts";

type Warn = (text: string) => void;

export interface PlayerSource {
  /** Declarations of the options, without the word `option`. */
  declarations(): string[];
  /** Options of any player, declared or not. */
  readonly optionNames: readonly string[];
  /** Takes effect with the next search. */
  set(name: string, value: string | null): Result<null>;
  /** The player with the current options. Options that prevent its creation are dropped with a warning; rejects if the first player cannot be created. */
  current(warn: Warn): Promise<Player>;
  /** The same, for a search. */
  forSearch(warn: Warn): Promise<Player>;
  /** Discards the state of the last game. */
  newGame(): void;
  close(): Promise<void>;
}

/** UCI options, and the names of the player parameter that each sets. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  Hash: ["hash", "tt"],
  Threads: ["threads"],
  SyzygyPath: ["syzygy"],
};

/** Parameters that limit a search. */
const LIMITS: readonly string[] = ["depth", "nodes", "playouts", "ms"];
/** A search of some thousand nodes, so that the code is compiled before the clock runs. */
const WARMUP_LIMITS: Limits = { depth: 8, nodes: 20_000, playouts: 100, milliseconds: 500 };
/** A middlegame position in which all kinds of moves occur; it is not reached in games, so that what a player remembers of it has no effect. */
const WARMUP_FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MAX_WARMUP_MS = 3_000;

export class TextPlayerSource implements PlayerSource {
  readonly optionNames: readonly string[] = [...Object.keys(PARAMETERS), "Player"];
  readonly #rules: ChessRules;
  readonly #seed: number;
  readonly #first: string;
  #text: string;
  /** By UCI name, the latest last. */
  readonly #set = new Map<string, string>();
  #created: { text: string; readonly player: Promise<Player> } | null = null;
  /** The current player has searched. */
  #isUsed = false;

  constructor(rules: ChessRules, text: string, seed: number) {
    this.#rules = rules;
    this.#seed = seed;
    this.#first = engineText(rules, text);
    this.#text = this.#first;
  }

  /** The text of the first player. */
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
    const text = this.#currentText();
    if (this.#created?.text !== text) this.#recreate(text, warn);
    return (this.#created as { player: Promise<Player> }).player;
  }

  forSearch(warn: Warn): Promise<Player> {
    this.#isUsed = true;
    return this.current(warn);
  }

  newGame(): void {
    if (this.#isUsed && this.#created) this.#recreate(this.#created.text, () => {});
    this.#isUsed = false;
  }

  async close(): Promise<void> {
    await closed(this.#created?.player);
  }

  #setPlayer(text: string): Result<null> {
    // Only the command line may name a player that starts programs, not the GUI.
    if (startsPrograms(this.#rules, text) && text !== this.#first)
      return fail("bad-player", `Player: "${shortened(text)}" starts a program; only --player may name it`);
    try {
      this.#text = engineText(this.#rules, text);
      return ok(null);
    } catch (error) {
      return fail("bad-player", `Player: ${(error as Error).message}`);
    }
  }

  /** The text with the options that the player supports. */
  #currentText(): string {
    const set: Record<string, string> = {};
    for (const [name, value] of this.#set) {
      const spec = this.#specOf(name, this.#text);
      if (spec) set[spec.name] = value;
    }
    return formatText(unwrap(parsePlayerText(this.#text)).name, { ...parametersOf(this.#text), ...set });
  }

  #recreate(text: string, warn: Warn): void {
    const old = this.#created?.player;
    const player = this.#create(text, old, warn);
    player.catch(() => {});
    this.#created = { text, player };
  }

  /** Closes the old player first, so that only one holds memory. */
  async #create(text: string, old: Promise<Player> | undefined, warn: Warn): Promise<Player> {
    await closed(old);
    for (let current = text; ; current = this.#currentText()) {
      if (this.#created) this.#created.text = current;
      try {
        return await this.#warmUp(await makePlayer(this.#rules, current, this.#seed));
      } catch (error) {
        const [name, value] = [...this.#set].at(-1) ?? [];
        if (name === undefined && this.#text === this.#first) throw error;
        if (name === undefined) this.#text = this.#first;
        else this.#set.delete(name);
        warn(`${name === undefined ? current : `${name} ${value}`} is ignored: ${(error as Error).message}`);
      }
    }
  }

  /** A player starts its threads on the first search, and code is compiled while it runs: both before the clock runs. */
  async #warmUp(player: Player): Promise<Player> {
    const position = unwrap(this.#rules.parsePosition(WARMUP_FEN));
    const warmUp = player.choose(position, WARMUP_LIMITS).catch(() => {});
    await Promise.race([warmUp, setTimeout(MAX_WARMUP_MS, undefined, { ref: false })]);
    return player;
  }

  #specOf(name: string, text: string): OptionSpec | undefined {
    const parsed = parsePlayerText(text);
    const kind = parsed.ok && this.#rules.playerKinds.find((each) => each.name === parsed.value.name);
    return kind ? kind.parameters.find((spec) => PARAMETERS[name]?.includes(spec.name)) : undefined;
  }
}

/** The canonical text without limits that the text does not name, such as those of a preset: the GUI sets the limits. */
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
  const initial = value ?? spec.default;
  if (spec.kind !== "integer") return `name ${name} type string default ${initial ?? "<empty>"}`;
  return `name ${name} type spin default ${initial ?? spec.min} min ${spec.min} max ${spec.max}`;
}

async function closed(player: Promise<Player> | undefined): Promise<void> {
  const created = await player?.catch(() => null);
  await created?.close();
}
