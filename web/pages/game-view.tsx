/** A game: board, seats, moves, values, search info. Used for playing, watching, replaying and exploring. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { View } from "../../engine/contracts/view.ts";
import { boxOf } from "../board/geometry.ts";
import { ExportDialog } from "../parts/export-dialog.tsx";
import { KeyHelp } from "../parts/key-help.tsx";
import { BoardLabels, boardWords } from "../parts/move-text.ts";
import { variantInWords } from "../parts/option-text.ts";
import { RulesDialog } from "../parts/rules-dialog.tsx";
import { soundOf } from "../session/position-sound.ts";
import type { Session } from "../session/session.ts";
import { playSound } from "../sound.ts";
import { GameBoard } from "./game-board.tsx";
import { GameSide, Moves } from "./game-side.tsx";
import type { ViewMode } from "./game-tools.tsx";
import { type Dialog, GameTop } from "./game-top.tsx";
import { type Command, KEYS, useKeys } from "./keys.ts";
import { type ShownGame, useShownGame } from "./shown-game.ts";

const MIN_CELLS = 9;
const WIDEST = 1.25;

interface GameViewProps {
  readonly session: Session;
  readonly mode: ViewMode;
  /** Shown beside the board, above the moves. */
  readonly beside?: ComponentChildren;
}

export function GameView(props: GameViewProps): VNode {
  const view = props.session.position.value?.view;
  return (
    <BoardLabels.Provider value={view ? boardWords(view) : null}>
      <GameTable {...props} />
    </BoardLabels.Provider>
  );
}

function GameTable({ session, mode, beside }: GameViewProps): VNode {
  const { document } = session;
  const game = useShownGame(session, mode);
  const dialog = useSignal<Dialog | null>(null);
  const close = (): void => {
    dialog.value = null;
  };
  useSounds(game);
  useKeys((command) => run(command, game, () => (dialog.value = "keys")));
  return (
    <div class={`table-page ${mode}${leavesSpace(game.position?.view) ? " columns" : ""}`}>
      <h1 class="table-title">
        {document.title} <small>{variantInWords(document.variant)}</small>
      </h1>
      <GameBoard {...game} />
      <GameTop game={game} onDialog={(next) => (dialog.value = next)} />
      <Moves {...game} />
      <GameSide game={game} beside={beside} />
      {dialog.value === "rules" && <RulesDialog document={document} onClose={close} />}
      {dialog.value === "keys" && <KeyHelp keys={KEYS} onClose={close} />}
      {dialog.value === "export" && <ExportDialog session={session} onClose={close} />}
    </div>
  );
}

/** A board that is about as high as wide is limited by the height of a screen: the moves have a column of their own. */
function leavesSpace(view: View | undefined): boolean {
  if (!view || view.cells.length < MIN_CELLS) return false;
  const { width, height } = boxOf(view.cells);
  return width <= WIDEST * height;
}

function useSounds({ mode, position }: ShownGame): void {
  const heard = useRef(position);
  useEffect(() => {
    const sound = position && mode !== "explore" ? soundOf(heard.current, position) : null;
    heard.current = position;
    if (sound) playSound(sound);
  }, [position]);
}

function run(command: Command, game: ShownGame, help: () => void): void {
  const { session, turned, positionValues } = game;
  const { at, moves } = session.saved.value;
  const commands: Readonly<Record<Command, () => void>> = {
    back: () => session.show(at - 1),
    forward: () => session.show(at + 1),
    first: () => session.show(0),
    last: () => session.show(moves.length),
    best: () => playBest(game),
    flip: () => (turned.value = !turned.value),
    values: () => game.setValues(!positionValues.on.value),
    help,
  };
  commands[command]();
}

/** The first move of the analysis, else the next move of the game. */
function playBest({ session, mode, moves, analysis, play }: ShownGame): void {
  const text = analysis?.lines[0]?.moves[0] ?? analysis?.moves[0]?.text;
  const best = mode === "replay" ? undefined : moves.find((move) => move.text === text);
  if (best) play(best);
  else session.show(session.saved.value.at + 1);
}
