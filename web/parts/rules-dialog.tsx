/** The rules of a game: how to play, with the full rules or the rulesheet behind it. */
import type { VNode } from "preact";
import type { GameDocument } from "../../service/api.ts";
import { Dialog } from "./dialog.tsx";
import { rulesParts } from "./rules-parts.ts";
import { type PicturedGame, RulesPicture } from "./rules-picture.tsx";
import { RulesText } from "./rules-text.tsx";
import { ScrollText } from "./scroll.tsx";

interface RulesDialogProps {
  readonly document: Pick<GameDocument, "title" | "summary" | "rules"> & PicturedGame;
  readonly onClose: () => void;
}

export function RulesDialog({ document, onClose }: RulesDialogProps): VNode {
  const { player, rest, source } = rulesParts(document.rules);
  return (
    <Dialog title={`${document.title}: rules`} onClose={onClose}>
      {source !== null && !player?.includes(document.summary) && <p class="rules-summary">{document.summary}</p>}
      {player !== null && <RulesText text={player} />}
      <RulesPicture document={document} />
      {player === null ? (
        <RulesText text={rest} />
      ) : (
        rest !== "" && (
          <details class="full-rules">
            <summary>Full rules</summary>
            <RulesText text={rest} />
          </details>
        )
      )}
      {source !== null && (
        <details class="full-rules">
          <summary>The rulesheet (GDL)</summary>
          <ScrollText label="Rulesheet">{source}</ScrollText>
        </details>
      )}
    </Dialog>
  );
}
