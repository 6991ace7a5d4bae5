/**
 * Reference implementation of the rules, written from the rules in words: a map from square names to letters, turns by exhaustive search of
 * steps. Independent of the kernel.
 */
export type ReferenceBoard = ReadonlyMap<string, string>;

const STRENGTH = "rcdhme";
const TRAPS = ["c3", "f3", "c6", "f6"];
const FILES = "abcdefgh";

export function referenceBoard(letters: string): ReferenceBoard {
  const board = new Map<string, string>();
  [...letters].forEach((letter, i) => {
    if (letter !== ".") board.set(`${FILES[i % 8]}${8 - Math.floor(i / 8)}`, letter);
  });
  return board;
}

function referenceLetters(board: ReferenceBoard): string {
  let text = "";
  for (let row = 8; row >= 1; row--) for (const file of FILES) text += board.get(`${file}${row}`) ?? ".";
  return text;
}

const isGold = (letter: string): boolean => letter === letter.toUpperCase();
const strength = (letter: string): number => STRENGTH.indexOf(letter.toLowerCase());

function around(square: string): { to: string; direction: string }[] {
  const file = FILES.indexOf(square.charAt(0));
  const row = Number(square[1]);
  return [
    { to: [file, row + 1], direction: "n" },
    { to: [file, row - 1], direction: "s" },
    { to: [file + 1, row], direction: "e" },
    { to: [file - 1, row], direction: "w" },
  ].flatMap(({ to: [f = 0, r = 0], direction }) =>
    FILES[f] !== undefined && r >= 1 && r <= 8 ? [{ to: `${FILES[f]}${r}`, direction }] : [],
  );
}

function hasAdjacentFriend(board: ReferenceBoard, square: string, gold: boolean): boolean {
  return around(square).some(({ to }) => board.has(to) && isGold(board.get(to) as string) === gold);
}

function isFrozen(board: ReferenceBoard, square: string): boolean {
  const letter = board.get(square) as string;
  const gold = isGold(letter);
  if (hasAdjacentFriend(board, square, gold)) return false;
  return around(square).some(({ to }) => {
    const other = board.get(to);
    return other !== undefined && isGold(other) !== gold && strength(other) > strength(letter);
  });
}

function moved(board: ReferenceBoard, from: string, to: string): ReferenceBoard {
  const after = new Map(board);
  after.set(to, board.get(from) as string);
  after.delete(from);
  for (const trap of TRAPS) {
    const letter = after.get(trap);
    if (letter !== undefined && !hasAdjacentFriend(after, trap, isGold(letter))) after.delete(trap);
  }
  return after;
}

/** The state within a turn: a pending push, or the square that the last own piece left. */
interface PartialTurn {
  readonly board: ReferenceBoard;
  readonly push: { readonly square: string; readonly pushers: readonly string[] } | null;
  readonly left: { readonly square: string; readonly strength: number } | null;
}

function steps({ board, push, left }: PartialTurn, gold: boolean): { text: string; after: PartialTurn }[] {
  const found: { text: string; after: PartialTurn }[] = [];
  for (const [from, letter] of board) {
    for (const { to, direction } of around(from)) {
      if (board.has(to)) continue;
      const text = `${letter}${from}${direction}`;
      const after = moved(board, from, to);
      if (isGold(letter) === gold) {
        if (push) {
          if (to === push.square && push.pushers.includes(from))
            found.push({ text, after: { board: after, push: null, left: null } });
          continue;
        }
        if (isFrozen(board, from)) continue;
        if (strength(letter) === 0 && direction === (gold ? "s" : "n")) continue;
        found.push({ text, after: { board: after, push: null, left: { square: from, strength: strength(letter) } } });
      } else if (!push) {
        if (left && left.square === to && left.strength > strength(letter)) {
          found.push({ text, after: { board: after, push: null, left: null } });
          continue;
        }
        const pushers = around(from)
          .map((each) => each.to)
          .filter((square) => {
            const other = board.get(square);
            return other && isGold(other) === gold && strength(other) > strength(letter) && !isFrozen(board, square);
          });
        if (pushers.length > 0)
          found.push({ text, after: { board: after, push: { square: from, pushers }, left: null } });
      }
    }
  }
  return found;
}

/** All placements that a turn can end with, as 64 letters, with the minimum number of steps. */
export function referenceTurns(start: ReferenceBoard, gold: boolean, most = 4): Map<string, number> {
  const before = referenceLetters(start);
  const reached = new Map<string, number>();
  let level: PartialTurn[] = [{ board: start, push: null, left: null }];
  for (let count = 1; count <= most; count++) {
    const next = new Map<string, PartialTurn>();
    for (const partial of level) {
      for (const { after } of steps(partial, gold)) {
        const letters = referenceLetters(after.board);
        next.set(JSON.stringify([letters, after.push, after.left]), after);
        if (!after.push && letters !== before && !reached.has(letters)) reached.set(letters, count);
      }
    }
    level = [...next.values()];
  }
  return reached;
}

/** The winner after a turn of gold or silver: "g", "s", or null. */
export function referenceWinner(board: ReferenceBoard, goldMoved: boolean): "g" | "s" | null {
  const name = (gold: boolean): "g" | "s" => (gold ? "g" : "s");
  const rabbits = (gold: boolean): string[] =>
    [...board].filter(([, letter]) => letter === (gold ? "R" : "r")).map(([square]) => square);
  const goal = (gold: boolean): boolean => rabbits(gold).some((square) => square[1] === (gold ? "8" : "1"));
  if (goal(goldMoved)) return name(goldMoved);
  if (goal(!goldMoved)) return name(!goldMoved);
  if (rabbits(!goldMoved).length === 0) return name(goldMoved);
  if (rabbits(goldMoved).length === 0) return name(!goldMoved);
  // A side that can move has a step or a push.
  return referenceTurns(board, !goldMoved, 2).size === 0 ? name(goldMoved) : null;
}
