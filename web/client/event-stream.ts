/** Reads server-sent events out of text that comes in pieces. */

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Give it each piece of text; it gives back the events that are complete. */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).replaceAll("\r\n", "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      let event = "message";
      const data: string[] = [];
      for (const line of block.split("\n")) {
        if (line.startsWith("event:")) event = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      }
      return data.length > 0 ? [{ event, data: data.join("\n") }] : [];
    });
  };
}
