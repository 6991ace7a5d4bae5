/** The list of moves; a click shows the position after a move. */
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { PlyDocument } from "../../service/api.ts";
import { plainText } from "./plain-text.ts";
import { isDealing, linesOf, turnsOf } from "./turns.ts";

interface MoveListProps {
  readonly plies: readonly PlyDocument[];
  readonly seats: readonly string[];
  /** The ply on the board. */
  readonly at: number;
  readonly blunders: ReadonlySet<number>;
  readonly onShow: (plies: number) => void;
}

export function MoveList({ plies, seats, at, blunders, onShow }: MoveListProps): VNode {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector("[aria-current]")?.closest("li");
    if (list.current && current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [at, plies.length]);
  return (
    <nav class="move-list" aria-label="Moves">
      <button type="button" class="quiet start" aria-current={at === 0 ? "step" : undefined} onClick={() => onShow(0)}>
        start
      </button>
      <ol ref={list}>
        {linesOf(turnsOf(plies), seats.length).map((line, number) => (
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
                    {isDealing(turn) ? `dealt ${turn.plies.length}` : plainText(ply.text)}
                    {blunders.has(ply.number) && <span aria-label="blunder">?</span>}
                  </button>
                ))}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </nav>
  );
}
