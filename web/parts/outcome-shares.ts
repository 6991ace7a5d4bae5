/** Shares of won, drawn and lost positions. Pure. */
import type { OutcomeCounts } from "../../service/table-documents.ts";

export interface Share {
  readonly outcome: "win" | "draw" | "loss";
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  /** `47 %`; 0 and 100 % only if exact. */
  readonly text: string;
}

export function shares({ won, drawn, lost }: Pick<OutcomeCounts, "won" | "drawn" | "lost">): readonly Share[] {
  const all = won + drawn + lost;
  const of = (outcome: Share["outcome"], name: string, count: number): Share => {
    const share = all === 0 ? 0 : count / all;
    return { outcome, name, share, text: percent(share) };
  };
  return [of("win", "won", won), of("draw", "drawn", drawn), of("loss", "lost", lost)];
}

function percent(share: number): string {
  if (share === 0 || share === 1) return `${100 * share} %`;
  if (share < 0.01) return "<1 %";
  return share > 0.99 ? ">99 %" : `${Math.round(100 * share)} %`;
}
