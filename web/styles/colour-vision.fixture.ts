/** Simulated colour vision deficiency: the model of Machado, Oliveira and Fernandes (2009). */

/** Each from 0 to 255. */
export type Rgb = readonly [number, number, number];

type Matrix = readonly [Rgb, Rgb, Rgb];

const MATRICES: Readonly<Record<string, Matrix>> = {
  "all three cones": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no red cones": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no green cones": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "no blue cones": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export const SIGHTS: readonly string[] = Object.keys(MATRICES);

export function rgbOf(hex: string): Rgb {
  const digits = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex);
  if (!digits) throw new Error(`"${hex}" is not a colour such as #0067a5`);
  return [1, 2, 3].map((part) => Number.parseInt(digits[part] as string, 16)) as unknown as Rgb;
}

/** sRGB to linear light, 0 to 1. */
function linear(colour: Rgb): Rgb {
  return colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
}

function times(matrix: Matrix, [r, g, b]: Rgb): Rgb {
  return matrix.map(([x, y, z]) => x * r + y * g + z * b) as unknown as Rgb;
}

/** In linear light, for `difference`. */
export function seen(colour: Rgb, sight: string): Rgb {
  return times(MATRICES[sight] as Matrix, linear(colour)).map((part) =>
    Math.min(1, Math.max(0, part)),
  ) as unknown as Rgb;
}

const TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE: Rgb = [0.95047, 1, 1.08883];

function lab(light: Rgb): Rgb {
  const [x, y, z] = times(TO_XYZ, light).map((part, index) => {
    const share = part / (WHITE[index] as number);
    return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
  }) as unknown as Rgb;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The distance in CIE L*a*b* of two colours in linear light. */
export function difference(one: Rgb, other: Rgb): number {
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The WCAG contrast ratio, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const luminance = (colour: Rgb): number => times(TO_XYZ, linear(colour))[1];
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
