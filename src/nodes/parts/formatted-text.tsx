import type { ReactNode } from "react";
import { childNodesOf, type RichInline, type RichMark, type RichNode, type RichText } from "#kit/rich-text.ts";
import { safeUrl } from "#kit/url.ts";
import { palette } from "#ui/palette.ts";

type MarkOptions = { hasLinks: boolean };

function withMark(content: ReactNode, mark: RichMark, { hasLinks }: MarkOptions): ReactNode {
  switch (mark.type) {
    case "bold":
      return <strong>{content}</strong>;
    case "italic":
      return <em>{content}</em>;
    case "underline":
      return <u>{content}</u>;
    case "color":
      return <span data-color={mark.attrs.color}>{content}</span>;
    case "link": {
      const url = safeUrl(mark.attrs.href);
      return hasLinks && url !== undefined ? <a href={url}>{content}</a> : content;
    }
    default:
      return content;
  }
}

function Inline({ node, options }: { node: RichInline; options: MarkOptions }): ReactNode {
  if (node.type === "hardBreak") return <br />;
  return (node.marks ?? []).reduceRight<ReactNode>((content, mark) => withMark(content, mark, options), node.text);
}

function Block({ node, options }: { node: RichNode; options: MarkOptions }): ReactNode {
  const children = childNodesOf(node).map((child, index) => <Block key={index} node={child} options={options} />);
  switch (node.type) {
    case "paragraph":
      // An empty line keeps its height.
      return <p>{children.length === 0 ? <br /> : children}</p>;
    case "bulletList":
      return <ul>{children}</ul>;
    case "orderedList":
      return <ol start={node.attrs?.start}>{children}</ol>;
    case "listItem":
      return <li>{children}</li>;
    case "text":
    case "hardBreak":
      return <Inline node={node} options={options} />;
    default:
      return null;
  }
}

/**
 * A formatted text of a canvas. Only the elements above are drawn, whatever a document says (T-43), and links are safe (T-46). `hasLinks`: false where
 * the whole text is a link.
 */
export function FormattedText({ text, hasLinks }: { text: RichText; hasLinks: boolean }) {
  return text.content.map((node, index) => <Block key={index} node={node} options={{ hasLinks }} />);
}

/** The styles of a formatted text, inside a rule of its element. */
export const formattedTextCss = `
  & :is(p, ul, ol) {
    margin: 0;
  }
  & :is(ul, ol) {
    padding-left: 1.3em;
  }
  & ul {
    list-style: disc;
  }
  & ol {
    list-style: decimal;
  }
  & strong {
    font-weight: 650;
  }
  & :is(p, li) a {
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
${palette.map(({ key, text }) => `  & [data-color="${key}"] { color: ${text}; }`).join("\n")}`;
