/** The value of every legal move, best first, with the source. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { MoveDocument, ValuedMove, ValuesDocument } from "../../service/api.ts";
import { OutcomeSign } from "../board/badge.tsx";
import type { Where } from "../client/clients.ts";
import { hrefOf } from "../router.ts";
import { useMoveText } from "./move-text.ts";
import { groupsOf, movesText, pliesText, verdictText } from "./value-groups.ts";

interface ValuesPanelProps {
  readonly game: string;
  readonly values: ValuesDocument;
  readonly where: Where;
  readonly moves: readonly MoveDocument[];
  /** The name of the player to move; null for simultaneous moves. */
  readonly mover: string | null;
  readonly onPlay?: (move: MoveDocument) => void;
  /** Puts the pv on the board, to step through. */
  readonly onFollow?: (pv: readonly string[]) => void;
}

/** Moves shown without groups, and in each group. */
const SHOWN = 14;
const SHOWN_OF_GROUP = 8;

export function ValuesPanel({ game, values, where, moves, mover, onPlay, onFollow }: ValuesPanelProps): VNode {
  const moveText = useMoveText();
  const all = useSignal(false);
  const groups = groupsOf(values.moves, mover);
  const most = groups.length > 1 ? SHOWN_OF_GROUP : SHOWN;
  return (
    <section class="values" aria-label="Values of the moves">
      {values.value && (
        <p class={`verdict ${values.value.outcome ?? "estimate"}`}>
          <OutcomeSign outcome={values.value.outcome} />
          <strong title={values.value.text}>{verdictText(values.value, mover)}</strong>
        </p>
      )}
      <p class="source">
        {values.source.text}
        {values.source.kind !== "none" && (where === "page" ? " · computed in this page" : " · computed by the server")}
      </p>
      {values.source.missing !== undefined && (
        <p class="missing">
          {sentence(values.source.missing)} <a href={hrefOf(["tables", game])}>Build tables</a>
        </p>
      )}
      {values.pv.length > 0 && (
        <p class="pv">
          Best line: <span>{values.pv.map(moveText).join(" ")}</span>
          {onFollow && (
            <button type="button" class="link" onClick={() => onFollow(values.pv)}>
              Step through
            </button>
          )}
        </p>
      )}
      <div class="value-groups">
        {groups.map((group) => (
          <section key={group.outcome} aria-label={group.title ?? "Moves"}>
            {group.title !== null && (
              <h3 class={group.outcome ?? "estimate"}>
                <OutcomeSign outcome={group.outcome} /> {group.title} <small>{group.moves.length}</small>
              </h3>
            )}
            <ol>
              {(all.value ? group.moves : group.moves.slice(0, most)).map((valued) => {
                const move = moves.find((candidate) => candidate.text === valued.text);
                return <Row key={valued.text} valued={valued} play={move && onPlay && (() => onPlay(move))} />;
              })}
            </ol>
          </section>
        ))}
      </div>
      {groups.some((group) => group.moves.length > most) && (
        <button type="button" class="link" onClick={() => (all.value = !all.value)}>
          {all.value ? "fewer" : `all ${values.moves.length} moves`}
        </button>
      )}
    </section>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function Row({ valued, play }: { readonly valued: ValuedMove; readonly play: (() => void) | undefined }): VNode {
  const { text, after, outcome, moves, label, best } = valued;
  const moveText = useMoveText();
  const plies = after.parts["plies"] ?? null;
  const inPlies = moves !== null && plies !== null ? ` (${pliesText(plies)} after this move)` : "";
  return (
    <li class={`${outcome ?? "estimate"}${best ? " best" : ""}`}>
      <button type="button" class="quiet" title={`${after.text}${inPlies}`} disabled={!play} onClick={play}>
        <OutcomeSign outcome={outcome} />
        <span class="move">{moveText(text)}</span>
        {moves === null ? (
          <>
            <span class="label">{label}</span>
            <span class="text">{after.text}</span>
          </>
        ) : (
          <>
            <span class={after.exact ? "label distance" : "label"}>{movesText(moves)}</span>
            {!after.exact && <span class="text">{after.text}</span>}
          </>
        )}
        {best && (
          <span class="star" aria-label="best">
            ★
          </span>
        )}
      </button>
    </li>
  );
}
