/**
 * Reference implementation of the rules for tests: simple and slow, written from the rules in words, independent of the kernel. A square is its name, a set of pieces
 * a set of names, a move a list of steps as text.
 */
export interface ReferenceVariant {
  readonly rows: readonly string[];
  readonly policemen: number;
  readonly turns: "alternating" | "alternating-one" | "simultaneous";
  readonly stay: boolean;
}

export interface ReferencePosition {
  readonly police: ReadonlySet<string>;
  readonly thief: string;
  readonly turn: "police" | "thief" | "both";
}

/** Target square by start square. */
type Steps = ReadonlyMap<string, string>;

export class ReferenceRules {
  readonly variant: ReferenceVariant;
  /** Row by row from the top left. */
  readonly squares: readonly string[];
  readonly exits: ReadonlySet<string>;
  readonly #neighbours: ReadonlyMap<string, readonly string[]>;

  constructor(variant: ReferenceVariant) {
    this.variant = variant;
    const { rows } = variant;
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const name = (x: number, y: number): string => `${letters[x]}${y + 1}`;
    const isEmpty = (x: number, y: number): boolean => [".", "E"].includes(rows[y]?.[x] ?? "#");
    const places = rows.flatMap((row, y) => Array.from(row, (_, x) => [x, y] as const));
    const empty = places.filter(([x, y]) => isEmpty(x, y));
    this.squares = empty.map(([x, y]) => name(x, y));
    this.exits = new Set(empty.filter(([x, y]) => rows[y]?.[x] === "E").map(([x, y]) => name(x, y)));
    this.#neighbours = new Map(
      empty.map(([x, y]) => {
        const around = [
          [x, y - 1],
          [x, y + 1],
          [x - 1, y],
          [x + 1, y],
        ] as const;
        return [name(x, y), around.filter(([a, b]) => isEmpty(a, b)).map(([a, b]) => name(a, b))];
      }),
    );
  }

  neighbours(square: string): readonly string[] {
    return this.#neighbours.get(square) ?? [];
  }

  /** A thief on an exit has won; a thief whose empty neighbours are all occupied by policemen has lost. */
  result({ police, thief }: ReferencePosition): readonly number[] | null {
    if (this.exits.has(thief)) return [0, 1];
    return this.neighbours(thief).every((square) => police.has(square)) ? [1, 0] : null;
  }

  /** All combinations of targets, filtered by the rules for pairs of policemen. */
  #policeSteps({ police, thief }: ReferencePosition): Steps[] {
    const { stay, turns } = this.variant;
    const targets = (square: string): string[] =>
      [square, ...this.neighbours(square)].filter((to) => to !== thief && (stay || to !== square));
    let plans: Map<string, string>[] = [new Map()];
    for (const square of police) {
      const own = turns === "alternating-one" ? [...targets(square), square] : targets(square);
      plans = plans.flatMap((plan) => [...new Set(own)].map((to) => new Map([...plan, [square, to]])));
    }
    return plans.filter((plan) => {
      const pairs = [...plan];
      const movers = pairs.filter(([from, to]) => from !== to);
      if (turns === "alternating-one" && (movers.length > 1 || (!stay && movers.length === 0))) return false;
      const apart = new Set(plan.values()).size === plan.size;
      const swapped = movers.some(([from, to]) => plan.get(to) === from);
      return apart && !swapped;
    });
  }

  /** Moves of the police, as text with the steps in alphabetical order. */
  policeMoves(position: ReferencePosition): string[] {
    const moves = this.#policeSteps(position).map((plan) => {
      const steps = [...plan].filter(([from, to]) => from !== to).map(([from, to]) => `${from}-${to}`);
      return steps.length === 0 ? "stay" : sortedSteps(steps.join(","));
    });
    return moves.length > 0 ? moves : ["stay"];
  }

  thiefMoves({ police, thief }: ReferencePosition): string[] {
    const free = this.neighbours(thief).filter((square) => !police.has(square));
    return [...free.map((to) => `${thief}-${to}`), ...(this.variant.stay ? ["wait"] : [])];
  }

  /** Moves of a side; none if it is not to move. */
  moves(position: ReferencePosition, side: "police" | "thief"): string[] {
    if (this.result(position) !== null || ![side, "both"].includes(position.turn)) return [];
    return side === "police" ? this.policeMoves(position) : this.thiefMoves(position);
  }

  /** The police's move, the thief's, or both at once. */
  play(position: ReferencePosition, moves: readonly string[]): ReferencePosition {
    const { police, thief, turn } = position;
    const steps = (text: string): Map<string, string> =>
      new Map(text.includes("-") ? text.split(",").map((step) => step.split("-") as [string, string]) : []);
    if (turn === "thief") return { police, thief: steps(moves[0] as string).get(thief) ?? thief, turn: "police" };
    const plan = steps(moves[0] as string);
    const moved = new Set([...police].map((square) => plan.get(square) ?? square));
    if (turn === "police") return { police: moved, thief, turn: "thief" };
    const target = steps(moves[1] as string).get(thief) ?? thief;
    return { police: moved, thief: moved.has(target) ? thief : target, turn: "both" };
  }

  perft(position: ReferencePosition, depth: number): number {
    if (depth === 0) return 1;
    const sides = (["police", "thief"] as const).filter((side) => [side, "both"].includes(position.turn));
    const lists = sides.map((side) => this.moves(position, side));
    const joint = lists.reduce<string[][]>(
      (all, list) => all.flatMap((one) => list.map((move) => [...one, move])),
      [[]],
    );
    return joint.reduce((sum, moves) => sum + this.perft(this.play(position, moves), depth - 1), 0);
  }

  text({ police, thief, turn }: ReferencePosition): string {
    const places = `${this.squares.filter((square) => police.has(square)).join(",")}/${thief}`;
    return turn === "both" ? places : `${places}/${turn}`;
  }

  /** Steps from the nearest source to every reachable square; `closed` squares are walls. */
  distances(from: Iterable<string>, closed: ReadonlySet<string> = new Set()): Map<string, number> {
    const found = new Map<string, number>();
    let layer = [...from];
    for (let distance = 0; layer.length > 0; distance++) {
      for (const square of layer) found.set(square, distance);
      const next = layer.flatMap((square) => this.neighbours(square));
      layer = [...new Set(next)].filter((square) => !found.has(square) && !closed.has(square));
    }
    return found;
  }
}

export function sortedSteps(text: string): string {
  return text.split(",").toSorted().join(",");
}

/** A random maze, possibly with open areas: the connected component of the first random open square, with one exit. */
export function scatteredMaze(width: number, height: number, share: number, random: () => number): string[] {
  const open = Array.from({ length: width * height }, () => random() < share);
  const first = open.indexOf(true);
  const kept = new Set([first]);
  for (const square of kept) {
    const x = square % width;
    const around = [
      square - width,
      square + width,
      ...(x > 0 ? [square - 1] : []),
      ...(x < width - 1 ? [square + 1] : []),
    ];
    for (const next of around) if (open[next]) kept.add(next);
  }
  const squares = [...kept];
  const exit = squares[Math.floor(random() * squares.length)];
  const letter = (square: number): string => (square === exit ? "E" : kept.has(square) ? "." : "#");
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => letter(y * width + x)).join(""),
  );
}
