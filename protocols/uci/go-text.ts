/** The limits of `go`. An invalid limit is ignored with a warning, because the GUI expects a move in any case. */
import { shortened } from "../external/line-text.ts";

const GO_NUMBERS = ["wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate"] as const;
type GoNumber = (typeof GO_NUMBERS)[number];

export interface GoRequest extends Readonly<Partial<Record<GoNumber, number>>> {
  readonly infinite: boolean;
  readonly ponder: boolean;
  /** Root moves to search; empty for all. */
  readonly searchmoves: readonly string[];
}

const MAX_NUMBER = 1e15;
const KEYWORDS: readonly string[] = [...GO_NUMBERS, "infinite", "ponder", "searchmoves"];

export function parseGo(text: string): { readonly request: GoRequest; readonly warnings: readonly string[] } {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const numbers: Partial<Record<GoNumber, number>> = {};
  const searchmoves: string[] = [];
  const warnings: string[] = [];
  let [infinite, ponder] = [false, false];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const name = GO_NUMBERS.find((each) => each === word);
    if (name) {
      const given = words[i + 1] ?? "";
      // An exceeded clock is sent as a negative number.
      if (/^[+-]?\d+$/.test(given)) numbers[name] = Math.min(MAX_NUMBER, Math.max(0, Number(given)));
      else warnings.push(`go: ${name} "${shortened(given)}" is not a whole number and is ignored`);
      if (!KEYWORDS.includes(given)) i++;
    } else if (word === "infinite") infinite = true;
    else if (word === "ponder") ponder = true;
    else if (word === "searchmoves")
      while (i + 1 < words.length && !KEYWORDS.includes(words[i + 1] as string)) searchmoves.push(words[++i] as string);
    else warnings.push(`go: "${shortened(word)}" is unknown and is ignored`);
  }
  return { request: { ...numbers, infinite, ponder, searchmoves }, warnings };
}
