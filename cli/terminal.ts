/** Terminal colours, and the formats of numbers. */
import { styleText } from "node:util";
export { formatBytes, formatNumber, formatSeconds, plural } from "../engine/contracts/quantities.ts";

export type Style = "bold" | "dim" | "inverse" | "red" | "green" | "yellow" | "blue" | "cyan";
export type Painter = (style: Style | readonly Style[], text: string) => string;

/** Colours depend on the stream, `NO_COLOR` and `FORCE_COLOR`. */
export function painterFor(stream: NodeJS.WriteStream): Painter {
  return (style, text) => styleText([style].flat(), text, { stream });
}
