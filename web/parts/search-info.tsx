/** What a player thought: value, depth, nodes, playouts, its line, and what it weighed. */
import type { VNode } from "preact";
import type { Candidate } from "../../engine/contracts/player.ts";
import type { ThoughtDocument } from "../../service/api.ts";
import { valueText } from "../../engine/search/values.ts";
import { counted, seconds } from "./format.ts";
import { plainText } from "./plain-text.ts";

const KINDS: readonly (readonly [Candidate["kind"], string])[] = [
  ["plan", "Plans"],
  ["feature", "Features that spoke"],
  ["move", "Moves of its tree"],
];
const SHOWN = 8;

export interface ShownThought extends ThoughtDocument {
  readonly player: string;
  /** Null while the player still thinks. */
  readonly where: "server" | "page" | null;
}

export function ThoughtCard({
  thought,
  title,
  side,
}: {
  readonly thought: ShownThought | null;
  readonly title: string;
  readonly side: string;
}): VNode {
  return (
    <section class="thought" aria-label={`Thought of ${title}`}>
      <h3 class={side}>{title}</h3>
      {thought === null ? (
        <p class="none">has not moved yet</p>
      ) : (
        <>
          <p class="player-text">
            <code>{thought.player}</code>{" "}
            {thought.where === null ? (
              <span class="thinking">
                <span class="pulse" aria-hidden="true" /> thinks so far
              </span>
            ) : (
              <span class="where">{thought.where === "page" ? "in this page" : "on the server"}</span>
            )}
          </p>
          <dl>
            {thought.value !== null && <Figure name="value" text={valueText(thought.value, thought.unit)} />}
            {thought.depth !== null && <Figure name="depth" text={String(thought.depth)} />}
            {thought.nodes > 0 && <Figure name="nodes" text={counted(thought.nodes)} />}
            {thought.playouts !== null && thought.playouts !== undefined && (
              <Figure name="playouts" text={counted(thought.playouts)} />
            )}
            <Figure name="time" text={seconds(thought.milliseconds)} />
          </dl>
          {thought.line.length > 0 && <p class="line">{thought.line.map(plainText).join(" ")}</p>}
          {KINDS.map(([kind, heading]) => {
            const list = thought.considered.filter((each) => each.kind === kind);
            return list.length > 0 && <ConsideredList key={kind} heading={heading} list={list} />;
          })}
        </>
      )}
    </section>
  );
}

function Figure({ name, text }: { readonly name: string; readonly text: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function ConsideredList({ heading, list }: { readonly heading: string; readonly list: readonly Candidate[] }): VNode {
  const most = Math.max(1, ...list.map((each) => each.count ?? 0));
  return (
    <div class="considered">
      <h4>{heading}</h4>
      <ol>
        {list.slice(0, SHOWN).map((each, index) => (
          <li key={index}>
            <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(100 * (each.count ?? 0)) / most} height="10" />
            </svg>
            <span class="what">{plainText(each.text) || "–"}</span>
            {each.value !== undefined && each.value !== null && <span class="label">{valueText(each.value, "")}</span>}
            {each.count !== undefined && <span class="label">{counted(each.count)}</span>}
            {each.reason && <span class="reason">{each.reason}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
