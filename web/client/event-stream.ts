/** An incremental parser of server-sent events. */

interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Returns a function that takes the next chunk of text and returns the events completed by it. */
export function eventParser(): (chunk: string) => StreamEvent[] {
  let rest = "";
  return (chunk) => {
    const blocks = (rest + chunk).replaceAll("\r\n", "\n").split("\n\n");
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
