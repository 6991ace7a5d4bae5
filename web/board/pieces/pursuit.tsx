/** Policemen, a thief, and exits of a maze. */
import type { VNode } from "preact";
import type { PieceSet } from "./piece-set.ts";

const STAR = Array.from({ length: 10 }, (_, i) => {
  const [angle, radius] = [(i * Math.PI) / 5 - Math.PI / 2, i % 2 === 0 ? 28 : 12];
  return `${(Math.cos(angle) * radius).toFixed(1)},${(Math.sin(angle) * radius).toFixed(1)}`;
}).join(" ");

function Policeman(): VNode {
  return (
    <g class="pursuer">
      <circle class="body" r="43" fill="url(#sapphire)" />
      <polygon class="star" points={STAR} />
    </g>
  );
}

function Thief(): VNode {
  return (
    <g class="fugitive">
      <circle class="body" r="43" fill="url(#coal)" />
      <path class="mask" d="M-38 -20Q0 -8 38 -20Q40 8 18 12Q6 13 0 4Q-6 13 -18 12Q-40 8 -38 -20Z" />
      <circle class="eye" cx="-17" cy="-4" r="7" />
      <circle class="eye" cx="17" cy="-4" r="7" />
    </g>
  );
}

function Exit(): VNode {
  return (
    <g class="exit">
      <rect x="-44" y="-44" width="88" height="88" rx="8" />
      <path d="M-26 -9H4V-26L30 0L4 26V9H-26Z" />
    </g>
  );
}

export const pursuit: PieceSet = {
  draw: ({ owner }) => (owner === 0 ? <Policeman /> : <Thief />),
  name: ({ owner }) => (owner === 0 ? "policeman" : "thief"),
  side: (owner) => (owner === 0 ? "side-sapphire" : "side-coal"),
  ground: "plain",
  mark: { name: "exit", draw: () => <Exit /> },
};
