/** Formatted texts over HTTP: validation, search, and export as Markdown. */
import { beforeAll, expect, it, vi } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { richTextFromMarkdown } from "#kit/rich-text-from-markdown.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
let owner: Person;
let api: Client;

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
  owner = await newSpaceOwner(server);
  api = client(server, owner);
  await publish(server, owner.tenantId, article);
  await vi.waitFor(async () => {
    if ((await api.send("GET Api/{type}/QueryList", { type: "article" })).status !== 200)
      throw new Error("not loaded yet");
  }, 20_000);
});

it.each([
  ["HTML", "<p>a</p>"],
  ["an unknown node", { type: "doc", content: [{ type: "iframe" }] }],
  ["a text without words", { type: "doc", content: [{ type: "paragraph" }] }],
])("B-116, T-43: %s is refused with the field's message, in runtime entities and in news", async (_what, value) => {
  for (const [type, field] of [
    ["article", "text"],
    ["news", "body"],
  ] as const) {
    const title = type === "news" ? { zh: "标题", en: "Title" } : "Title";
    const answer = await api.send("POST Api/{type}/QueryAdd", { type, title, [field]: { zh: value } });
    expect([type, answer.status]).toEqual([type, 422]);
    expect(JSON.stringify(answer.body)).toContain("in the formats that the editor offers");
  }
});

it("B-116: a formatted text is found by its words, not by the names of its nodes, and exported as Markdown", async () => {
  contentOf(await api.send("POST Api/{type}/QueryAdd", { type: "article", title: "One", text: { zh: text } }));
  const countFor = async (words: string) => {
    const paraModel = { url: "article", fields: { text: words } };
    return ((await api.call("POST paas/table/search", { paraModel })) as { result: TableResult }).result.rows.length;
  };
  expect([await countFor("按顺序"), await countFor("断网"), await countFor("sections")]).toEqual([1, 1, 1]);
  expect([await countFor("paragraph"), await countFor("heading"), await countFor("doc")]).toEqual([0, 0, 0]);

  const file = (await api.call("GET api/Auto/ToExcel", {
    type: "article",
    columns: "text",
    format: "csv",
  } as never)) as { value: string };
  const answer = await fetch(server.url + file.value, { headers: { authorization: `Bearer ${owner.token}` } });
  expect(await answer.text()).toContain("# 断网期间\n\n读数 **按顺序** 保存 sections");
  const [row] = (await api.call("GET Api/{type}/QueryList", { type: "article" })) as AnyRow[];
  expect(await api.call("GET Api/{type}/QueryById", { type: "article", id: row!.id })).toMatchObject({
    text: { zh: text },
  });
});
