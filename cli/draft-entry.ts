/** Edits a draft in the terminal, line by line, until it is done, abandoned, or undone beyond its start. */
import type { Draft } from "../engine/contracts/draft.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Position, Actor } from "../engine/contracts/position.ts";
import type { View } from "../engine/contracts/view.ts";

interface DraftTerminal {
  /** The next line; null at the end of the input. */
  readLine(): Promise<string | null>;
  print(text: string): void;
  warn(text: string): void;
  show(view: View): void;
  hint(position: Position): Promise<void>;
}

interface EditedDraft {
  readonly draft: Draft;
  readonly end: "done" | "left" | "undo";
}

export async function editDraft(
  rules: OpenGame,
  mover: Actor,
  first: Draft,
  help: readonly string[],
  terminal: DraftTerminal,
): Promise<EditedDraft> {
  const drafts: Draft[] = [first];
  terminal.show(first.view);
  while (true) {
    const draft = drafts.at(-1) as Draft;
    const line = await terminal.readLine();
    const word = line?.trim().toLowerCase() ?? "quit";
    if (word === "") continue;
    if (["quit", "q", "exit"].includes(word)) return { draft, end: "left" };
    if (word === "?" || word === "help") terminal.print([...draft.help, ...help].join("\n"));
    else if (word === "position") terminal.print(rules.formatPosition(positionOf(rules, mover, draft)));
    else if (word === "hint") await terminal.hint(positionOf(rules, mover, draft));
    else if (word === "undo") {
      if (drafts.length === 1) return { draft, end: "undo" };
      drafts.pop();
      terminal.show((drafts.at(-1) as Draft).view);
    } else {
      const edited = draft.edit((line as string).trim());
      if (edited.error !== null) terminal.warn(edited.error);
      if (edited.done) return { draft: edited.draft, end: "done" };
      // Edits without effect are not in the undo history.
      if (edited.draft === draft) continue;
      drafts.push(edited.draft);
      terminal.show(edited.draft.view);
    }
  }
}

/** The position after the moves of a draft, up to the last one with the same player to move. */
export function positionOf(rules: OpenGame, mover: Actor, { base, moves }: Draft): Position {
  let position = base;
  for (const move of moves) {
    const next = rules.play(position, [move]);
    if (!rules.actors(next).includes(mover)) break;
    position = next;
  }
  return position;
}
