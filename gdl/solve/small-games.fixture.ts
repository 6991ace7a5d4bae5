/** Rulesheets of small games: our own with other sizes, and sliding tiles. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const sheet = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");

function numbers(from: number, to: number, text: (number: number) => string): string {
  return Array.from({ length: to - from + 1 }, (_, i) => text(from + i)).join(" ");
}

/** Replaces the line that starts with a text. */
function withLine(rules: string, start: string, line: string): string {
  const lines = rules.split("\n");
  const at = lines.findIndex((each) => each.startsWith(start));
  if (at < 0) throw new Error(`no line starts with ${start}`);
  return lines.with(at, line).join("\n");
}

export function connectFour(width: number, height: number): string {
  const most = Math.max(width, height);
  let rules = withLine(
    sheet("connect-four"),
    "(succ 1 2)",
    numbers(1, most - 1, (i) => `(succ ${i} ${i + 1})`),
  );
  rules = withLine(
    rules,
    "(column 1)",
    numbers(1, width, (i) => `(column ${i})`),
  );
  return withLine(
    rules,
    "(height 1)",
    numbers(1, height, (i) => `(height ${i})`),
  );
}

export function pawnWhopping(width: number, height: number): string {
  const most = Math.max(width, height);
  let rules = withLine(
    sheet("pawn-whopping"),
    "(succ 1 2)",
    numbers(1, most - 1, (i) => `(succ ${i} ${i + 1})`),
  );
  rules = withLine(
    rules,
    "(index 1)",
    numbers(1, width, (i) => `(index ${i})`),
  );
  // Files are neighbours only on the board.
  rules = rules.replace(
    "(<= (beside ?one ?two) (succ ?one ?two))",
    "(<= (beside ?one ?two) (file ?one) (file ?two) (succ ?one ?two))",
  );
  rules = rules.replace(
    "(<= (beside ?one ?two) (succ ?two ?one))",
    "(<= (beside ?one ?two) (file ?one) (file ?two) (succ ?two ?one))",
  );
  rules = withLine(rules, "(home black", `(home black ${height - 1})`);
  rules = withLine(rules, "(far white", `(far white ${height})`);
  return `${rules}\n${numbers(1, width, (i) => `(file ${i})`)}`;
}

/** Tiles on a square board that slide into the gap; the goal is the order of the numbers, with the gap last. No step counter. */
export function slidingTiles(side: number): string {
  const cells = side * side;
  const neighbours = Array.from({ length: cells }, (_, cell) => cell).flatMap((cell) => [
    ...(cell % side < side - 1 ? [`(beside ${cell} ${cell + 1}) (beside ${cell + 1} ${cell})`] : []),
    ...(cell + side < cells ? [`(beside ${cell} ${cell + side}) (beside ${cell + side} ${cell})`] : []),
  ]);
  return `
    (role robot)
    ${neighbours.join(" ")}
    (init (gap 0))
    ${numbers(1, cells - 1, (i) => `(init (tile ${i} ${i % 2 === 0 ? i - 1 : i === cells - 1 ? i : i + 1}))`)}
    (<= (legal robot (slide ?from ?to)) (true (gap ?to)) (beside ?from ?to))
    (<= (next (gap ?from)) (does robot (slide ?from ?to)))
    (<= (next (tile ?to ?n)) (does robot (slide ?from ?to)) (true (tile ?from ?n)))
    (<= (next (tile ?cell ?n)) (true (tile ?cell ?n)) (not (left ?cell)))
    (<= (left ?from) (does robot (slide ?from ?to)))
    (<= ordered ${numbers(0, cells - 2, (i) => `(true (tile ${i} ${i + 1}))`)})
    (<= terminal ordered)
    (<= (goal robot 100) ordered)
    (<= (goal robot 0) (not ordered))
  `;
}

export function breakthrough(width: number, height: number): string {
  const most = Math.max(width, height);
  let rules = withLine(
    sheet("breakthrough-small"),
    "(succ 1 2)",
    numbers(1, most - 1, (i) => `(succ ${i} ${i + 1})`),
  );
  rules = withLine(
    rules,
    "(index 1)",
    numbers(1, width, (i) => `(index ${i})`),
  );
  rules = withLine(rules, "(home black", `(home black ${height - 1}) (home black ${height})`);
  rules = withLine(rules, "(far white", `(far white ${height})`);
  // Files and ranks end with the board.
  for (const [from, to] of [
    ["one", "two"],
    ["two", "one"],
  ])
    rules = rules.replace(
      `(<= (beside ?one ?two) (succ ?${from} ?${to}))`,
      `(<= (beside ?one ?two) (index ?one) (index ?two) (succ ?${from} ?${to}))`,
    );
  for (const [from, to] of [
    ["from", "to"],
    ["to", "from"],
  ])
    rules = rules.replace(`(succ ?${from} ?${to}))\n`, `(succ ?${from} ?${to}) (rank ?from) (rank ?to))\n`);
  rules = rules.replace(
    "(<= (base (cell ?x ?y ?side)) (index ?x) (index ?y)",
    "(<= (base (cell ?x ?y ?side)) (index ?x) (rank ?y)",
  );
  return `${rules}\n${numbers(1, height, (i) => `(rank ${i})`)}`;
}
