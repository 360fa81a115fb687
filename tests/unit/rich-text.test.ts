/** Formatted texts: validation, and conversion to HTML, Markdown and plain text. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRichText, maxLevels, type RichBlock, type RichText } from "#kit/rich-text.ts";
import { richTextFromMarkdown } from "#kit/rich-text-from-markdown.ts";
import { richTextHtml } from "#kit/rich-text-html.ts";
import { richTextMarkdown, richTextWords } from "#kit/rich-text-markdown.ts";
import { markdown } from "#kit/markdown.ts";

const picture = "/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.webp";
const paragraph = (text: string, marks?: unknown) => ({
  type: "paragraph",
  content: [{ type: "text", text, ...(marks === undefined ? {} : { marks }) }],
});
const doc = (...content: unknown[]) => ({ type: "doc", content }) as RichText;

describe("a formatted text", () => {
  it.each([
    ["an unknown node", doc({ type: "iframe" })],
    ["a node named like an inherited property", doc({ type: "constructor" })],
    ["an unknown mark", doc(paragraph("a", [{ type: "underline" }]))],
    ["a repeated mark", doc(paragraph("a", [{ type: "bold" }, { type: "bold" }]))],
    ["a javascript: link", doc(paragraph("a", [{ type: "link", attrs: { href: "javascript:alert(1)" } }]))],
    ["a link with an extra attribute", doc(paragraph("a", [{ type: "link", attrs: { href: "/a", onclick: "x" } }]))],
    ["a picture from another host", doc({ type: "image", attrs: { src: "https://tracker.example/a.png" } })],
    ["an unknown attribute", doc({ type: "paragraph", attrs: { style: "x" } })],
    ["an unknown property", doc({ ...paragraph("a"), html: "<b>" })],
    ["a paragraph in a paragraph", doc({ type: "paragraph", content: [paragraph("a")] })],
    [
      "a heading beyond the fifth level",
      doc({ type: "heading", attrs: { level: 6 }, content: [{ type: "text", text: "a" }] }),
    ],
    ["an empty text node", doc({ type: "paragraph", content: [{ type: "text", text: "" }] })],
    ["only empty paragraphs", doc({ type: "paragraph" }, paragraph("  "))],
    ["a list without items", doc({ type: "bulletList", content: [] })],
    [
      "a cell of two paragraphs",
      doc({
        type: "table",
        content: [{ type: "tableRow", content: [{ type: "tableCell", content: [paragraph("a"), paragraph("b")] }] }],
      }),
    ],
    ["a node that is not a document", paragraph("a")],
    ["an HTML string", "<p>a</p>"],
  ])("T-43: is not %s", (_description, value) => {
    expect(isRichText(value, 1000)).toBe(false);
  });

  it("has limited characters, nodes and levels, and counts an emoji as one character", () => {
    expect([5, 4].map((max) => isRichText(doc(paragraph("👍👍👍👍👍")), max))).toEqual([true, false]);
    const wide = (count: number) =>
      doc(...Array.from({ length: count }, () => ({ type: "paragraph" })), paragraph("a"));
    expect([10_000, 20_000].map((count) => isRichText(wide(count), 10))).toEqual([true, false]);
    const quotes = (levels: number) => {
      let block: unknown = paragraph("a");
      for (let level = 2; level < levels; level += 1) block = { type: "blockquote", content: [block] };
      return doc(block);
    };
    expect([maxLevels, maxLevels + 1].map((levels) => isRichText(quotes(levels), 10))).toEqual([true, false]);
    // Deeper nesting is refused without a stack overflow, and its text is not rendered.
    expect(isRichText(quotes(20_000), 10)).toBe(false);
    expect(richTextHtml(quotes(200)).html).not.toContain("a");
  });

  it("T-43: renders only the allowed elements and attributes, whatever its content", () => {
    const nodeOf: fc.Memo<object> = fc.memo((levels) =>
      fc.record({
        type: fc.oneof(
          fc.string(),
          fc.constantFrom("paragraph", "text", "image", "heading", "link", "orderedList", "table"),
        ),
        text: fc.constantFrom("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a"),
        attrs: fc.record({
          src: fc.constantFrom("javascript:x", picture, '"onerror="x'),
          alt: fc.constant('"><b>'),
          level: fc.constantFrom(1, 2),
          start: fc.constantFrom(2, "x' onclick='"),
          href: fc.constantFrom("javascript:x", '/a"onclick="x', "/a"),
        }),
        marks: fc.array(
          fc.record({
            type: fc.constantFrom("link", "bold"),
            attrs: fc.record({ href: fc.constantFrom("javascript:x", '/a"onclick="x') }),
          }),
          { maxLength: 2 },
        ),
        content: levels === 1 ? fc.constant([]) : fc.array(nodeOf(), { maxLength: 3 }),
      }),
    );
    const anything = nodeOf(5);
    const allowed =
      /^(?:(?!<)[^]|<\/?(?:p|h[2-6]|blockquote|ul|ol|li|pre|code|table|tbody|tr|th|td|strong|em|s|a|div)>|<br>|<hr>|<h[2-6] id="[^"<>]*">|<a href="[^"<>]*">|<ol start="(?:\d+|NaN)">|<pre tabindex="0">|<div class="table" tabindex="0">|<img src="\/files\/[\w.-]+" alt="[^"<>]*">)*$/;
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 4 }), (content) => {
        expect(richTextHtml({ type: "doc", content } as never).html).toMatch(allowed);
      }),
      { numRuns: 300 },
    );
  });
});

const fullMarkdown = `# 断网期间

第一段 **粗体**、*斜体*、~~删除~~、\`code\` 与[链接](/wiki/limits)。

## 步骤

1. 登录
2. 打开
   - 一
   - 二
     - 更深

> 引用的话
>
> 第二段

![平面图](${picture})

\`\`\`json
{ "a": "<b>" }
\`\`\`

| 名称 | 数量 |
| --- | --- |
| 甲 \\| 乙 | **3**<br>4 |

---

End.`;

describe("conversion from Markdown and back", () => {
  it("supports every node type and returns the same Markdown", () => {
    const text = richTextFromMarkdown(fullMarkdown)!;
    expect(isRichText(text, 10_000)).toBe(true);
    expect(richTextMarkdown(text)).toBe(fullMarkdown);
    expect(text.content.map(({ type }) => type)).toEqual([
      "heading",
      "paragraph",
      "heading",
      "orderedList",
      "blockquote",
      "image",
      "codeBlock",
      "table",
      "horizontalRule",
      "paragraph",
    ]);
  });

  it("renders the same HTML as the Markdown renderer", () => {
    const plain = (html: string) =>
      html
        .replaceAll(/<\/?t(?:head|body)>/g, "")
        .replaceAll(/>\s+/g, ">")
        .replaceAll(/\s+</g, "<")
        .replaceAll(/<p>(<img [^>]*>)<\/p>/g, "$1")
        .replaceAll("/>", ">");
    const [formatted, rendered] = [richTextHtml(richTextFromMarkdown(fullMarkdown)!), markdown(fullMarkdown)];
    expect(plain(formatted.html)).toBe(plain(rendered.html));
    expect(formatted.headings).toEqual(rendered.headings);
    // The summary of a formatted text does not contain the descriptions of pictures.
    expect(formatted.summary).toBe(rendered.summary.replace("平面图 ", ""));
  });

  it.each([
    ["**注意：**请先登录", "<p><strong>注意：</strong>请先登录</p>"],
    ["请看**“说明”**一节", "<p>请看<strong>“说明”</strong>一节</p>"],
    ["snake_case and 2 * 3 * 4", "<p>snake_case and 2 * 3 * 4</p>"],
    ["a  \nb", "<p>a<br>b</p>"],
    ["一行\n二行 and\nthree", "<p>一行二行 and three</p>"],
    ["[**a** b](/c)", '<p><a href="/c"><strong>a</strong> b</a></p>'],
    ["<b>a</b>", "<p>&lt;b&gt;a&lt;/b&gt;</p>"],
    ["![plan](https://tracker.example/a.png)", "<p>plan</p>"],
    ["- a\n\n  b\n- c", "<ul><li><p>a</p><p>b</p></li><li>c</li></ul>"],
  ])("reads %j", (text, html) => {
    expect(richTextHtml(richTextFromMarkdown(text)!).html).toBe(html);
  });

  it("returns null for Markdown without content and flattens nesting that is too deep", () => {
    expect(["", "  \n ", "[a]: /b"].map(richTextFromMarkdown)).toEqual([null, null, null]);
    const deep = richTextFromMarkdown(
      `${"> ".repeat(40)}deep\n\n${Array.from({ length: 30 }, (_, n) => `${"  ".repeat(n)}- item ${n}`).join("\n")}`,
    )!;
    expect(isRichText(deep, 10_000)).toBe(true);
    expect(richTextWords(deep)).toContain("deep");
    expect(richTextWords(deep)).toContain("item 29");
  });

  it("returns every valid text unchanged from its Markdown", () => {
    const word = fc.stringMatching(/^[a-z0-9*_#`~|<>&[\]\\.+!"'()=-]{1,8}$/);
    const words = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(" ")),
      fc.constantFrom("数据存证：", "“引用”", "说明", "1. 一", "# 二", "- 三", "&amp;", "<br>"),
    );
    const mark = fc.constantFrom<object[]>(
      [],
      [{ type: "bold" }],
      [{ type: "italic" }],
      [{ type: "strike" }],
      [{ type: "code" }],
      [{ type: "link", attrs: { href: "/a(b)" } }],
      [{ type: "bold" }, { type: "italic" }],
    );
    /** A line with plain words before and after every marked text. */
    const line = fc.array(fc.tuple(words, mark), { minLength: 1, maxLength: 3 }).map((parts) =>
      parts
        .flatMap(([text, marks], index) => [
          { type: "text", text: `${index === 0 ? "" : " "}w ` },
          { type: "text", text, ...(marks.length > 0 && { marks }) },
          ...(index === parts.length - 1 ? [{ type: "text", text: " end" }] : []),
        ])
        .reduce<{ type: string; text: string; marks?: object[] }[]>((all, part) => {
          const last = all.at(-1);
          if (last !== undefined && last.marks === undefined && !("marks" in part)) last.text += part.text;
          else all.push({ ...part });
          return all;
        }, []),
    );
    const leaf = fc.oneof(
      line.map((content) => ({ type: "paragraph", content })),
      fc
        .tuple(line, fc.integer({ min: 1, max: 5 }))
        .map(([content, level]) => ({ type: "heading", attrs: { level }, content })),
      words.map((text) => ({ type: "codeBlock", content: [{ type: "text", text }] })),
      fc.constant({ type: "horizontalRule" }),
      fc.constant({ type: "image", attrs: { src: picture, alt: "a *plan*" } }),
      fc.array(fc.tuple(line, line), { minLength: 2, maxLength: 3 }).map((rows) => ({
        type: "table",
        content: rows.map((cells, index) => ({
          type: "tableRow",
          content: cells.map((content) => ({
            type: index === 0 ? "tableHeader" : "tableCell",
            content: [{ type: "paragraph", content }],
          })),
        })),
      })),
    );
    const { block } = fc.letrec((tie) => ({
      block: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf,
        fc.array(tie("block"), { minLength: 1, maxLength: 2 }).map((content) => ({ type: "blockquote", content })),
        fc
          .tuple(
            fc.constantFrom("bulletList", "orderedList"),
            fc.array(fc.tuple(line, fc.array(tie("block"), { maxLength: 2 })), { minLength: 1, maxLength: 2 }),
          )
          .map(([type, items]) => ({
            type,
            content: items.map(([content, more]) => ({
              type: "listItem",
              content: [{ type: "paragraph", content }, ...(more as object[])],
            })),
          })),
      ),
    }));
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (content) => {
        const text = { type: "doc", content: content as RichBlock[] } satisfies RichText;
        fc.pre(isRichText(text, 100_000));
        expect(richTextFromMarkdown(richTextMarkdown(text))).toEqual(text);
      }),
      { numRuns: 300 },
    );
  });
});
