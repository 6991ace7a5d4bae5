/** Renders rules in Markdown. Elements are created from data: text never becomes markup. */
import type { VNode } from "preact";
import { type Block, type Inline, parseMarkdown } from "./markdown.ts";
import { Scroll, ScrollText } from "./scroll.tsx";

export function RulesText({ text }: { readonly text: string }): VNode {
  return (
    <div class="prose">
      {parseMarkdown(text).map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function Words({ content }: { readonly content: readonly Inline[] }): VNode {
  return (
    <>
      {content.map((part) => {
        if (part.kind === "code") return <code>{part.text}</code>;
        if (part.kind === "strong") return <strong>{part.text}</strong>;
        if (part.kind === "em") return <em>{part.text}</em>;
        if (part.kind === "link")
          return (
            <a href={part.href} rel="noreferrer noopener" target="_blank">
              {part.text}
            </a>
          );
        return part.text;
      })}
    </>
  );
}

function BlockView({ block }: { readonly block: Block }): VNode {
  switch (block.kind) {
    case "heading": {
      // The page uses the first two levels.
      const Heading = `h${Math.min(6, block.level + 2)}` as "h3";
      return (
        <Heading>
          <Words content={block.content} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Words content={block.content} />
        </p>
      );
    case "quote":
      return (
        <blockquote>
          <Words content={block.content} />
        </blockquote>
      );
    case "code":
      return <ScrollText label="Text">{block.text}</ScrollText>;
    case "list": {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Words content={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return (
        <Scroll label="Table">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={index}>
                    <Words content={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, number) => (
                <tr key={number}>
                  {row.map((cell, index) => (
                    <td key={index}>
                      <Words content={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      );
  }
}
