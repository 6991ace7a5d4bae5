/** A plot drawn by plots.ts, which is loaded when the first plot is shown. */
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type * as Plots from "./plots.ts";

interface PlotProps {
  /** The plot is redrawn when this changes. */
  readonly data: unknown;
  readonly draw: (plots: typeof Plots, width: number) => Element;
  /** For screen readers; absent if the numbers are shown elsewhere. */
  readonly label?: string;
}

const DEFAULT_WIDTH = 600;

export function Plot({ data, draw, label }: PlotProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    void import("./plots.ts").then((plots) => {
      if (isCurrent && place.current)
        place.current.replaceChildren(draw(plots, place.current.clientWidth || DEFAULT_WIDTH));
    });
    return () => {
      isCurrent = false;
    };
  }, [JSON.stringify(data)]);
  return label === undefined ? (
    <div ref={place} class="plot-place" aria-hidden="true" />
  ) : (
    <div ref={place} class="plot-place" role="img" aria-label={label} />
  );
}
