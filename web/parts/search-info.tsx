/** A player's search info: depth, nodes, playouts, pv and candidates; its own estimate only where no analysis is shown. */
import type { VNode } from "preact";
import type { Candidate } from "../../engine/contracts/player.ts";
import type { SearchInfoDocument } from "../../service/api.ts";
import { inWholeUnits, valueText } from "../../engine/search/values.ts";
import { formatCount, formatSeconds } from "./format.ts";
import { useMoveText } from "./move-text.ts";

const KINDS: readonly (readonly [Candidate["kind"], string])[] = [
  ["plan", "Plans"],
  ["feature", "Features"],
  ["move", "Moves"],
];
const SHOWN = 8;

export interface ShownInfo extends SearchInfoDocument {
  readonly player: string;
  /** Null while the player is thinking. */
  readonly where: "server" | "page" | null;
  /** The player that it replaced while the server was down. */
  readonly replaces?: string;
}

export function SearchInfoCard({
  info,
  title,
  side,
  showsEstimate,
}: {
  readonly info: ShownInfo | null;
  readonly title: string;
  readonly side: string;
  /** Whether the player's own estimates are shown. False beside an analysis: a position has one value on the screen. */
  readonly showsEstimate: boolean;
}): VNode {
  const moveText = useMoveText();
  return (
    <section class="search-info" aria-label={`Search info of ${title}`}>
      <h2 class={side}>{title}</h2>
      {info === null ? (
        <p class="none">no move yet</p>
      ) : (
        <>
          <p class="player-text">
            <code>{info.player}</code>{" "}
            {info.where === null ? (
              <span class="thinking">
                <span class="pulse" aria-hidden="true" /> thinking
              </span>
            ) : (
              <span class="where">{info.where === "page" ? "in this page" : "on the server"}</span>
            )}
          </p>
          {info.replaces !== undefined && (
            <p class="replaces">
              plays in place of <code>{info.replaces}</code>, which needs the server
            </p>
          )}
          <dl>
            {showsEstimate && info.value !== null && (
              <Item name="own estimate" text={valueText(info.value, info.unit)} />
            )}
            {info.depth !== null && <Item name="depth" text={String(info.depth)} />}
            {info.nodes > 0 && <Item name="nodes" text={formatCount(info.nodes)} />}
            {info.playouts !== null && info.playouts !== undefined && (
              <Item name="playouts" text={formatCount(info.playouts)} />
            )}
            <Item name="time" text={formatSeconds(info.milliseconds)} />
          </dl>
          {info.pv.length > 0 && <p class="pv">{info.pv.map(moveText).join(" ")}</p>}
          {KINDS.map(([kind, heading]) => {
            const list = info.candidates.filter((each) => each.kind === kind);
            // Scores of plans and features are not values of positions.
            const unit = showsEstimate || kind !== "move" ? info.unit : null;
            return list.length > 0 && <CandidateList key={kind} heading={heading} unit={unit} list={list} />;
          })}
        </>
      )}
    </section>
  );
}

function Item({ name, text }: { readonly name: string; readonly text: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

interface CandidateListProps {
  readonly heading: string;
  /** Null if values are not shown. */
  readonly unit: string | null;
  readonly list: readonly Candidate[];
}

function CandidateList({ heading, unit, list }: CandidateListProps): VNode {
  const moveText = useMoveText();
  const most = Math.max(1, ...list.map((each) => each.count ?? 0));
  return (
    <div class="candidates">
      <h3>{heading}</h3>
      <ol>
        {list.slice(0, SHOWN).map((each, index) => (
          <li key={index}>
            <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(100 * (each.count ?? 0)) / most} height="10" />
            </svg>
            <span class="what">{moveText(each.text) || "–"}</span>
            {unit !== null && each.value !== undefined && each.value !== null && (
              <span class="label">{valueText(inWholeUnits(each.value, unit).value, "")}</span>
            )}
            {each.count !== undefined && <span class="label">{formatCount(each.count)}</span>}
            {unit !== null && each.reason && <span class="reason">{each.reason}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
