/** Mining results as files for manual editing: a graph, local patterns, setups. Comments give counts and source games. */
import { SQUARE_NAMES } from "../graphs/board.ts";
import { readGraph } from "../graphs/check.ts";
import { KIND_NAMES, pieceOf } from "../../squares.ts";
import { conditionText, type Rule } from "./induce.ts";
import type { MissedTurn } from "./missed.ts";
import { placementsText, rowsText, type SetupCount, type SideCount } from "./setups.ts";
import type { FoundPatterns, TrapPattern } from "./trap-patterns.ts";

const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${Math.round((100 * part) / whole)} %`);

export interface GraphCandidates {
  readonly text: string;
  /** Rules rejected by the graph checker, with the reason. */
  readonly refused: readonly string[];
  readonly nodes: number;
}

/** Each node is checked alone first, so that an invalid one does not break the file. */
export function graphText(rules: readonly Rule[], heading: readonly string[]): GraphCandidates {
  const refused: string[] = [];
  const nodes: { name: string; text: string }[] = [];
  for (const rule of rules) {
    const node = nodeText(rule);
    const error = graphErrorOf(graphOf([node], []));
    if (error === null) nodes.push(node);
    else refused.push(`${node.name}: ${error}`);
  }
  const text = graphOf(nodes, heading);
  return { text, refused, nodes: nodes.length };
}

function graphOf(nodes: readonly { name: string; text: string }[], heading: readonly string[]): string {
  return [
    "graph Turns of strong players that the plans miss",
    ...heading.map((line) => `# ${line}`),
    "",
    "node start: always",
    ...nodes.map(({ name }) => `  -> ${name}`),
    "",
    ...nodes.flatMap(({ text }) => [text, ""]),
  ].join("\n");
}

function graphErrorOf(text: string): string | null {
  const { diagnostics } = readGraph("candidates", text, () => null);
  return diagnostics.find(({ severity }) => severity === "error")?.message ?? null;
}

function nodeText({ event, from, conditions, missed, games, examples, judged, alone }: Rule): {
  name: string;
  text: string;
} {
  const piece = pieceOf(event.letter)!;
  const whose = piece.colour === 0 ? "" : "enemy-";
  const to = SQUARE_NAMES[event.square] as string;
  const kind = KIND_NAMES[piece.kind] as string;
  const name = event.kind === "capture" ? `capture-${kind}-on-${to}` : `${whose}${kind}-to-${to}`;
  const start = `${event.letter}{${from.map((square) => SQUARE_NAMES[square]).join(" ")}}`;
  const move = event.kind === "capture" ? `capture ${event.letter} on ${to} in 4` : `bring ${start} to {${to}} in 4`;
  const share = ({ done, positions }: Rule["judged"]): string =>
    `${done} of ${positions} (${percent(done, positions)})`;
  const known =
    conditions.length === 0 ? "no distinguishing condition was found" : `with only the piece there ${share(alone)}`;
  return {
    name,
    text: [
      `# ${missed} turns in ${games} games that the plans miss: ${examples.join("; ")}${games > examples.length ? "; …" : ""}`,
      `# In held-out games it was played in ${share(judged)} of such positions; ${known}.`,
      `node ${name}: ${[start, ...conditions.map(conditionText)].join(" ")}`,
      `  ${move}`,
      `  because strong players did so in ${share(judged)} of such positions`,
    ].join("\n"),
  };
}

/** The missed turns: source, rating, result, position and turn. */
export function turnsText(turns: readonly MissedTurn[], heading: readonly string[]): string {
  const lines = heading.map((line) => `# ${line}`);
  for (const { place, rating, won, position, text } of turns) {
    const who = rating === null ? "" : `, rated ${rating}`;
    lines.push("", `# ${place}${who}${won === null ? "" : won ? ", won" : ", lost"}`, position, text);
  }
  return `${lines.join("\n")}\n`;
}

const MAX_SCORE = 9;

/** A first guess, to be corrected manually: ten points for each piece won less those lost, relative to the base rate. */
function patternScore({ count, won, lost }: TrapPattern, base: FoundPatterns["base"]): number {
  const gained = (won - lost) / count - (base.won - base.lost) / base.count;
  const score = Math.round(10 * gained);
  return score === 0 ? Math.sign(gained) : Math.max(-MAX_SCORE, Math.min(MAX_SCORE, score));
}

export function patternsText(found: readonly FoundPatterns[], ahead: number, heading: readonly string[]): string {
  const lines = ["# Candidates for local patterns around traps.", ...heading.map((line) => `# ${line}`)];
  for (const { kind, base, compared, patterns } of found) {
    lines.push(
      "",
      `# ${kind}: ${base.count} arrangements in ${base.games} games; within ${ahead} turns own pieces were lost there in ${percent(base.lost, base.count)}, enemy pieces in ${percent(base.won, base.count)}.`,
      `# ${compared} frequent patterns were tested; these are significant.`,
    );
    for (const pattern of patterns) {
      const { count, games, lost, won, lostLift, wonLift, score, conditions } = pattern;
      lines.push(
        "",
        `# ${count} times in ${games} games: own lost ${percent(lost, count)} (lift ${lostLift.toFixed(1)}), enemy lost ${percent(won, count)} (lift ${wonLift.toFixed(1)}); score ${score.toFixed(0)}`,
        `${kind} ${patternScore(pattern, base)} mined ${conditions}: ${conditions}`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

export function setupsText(setups: readonly SetupCount[], heading: readonly string[]): string {
  const lines = ["# Setups from gold's view; mirror images are identified.", ...heading.map((line) => `# ${line}`)];
  for (const { rows, name, sides } of setups) {
    const [gold, silver] = sides;
    lines.push(
      "",
      `# ${rowsText(rows)}${name === null ? "" : ` (${name})`}`,
      ...[gold, silver].flatMap((side, i) =>
        side.games === 0 ? [] : [`# ${["gold", "silver"][i]}: ${sideText(side)}`],
      ),
      placementsText(rows),
    );
  }
  return `${lines.join("\n")}\n`;
}

export function sideText({ games, won, lost, rated, ratings }: SideCount): string {
  const rating = rated === 0 ? "" : `, rating ${Math.round(ratings / rated)} on average`;
  const plural = games === 1 ? "game" : "games";
  return `${games} ${plural}, won ${percent(won, won + lost)} of ${won + lost}${rating}`;
}
