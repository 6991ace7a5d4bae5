/** What the terminal can show: colours only where a person looks at them. */

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36, inverse: 7 } as const;
export type Style = keyof typeof CODES;

export interface Painter {
  (style: Style | readonly Style[], text: string): string;
}

/** `NO_COLOR` turns colours off, `FORCE_COLOR` turns them on; otherwise they follow the stream. */
export function painterFor(stream: NodeJS.WriteStream): Painter {
  const { env } = process;
  const forced = env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0";
  const colours = forced || (stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb");
  return (style, text) => {
    if (!colours) return text;
    const codes = (typeof style === "string" ? [style] : style).map((name) => CODES[name]);
    return `\u001B[${codes.join(";")}m${text}\u001B[0m`;
  };
}

export function formatNumber(value: number): string {
  return value.toLocaleString("en");
}

export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}

export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
