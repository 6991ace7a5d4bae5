/** What the terminal can show: colours only where a person looks at them. */
export { formatBytes, formatNumber, formatSeconds } from "../engine/contracts/quantities.ts";

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
