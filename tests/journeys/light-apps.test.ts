/** Light apps in a browser: they are made from templates and edited beside their preview; a published one opens as a list with a form. */
import { beforeAll, describe, expect, it } from "vitest";
import { expectNoPageProblems, openBrowser, swappedDevices } from "../support/browser.ts";
import { type Client, client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { draftDefinition, draftField, lightAppOf, saveDraft } from "../support/light-apps.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    more: /的更多操作/,
    publish: "发布",
    question: /发布“customer”？/,
    problem: "定义有 1 处错误。fields.1.type: 字段类型不可用",
    rows: /^查看数据/,
    add: "新增",
    template: /^客户/,
    customer: "客户",
    customers: "客户",
    stage: "跟进阶段",
    company: "公司名称",
    fields: "字段",
    preview: "预览",
    settings: "设置",
    addField: "添加字段",
    searchTypes: "搜索字段类型",
    rating: "评分",
    fieldName: /^字段名/,
    score: "客户评分",
    problems: "有 1 处错误，改正后才能发布",
    empty: "不能为空",
    duplicate: "创建副本",
    remove: "删除字段",
    form: "表单",
    list: "列表",
    save: "保存",
    saveDraft: "保存草稿",
    draftSaved: "已保存草稿",
    history: "修改记录",
    unsaved: "有未保存的修改",
    unpublished: "有未发布的修改",
    restored: /^已恢复 .* 未保存的修改/,
    discard: "放弃修改",
    publishNew: /发布“客户”？/,
    first: "首次发布后，它会有自己的列表、表单和接口。",
    records: "查看数据",
    removes: "移除字段“客户评分”，1 条数据中的值保留 30 天",
    maximum: "最大字数",
    merged: "他人也修改了此轻应用，已合并双方的修改",
    mine: (value: string) => `我的 ${value}`,
    theirs: (value: string) => `对方的 ${value}`,
    saveChoice: "按选择保存",
    email: "邮箱",
    moveColumn: (name: string) => `移动列“${name}”：可拖动，或按上下方向键`,
    move: (name: string) => `移动${name}：可拖动，或按上下方向键`,
  },
  en: {
    more: /^More actions for/,
    publish: "Publish",
    question: /Publish customer\?/,
    problem: "The definition has 1 problem. fields.1.type: This field type is not available",
    rows: /^View records/,
    add: "Add",
    template: /^Customer/,
    customer: "Customer",
    customers: "Customers",
    stage: "Stage",
    company: "Company",
    fields: "Fields",
    preview: "Preview",
    settings: "Settings",
    addField: "Add field",
    searchTypes: "Search field types",
    rating: "Rating",
    fieldName: /^Field name/,
    score: "Score",
    problems: "1 problem to solve before this can be published",
    empty: "This cannot be empty",
    duplicate: "Duplicate",
    remove: "Remove field",
    form: "Form",
    list: "List",
    save: "Save",
    saveDraft: "Save draft",
    draftSaved: "Draft saved",
    history: "History",
    unsaved: "Unsaved changes",
    unpublished: "Unpublished changes",
    restored: /^Your unsaved changes of .* are back/,
    discard: "Discard changes",
    publishNew: /Publish Customer\?/,
    first: "It gets a list, a form and an API of its own.",
    records: "View records",
    removes: "Removes Score. Its values in 1 record are kept for 30 days.",
    maximum: "Maximum length",
    merged: "Saved together with changes by someone else",
    mine: (value: string) => `Mine ${value}`,
    theirs: (value: string) => `Theirs ${value}`,
    saveChoice: "Save selection",
    email: "Email",
    moveColumn: (name: string) => `Move column ${name}: drag, or press the up and down arrows`,
    move: (name: string) => `Move ${name}: drag, or press the up and down arrows`,
  },
};

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  let owner: Person;
  let admin: Client;
  beforeAll(async () => {
    owner = await newSpaceOwner(server);
    admin = client(server, owner);
  });

  it("a wrong draft is refused with the place of its problem; the corrected one is published and leads to its records", async () => {
    const title = draftField("title", "textbox", { required: true });
    const draft = await saveDraft(admin, "customer", draftDefinition([title, draftField("note", "script")]));
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const act = async (name: string) => {
      const listRow = page.locator(`[data-row="${draft.id}"]`);
      await listRow.getByRole("button", { name: t.more }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    const publish = async () => {
      await act(t.publish);
      await page
        .getByRole("dialog", { name: t.question })
        .getByRole("button", { name: t.publish, exact: true })
        .click();
    };
    await page.goto("/paas/lightApp/list");
    await publish();
    await page.getByText(t.problem).first().waitFor();
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/lightApp\/Command: 409$/)]);
    await expectNoPageProblems(visitor);
    await saveDraft(admin, "customer", draftDefinition([title, draftField("note")]), draft);
    await page.goto("/paas/lightApp/list");
    await publish();
    await expect.poll(async () => (await lightAppOf(admin, draft.id)).state).toBe("published");
    await admin.call("POST Api/{type}/QueryAdd", { type: "customer", title: "Ada" } as never);
    await expectNoPageProblems(visitor);
    await page.locator(`[data-row="${draft.id}"]`).getByRole("button", { name: t.rows }).click();
    await page.getByRole("link", { name: "Ada" }).click();
    await expect.poll(() => page.getByLabel("title").inputValue()).toBe("Ada");
    expect(new URL(page.url()).pathname).toBe("/paas/customer/edit");
    await expectNoPageProblems(visitor);
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it("the first save of a new light app keeps what is chosen, and the steps before it can be undone", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    const author = await newSpaceOwner(server);
    await visitor.context.addCookies(sessionCookies(author, server.url));
    const settings = page.locator("[data-settings]");
    const openFields = async () => {
      if (width < 1024) await page.getByRole("tab", { name: t.fields }).click();
    };
    const choose = async (field: string) => {
      await openFields();
      await page.locator(`[data-field=${field}]`).click();
    };
    await page.goto("/paas/lightApp/add");
    await page.getByRole("button", { name: t.template }).click();
    await choose("mobile");
    await settings.getByRole("button", { name: t.remove }).click();
    await page.locator("[data-field=mobile]").waitFor({ state: "detached" });
    await choose("stage");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText(t.draftSaved).waitFor();
    await page.waitForURL("**/paas/lightApp/edit?id=*");
    const id = new URL(page.url()).searchParams.get("id")!;
    await page.getByRole("button", { name: t.history, exact: true }).waitFor();
    await settings.getByRole("heading", { name: t.stage }).waitFor();
    await page.keyboard.press("ControlOrMeta+z");
    await page.getByText(t.unsaved).waitFor();
    await openFields();
    await page.locator("[data-field=mobile]").waitFor();
    await page.getByRole("button", { name: t.saveDraft, exact: true }).click();
    await page.getByText(t.unsaved).waitFor({ state: "hidden" });
    const { version, definition } = await lightAppOf(client(server, author), id);
    expect([version, definition]).toEqual([2, expect.stringContaining('"mobile"')]);
    await expectNoPageProblems(visitor);

    // The next new light app begins with a template again.
    await page.goto("/paas/lightApp/list");
    await page.getByRole("link", { name: t.add, exact: true }).click();
    await page.getByRole("button", { name: t.template }).waitFor();
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it("the columns of the list are shown, hidden and ordered in the settings, and the preview follows", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    const author = await newSpaceOwner(server);
    await visitor.context.addCookies(sessionCookies(author, server.url));
    const openPart = async (name: string) => {
      if (width < 1024) await page.getByRole("tab", { name }).click();
    };
    await page.goto("/paas/lightApp/add");
    await page.getByRole("button", { name: t.template }).click();
    const columns = page.locator("[data-columns]");
    const items = columns.locator("[data-column]");
    const order = () => items.evaluateAll((all) => all.map((item) => (item as HTMLElement).dataset.column));
    const handle = (name: string) => columns.getByRole("button", { name: t.moveColumn(name) });
    await expect.poll(order).toEqual(["company", "stage", "contact", "mobile", "nextContact"]);
    await handle(t.stage).focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(order).toEqual(["stage", "company", "contact", "mobile", "nextContact"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(order).toEqual(["company", "contact", "stage", "mobile", "nextContact"]);
    if (width > 1024) {
      // If the list moves meanwhile, the drop misses its column, and a person drags once more.
      const drag = () => handle(t.stage).dragTo(handle(t.company), { steps: 10 });
      await expect.poll(() => drag().then(order)).toEqual(["stage", "company", "contact", "mobile", "nextContact"]);
    }
    await columns.getByRole("checkbox", { name: t.company }).click();
    await columns.getByRole("checkbox", { name: t.email }).click();
    await expect.poll(async () => (await order()).includes("email")).toBe(true);
    await expectNoPageProblems(visitor);
    const shown = await order();
    expect(shown).not.toContain("company");
    await openPart(t.preview);
    await page.getByRole("button", { name: t.list, exact: true }).click();
    await page.getByRole("region", { name: t.customer }).getByText("@").first().waitFor();
    await page.keyboard.press("ControlOrMeta+s");
    await page.waitForURL("**/paas/lightApp/edit?id=*");
    const id = new URL(page.url()).searchParams.get("id")!;
    const { definition } = await lightAppOf(client(server, author), id);
    expect((JSON.parse(definition as string) as { list: object }).list).toMatchObject({ columns: shown });
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it("changes by another person are merged; what both changed is decided setting by setting", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    const author = await newSpaceOwner(server);
    const api = client(server, author);
    await visitor.context.addCookies(sessionCookies(author, server.url));
    const title = (options = {}) => draftField("title", "textbox", options);
    const note = (options = {}) => draftField("note", "textbox", options);
    const draft = await saveDraft(api, "device", draftDefinition([title(), note()]));
    const fieldsOf = async () => {
      const { definition } = await lightAppOf(api, draft.id);
      return (JSON.parse(definition as string) as { fields: object[] }).fields;
    };
    const settings = page.locator("[data-settings]");
    const setMaximum = async (field: string, maximum: string) => {
      if (width < 1024) await page.getByRole("tab", { name: t.fields }).click();
      await page.locator(`[data-field=${field}]`).click();
      await settings.getByLabel(t.maximum).fill(maximum);
    };
    await page.goto(`/paas/lightApp/edit?id=${draft.id}`);
    await setMaximum("title", "30");
    await saveDraft(api, "device", draftDefinition([title(), note({ required: true })]), draft);
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText(t.merged).waitFor();
    expect(await fieldsOf()).toMatchObject([{ max: 30 }, { required: true }]);
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/QuerySave: 409$/)]);

    await setMaximum("note", "40");
    await saveDraft(api, "device", draftDefinition([title({ max: 30 }), note({ required: true, max: 50 })]), draft);
    await page.keyboard.press("ControlOrMeta+s");
    const choice = page.getByRole("dialog").getByRole("group", { name: `note · ${t.maximum}` });
    await choice.getByRole("radio", { name: t.mine("40") }).waitFor();
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/QuerySave: 409$/)]);
    await expectNoPageProblems(visitor);
    await choice.getByRole("radio", { name: t.theirs("50") }).check();
    await page.getByRole("button", { name: t.saveChoice, exact: true }).click();
    await page.getByText(t.unsaved).waitFor({ state: "hidden" });
    await expect.poll(fieldsOf).toMatchObject([{ max: 30 }, { required: true, max: 50 }]);
    expect(await settings.getByLabel(t.maximum).inputValue()).toBe("50");
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it("S-062, S-063: a template gets a field that the preview shows, is published, and takes a record; removing the field says what happens to it", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    const { context } = visitor;
    const author = await newSpaceOwner(server);
    const api = client(server, author);
    await context.addCookies(sessionCookies(author, server.url));
    /** Shows a part of the editor, all of which are visible on a wide screen. */
    const openPart = async (name: string) => {
      if (width < 1024) await page.getByRole("tab", { name }).click();
    };
    const settings = page.locator("[data-settings]");
    const dialog = page.getByRole("dialog");

    await page.goto("/paas/lightApp/add");
    await page.getByRole("button", { name: t.template }).waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.template }).click();
    await openPart(t.fields);
    await page.locator("[data-field=stage]").waitFor();
    await expectNoPageProblems(visitor);

    // The picker finds a type by its title; its field comes after the chosen one.
    await page.locator("[data-field=stage]").click();
    await openPart(t.fields);
    await page.getByRole("button", { name: t.addField }).click();
    await dialog.getByRole("searchbox", { name: t.searchTypes }).fill(t.rating);
    await expectNoPageProblems(visitor);
    await page.keyboard.press("Enter");
    await settings.getByRole("heading", { name: t.rating }).waitFor();
    // Its label is selected, so that typing names the field; the preview shows it.
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(t.rating);
    await settings.getByLabel("中文").first().fill("客户评分");
    await settings.getByLabel("English").first().fill("");

    // A problem stands at its control, and the summary leads there.
    await page.getByText(t.problems).click();
    await settings.getByText(t.empty).waitFor();
    await expectNoPageProblems(visitor);
    await page.locator("section > ul").getByRole("button", { name: t.empty }).click();
    await settings.getByLabel("English").first().fill("Score");
    await page.getByText(t.problems).waitFor({ state: "hidden" });
    await expect.poll(() => settings.getByLabel(t.fieldName).inputValue()).toBe("score");

    // The handle moves a field with the arrow keys, and undo takes it back.
    await openPart(t.fields);
    const order = () =>
      page.locator("[data-field]").evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.field));
    expect((await order()).slice(0, 3)).toEqual(["company", "stage", "score"]);
    await page.getByRole("button", { name: t.move(t.score) }).focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(async () => (await order()).slice(0, 3)).toEqual(["company", "score", "stage"]);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(async () => (await order()).slice(0, 3)).toEqual(["company", "stage", "score"]);

    await openPart(t.preview);
    await page.getByRole("form", { name: t.customer }).getByText(t.score).waitFor();
    await page.getByRole("button", { name: t.list, exact: true }).click();
    await page.getByRole("region", { name: t.customer }).getByText(`${t.company} 1`).waitFor();
    await expectNoPageProblems(visitor);

    // What was not saved is there again, when the page is loaded again.
    await page.getByText(t.unsaved).waitFor();
    await page.reload();
    await page.getByText(t.restored).waitFor();
    await openPart(t.fields);
    expect((await order()).slice(0, 3)).toEqual(["company", "stage", "score"]);

    await page.getByRole("button", { name: t.publish, exact: true }).click();
    await page.getByRole("dialog", { name: t.publishNew }).getByText(t.first).waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.publish, exact: true }).click();
    if (width > 1024) await page.locator("nav").getByRole("link", { name: t.customers, exact: true }).waitFor();
    await page.getByRole("button", { name: t.records }).click();
    await page.waitForURL("**/paas/customer/list");
    await page.getByRole("link", { name: t.add, exact: true }).click();
    await page.waitForURL("**/paas/customer/add");
    // The search form of the list, which is there until the page is loaded, has an input with this name, too.
    await page.getByRole("form", { name: t.customer }).getByRole("textbox", { name: t.company }).fill("Ada");
    await page.getByRole("radio").nth(3).check({ force: true });
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.waitForURL("**/paas/customer/edit?id=*");
    const id = new URL(page.url()).searchParams.get("id")!;
    expect((await api.call("GET Api/{type}/QueryById", { type: "customer", id })) as object).toMatchObject({
      company: "Ada",
      score: 4,
    });

    // The addresses of the contract lead to the records.
    await page.goto(`/admin/lightapp/edit?tableName=customer&id=${id}`);
    await page.waitForURL(`**/admin/customer/edit?id=${id}`);
    await page.goto("/dev/LightApp/list?TableName=customer&pageSize=30");
    await page.waitForURL("**/dev/customer/list?pageSize=30");
    await page.getByRole("link", { name: "Ada" }).waitFor();
    await page.goto("/paas/lightApp/list");
    await page.getByRole("link", { name: t.customer, exact: true }).click();
    await openPart(t.fields);
    await page.locator("[data-field=score]").click();
    await settings.getByRole("button", { name: t.remove }).click();
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText(t.draftSaved).waitFor();
    await page.getByText(t.unpublished).waitFor();
    await page.getByRole("button", { name: t.publish, exact: true }).click();
    await dialog.getByText(t.removes).waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.publish, exact: true }).click();
    await page.getByRole("dialog", { name: t.publishNew }).waitFor({ state: "hidden" });
    await page.getByText(t.unpublished).waitFor({ state: "hidden" });
    expect(await api.call("GET Api/{type}/QueryById", { type: "customer", id })).not.toHaveProperty("score");
    expect(visitor.problems).toEqual([]);
    await context.close();
  });
});
