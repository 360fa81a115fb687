/** Formatted texts over HTTP: invalid ones are refused, they are searchable, and exported as Markdown. */
import { beforeAll, expect, it, vi } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { richTextFromMarkdown } from "#kit/rich-text-from-markdown.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpace, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
let owner: Person;
let by: Client;

const article = definitionOf(
  "article",
  {
    title: { type: "textbox", name: { zh: "标题", en: "Title" }, required: true },
    text: { type: "editor", name: { zh: "正文", en: "Text" }, required: true, localized: true, search: "contains" },
  },
  { searchable: ["text"] },
);
const text = richTextFromMarkdown("# 断网期间\n\n读数 **按顺序** 保存 sections");

beforeAll(async () => {
  owner = await newSpace(server);
  by = client(server, owner);
  await publish(server, owner.tenantId, article);
  await vi.waitFor(async () => {
    if ((await by.send("GET Api/{type}/QueryList", { type: "article" })).status !== 200) throw new Error("not there");
  }, 20_000);
});

it.each([
  ["HTML", "<p>a</p>"],
  ["a node that no text has", { type: "doc", content: [{ type: "iframe" }] }],
  ["nothing to read", { type: "doc", content: [{ type: "paragraph" }] }],
])(
  "B-116, T-43: %s is refused with the field's own message, in an entity of a space as in news",
  async (_what, value) => {
    for (const [type, field] of [
      ["article", "text"],
      ["news", "body"],
    ] as const) {
      const title = type === "news" ? { zh: "标题", en: "Title" } : "Title";
      const answer = await by.send("POST Api/{type}/QueryAdd", { type, title, [field]: { zh: value } });
      expect([type, answer.status]).toEqual([type, 422]);
      expect(JSON.stringify(answer.body)).toContain("in the formats that the editor offers");
    }
  },
);

it("B-116: one is found by its words and not by the names of its nodes, and stands in a file as Markdown", async () => {
  contentOf(await by.send("POST Api/{type}/QueryAdd", { type: "article", title: "One", text: { zh: text } }));
  const found = async (words: string) => {
    const paraModel = { url: "article", fields: { text: words } };
    return ((await by.call("POST paas/table/search", { paraModel })) as { result: TableResult }).result.rows.length;
  };
  expect([await found("按顺序"), await found("断网"), await found("sections")]).toEqual([1, 1, 1]);
  expect([await found("paragraph"), await found("heading"), await found("doc")]).toEqual([0, 0, 0]);

  const file = (await by.call("GET api/Auto/ToExcel", {
    type: "article",
    columns: "text",
    format: "csv",
  } as never)) as { value: string };
  const answer = await fetch(server.url + file.value, { headers: { authorization: `Bearer ${owner.token}` } });
  expect(await answer.text()).toContain("# 断网期间\n\n读数 **按顺序** 保存 sections");
  const [row] = (await by.call("GET Api/{type}/QueryList", { type: "article" })) as AnyRow[];
  expect(await by.call("GET Api/{type}/QueryById", { type: "article", id: row!.id })).toMatchObject({
    text: { zh: text },
  });
});
