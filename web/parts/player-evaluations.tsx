/** A live curve of what each player thinks of its chances, in its own unit. */
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../session/session.ts";
import { curveData } from "./player-evaluation-data.ts";

export function ThoughtCurve({ session }: { readonly session: Session }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const { seats } = session.document;
  const data = curveData(session.saved.value.thoughts, seats.length);
  const drawn = useRef<{ update(data: ReturnType<typeof curveData>): void; end(): void } | null>(null);
  // Values in different units cannot share an axis.
  const apart = new Set(data.units.filter((unit) => unit !== "")).size > 1;
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    let gone = false;
    void import("./curve.ts").then(({ drawCurve }) => {
      if (gone || !place.current) return;
      drawn.current = drawCurve(place.current, seats, apart);
      drawn.current.update(latest.current);
    });
    return () => {
      gone = true;
      drawn.current?.end();
      drawn.current = null;
    };
  }, [session, apart]);
  useEffect(() => drawn.current?.update(data), [data.plies.length]);
  const units = seats.map((seat, number) => `${seat}: ${data.units[number] || "no value"}`).join(" · ");
  return (
    <figure class="curve" aria-label="What each player thinks of its chances, ply by ply">
      <div ref={place} class="curve-place" hidden={data.plies.length === 0} />
      <figcaption>Each player's own view, ply by ply. {data.plies.length > 0 ? units : "No values yet."}</figcaption>
    </figure>
  );
}
