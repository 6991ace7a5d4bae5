/** The analysis of a position as data and as text, for `gamelore arimaa plans`. */
import { plural } from "../../../engine/contracts/quantities.ts";
import { LETTERS, SQUARES } from "./graphs/board.ts";
import { formatTurn, movesOfTurn } from "../turns.ts";
import type { Analysis, Threat } from "./analysis.ts";
import { pieceText, type Plan, squareText, stepsText } from "./plan.ts";
import { isOwn } from "./evaluate.ts";

const SIDES = ["gold", "silver"];

/** The whole analysis, with squares in the usual notation. */
export function analysisDocument(analysis: Analysis): object {
  const at = (square: number): string => squareText(analysis, square);
  const letter = (piece: number): string => letterFor(analysis, piece);
  const threats = (list: readonly Threat[]): object[] =>
    list.map(({ square, piece, steps }) => ({ piece: letter(piece), square: at(square), steps }));
  const { side } = analysis.node;
  return {
    side: SIDES[side],
    phase: analysis.phase,
    material: rounded(analysis.material),
    pieces: Array.from({ length: SQUARES }, (_, square) => square)
      .filter((square) => analysis.cells[square] !== 0)
      .map((square) => `${letter(analysis.cells[square]!)}${at(square)}`),
    traps: analysis.traps.map(({ square, home, own, enemy, ownStrength, enemyStrength, holder }) => ({
      square: at(square),
      home,
      own,
      ownStrength,
      enemy,
      enemyStrength,
      holder,
    })),
    goal: analysis.goal !== null,
    enemyGoal: analysis.enemyGoal !== null,
    captures: threats(analysis.captures),
    losses: threats(seenByOther(analysis.losses)),
    frozen: analysis.frozen.map(at),
    exposed: analysis.exposed.map(at),
    hostages: analysis.hostages.map(({ square, piece, holder, trap, ours }) => ({
      piece: letter(piece),
      square: at(square),
      holder: at(holder),
      trap: at(trap),
      ours,
    })),
    frames: analysis.frames.map(({ trap, piece, ours, complete }) => ({
      trap: at(trap),
      piece: letter(piece),
      ours,
      complete,
    })),
    forks: analysis.forks.map(({ by, victims }) => ({ by: at(by), victims: victims.map(at) })),
    flips: analysis.flips.map(({ by, victim }) => ({ by: at(by), victim: at(victim) })),
    camelHunt: analysis.camelHunt && {
      camel: at(analysis.camelHunt.camel),
      elephant: at(analysis.camelHunt.elephant),
      away: analysis.camelHunt.away,
    },
    rabbits: analysis.rabbits.map(({ square, row, blocked, frozen }) => ({ square: at(square), row, blocked, frozen })),
  };
}

/** The other side's threats name our pieces as enemies: converts them back. */
function seenByOther(threats: readonly Threat[]): Threat[] {
  return threats.map((threat) => ({ ...threat, piece: threat.piece - 6 }));
}

/** Capitals for gold, whichever side is to move. */
function letterFor(analysis: Analysis, piece: number): string {
  const letter = LETTERS[piece]!;
  const gold = isOwn(piece) === (analysis.node.side === 0);
  return gold ? letter.toUpperCase() : letter.toLowerCase();
}

export function analysisLines(analysis: Analysis): string[] {
  const at = (square: number): string => squareText(analysis, square);
  const threats = (list: readonly Threat[]): string =>
    list.map(({ square, steps }) => `${pieceText(analysis, square)} in ${stepsText(steps)}`).join(", ");
  const lines: [string, string][] = [
    ["to move", `${SIDES[analysis.node.side]}, ${analysis.phase}, material ${signed(analysis.material)}`],
    [
      "traps",
      analysis.traps
        .map(({ square, own, enemy, holder }) => `${at(square)} ${holder} (${own} of ours, ${enemy} of theirs)`)
        .join(", "),
    ],
    ["goal in one turn", analysis.goal === null ? "" : "ours"],
    ["goal threatened", analysis.enemyGoal === null ? "" : "theirs"],
    ["we can capture", threats(analysis.captures)],
    ["they can capture", threats(analysis.losses)],
    ["frozen", analysis.frozen.map((square) => pieceText(analysis, square)).join(", ")],
    ["next to a stronger enemy", analysis.exposed.map((square) => pieceText(analysis, square)).join(", ")],
    [
      "hostages",
      analysis.hostages
        .map(
          ({ square, holder, ours }) =>
            `${ours ? "our" : "their"} ${pieceText(analysis, square)}, held from ${at(holder)}`,
        )
        .join("; "),
    ],
    [
      "frames",
      analysis.frames
        .map(
          ({ trap, ours, complete }) =>
            `${ours ? "our" : "their"} ${pieceText(analysis, trap)}${complete ? "" : ", open"}`,
        )
        .join("; "),
    ],
    ["forks", analysis.forks.map(({ by, victims }) => `from ${at(by)}: ${victims.map(at).join(" ")}`).join("; ")],
    ["flips", analysis.flips.map(({ by, victim }) => `${at(victim)} by ${at(by)}`).join(", ")],
    [
      "camel hunt",
      analysis.camelHunt ? `${at(analysis.camelHunt.camel)}, ${plural(analysis.camelHunt.away, "square")} away` : "",
    ],
  ];
  return lines.filter(([, text]) => text !== "").map(([name, text]) => `${name}: ${text}`);
}

export interface DescribedPlan {
  readonly plan: string;
  readonly category: string;
  readonly reason: string;
  readonly demoted: string | null;
  readonly moves: readonly string[];
}

/** A plan with the moves of its category, in the usual notation. */
export function describedPlan(analysis: Analysis, { name, category, reason, demoted, moves }: Plan): DescribedPlan {
  const { kernel, position } = analysis.node;
  return {
    plan: name,
    category,
    reason,
    demoted,
    moves: moves().map(({ turn }) => formatTurn(kernel.board, position, movesOfTurn(turn))),
  };
}

export function planLines(plans: readonly DescribedPlan[]): string[] {
  return plans.flatMap(({ plan, category, reason, demoted, moves }, index) => [
    `${index + 1}. ${plan}: ${reason}${demoted === null ? "" : ` (later, since ${demoted})`}`,
    `   ${category}: ${moves.length === 0 ? "none" : moves.join("; ")}`,
  ]);
}

export function rounded(value: number): number {
  return Math.round(100 * value) / 100 + 0;
}

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${rounded(value)}`;
}
