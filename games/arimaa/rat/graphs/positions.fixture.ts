/**
 * Positions in which a graph must or must not suggest something, from a text file: `position` and a description, the side to move,
 * eight rows from a8 to h1, then `first NODE`, `suggests NODE [STEPS]`, `not NODE` or `nothing`.
 */
import { readFileSync } from "node:fs";
import { unwrap } from "../../../../engine/contracts/errors.ts";
import { type Board, parseBoard } from "./board.ts";

export interface Expectation {
  readonly kind: "first" | "suggests" | "not" | "nothing";
  readonly node: string;
  readonly steps: string;
}

export interface ExpectedPosition {
  readonly name: string;
  readonly board: Board;
  readonly expectations: readonly Expectation[];
}

export function readPositions(path: URL): ExpectedPosition[] {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
  const groups: string[][] = [];
  for (const line of lines) {
    if (line.startsWith("position ")) groups.push([]);
    groups.at(-1)!.push(line);
  }
  return groups.map(([name = "", side = "", ...rest]) => {
    const rows = rest.slice(0, 8);
    const board = unwrap(parseBoard(`${side === "gold" ? "g" : "s"} ${rows.join("/")}`));
    const expectations = rest.slice(8).map((line): Expectation => {
      const [kind, node = "", ...steps] = line.split(/\s+/);
      if (kind !== "first" && kind !== "suggests" && kind !== "not" && kind !== "nothing")
        throw new Error(`${path.pathname}: "${line}" is not an expectation`);
      return { kind, node, steps: steps.join(" ") };
    });
    if (!["gold", "silver"].includes(side) || expectations.length === 0) throw new Error(`${path.pathname}: ${name}`);
    return { name: name.replace("position ", ""), board, expectations };
  });
}
