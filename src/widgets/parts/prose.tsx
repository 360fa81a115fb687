import type { Prose as ProseText } from "#kit/prose.ts";
import type { Locale, Text } from "#kit/text.ts";

/** A formatted text. Only `markdown` and `richText` of a load context make such texts; both sanitize them, so they are safe as HTML (T-43). */
export function Prose({ text }: { text: ProseText | undefined }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: text?.html ?? "" }} />;
}

const contents: Text = { zh: "本页内容", en: "On this page" };

/** The table of contents of a text; nothing for a text with fewer than two headings. */
export function Contents({ text, locale }: { text: ProseText; locale: Locale }) {
  const headings = text.headings.filter(({ level }) => level <= 3);
  if (headings.length < 2) return null;
  return (
    <nav className="contents" aria-label={contents[locale]}>
      <p className="mono">{contents[locale]}</p>
      <ul>
        {headings.map((heading) => (
          <li key={heading.id}>
            <a href={`#${heading.id}`}>{heading.text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The styles of `Prose` and `Contents`, for the CSS of widgets that use them. */
export const proseCss = `
  & .prose {
    max-width: 42em;
    font-size: 1.0625rem;
    overflow-wrap: anywhere;

    & > * + * {
      margin-top: 1.1em;
    }
    & :is(h2, h3, h4) {
      margin-top: 1.9em;
      scroll-margin-top: 92px;
    }
    & h2 {
      font-size: 1.5rem;
      line-height: 1.3;
    }
    & :is(p, li, td) {
      color: var(--ink-2);
      text-wrap: pretty;
    }
    & strong {
      color: var(--ink);
      font-weight: 600;
    }
    & a {
      color: var(--brand);
      text-decoration: underline;
      text-decoration-thickness: 1px;
      text-underline-offset: 3px;
    }
    & :is(ul, ol) {
      display: grid;
      gap: 0.45em;
      padding-left: 1.4em;
    }
    & ul {
      list-style: square;
    }
    & ol {
      list-style: decimal;
    }
    & li::marker {
      color: var(--seal);
    }
    & blockquote {
      margin-inline: 0;
      padding-left: 20px;
      border-left: 2px solid var(--seal);
    }
    & pre {
      overflow-x: auto;
      padding: 18px 20px;
      border: 1px solid var(--line);
      background: var(--paper-2);
      line-height: 1.6;
    }
    & code {
      font-family: var(--mono);
      font-size: 0.875em;
    }
    & img {
      display: block;
      max-width: 100%;
      height: auto;
      border-radius: var(--r);
    }
    & hr {
      border: 0;
      border-top: 1px solid var(--line);
    }
    & li > :is(p, ul, ol, pre, blockquote) + :is(p, ul, ol, pre, blockquote) {
      margin-top: 0.45em;
    }
    & .table {
      overflow-x: auto;
      border: 1px solid var(--line);
    }
    & table {
      width: 100%;
      border-collapse: collapse;
      font-size: 0.9375rem;
    }
    & :is(th, td) {
      padding: 12px 16px;
      border-bottom: 1px solid var(--line);
      text-align: left;
      vertical-align: top;
    }
    & tr:last-child td {
      border-bottom: 0;
    }
    & th {
      background: var(--paper-2);
      font-weight: 550;
      white-space: nowrap;
    }
  }
  & .contents {
    display: grid;
    gap: 12px;
    align-content: start;
    font-size: 0.875rem;

    & p {
      color: var(--ink-3);
    }
    & ul {
      border-left: 1px solid var(--line);
    }
    & a {
      display: block;
      padding: 5px 0 5px 14px;
      color: var(--ink-2);

      &:hover {
        color: var(--brand);
      }
    }
  }`;
