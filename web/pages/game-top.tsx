/** Beside the board, above the moves: status, moves as buttons, tools, hint, notes. */
import type { VNode } from "preact";
import { HeatChoice } from "../parts/heat-choice.tsx";
import { HintLine } from "../parts/hint-line.tsx";
import { MoveButtons } from "../parts/move-buttons.tsx";
import { Notes } from "../parts/notes.tsx";
import { ErrorMessage } from "../parts/notices.tsx";
import { useScrollable } from "../parts/scrollable.ts";
import type { Session } from "../session/session.ts";
import { GameStatus } from "./game-status.tsx";
import { GameTools } from "./game-tools.tsx";
import { hasOnlyNotes, type ShownGame, showHeatMap } from "./shown-game.ts";

export type Dialog = "rules" | "keys" | "export";

interface GameTopProps {
  readonly game: ShownGame;
  readonly onDialog: (dialog: Dialog) => void;
}

export function GameTop({ game, onDialog }: GameTopProps): VNode {
  const { session, mode, position, positionValues, moves, values, chosen, draft, play } = game;
  const maps = position?.heatMaps ?? [];
  const hint = positionValues.hint.value;
  return (
    <div class="table-top">
      <GameStatus session={session} mode={mode} />
      {session.error.value !== null && (
        <>
          <ErrorMessage text={session.error.value} />
          <button type="button" onClick={() => session.start()}>
            Try again
          </button>
        </>
      )}
      {draft.panel === null && <MoveButtons {...{ moves, values, chosen }} onPlay={play} />}
      {maps.length > 0 && (
        <HeatChoice
          maps={maps}
          chosen={maps.find(({ name }) => name === game.mapName.value)?.name ?? ""}
          onChoose={(name) => showHeatMap(game, name)}
        />
      )}
      <GameTools
        session={session}
        mode={mode}
        onFlip={() => (game.turned.value = !game.turned.value)}
        onRules={() => onDialog("rules")}
        onKeys={() => onDialog("keys")}
        onExport={() => onDialog("export")}
        onHint={() => positionValues.requestHint()}
        hinting={hint === "pending"}
        values={positionValues.on.value}
        onValues={game.setValues}
        heatMap={game.heatMap.value}
        onHeatMap={(on) => (game.heatMap.value = on)}
      />
      {hint !== null && hint !== "pending" && <HintLine hint={hint} onPlay={play} />}
      {position && !hasOnlyNotes(position) && (
        // Without a board they are points and rounds.
        <Notes notes={position.view.notes ?? []} folded={position.view.cells.length > 0} />
      )}
      {mode === "explore" && position && <PositionText text={position.position} folded={isGeneral(session)} />}
    </div>
  );
}

function PositionText({ text, folded }: { readonly text: string; readonly folded: boolean }): VNode {
  const code = (
    <code class="position-text" {...useScrollable<HTMLElement>("Position as text")}>
      {text}
    </code>
  );
  // Facts of a rulesheet mean little to a player who sees the board.
  if (!folded) return code;
  return (
    <details class="facts-details">
      <summary>Position as text</summary>
      {code}
    </details>
  );
}

function isGeneral({ document }: Session): boolean {
  return document.kind === "general";
}
