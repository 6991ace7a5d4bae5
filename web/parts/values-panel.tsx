/** The analysis of the position: its evaluation, the best lines, the moves by outcome, and a button for exact values. */
import { formatMoves, formatPlies, plural } from "../../engine/contracts/quantities.ts";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type { MoveDocument, ValuedMove } from "../../service/api.ts";
import { OutcomeSign } from "../board/badge.tsx";
import type { PieceSet } from "../board/pieces/piece-set.ts";
import { valueText } from "../board/values.ts";
import { clients, type Where } from "../client/clients.ts";
import { hrefOf } from "../router.ts";
import { isSolved, MAX_LINES } from "../session/analyses.ts";
import { AnalysisLines } from "./analysis-lines.tsx";
import { effortOf, legendOf } from "./evaluations.ts";
import { buildOf, ExactValues, proofOf } from "./exact-values.tsx";
import { useMoveText } from "./move-text.ts";
import { useScrollable } from "./scrollable.ts";
import { Strategies } from "./strategies.tsx";
import { groupsOf } from "./value-groups.ts";

interface ValuesPanelProps {
  readonly game: string;
  readonly seats: readonly string[];
  readonly set: PieceSet;
  /** Null until the first result arrives. */
  readonly analysis: AnalysisDocument | null;
  readonly where: Where;
  readonly running: boolean;
  /** The search was ended by the user. */
  readonly stopped: boolean;
  readonly lines: number;
  /** The moves that can be played, of whichever player. */
  readonly allMoves: readonly MoveDocument[];
  /** Those of the player whose values the analysis has. */
  readonly moves: readonly MoveDocument[];
  /** The name of the player to move; null for simultaneous moves. */
  readonly mover: string | null;
  readonly onLines: (lines: number) => void;
  readonly onStop: () => void;
  readonly onResume: () => void;
  readonly onRefresh: () => void;
  readonly onPlay?: (move: MoveDocument) => void;
  /** Puts a line on the board with its first plies played. */
  readonly onFollow?: (moves: readonly string[], plies: number) => void;
  /** Puts the whole best line by a table on the board, to step through. */
  readonly onStepThrough?: (pv: readonly string[]) => void;
}

/** Moves shown without groups, and in each group. */
const SHOWN = 14;
const SHOWN_OF_GROUP = 8;

export function ValuesPanel(props: ValuesPanelProps): VNode {
  const { analysis, seats, set, where, moves, onPlay } = props;
  const isMixed = analysis !== null && analysis.strategies.length > 0;
  const play = (text: string): void => {
    const move = moves.find((each) => each.text === text);
    if (move) onPlay?.(move);
  };
  return (
    <section class="values" aria-label="Analysis">
      <h2 class="visually-hidden">Analysis</h2>
      <Head {...props} />
      {analysis && (
        <>
          <p class="source">{sourceTexts(analysis, seats, where).join(" · ")}</p>
          {isMixed ? (
            <Strategies {...{ analysis, seats, onPlay }} sideOf={(player) => set.side(player)} moves={props.allMoves} />
          ) : (
            <AnalysisLines
              analysis={analysis}
              seats={seats.length}
              sideOf={(player) => set.side(player)}
              canPlay={(text) => moves.some((move) => move.text === text)}
              onPlay={onPlay && play}
              onFollow={props.onFollow}
            />
          )}
          <p class="analysis-controls">
            {props.onStepThrough && analysis.source.kind === "table" && analysis.pv.length > 0 && (
              <button type="button" class="link" onClick={() => props.onStepThrough?.(analysis.pv)}>
                Step through
              </button>
            )}
            {!isMixed && analysis.lines.length > 0 && <LineCount lines={props.lines} onLines={props.onLines} />}
          </p>
          <Tables {...props} analysis={analysis} />
          {!isMixed && <Groups {...props} analysis={analysis} />}
        </>
      )}
    </section>
  );
}

function sourceTexts(analysis: AnalysisDocument, seats: readonly string[], where: Where): string[] {
  const { source, evaluation, player } = analysis;
  const legend = evaluation && legendOf(evaluation, seats[player] ?? "");
  const place = where === "page" ? "computed in this page" : "computed by the server";
  return [source.text, effortOf(analysis), legend, source.kind === "none" ? null : place].filter(
    (text): text is string => text !== null,
  );
}

