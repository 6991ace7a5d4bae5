/** What was found, as files for a person to edit: a graph, local patterns, setups. Comments say how often and from which games. */
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
  /** Rules that the graph's checker refused, with its reason. */
  readonly refused: readonly string[];
  readonly nodes: number;
}

/** Each node is checked by itself first, so that one that cannot be does not spoil the file. */
export function graphText(rules: readonly Rule[], heading: readonly string[]): GraphCandidates {
  const refused: string[] = [];
  const nodes: { name: string; text: string }[] = [];
  for (const rule of rules) {
    const node = nodeText(rule);
    const fault = faultOf(graphOf([node], []));
    if (fault === null) nodes.push(node);
    else refused.push(`${node.name}: ${fault}`);
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

function faultOf(text: string): string | null {
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
    conditions.length === 0 ? "no condition was found that tells when" : `with the piece there alone ${share(alone)}`;
  return {
    name,
    text: [
      `# ${missed} turns of ${games} games that the plans miss: ${examples.join("; ")}${games > examples.length ? "; …" : ""}`,
      `# In games that were not learned from it was done in ${share(judged)} of such positions; ${known}.`,
      `node ${name}: ${[start, ...conditions.map(conditionText)].join(" ")}`,
      `  ${move}`,
      `  because strong players did so in ${share(judged)} of such positions`,
    ].join("\n"),
  };
}

/** The missed turns themselves: where, who, the position and what was played. */
export function turnsText(turns: readonly MissedTurn[], heading: readonly string[]): string {
  const lines = heading.map((line) => `# ${line}`);
  for (const { place, rating, won, position, text } of turns) {
    const who = rating === null ? "" : `, rated ${rating}`;
    lines.push("", `# ${place}${who}${won === null ? "" : won ? ", won" : ", lost"}`, position, text);
  }
  return `${lines.join("\n")}\n`;
}

const MOST_WORTH = 9;

/** A first guess, for a person to correct: ten points for each piece won, less those lost, against chance. */
export function worthOf({ count, won, lost }: TrapPattern, base: FoundPatterns["base"]): number {
  const gained = (won - lost) / count - (base.won - base.lost) / base.count;
  const worth = Math.round(10 * gained);
  return worth === 0 ? Math.sign(gained) : Math.max(-MOST_WORTH, Math.min(MOST_WORTH, worth));
}

export function patternsText(found: readonly FoundPatterns[], ahead: number, heading: readonly string[]): string {
  const lines = ["# Candidates for local patterns around traps.", ...heading.map((line) => `# ${line}`)];
  for (const { kind, base, compared, patterns } of found) {
    lines.push(
      "",
      `# ${kind}: ${base.count} arrangements of ${base.games} games; within ${ahead} turns own pieces were lost there in ${percent(base.lost, base.count)}, the enemy's in ${percent(base.won, base.count)}.`,
      `# ${compared} frequent ones were compared; these stand out from chance.`,
    );
    for (const pattern of patterns) {
      const { count, games, lost, won, lostLift, wonLift, score, conditions } = pattern;
      lines.push(
        "",
        `# ${count} times in ${games} games: own lost ${percent(lost, count)} (${lostLift.toFixed(1)} times chance), enemy's ${percent(won, count)} (${wonLift.toFixed(1)} times); score ${score.toFixed(0)}`,
        `${kind} ${worthOf(pattern, base)} mined ${conditions}: ${conditions}`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

export function setupsText(setups: readonly SetupCount[], heading: readonly string[]): string {
  const lines = ["# Setups as gold sees them; mirror images are one.", ...heading.map((line) => `# ${line}`)];
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
