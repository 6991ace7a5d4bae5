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
    const element = place.current;
    if (!element) return;
    let plots: typeof Plots | null = null;
    let width = 0;
    const show = (): void => {
      if (!plots || element.clientWidth === width) return;
      width = element.clientWidth;
      const plot = draw(plots, width || DEFAULT_WIDTH);
      // The plot is one image, named as a whole; its groups have no role.
      for (const group of plot.querySelectorAll("g[aria-label]")) group.removeAttribute("aria-label");
      element.replaceChildren(plot);
    };
    const observer = new ResizeObserver(show);
    void import("./plots.ts").then((loaded) => {
      plots = loaded;
      observer.observe(element);
    });
    return () => {
      plots = null;
      observer.disconnect();
    };
  }, [JSON.stringify(data)]);
  return label === undefined ? (
    <div ref={place} class="plot-place" aria-hidden="true" />
  ) : (
    <div ref={place} class="plot-place" role="img" aria-label={label} />
  );
}
