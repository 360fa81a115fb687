import type { Extensions } from "@tiptap/core";
import { Code } from "@tiptap/extension-code";
import { Heading } from "@tiptap/extension-heading";
import { Image } from "@tiptap/extension-image";
import { Link } from "@tiptap/extension-link";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { Placeholder } from "@tiptap/extensions";
import { StarterKit } from "@tiptap/starter-kit";
import { localPicturePattern } from "#kit/picture.ts";
import { headingLevels, isLinkAddress } from "#kit/rich-text.ts";

/** The path of a stored picture of this site, given as a path or as a full URL (browsers copy those); undefined for any other picture. */
function storedPath(src: string): string | undefined {
  if (!URL.canParse(src, location.href)) return undefined;
  const { origin, pathname } = new URL(src, location.href);
  return origin === location.origin && localPicturePattern.test(pathname) ? pathname : undefined;
}

/** A cell is one paragraph and spans one column and one row, because Markdown and spreadsheets cannot express more. */
const cell = {
  content: "paragraph",
  addAttributes: () => ({
    colspan: { default: 1, parseHTML: () => 1 },
    rowspan: { default: 1, parseHTML: () => 1 },
    colwidth: { default: null, parseHTML: () => null },
  }),
};

/** The nodes and marks of a formatted text (kit/rich-text.ts). Pasted content loses everything else, such as images of other hosts and unsafe links. */
export const richTextExtensions = (placeholder: string | undefined): Extensions => [
  StarterKit.configure({
    code: false,
    heading: false,
    link: false,
    underline: false,
    dropcursor: { color: "var(--brand)", width: 2 },
  }),
  // As in Markdown, code can also be bold or a link.
  Code.extend({ excludes: "" }),
  // The title of the page is its `h1`: headings of a text begin at `h2`.
  Heading.extend({
    parseHTML: () =>
      [1, 2, 3, 4, 5, 6].map((tag) => ({
        tag: `h${tag}`,
        attrs: { level: Math.min(headingLevels.length, Math.max(1, tag - 1)) },
      })),
    renderHTML: ({ node }) => [`h${Number(node.attrs.level) + 1}`, 0],
  }).configure({ levels: [...headingLevels] }),
  Link.extend({ addAttributes: () => ({ href: { default: null } }) }).configure({
    openOnClick: false,
    defaultProtocol: "https",
    markdownLinks: true,
    isAllowedUri: isLinkAddress,
  }),
  Image.extend({
    addAttributes: () => ({
      src: { default: null, parseHTML: (image) => storedPath(image.getAttribute("src") ?? "") ?? null },
      alt: { default: null },
    }),
    parseHTML: () => [
      {
        tag: "img[src]",
        getAttrs: (image) => (storedPath(image.getAttribute("src") ?? "") === undefined ? false : null),
      },
    ],
  }),
  Table.extend({
    renderHTML: () => ["table", ["tbody", 0]],
    addKeyboardShortcuts() {
      // After the last cell Tab leaves the text instead of adding rows.
      return { ...this.parent?.(), Tab: () => this.editor.commands.goToNextCell() };
    },
    // Drawn by `renderHTML`: the default view adds a wrapper and column widths.
  }).configure({ View: null }),
  TableRow,
  TableHeader.extend(cell),
  TableCell.extend(cell),
  Placeholder.configure({ placeholder: placeholder ?? "" }),
];
