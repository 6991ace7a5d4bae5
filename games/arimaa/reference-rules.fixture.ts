/**
 * Arimaa once more, slow and plain, written from the rules in words: a map from square names to letters, turns as sequences of steps tried
 * one after the other. Shares nothing with the kernel.
 */
export type PlainBoard = ReadonlyMap<string, string>;

const STRENGTH = "rcdhme";
const TRAPS = ["c3", "f3", "c6", "f6"];
const FILES = "abcdefgh";

export function plainBoard(letters: string): PlainBoard {
  const board = new Map<string, string>();
  [...letters].forEach((letter, i) => {
    if (letter !== ".") board.set(`${FILES[i % 8]}${8 - Math.floor(i / 8)}`, letter);
  });
  return board;
}

export function plainLetters(board: PlainBoard): string {
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

function besideFriend(board: PlainBoard, square: string, gold: boolean): boolean {
  return around(square).some(({ to }) => board.has(to) && isGold(board.get(to) as string) === gold);
}

function isFrozen(board: PlainBoard, square: string): boolean {
  const letter = board.get(square) as string;
  const gold = isGold(letter);
  if (besideFriend(board, square, gold)) return false;
  return around(square).some(({ to }) => {
    const other = board.get(to);
    return other !== undefined && isGold(other) !== gold && strength(other) > strength(letter);
  });
}

function moved(board: PlainBoard, from: string, to: string): PlainBoard {
  const after = new Map(board);
  after.set(to, board.get(from) as string);
  after.delete(from);
  for (const trap of TRAPS) {
    const letter = after.get(trap);
    if (letter !== undefined && !besideFriend(after, trap, isGold(letter))) after.delete(trap);
  }
  return after;
}

/** What the steps before leave behind: an enemy to be followed by a pusher, or a square that the last own piece has left. */
interface Between {
  readonly board: PlainBoard;
  readonly push: { readonly square: string; readonly pushers: readonly string[] } | null;
  readonly left: { readonly square: string; readonly strength: number } | null;
}

function steps({ board, push, left }: Between, gold: boolean): { text: string; after: Between }[] {
  const found: { text: string; after: Between }[] = [];
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

/** All placements that a turn can end with, each as its 64 letters, with the number of steps it takes at least. */
export function plainTurns(start: PlainBoard, gold: boolean, most = 4): Map<string, number> {
  const before = plainLetters(start);
  const reached = new Map<string, number>();
  let level: Between[] = [{ board: start, push: null, left: null }];
  for (let count = 1; count <= most; count++) {
    const next = new Map<string, Between>();
    for (const between of level) {
      for (const { after } of steps(between, gold)) {
        const letters = plainLetters(after.board);
        next.set(JSON.stringify([letters, after.push, after.left]), after);
        if (!after.push && letters !== before && !reached.has(letters)) reached.set(letters, count);
      }
    }
    level = [...next.values()];
  }
  return reached;
}

/** Who has won when gold or silver has just moved: "g", "s", or null. */
export function plainWinner(board: PlainBoard, goldMoved: boolean): "g" | "s" | null {
  const name = (gold: boolean): "g" | "s" => (gold ? "g" : "s");
  const rabbits = (gold: boolean): string[] =>
    [...board].filter(([, letter]) => letter === (gold ? "R" : "r")).map(([square]) => square);
  const goal = (gold: boolean): boolean => rabbits(gold).some((square) => square[1] === (gold ? "8" : "1"));
  if (goal(goldMoved)) return name(goldMoved);
  if (goal(!goldMoved)) return name(!goldMoved);
  if (rabbits(!goldMoved).length === 0) return name(goldMoved);
  if (rabbits(goldMoved).length === 0) return name(!goldMoved);
  // Who can move at all can make a step or a push.
  return plainTurns(board, !goldMoved, 2).size === 0 ? name(goldMoved) : null;
}
