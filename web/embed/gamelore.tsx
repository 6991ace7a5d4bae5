/**
 * `gamelore/browser`: the board and the engine for other pages. The engine runs in a worker of the page; its kernels need shared memory, so
 * the page must be cross-origin isolated.
 */
import { signal, type Signal } from "@preact/signals";
import { render, type VNode } from "preact";
import type { PositionDocument } from "../../service/api.ts";
import { Board } from "../board/board.tsx";
import { lastMove } from "../board/last-move.ts";
import { inPageClient } from "../in-page/in-page-client.ts";
import type { BoardSettings, Engine, MountedBoard } from "./types.ts";

export type * from "./types.ts";

/** Starts the engine. Rejects if the page is not cross-origin isolated (response headers COOP: same-origin and COEP: require-corp). */
export async function openEngine(): Promise<Engine> {
  const client = await inPageClient();
  if (client) return client;
  throw new Error(
    "the engine needs workers and a cross-origin isolated page: serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp",
  );
}

/** Shows a game in an element of the page; move by mouse, touch or keyboard. */
export async function mountBoard(element: Element, engine: Engine, settings: BoardSettings): Promise<MountedBoard> {
  const { game, variant = {}, start = null } = settings;
  const { seats, title } = await engine.game(game, variant);
  const positionAfter = (moves: readonly string[]): Promise<PositionDocument> =>
    engine.position(game, { variant, start, moves, seat: null });
  let moves = settings.moves ?? [];
  const shown = signal(await positionAfter(moves));

  const setMoves = async (next: readonly string[]): Promise<PositionDocument> => {
    const position = await positionAfter(next);
    moves = next;
    shown.value = position;
    return position;
  };
  const onPlay = async (text: string): Promise<void> => {
    const position = await setMoves([...moves, text]);
    settings.onMove?.(text, position);
  };
  element.classList.add("gamelore-board");
  render(
    <ShownBoard shown={shown} settings={settings} seats={seats} title={title} onPlay={(text) => void onPlay(text)} />,
    element,
  );
  return {
    get position() {
      return shown.value;
    },
    get moves() {
      return moves;
    },
    play: (move) => setMoves([...moves, move]),
    setMoves,
    close: () => {
      render(null, element);
      element.classList.remove("gamelore-board");
    },
  };
}

interface ShownBoardProps {
  readonly shown: Signal<PositionDocument>;
  readonly settings: BoardSettings;
  readonly seats: readonly string[];
  readonly title: string;
  readonly onPlay: (move: string) => void;
}

function ShownBoard({ shown, settings, seats, title, onPlay }: ShownBoardProps): VNode {
  const { view, moves, plies } = shown.value;
  const { viewpoint = 0 } = settings;
  return (
    <Board
      game={settings.game}
      view={view}
      seats={seats}
      label={`Board of ${title}`}
      moves={moves.filter(({ actor }) => settings.seats?.includes(actor) ?? true)}
      moveText={(text) => text}
      flipped={viewpoint === 1 && seats.length === 2 && !view.walls}
      viewpoint={viewpoint}
      last={lastMove(plies, view).cells}
      onPlay={({ text }) => onPlay(text)}
    />
  );
}
