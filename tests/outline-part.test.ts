/** Outlines of pages that a model wrote: only known components and their texts become part of a page, whatever else the answer has. */
import { describe, expect, it } from "vitest";
import { pageDocument } from "#kit/document-schema.ts";
import { applyChange, type PageDocument } from "#kit/page.ts";
import { locales } from "#kit/text.ts";
import { insertPart } from "#features/builder/document/insert-part.ts";
import { outlineComponentList, outlineIn, readOutline } from "#features/builder/document/outline-part.ts";

const both = (text: string) => ({ zh: `中${text}`, en: text });
const sections = [
  { component: "page-title", texts: { heading: both("Charging"), lead: both("For fleets") } },
  {
    component: "cards",
    texts: { heading: both("Why") },
    rows: [{ name: both("Fast"), text: both("In minutes") }, { text: both("Without a name") }],
  },
];
const answerOf = (content: unknown) => `Here it is:\n\`\`\`json\n${JSON.stringify(content)}\n\`\`\``;
const page: PageDocument = {
  schema: 1,
  setting: { title: both("Page"), description: {}, showHead: true, showFoot: true },
  records: {},
};

describe("an outline", () => {
  it("becomes components with its texts in both languages, inserted as one change", async () => {
    const adapted = await readOutline(answerOf({ sections }), {});
    if ("zh" in adapted) throw new Error(adapted.en);
    const insertion = insertPart(page, adapted.part, { kind: "append" });
    if ("zh" in insertion) throw new Error(insertion.en);
    const after = applyChange(page, insertion.change);
    expect(pageDocument.safeParse(after).success).toBe(true);
    const records = insertion.select.map((id) => after.records[id]!);
    expect(records).toMatchObject([
      { name: "page-title", value: { heading: both("Charging"), lead: both("For fleets"), eyebrow: null } },
      {
        name: "cards",
        value: { heading: both("Why"), items: [{ name: both("Fast"), text: both("In minutes"), url: null }] },
      },
    ]);
    expect(adapted.report.settings).toBe(0);
  });

  it("names for the model only components that there are, with the lengths of their texts", () => {
    expect(outlineComponentList().split("\n")).toContain(
      "cards: eyebrow (40), heading (80), lead (240); rows: name (60), text (400)",
    );
    expect(outlineComponentList().length).toBeLessThan(6000);
  });

  it("T-50: keeps nothing of an answer but texts: no settings, addresses, other components or inherited names", () => {
    const hostile = {
      component: "cards",
      url: "javascript:alert(1)",
      id: "wd_evil0",
      texts: {
        heading: { zh: "<script>alert(1)</script>", en: "x".repeat(5000), fr: "Bonjour" },
        url: both("javascript:alert(1)"),
        items: both("not rows"),
      },
      rows: [{ name: both("Row"), url: both("javascript:alert(1)") }],
    };
    const json = `{"sections":[${JSON.stringify(hostile)},{"component":"__proto__","texts":{"heading":{"zh":"a"}}},
      {"component":"contact-form","texts":{"heading":{"zh":"a"}}},{"component":"cards","texts":{"__proto__":{"zh":"a"}}}]}`;
    const part = outlineIn(json);
    if ("zh" in part) throw new Error(part.en);
    expect(part.records.length).toBe(1);
    const [record] = part.records;
    expect(record).toMatchObject({ kind: "widget", name: "cards" });
    expect(record!.id).not.toBe("wd_evil0");
    expect(record!.value).toEqual({
      eyebrow: null,
      heading: { zh: "<script>alert(1)</script>", en: "x".repeat(80) },
      lead: null,
      items: [{ note: null, name: both("Row"), text: null, link: null, url: null }],
    });
  });

  it("has at most twelve components with twelve rows each", () => {
    const rows = Array.from({ length: 50 }, () => ({ name: both("Row") }));
    const many = Array.from({ length: 50 }, () => ({ component: "cards", texts: { heading: both("H") }, rows }));
    const part = outlineIn(JSON.stringify({ sections: many }));
    if ("zh" in part) throw new Error(part.en);
    expect(part.records.length).toBe(12);
    expect((part.records[0]!.value.items as unknown[]).length).toBe(12);
  });

  it.each([
    ["no JSON", "I cannot do that."],
    ["JSON that was cut", answerOf({ sections }).slice(0, 80)],
    ["no sections", answerOf({ sections: [] })],
    ["sections of another shape", answerOf({ sections: [{ component: 1 }] })],
    ["texts that are no texts", answerOf({ sections: [{ component: "cards", texts: { heading: { zh: {} } } }] })],
    ["too many sections", answerOf({ sections: Array.from({ length: 101 }, () => sections[0]) })],
    ["unknown components only", answerOf({ sections: [{ component: "ledger", texts: { heading: both("a") } }] })],
    ["deep nesting", "[".repeat(30_000)],
  ])("is refused in words of ours when the answer has %s", async (_name, answer) => {
    const refused = await readOutline(answer, {});
    expect(locales.map((locale) => (refused as Record<string, unknown>)[locale])).toEqual([
      "回答不是可用的页面大纲，请重新提问",
      "The answer is not an outline that can be used. Ask again.",
    ]);
  });
});
