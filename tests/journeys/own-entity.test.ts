/**
 * J6: an administrator makes an option set, a tree of categories, a configuration and a light app, and a role with two of its fields; a member with
 * this role gets these two fields and no others on the pages, and in each of the other ways to read or change records.
 */
import { readSheet } from "read-excel-file/node";
import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, openBrowser, type Visitor, waitForIdle } from "../support/browser.ts";
import { type Client, client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { sheetOf, uploadImport } from "../support/imports.ts";
import { draftDefinition, draftField, lightAppOf, saveDraft } from "../support/light-apps.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const type = "customerFile";
/** A value of a hidden field, and the names of the hidden fields. */
const secret = "canary-5127";
const hidden = /canary-5127|zzMargin|zzTopic/i;

const texts = {
  zh: {
    save: "保存",
    name: "名称",
    identifier: "标识",
    addRow: "添加一行",
    addCategory: "新增分类",
    add: "新增",
    type: "类型",
    value: "内容",
    fieldsTab: "字段",
    addField: "添加字段",
    textField: "单行文本",
    fieldName: /^字段名/,
    publish: "发布",
    level: "级别",
    gold: "金牌",
    topic: "行业",
    view: `${type}：查看`,
    edit: `${type}：编辑`,
    export: `${type}：导出`,
    fields: `${type}: 全部字段`,
    fieldView: (field: string) => `${type}：${field} · 查看`,
    roles: "角色",
    palette: "搜索命令",
  },
  en: {
    save: "Save",
    name: "Name",
    identifier: "Identifier",
    addRow: "Add a row",
    addCategory: "Add category",
    add: "Add",
    type: "Type",
    value: "Value",
    fieldsTab: "Fields",
    addField: "Add field",
    textField: "Text",
    fieldName: /^Field name/,
    publish: "Publish",
    level: "Level",
    gold: "Gold",
    topic: "Industry",
    view: `${type}: View`,
    edit: `${type}: Edit`,
    export: `${type}: Export`,
    fields: `${type}: All fields`,
    fieldView: (field: string) => `${type}: ${field} · View`,
    roles: "Roles",
    palette: "Search commands",
  },
};
type Texts = (typeof texts)["zh" | "en"];

const rowsOf = async (api: Client, entity: string) =>
  (await api.call("GET Api/{type}/QueryList", { type: entity })) as AnyRow[];
const rowOf = async (api: Client, entity: string, id: string) =>
  contentOf(await api.send("GET Api/{type}/QueryById", { type: entity, id })) as AnyRow;
const save = (page: Page, t: Texts) => page.getByRole("button", { name: t.save, exact: true }).first().click();

async function visit(person: Person, device: { locale: "zh" | "en"; width: number }): Promise<Visitor> {
  const visitor = await open({ url: server.url, ...device });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  return visitor;
}

/** Makes the option set of the levels, a category, and a configuration. */
async function makeParts({ page }: Visitor, t: Texts, admin: Client): Promise<void> {
  await page.goto("/paas/enum/add");
  for (const locale of ["zh", "en"]) await page.locator(`[id$=-title-${locale}]`).fill("Levels");
  await page.getByLabel(t.identifier, { exact: false }).first().fill("level");
  const options = page.locator("[id$=-keyValue]");
  await options.getByRole("button", { name: t.addRow }).click();
  await options.locator("[id$=-keyValue-0-value-zh]").fill("金牌");
  await options.locator("[id$=-keyValue-0-value-en]").fill("Gold");
  await options.locator("[id$=-keyValue-0-key]").fill("gold");
  await save(page, t);
  await expect.poll(async () => (await rowsOf(admin, "enum")).map(({ name }) => name)).toEqual(["level"]);

  await page.goto("/paas/relationTree/list");
  await page.getByRole("button", { name: t.addCategory }).click();
  const dialog = page.getByRole("dialog");
  for (const locale of ["zh", "en"]) await dialog.locator(`[id$=-name-${locale}]`).fill("Retail");
  await dialog.getByRole("button", { name: t.save, exact: true }).click();
  await page.getByRole("treeitem", { name: "Retail", exact: true }).waitFor();

  await page.goto("/dev/AutoConfig/add");
  await page.getByLabel(t.type, { exact: false }).first().fill("ServiceConfig");
  await page.getByLabel(t.value, { exact: false }).first().fill('{ "openFrom": "09:00" }');
  await save(page, t);
  await expect
    .poll(async () => contentOf(await admin.send("GET Api/AutoConfig/Get", { type: "ServiceConfig" })))
    .toMatchObject({ value: { openFrom: "09:00" } });
}

const definition = draftDefinition(
  [
    draftField("title", "textbox", { required: true, search: "contains" }),
    draftField("level", "dropdownlist", { name: { zh: "级别", en: "Level" }, dataSource: "level", search: "eq" }),
    draftField("zzTopic", "relationtree", { name: { zh: "行业", en: "Industry" }, entity: "relationTree" }),
  ],
  { searchable: ["title"] },
);

/** Adds the field with the secret in the editor of the light app, publishes it there, and adds a row in the form. Returns the row. */
async function makeEntity({ page }: Visitor, t: Texts, admin: Client): Promise<AnyRow> {
  const draft = await saveDraft(admin, type, definition);
  await page.goto(`/paas/lightApp/edit?id=${draft.id}`);
  const openFields = async () => {
    const tab = page.getByRole("tab", { name: t.fieldsTab });
    if (await tab.isVisible()) await tab.click();
  };
  await page.getByRole("button", { name: t.publish, exact: true }).waitFor();
  await openFields();
  await page.locator("[data-field=level]").click();
  await openFields();
  await page.getByRole("button", { name: t.addField }).click();
  await page.getByRole("dialog").getByRole("searchbox").fill(t.textField);
  await page.keyboard.press("Enter");
  const settings = page.locator("[data-settings]");
  for (const language of ["中文", "English"]) await settings.getByLabel(language).first().fill("zzMargin");
  await settings.getByLabel(t.fieldName).fill("zzMargin");
  await page.getByRole("button", { name: t.publish, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: t.publish, exact: true }).click();
  await expect.poll(async () => (await lightAppOf(admin, draft.id)).state).toBe("published");
  await page.goto(`/paas/${type}/add`);
  await page.getByLabel("title").fill("Ada");
  await page.getByRole("combobox", { name: t.level }).click();
  await page.getByRole("option", { name: t.gold }).click();
  await page.getByLabel("zzMargin").fill(secret);
  await page
    .getByRole("button", { name: t.topic })
    .or(page.getByRole("combobox", { name: t.topic }))
    .first()
    .click();
  await page.getByRole("treeitem", { name: "Retail" }).click();
  await save(page, t);
  await expect.poll(async () => (await rowsOf(admin, type)).length).toBe(1);
  return (await rowsOf(admin, type))[0]!;
}

/** Makes a role with two fields of the entity and gives it to a member. */
async function makeRole({ page }: Visitor, t: Texts, admin: Client, memberId: string): Promise<void> {
  await page.goto("/paas/role/add");
  for (const locale of ["zh", "en"]) await page.locator(`[id$=-name-${locale}]`).fill("Reader");
  await page.getByRole("checkbox", { name: t.view, exact: true }).click();
  await page.getByRole("checkbox", { name: t.edit, exact: true }).click();
  await page.getByRole("checkbox", { name: t.export, exact: true }).click();
  await page.getByRole("button", { name: t.fields }).click();
  for (const field of ["zzMargin", t.topic])
    await page.getByRole("checkbox", { name: t.fieldView(field), exact: true }).click();
  await save(page, t);
  await page.waitForURL("**/role/edit?id=*");
  await page.goto(`/paas/member/edit?id=${memberId}`);
  await page.getByRole("checkbox", { name: "Reader" }).click();
  await save(page, t);
  await expect.poll(async () => (await rowOf(admin, "member", memberId)).roles).toHaveLength(1);
}

/** Records the texts of all answers that a page gets from now on, without streams, which do not end. Returns a function that waits for them. */
function recordAnswers(page: Page): () => Promise<string[]> {
  const answers: Promise<string>[] = [];
  page.on("requestfinished", (request: Request) => {
    if (!["document", "fetch", "xhr"].includes(request.resourceType())) return;
    // The browser forgets the answers of a page that it leaves.
    answers.push(
      request
        .response()
        .then((response) => response?.text() ?? "")
        .catch(() => ""),
    );
  });
  return () => Promise.all(answers);
}

/** Opens the list, the form and the palette as the member. Returns the answers that the browser got. */
async function openAsMember(visitor: Visitor, t: Texts): Promise<string[]> {
  const { page } = visitor;
  const answers = recordAnswers(page);
  await page.goto(`/paas/${type}/list`);
  await page.getByRole("link", { name: "Ada" }).waitFor();
  await waitForIdle(page);
  const heads = page.getByRole("columnheader").filter({ hasText: /./ });
  for (const text of await heads.allInnerTexts()) expect(text).not.toMatch(/zzMargin|行业|Industry/);
  await expectNoPageProblems(visitor);
  await page.getByRole("link", { name: "Ada" }).click();
  await expect.poll(() => page.getByLabel("title").inputValue()).toBe("Ada");
  await page.getByRole("combobox", { name: t.level }).getByText(t.gold).waitFor();
  expect(await page.getByText(t.topic).count()).toBe(0);
  await page.getByLabel("title").fill("Ada L.");
  await save(page, t);
  await expectNoPageProblems(visitor);
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("combobox", { name: t.palette });
  await palette.fill("Ada");
  await page.getByRole("option", { name: /Ada L\./ }).waitFor();
  await palette.fill(secret);
  await expect.poll(() => page.getByRole("option").count()).toBe(0);
  return (await answers()).filter((text) => text !== "");
}

/** What the member gets in each way besides the pages. Each answer names the row or its fields, so that none is empty by mistake. */
const answersBesidesPages: Record<string, (member: Client, person: Person, id: string) => Promise<string>> = {
  API: async ({ send }, _person, id) =>
    [
      (await send("GET Api/{type}/QueryById", { type, id })).text,
      (await send("GET Api/{type}/QueryPageList", { type })).text,
    ].join("\n"),
  async export({ send }, { token }) {
    const { value } = contentOf(await send("GET api/Auto/ToExcel", { type })) as { value: string };
    const file = await fetch(server.url + value, { headers: { authorization: `Bearer ${token}` } });
    return JSON.stringify(await readSheet(Buffer.from(await file.arrayBuffer())));
  },
  async import(member, person, id) {
    const rows = [
      ["ID", "title", "zzMargin"],
      [id, "Ada B.", "from a file"],
    ];
    const { found, text } = await uploadImport(server.url, { type, bytes: await sheetOf(rows), person });
    expect(found.mapping).toEqual(["id", "title", null]);
    const input = { type, id: found.id, timeZone: "UTC", mapping: ["id", "title", "zzMargin"], keyField: "id" };
    expect((await member.send("POST paas/import/check", input)).status).toBe(422);
    const checked = await member.send("POST paas/import/check", { ...input, mapping: found.mapping });
    const reviewed = await member.send("POST paas/import/rows", { type, id: found.id });
    // The title of the refused column is that of the file.
    return [text, checked.text, reviewed.text].join("\n").replaceAll("zzMargin", "");
  },
  history: async ({ send }, _person, id) => (await send("GET Api/{type}/QueryHistory", { type, id })).text,
  async search({ send }) {
    const found = await send("GET paas/palette/find", { text: secret });
    expect(contentOf(found)).toEqual({ records: [], views: [] });
    const searched = await send("POST paas/table/search", {
      paraModel: { url: `/paas/${type}/list`, fields: { zzMargin: secret } },
    });
    expect(searched.status).toBe(400);
    return (await send("GET paas/palette/find", { text: "Ada" })).text;
  },
  async count({ send }) {
    const count = (fields: object) =>
      send("POST paas/table/count", { paraModel: { url: `/paas/${type}/list`, fields } });
    expect((await count({ zzMargin: secret })).status).toBe(400);
    const counted = await count({ title: "Ada" });
    expect(contentOf(counted)).toMatchObject({ total: 1 });
    return `title ${counted.text}`;
  },
  "OpenAPI and typed client": async ({ send }) =>
    [(await send("GET openapi.json")).text, (await send("GET client.ts")).text].join("\n"),
};

describe.each(devices)("in $locale, $width px wide", (device) => {
  it("J6: makes an entity of which a role sees two fields, and no more anywhere", async () => {
    const t = texts[device.locale];
    const owner = await newSpaceOwner(server);
    const admin = client(server, owner);
    const colleague = await newMember(server, owner.tenantId);
    const maker = await visit(owner, device);
    await makeParts(maker, t, admin);
    const row = await makeEntity(maker, t, admin);
    expect(row).toMatchObject({ title: "Ada", level: "gold", zzMargin: secret });
    await makeRole(maker, t, admin, colleague.memberId);
    await expectNoPageProblems(maker);

    const visitor = await visit(colleague, device);
    const pages = await openAsMember(visitor, t);
    expect(pages.some((text) => text.includes("Ada"))).toBe(true);
    for (const text of pages) expect(text).not.toMatch(hidden);
    expect(visitor.problems).toEqual([]);
    const member = client(server, colleague);
    for (const [way, ask] of Object.entries(answersBesidesPages)) {
      const text = await ask(member, colleague, row.id);
      expect([way, text.includes("title") || text.includes("Ada"), text.match(hidden)]).toEqual([way, true, null]);
    }
    // The secret is where it was.
    expect(await rowOf(admin, type, row.id)).toMatchObject({ title: "Ada L.", zzMargin: secret });
  });
});
