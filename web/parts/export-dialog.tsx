/** The game as text, to copy or to download: in Gamelore's own form, and in the game's notation if it has one. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import { clients } from "../client/clients.ts";
import { gameAsText } from "../session/game-as-text.ts";
import { gameText } from "../session/game-text.ts";
import type { Session } from "../session/session.ts";
import { Dialog } from "./dialog.tsx";
import { statusText } from "./status-text.ts";

export function ExportDialog({ session, onClose }: { readonly session: Session; readonly onClose: () => void }): VNode {
  const { gameFormat } = session.document;
  const saved = session.saved.value;
  const notation = useSignal<string | null>(null);
  useEffect(() => {
    if (gameFormat === null) return;
    gameAsText(session, clients).then(
      (text) => (notation.value = text),
      (error: unknown) => (notation.value = messageOf(error)),
    );
  }, []);
  const ended = saved.over !== null || session.whole.value?.result;
  const result = ended ? statusText(session.document, saved, session.whole.value) : null;
  return (
    <Dialog title="Export the game" onClose={onClose}>
      <div class="export">
        <GameText title="Text" text={gameText(saved, result)} file={`${saved.game}.txt`} />
        {gameFormat !== null && notation.value !== null && (
          <GameText title={gameFormat} text={notation.value} file={`${saved.game}.${gameFormat.toLowerCase()}`} />
        )}
        <p class="none">To load a game again, paste its text into the form of a new game, or on the Explore page.</p>
      </div>
    </Dialog>
  );
}

function GameText({
  title,
  text,
  file,
}: {
  readonly title: string;
  readonly text: string;
  readonly file: string;
}): VNode {
  const copied = useSignal(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => (copied.value = true),
      () => (copied.value = false),
    );
  };
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <textarea
        readOnly
        rows={Math.min(12, text.split("\n").length + 1)}
        aria-label={`The game as ${title}`}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p class="actions">
        <button type="button" onClick={copy}>
          {copied.value ? "Copied" : `Copy ${title.toLowerCase() === "text" ? "text" : title}`}
        </button>
        <button type="button" onClick={() => download(text, file)}>
          Download {file}
        </button>
      </p>
    </section>
  );
}

function download(text: string, file: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = file;
  link.click();
  URL.revokeObjectURL(url);
}
