/** Parses a pasted position or game; errors are shown with line and column. */
import { formatPlies } from "../../engine/contracts/quantities.ts";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { GameDocument, ImportDocument } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import type { OptionParams } from "../../service/api.ts";
import { Dialog } from "./dialog.tsx";
import { ErrorMessage } from "./notices.tsx";
import { isGameText, parseGameText } from "../session/game-text.ts";
import type { Seat } from "../session/saved-game.ts";
import { looksLikeGame, offsetOf } from "./pasted.ts";

export interface Pasted {
  readonly start: string | null;
  readonly moves: readonly string[];
  readonly title: string;
  /** Of a game in Gamelore's own text. */
  readonly variant?: Record<string, string | number>;
  readonly seats?: readonly Seat[];
}

interface PasteDialogProps {
  readonly document: Pick<GameDocument, "id" | "initial" | "positionFormat" | "gameFormat">;
  readonly variant: OptionParams;
  readonly onDone: (pasted: Pasted) => void;
  readonly onClose: () => void;
}

/** `FEN or PGN`, `a position or game`. */
export function pasteTitle({ positionFormat, gameFormat }: PasteDialogProps["document"]): string {
  return `${positionFormat ?? "a position"} or ${gameFormat ?? "game"}`;
}

export function PasteDialog({ document, variant, onDone, onClose }: PasteDialogProps): VNode {
  const text = useSignal("");
  const failure = useSignal<string | null>(null);
  const found = useSignal<ImportDocument | null>(null);
  const reading = useSignal(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const take = ({ title, start, moves }: ImportDocument["games"][number]): void => onDone({ title, start, moves });

  const readGames = async (pasted: string): Promise<void> => {
    const { answer } = await clients.call("import", document.id, { variant, text: pasted });
    const [first] = answer.games;
    if (first && answer.games.length === 1 && answer.errors.length === 0 && first.remarks.length === 0) take(first);
    else found.value = answer;
  };
  const readPosition = async (pasted: string): Promise<void> => {
    const request = { variant, start: pasted, moves: [], seat: null };
    const { answer } = await clients.call("position", document.id, request);
    onDone({ start: answer.position, moves: [], title: answer.position });
  };
  const readOwnText = async (pasted: string): Promise<void> => {
    const parsed = parseGameText(pasted);
    if (!parsed.ok) throw new Error(`Line ${parsed.line}: ${parsed.message}`);
    const { game, variant: given, start, seats, moves } = parsed.game;
    if (game !== document.id) throw new Error(`This is a game of ${game}; open that game to load it.`);
    // All moves are checked.
    await clients.call("position", game, { variant: given, start, moves, seat: null });
    onDone({ start, moves, title: "Imported game", variant: { ...given }, seats });
  };
  const submit = (): void => {
    const pasted = text.value;
    if (pasted.trim() === "") return;
    failure.value = null;
    found.value = null;
    reading.value = true;
    (isGameText(pasted)
      ? readOwnText(pasted)
      : document.gameFormat !== null && looksLikeGame(pasted)
        ? readGames(pasted)
        : readPosition(pasted.trim())
    )
      .catch((error: unknown) => (failure.value = messageOf(error)))
      .finally(() => (reading.value = false));
  };
  const goTo = (line: number, column: number): void => {
    const at = offsetOf(text.value, line, column);
    area.current?.focus();
    area.current?.setSelectionRange(at, Math.min(text.value.length, at + wordLength(text.value, at)));
  };
  const name = pasteTitle(document);
  return (
    <Dialog title={`Paste ${name}`} onClose={onClose}>
      <form
        class="paste"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <textarea
          ref={area}
          rows={9}
          spellcheck={false}
          autofocus
          aria-label={`Text: ${name}`}
          aria-invalid={failure.value !== null || (found.value?.errors.length ?? 0) > 0}
          placeholder={document.initial}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        {failure.value !== null && <ErrorMessage text={failure.value} />}
        {found.value && <Found found={found.value} onTake={take} onPlace={goTo} />}
        <p class="actions">
          <button type="submit" class="primary" disabled={reading.value}>
            {reading.value ? "Loading …" : "Load"}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function wordLength(text: string, at: number): number {
  return /^\S*/.exec(text.slice(at))?.[0].length ?? 0;
}

interface FoundProps {
  readonly found: ImportDocument;
  readonly onTake: (game: ImportDocument["games"][number]) => void;
  readonly onPlace: (line: number, column: number) => void;
}

/** The games and errors found in a text. */
function Found({ found, onTake, onPlace }: FoundProps): VNode {
  const { games, errors, more } = found;
  return (
    <div class="found" aria-live="polite">
      {errors.map(({ line, column, message }) => (
        <p key={`${line}:${column}`} class="error-message" role="alert">
          <button type="button" class="link" onClick={() => onPlace(line, column)}>
            line {line}, column {column}
          </button>
          : {message}
        </p>
      ))}
      {games.length > 0 && (
        <ul>
          {games.map((game, index) => (
            <li key={index}>
              <button type="button" onClick={() => onTake(game)}>
                {game.title}
              </button>{" "}
              <small class="none">{[formatPlies(game.moves.length), ...game.remarks].join("; ")}</small>
            </li>
          ))}
        </ul>
      )}
      {games.length === 0 && errors.length === 0 && <ErrorMessage text="No game found in this text." />}
      {more && <p class="none">The text contains more games; only the first are listed.</p>}
    </div>
  );
}
