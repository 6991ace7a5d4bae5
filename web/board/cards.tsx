/** Cards and dominoes, drawn from their signs: `♥10`, `[3|5]`, `[2|..|6]`. */
import type { VNode } from "preact";

const SUITS: Readonly<Record<string, { readonly name: string; readonly red: boolean; readonly path: string }>> = {
  "♣": {
    name: "clubs",
    red: false,
    path: "M0 -26A12 12 0 0 1 10 -8A12.500 12.500 0 1 1 4 12C5 19 8 22 12 26H-12C-8 22 -5 19 -4 12A12.500 12.500 0 1 1 -10 -8A12 12 0 0 1 0 -26Z",
  },
  "♠": {
    name: "spades",
    red: false,
    path: "M0 -28C8 -14 26 -4 26 9C26 21 12 24 4 15C5 21 8 23 12 27H-12C-8 23 -5 21 -4 15C-12 24 -26 21 -26 9C-26 -4 -8 -14 0 -28Z",
  },
  "♥": {
    name: "hearts",
    red: true,
    path: "M0 27C-6 16 -27 5 -27 -10C-27 -26 -7 -28 0 -13C7 -28 27 -26 27 -10C27 5 6 16 0 27Z",
  },
  "♦": {
    name: "diamonds",
    red: true,
    path: "M0 -28C6 -16 13 -8 21 0C13 8 6 16 0 28C-6 16 -13 8 -21 0C-13 -8 -6 -16 0 -28Z",
  },
};

const RANKS: Readonly<Record<string, string>> = { A: "ace", K: "king", Q: "queen", J: "jack" };
const CARD = /^([♣♠♥♦])(10|[2-9AKQJ])$/u;
const DOMINO = /^\[(\d)\|(\.\.\|)?(\d)\]$/;

export type ItemKind = "card" | "domino" | "piece" | "text";

export function itemKind(sign: string): ItemKind {
  if (CARD.test(sign)) return "card";
  if (DOMINO.test(sign)) return "domino";
  return [...sign].length === 1 ? "piece" : "text";
}

export function itemName(sign: string): string {
  const card = CARD.exec(sign);
  if (card) return `${RANKS[card[2] as string] ?? card[2]} of ${SUITS[card[1] as string]?.name}`;
  const tile = DOMINO.exec(sign);
  return tile ? `${tile[1]} and ${tile[3]}${tile[2] ? ", more between" : ""}` : sign;
}

/** In a box of 100 by 140. */
export function Card({ sign }: { readonly sign: string | null }): VNode {
  const [, suit = "", rank = ""] = CARD.exec(sign ?? "") ?? [];
  const drawn = SUITS[suit];
  return (
    <svg class="card" viewBox="0 0 100 140" aria-hidden="true">
      <rect class={drawn ? "paper" : "back"} x="1.500" y="1.500" width="97" height="137" rx="10" />
      {drawn ? (
        <g class={drawn.red ? "suit red" : "suit black"}>
          <text class={rank === "10" ? "rank ten" : "rank"} x="19" y="31">
            {rank}
          </text>
          <path d={drawn.path} transform="translate(18 50) scale(0.36)" />
          {/[JQK]/.test(rank) ? (
            <Court rank={rank} path={drawn.path} />
          ) : (
            <path d={drawn.path} transform="translate(60 88) scale(1.05)" />
          )}
        </g>
      ) : (
        <rect class="pattern" x="9" y="9" width="82" height="122" rx="5" fill="url(#card-back)" />
      )}
    </svg>
  );
}

/** A simplified court card figure. */
function Court({ rank, path }: { readonly rank: string; readonly path: string }): VNode {
  const head = {
    K: "M-22 -14L-24 -34L-12 -24L0 -38L12 -24L24 -34L22 -14Z",
    Q: "M-20 -14C-26 -22 -24 -28 -20 -30L-10 -20L0 -36L10 -20L20 -30C24 -28 26 -22 20 -14Z",
    J: "M-22 -14C-24 -28 -8 -34 4 -32C16 -30 24 -24 22 -14Z",
  }[rank];
  return (
    <g transform="translate(60 88)">
      <rect class="court" x="-31" y="-41" width="62" height="82" rx="6" />
      <path d={head} />
      <path class="court-face" d="M-15 -14H15V-4C15 8 7 13 0 13C-7 13 -15 8 -15 -4Z" />
      <path d={path} transform="translate(0 27) scale(0.42)" />
    </g>
  );
}

const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
];

/** In a box of 200 by 100, as it lies in a chain; upright in a hand. */
export function Domino({ sign, upright }: { readonly sign: string | null; readonly upright: boolean }): VNode {
  const [, left, gap, right] = DOMINO.exec(sign ?? "") ?? [];
  const body = (
    <>
      <rect class={sign === null ? "back" : "ivory"} x="2" y="2" width="196" height="96" rx="14" />
      {sign === null ? null : (
        <>
          {gap ? (
            <text class="gap" x="100" y="60">
              …
            </text>
          ) : (
            <path class="middle" d="M100 14V86" />
          )}
          <Pips count={Number(left)} x={gap ? 44 : 50} />
          <Pips count={Number(right)} x={gap ? 156 : 150} />
        </>
      )}
    </>
  );
  return upright ? (
    <svg class="domino upright" viewBox="0 0 100 200" aria-hidden="true">
      <g transform="translate(100 0) rotate(90)">{body}</g>
    </svg>
  ) : (
    <svg class="domino" viewBox="0 0 200 100" aria-hidden="true">
      {body}
    </svg>
  );
}

function Pips({ count, x }: { readonly count: number; readonly x: number }): VNode {
  return (
    <g class={`pips pips-${count}`}>
      {PIPS[count]?.map(([dx, dy]) => (
        <circle key={`${dx},${dy}`} cx={x + 25 * dx} cy={50 + 25 * dy} r="9" />
      ))}
    </g>
  );
}
