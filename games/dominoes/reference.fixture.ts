/** Reference implementation from the rules alone: tiles are texts, hands and stock are lists, all events are recorded. Slow; shares no code with the game. */
export interface ReferenceVariant {
  readonly hand: number;
  readonly stock: "block" | "until" | "one";
  readonly keep: number;
  readonly begins: "double" | "strongest" | "own" | "free";
  readonly blocked: "pips" | "draw";
}

/** Public events: tiles laid, draws, passes. */
export type ReferenceEvent =
  | { readonly kind: "lay"; readonly player: number; readonly tile: string; readonly first: boolean }
  | { readonly kind: "draw" | "pass"; readonly player: number; readonly ends: readonly string[] };

export const ALL: readonly string[] = ["0", "1", "2", "3", "4", "5", "6"].flatMap((a) =>
  ["0", "1", "2", "3", "4", "5", "6"].filter((b) => a <= b).map((b) => a + b),
);

export function pips(tiles: readonly string[]): number {
  return tiles.reduce((sum, tile) => sum + Number(tile[0]) + Number(tile[1]), 0);
}

/** The tiles of a hand from the strongest down. */
function byStrength(tiles: readonly string[], begins: ReferenceVariant["begins"]): string[] {
  const double = (tile: string): number => (begins === "double" && tile[0] === tile[1] ? 1 : 0);
  return tiles.toSorted((a, b) => double(b) - double(a) || pips([b]) - pips([a]) || Number(b[1]) - Number(a[1]));
}

export class ReferenceDominoes {
  readonly variant: ReferenceVariant;
  readonly hands: [string[], string[]] = [[], []];
  stock: string[] = [...ALL];
  /** The chain from left to right, each tile as it lies. */
  chain: string[] = [];
  /** The player to move; "deal"; [player] who draws a tile; null at the end. */
  next: number | "deal" | readonly [number] | null = "deal";
  drawn = false;
  readonly events: ReferenceEvent[] = [];

  constructor(variant: ReferenceVariant) {
    this.variant = variant;
  }

  ends(): string[] {
    return this.chain.length === 0 ? [] : [this.chain[0]?.[0] ?? "", this.chain.at(-1)?.[1] ?? ""];
  }

  #fits(tile: string): boolean {
    return this.ends().some((end) => tile.includes(end));
  }

  #stockIsOpen(): boolean {
    return this.variant.stock !== "block" && this.stock.length > this.variant.keep;
  }

  /** Legal moves in notation, sorted. */
  moves(): string[] {
    const { next, variant } = this;
    if (next === null) return [];
    if (typeof next !== "number") return this.stock.map((tile) => `+${tile}`).toSorted();
    const hand = this.hands[next as 0 | 1];
    if (this.chain.length === 0)
      return variant.begins === "free" ? hand.toSorted() : byStrength(hand, variant.begins).slice(0, 1);
    const [left = "", right = ""] = this.ends();
    const laying = hand
      .filter((tile) => this.#fits(tile))
      .flatMap((tile) =>
        left !== right && tile.includes(left) && tile.includes(right) ? [`${tile}l`, `${tile}r`] : [tile],
      );
    if (laying.length > 0) return laying.toSorted();
    return this.#stockIsOpen() && !(variant.stock === "one" && this.drawn) ? ["draw"] : ["pass"];
  }

  play(move: string): void {
    if (move.startsWith("+")) return this.#give(move.slice(1));
    const player = this.next as number;
    if (move === "draw" || move === "pass") {
      this.events.push({ kind: move, player, ends: this.ends() });
      this.next = move === "draw" ? [player] : 1 - player;
      if (move === "pass") this.drawn = false;
      return;
    }
    const tile = move.slice(0, 2);
    const hand = this.hands[player as 0 | 1];
    hand.splice(hand.indexOf(tile), 1);
    this.events.push({ kind: "lay", player, tile, first: this.chain.length === 0 });
    const [left = "", right = ""] = this.ends();
    const other = (end: string): string => (tile[0] === end ? (tile[1] as string) : (tile[0] as string));
    if (this.chain.length === 0) this.chain = [tile];
    else if (move.endsWith("l") || !tile.includes(right)) this.chain.unshift(other(left) + left);
    else this.chain.push(right + other(right));
    this.drawn = false;
    this.next = hand.length === 0 ? null : 1 - player;
    this.#endIfBlocked();
  }

  #give(tile: string): void {
    const dealing = this.next === "deal";
    const player = dealing
      ? this.hands[0].length > this.hands[1].length
        ? 1
        : 0
      : (this.next as readonly [number])[0];
    this.stock = this.stock.filter((each) => each !== tile);
    this.hands[player as 0 | 1].push(tile);
    if (!dealing) {
      this.next = player;
      this.drawn = this.variant.stock === "one";
      this.#endIfBlocked();
    } else if (this.hands[1].length === this.variant.hand) {
      const { begins } = this.variant;
      const best = byStrength([...this.hands[0], ...this.hands[1]], begins)[0] ?? "";
      this.next = begins === "own" || begins === "free" || this.hands[0].includes(best) ? 0 : 1;
    }
  }

  #endIfBlocked(): void {
    if (this.next === null || this.#stockIsOpen()) return;
    if (![...this.hands[0], ...this.hands[1]].some((tile) => this.#fits(tile))) this.next = null;
  }

  /** The score of A; null before the end. */
  result(): number | null {
    if (this.next !== null) return null;
    const [a, b] = this.hands;
    if (a.length === 0) return 1;
    if (b.length === 0) return 0;
    if (this.variant.blocked === "draw" || pips(a) === pips(b)) return 0.5;
    return pips(a) < pips(b) ? 1 : 0;
  }

  /** Whether a player may hold these tiles: some order of its draws explains every event. */
  mayHold(player: number, held: readonly string[]): boolean {
    const laid = this.events.flatMap((event) => (event.kind === "lay" && event.player === player ? [event.tile] : []));
    const draws = this.events.filter((event) => event.kind === "draw" && event.player === player).length;
    const waiting = Array.isArray(this.next) && this.next[0] === player ? 1 : 0;
    return this.#explains(player, [...held, ...laid], draws - waiting, []);
  }

  /** Tries every order of draws. */
  #explains(player: number, had: readonly string[], draws: number, drawn: readonly string[]): boolean {
    if (draws === 0) return this.#replays(player, had, drawn);
    return had.some((tile) =>
      this.#explains(
        player,
        had.filter((each) => each !== tile),
        draws - 1,
        [...drawn, tile],
      ),
    );
  }

  #replays(player: number, dealt: readonly string[], drawn: readonly string[]): boolean {
    let hand = [...dealt];
    let next = 0;
    const { begins } = this.variant;
    for (const event of this.events) {
      if (event.kind === "lay") {
        const informative = event.first && begins !== "free" && (begins !== "own" || event.player === player);
        if (informative && byStrength([...hand, event.tile], begins)[0] !== event.tile) return false;
        if (event.player !== player) continue;
        if (!hand.includes(event.tile)) return false;
        hand = hand.filter((each) => each !== event.tile);
      } else if (event.player === player) {
        if (hand.some((tile) => event.ends.some((end) => tile.includes(end)))) return false;
        const tile = event.kind === "draw" ? drawn[next++] : undefined;
        if (tile !== undefined) hand.push(tile);
      }
    }
    return true;
  }
}
