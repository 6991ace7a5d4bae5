/**
 * Reference implementation of the rules, from the paper's section 2.1 and the README's list of choices. A board is four strings of eight
 * letters. Slow; uses no code of the game.
 */
export interface ReferencePosition {
  readonly rows: readonly string[];
  /** "w", "b", or "-" before the first flip. */
  readonly mover: string;
  /** The face-down letters, in any order. */
  readonly bag: readonly string[];
  readonly quiet: number;
  /** The cell that chance reveals next. */
  readonly flip: readonly [row: number, column: number] | null;
}

export interface ReferenceRules {
  readonly limit: number;
  readonly flipsReset: boolean;
  readonly kingTakesPawns: boolean;
  readonly cannonJumps: boolean;
  readonly cannonSteps: boolean;
}

export const PAPER_RULES: ReferenceRules = {
  limit: 40,
  flipsReset: false,
  kingTakesPawns: false,
  cannonJumps: true,
  cannonSteps: false,
};

const NUMBERS: Readonly<Record<string, number>> = { k: 7, g: 6, b: 5, n: 4, r: 3, c: 2, p: 1 };
const SET = "kggbbnnrrccppppp";
const WAYS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;

export function referenceStart(): ReferencePosition {
  const bag = [...SET, ...SET.toUpperCase()];
  return { rows: ["????????", "????????", "????????", "????????"], mover: "-", bag, quiet: 0, flip: null };
}

function isWhite(letter: string): boolean {
  return letter >= "a" && letter <= "z";
}

function isPiece(letter: string | undefined): letter is string {
  return letter !== undefined && letter !== "." && letter !== "?";
}

/** "pieces can capture lower or equal numbers (except the king that cannot capture any pawn …)"; pawns capture kings. */
function stepCaptures(attacker: string, victim: string, rules: ReferenceRules): boolean {
  const [own, other] = [attacker.toLowerCase(), victim.toLowerCase()];
  if (isWhite(attacker) === isWhite(victim)) return false;
  if (own === "c" && !rules.cannonSteps) return false;
  if (own === "p" && other === "k") return true;
  if (own === "k" && other === "p") return rules.kingTakesPawns;
  return (NUMBERS[own] as number) >= (NUMBERS[other] as number);
}

function name(row: number, column: number): string {
  return `${"abcd"[row]}${column + 1}`;
}

/** Texts of the legal moves of the mover or of chance, sorted. */
export function referenceMoves(position: ReferencePosition, rules: ReferenceRules): string[] {
  const { rows, mover, bag, flip } = position;
  if (flip) return [...new Set(bag)].map((letter) => `${name(...flip)}(${letter})`).toSorted();
  const at = (row: number, column: number): string | undefined => rows[row]?.[column];
  const found: string[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 8; column++) {
      const letter = at(row, column);
      if (letter === "?") found.push(name(row, column));
      if (!isPiece(letter) || (isWhite(letter) ? "w" : "b") !== mover) continue;
      for (const [down, right] of WAYS) {
        const next = at(row + down, column + right);
        if (next === "." || (isPiece(next) && stepCaptures(letter, next, rules)))
          found.push(`${name(row, column)}-${name(row + down, column + right)}`);
        if (letter.toLowerCase() !== "c" || !rules.cannonJumps) continue;
        let passed = 0;
        for (let far = 1; passed < 2; far++) {
          const there = at(row + far * down, column + far * right);
          if (there === undefined) break;
          if (there === ".") continue;
          passed++;
          if (passed === 2 && isPiece(there) && isWhite(there) !== isWhite(letter))
            found.push(`${name(row, column)}-${name(row + far * down, column + far * right)}`);
        }
      }
    }
  }
  return found.toSorted();
}

/** "If a player runs out of legal moves … that player loses. The game ends with a draw if no capture is made for 40 plies." */
export function referenceEnd(position: ReferencePosition, rules: ReferenceRules): "loss" | "draw" | null {
  if (referenceMoves(position, rules).length === 0) return "loss";
  return position.flip === null && position.quiet >= rules.limit ? "draw" : null;
}

function withLetter(rows: readonly string[], cell: string, letter: string): string[] {
  const row = "abcd".indexOf(cell[0] as string);
  const column = Number(cell[1]) - 1;
  return rows.map((text, i) => (i === row ? text.slice(0, column) + letter + text.slice(column + 1) : text));
}

export function referencePlay(position: ReferencePosition, move: string, rules: ReferenceRules): ReferencePosition {
  const { rows, mover, bag, quiet } = position;
  const other = mover === "w" ? "b" : "w";
  const letterAt = (cell: string): string => rows["abcd".indexOf(cell[0] as string)]?.[Number(cell[1]) - 1] as string;
  if (move.includes("(")) {
    const [cell, letter] = [move.slice(0, 2), move[3] as string];
    const left = [...bag];
    left.splice(left.indexOf(letter), 1);
    const next = mover === "-" ? (isWhite(letter) ? "b" : "w") : other;
    const count = rules.flipsReset ? 0 : quiet + 1;
    return { rows: withLetter(rows, cell, letter), mover: next, bag: left, quiet: count, flip: null };
  }
  if (move.length === 2) return { ...position, flip: ["abcd".indexOf(move[0] as string), Number(move[1]) - 1] };
  const [from, to] = move.split("-") as [string, string];
  const count = letterAt(to) === "." ? quiet + 1 : 0;
  return {
    rows: withLetter(withLetter(rows, to, letterAt(from)), from, "."),
    mover: other,
    bag,
    quiet: count,
    flip: null,
  };
}
