/** SVG gradients used by all boards; once per page. */
import type { VNode } from "preact";

const ROUND: Readonly<Record<string, readonly [string, string, string]>> = {
  gold: ["#fbe39a", "#eec14d", "#d79b1e"],
  silver: ["#f7f9fb", "#cfd6de", "#9aa7b4"],
  ivory: ["#fffdf6", "#f3ead6", "#d8c8a6"],
  coal: ["#5b626c", "#363b43", "#1d2026"],
  jade: ["#8fd3b6", "#3d9c78", "#1e6a4e"],
  plum: ["#d6a8d6", "#96569b", "#5f2f66"],
  ruby: ["#f08a80", "#c63a35", "#8c1d1d"],
  sapphire: ["#8fb5f2", "#3766be", "#1c3f86"],
  slate: ["#c7ccd2", "#959ca5", "#6a717b"],
  wood: ["#c98f56", "#a96b35", "#7f4b20"],
  "ruby-glass": ["#ff9a8a", "#c92a2a", "#6d0d15"],
  "sapphire-glass": ["#9fc4ff", "#2457b8", "#0c2460"],
  "jade-glass": ["#a4efcd", "#16855c", "#06402b"],
  "plum-glass": ["#f0b8f0", "#8c3d94", "#421547"],
};

export function Paints(): VNode {
  return (
    <svg class="paints" width="0" height="0" aria-hidden="true">
      <defs>
        {Object.entries(ROUND).map(([name, [light, middle, deep]]) => (
          <radialGradient key={name} id={name} cx="0.38" cy="0.3" r="0.8">
            <stop offset="0" stop-color={light} />
            <stop offset="0.5" stop-color={middle} />
            <stop offset="1" stop-color={deep} />
          </radialGradient>
        ))}
        <linearGradient id="gold-edge" x1="0" y1="0" x2="0.6" y2="1">
          <stop offset="0" stop-color="#ffeeb5" />
          <stop offset="1" stop-color="#a86f0c" />
        </linearGradient>
        <linearGradient id="silver-edge" x1="0" y1="0" x2="0.6" y2="1">
          <stop offset="0" stop-color="#ffffff" />
          <stop offset="1" stop-color="#6c7885" />
        </linearGradient>
        <radialGradient id="hole" cx="0.5" cy="0.6" r="0.6">
          <stop offset="0.3" stop-color="#b98f5e" />
          <stop offset="1" stop-color="#8a6336" />
        </radialGradient>
        <radialGradient id="check">
          <stop offset="0" stop-color="#ff4a30" />
          <stop offset="0.6" stop-color="#d8230f" stop-opacity="0.95" />
          <stop offset="1" stop-color="#c01a08" stop-opacity="0.45" />
        </radialGradient>
        <pattern id="card-back" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="8" height="8" fill="#23506e" />
          <rect width="4" height="8" fill="#2d6488" />
        </pattern>
      </defs>
    </svg>
  );
}