/** The evaluation, and whether the search goes on. */
function Head({ analysis, running, stopped, onStop, onResume }: ValuesPanelProps): VNode {
  const { evaluation = null, value } = analysis ?? {};
  const solved = analysis !== null && isSolved(analysis);
  const text = evaluation?.text ?? value?.text ?? null;
  return (
    <header class="analysis-head">
      <p class={`verdict ${value?.outcome ?? "estimate"}`}>
        {text !== null && <OutcomeSign outcome={value?.outcome ?? null} />}
        {text !== null ? (
          <strong>{text}</strong>
        ) : (
          <span class="none">
            {running || (analysis === null && !stopped) ? "Analysing …" : stopped ? "Stopped" : "No evaluation"}
          </span>
        )}
        {(evaluation?.exact ?? solved) && <span class="exact-mark">exact</span>}
      </p>
      {running ? (
        <button type="button" class="quiet" onClick={onStop} title="Stop the search">
          <span class="pulse" aria-hidden="true" /> Stop
        </button>
      ) : (
        !solved &&
        (evaluation !== null || stopped) && (
          <button type="button" class="quiet" onClick={onResume} title="Continue the search">
            Resume
          </button>
        )
      )}
    </header>
  );
}

function LineCount({ lines, onLines }: Pick<ValuesPanelProps, "lines" | "onLines">): VNode {
  return (
    <span class="line-count" role="group" aria-label="Number of lines">
      <button
        type="button"
        class="quiet"
        aria-label="Fewer lines"
        disabled={lines <= 1}
        onClick={() => onLines(lines - 1)}
      >
        −
      </button>
      <span>{plural(lines, "line")}</span>
      <button
        type="button"
        class="quiet"
        aria-label="More lines"
        disabled={lines >= MAX_LINES}
        onClick={() => onLines(lines + 1)}
      >
        +
      </button>
    </span>
  );
}

function Tables({
  game,
  analysis,
  onRefresh,
}: Pick<ValuesPanelProps, "game" | "onRefresh"> & { readonly analysis: AnalysisDocument }): VNode | null {
  const { buildable, provable, source } = analysis;
  const work = buildable ? buildOf(game, buildable) : provable ? proofOf(game, provable) : null;
  if (work && clients.status.up.value)
    return <ExactValues key={JSON.stringify(work.request)} work={work} onBuilt={onRefresh} />;
  if (source.missing === undefined) return null;
  return (
    <p class="missing">
      {sentence(source.missing)} <a href={hrefOf(["tables", game])}>Build tables</a>
    </p>
  );
}

/** Every move whose value is known; the estimates of a search are its lines. */
function Groups({
  analysis,
  moves,
  mover,
  onPlay,
}: Pick<ValuesPanelProps, "moves" | "mover" | "onPlay"> & { readonly analysis: AnalysisDocument }): VNode | null {
  const all = useSignal(false);
  const scrollable = useScrollable<HTMLDivElement>("Moves by value");
  if (!isSolved(analysis) && analysis.moves.every(({ outcome }) => outcome === null) && analysis.lines.length > 0)
    return null;
  const groups = groupsOf(analysis.moves, mover);
  const most = groups.length > 1 ? SHOWN_OF_GROUP : SHOWN;
  return (
    <>
      <div class="value-groups" {...scrollable}>
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
          {all.value ? "fewer" : `all ${analysis.moves.length} moves`}
        </button>
      )}
    </>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function Row({ valued, play }: { readonly valued: ValuedMove; readonly play: (() => void) | undefined }): VNode {
  const { text, after, outcome, moves, label, best } = valued;
  const moveText = useMoveText();
  const plies = after.parts["plies"] ?? null;
  const inPlies = moves !== null && plies !== null ? ` (${formatPlies(plies)} after this move)` : "";
  return (
    <li class={`${outcome ?? "estimate"}${best ? " best" : ""}`}>
      <button type="button" class="quiet" title={`${valueText(valued)}${inPlies}`} disabled={!play} onClick={play}>
        <OutcomeSign outcome={outcome} />
        <span class="move">{moveText(text)}</span>
        {moves === null ? (
          <>
            {/* The sign and the group name an outcome already. */}
            {outcome === null && <span class="label">{label}</span>}
            {(outcome !== null || after.exact) && <span class="text">{after.text}</span>}
          </>
        ) : (
          <>
            <span class={after.exact ? "label distance" : "label"}>in {formatMoves(moves)}</span>
            {!after.exact && <span class="text">{after.text}</span>}
          </>
        )}
        {best && (
          <span class="star" role="img" aria-label="best">
            ★
          </span>
        )}
      </button>
    </li>
  );
}
