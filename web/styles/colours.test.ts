/** Value colours with simulated colour vision deficiencies, and the contrast of text. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, difference, type Rgb, rgbOf, seen, SIGHTS } from "./colour-vision.fixture.ts";

const colours = readFileSync(new URL("colours.css", import.meta.url), "utf8");
const overlays = readFileSync(new URL("overlays.css", import.meta.url), "utf8");

function pageColour(name: string, look: "light" | "dark"): Rgb {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(colours) ?? [];
  return rgbOf((look === "light" ? light : dark) ?? "");
}

function badgeColour(kind: string): Rgb {
  return rgbOf(new RegExp(`\\.badge\\.${kind} > path \\{\\s*fill: (#\\w+)`).exec(overlays)?.[1] ?? "");
}

const OUTCOMES = ["win", "draw", "loss"] as const;
const PAIRS = [
  ["win", "draw"],
  ["win", "loss"],
  ["draw", "loss"],
] as const;
/** In CIE L*a*b*, where a just noticeable difference is 2 to 3. */
const CLEARLY = 20;
/** WCAG AA for text. */
const READABLE = 4.5;

describe.each(SIGHTS)("seen with %s", (sight) => {
  test.each(PAIRS)("%s and %s are distinguishable", (one, other) => {
    for (const look of ["light", "dark"] as const)
      expect(
        difference(seen(pageColour(one, look), sight), seen(pageColour(other, look), sight)),
        look,
      ).toBeGreaterThan(CLEARLY);
    expect(difference(seen(badgeColour(one), sight), seen(badgeColour(other), sight)), "badge").toBeGreaterThan(
      CLEARLY,
    );
  });
});

describe.each(["light", "dark"] as const)("%s", (look) => {
  test("labels are readable on their background", () => {
    for (const kind of [...OUTCOMES, "estimate", "error"])
      for (const ground of [`${kind}-soft`, "surface"])
        expect(contrast(pageColour(kind, look), pageColour(ground, look)), `${kind} on ${ground}`).toBeGreaterThan(
          READABLE,
        );
    for (const [ink, ground] of [
      ["ink", "ground"],
      ["soft", "ground"],
      ["soft", "surface"],
      ["soft", "estimate-soft"],
      ["soft", "win-soft"],
      ["soft", "loss-soft"],
      ["soft", "draw-soft"],
      ["accent", "surface"],
      ["accent", "accent-soft"],
      ["accent-ink", "accent"],
    ] as const)
      expect(contrast(pageColour(ink, look), pageColour(ground, look)), `${ink} on ${ground}`).toBeGreaterThan(
        READABLE,
      );
  });

  test("the focus ring is visible", () => {
    for (const ground of ["ground", "surface", "raised"])
      expect(contrast(pageColour("focus", look), pageColour(ground, look)), ground).toBeGreaterThan(3);
  });
});

test("white letters are readable on every badge", () => {
  for (const kind of [...OUTCOMES, "estimate"])
    expect(contrast(rgbOf("#ffffff"), badgeColour(kind)), kind).toBeGreaterThan(READABLE);
});
