/** The list of moves with its variations; a click shows the position after a move. */
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { PlyDocument } from "../../service/api.ts";
import type { Branch } from "../session/variations.ts";
import { useMoveText } from "./move-text.ts";
import { isDealing, linesOf, type Turn, turnsOf } from "./turns.ts";

interface MoveListProps {
  readonly plies: readonly PlyDocument[];
  readonly seats: readonly string[];
  /** The ply on the board. */
  readonly at: number;
  readonly blunders: ReadonlySet<number>;
  readonly onShow: (plies: number) => void;
  readonly variations?: readonly Branch[];
  /** Shows a position of a variation: its line and the number of plies. */
  readonly onVariation?: (line: number, plies: number) => void;
}

export function MoveList(props: MoveListProps): VNode {
  const { plies, seats, at, blunders, onShow, variations = [], onVariation } = props;
  const moveText = useMoveText();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector("[aria-current]")?.closest("li");
    if (list.current && current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [at, plies.length]);
  const lines = linesOf(turnsOf(plies), seats.length);
  const lastPly = (line: readonly Turn[]): number => line.at(-1)?.plies.at(-1)?.number ?? -1;
  /** The variations that leave the line on the board in a row of the list, each followed by its own. */
  const variationsIn = (row: number): Branch[] => {
    const first = row === 0 ? 0 : lastPly(lines[row - 1] as Turn[]) + 1;
    const last = row >= lines.length - 1 ? Number.POSITIVE_INFINITY : lastPly(lines[row] as Turn[]);
    const own = variations.filter(({ parent, from }) => parent === null && from >= first && from <= last);
    return own.flatMap((branch) => withChildren(branch, variations));
  };
  const rows = lines.length === 0 ? [[]] : lines;
  return (
    <nav class="move-list" aria-label="Moves">
      <button type="button" class="quiet start" aria-current={at === 0 ? "step" : undefined} onClick={() => onShow(0)}>
        start
      </button>
      <ol ref={list}>
        {rows.map((line, number) => [
          line.length > 0 && (
            <li key={line[0]?.plies[0]?.number}>
              <span class="number">{number + 1}.</span>
              {line.map((turn) => (
                <span key={turn.plies[0]?.number} class={`turn actor-${turn.actors[0] ?? ""}`}>
                  {(isDealing(turn) ? turn.plies.slice(-1) : turn.plies).map((ply) => (
                    <button
                      type="button"
                      key={ply.number}
                      class={`quiet ply${blunders.has(ply.number) ? " blunder" : ""}${(turn.actors[0] ?? 0) < 0 ? " chance" : ""}`}
                      aria-current={ply.number + 1 === at ? "step" : undefined}
                      title={
                        (turn.actors[0] ?? 0) < 0 ? "chance" : turn.actors.map((actor) => seats[actor]).join(" and ")
                      }
                      onClick={() => onShow(ply.number + 1)}
                    >
                      {isDealing(turn) ? `dealt ${turn.plies.length}` : moveText(ply.text)}
                      {blunders.has(ply.number) && <span aria-label="blunder">?</span>}
                    </button>
                  ))}
                </span>
              ))}
            </li>
          ),
          ...(onVariation ? variationsIn(lines.length === 0 ? 0 : number) : []).map((branch) => (
            <Variation key={`variation ${branch.line}`} branch={branch} onShow={onVariation} />
          )),
        ])}
      </ol>
    </nav>
  );
}

function withChildren(branch: Branch, all: readonly Branch[]): Branch[] {
  const children = all.filter(({ parent }) => parent === branch.line);
  return [branch, ...children.flatMap((child) => withChildren(child, all))];
}

/** Longer variations are shown in part. */
const SHOWN = 12;

function Variation({
  branch,
  onShow,
}: {
  readonly branch: Branch;
  readonly onShow: MoveListProps["onVariation"];
}): VNode {
  const moveText = useMoveText();
  const { line, from, depth, moves } = branch;
  return (
    <li class={`variation depth-${Math.min(3, depth)}`} aria-label={`Variation from ply ${from + 1}`}>
      {moves.slice(0, SHOWN).map((move, index) => (
        <button type="button" key={index} class="quiet ply" onClick={() => onShow?.(line, from + index + 1)}>
          {moveText(move)}
        </button>
      ))}
      {moves.length > SHOWN && <span class="none">… {moves.length - SHOWN} more</span>}
    </li>
  );
}
