/** An administrator limits a role to the rows that satisfy a condition and sees the number of these rows. */
import { expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sameText, grant, roleFactories } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    rows: "新闻: 全部数据",
    fields: "新闻: 全部字段",
    exportTitle: "新闻：标题 · 导出",
    dialog: "新闻：可使用的数据",
    type: "类型",
    apply: "确定",
    someRecords: "1 / 2 条数据",
    save: "保存",
  },
  en: {
    rows: "News: All records",
    fields: "News: All fields",
    exportTitle: "News: Title · Export",
    dialog: "News: records this role covers",
    type: "Type",
    apply: "Apply",
    someRecords: "1 of 2 records",
    save: "Save",
  },
};

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("limits a role to the rows that satisfy a condition, in $locale at $width px", async (device) => {
  const t = texts[device.locale];
  const owner = await newSpaceOwner(server);
  const admin = client(server, owner);
  const add = (title: string, kind: string) =>
    admin.call("POST Api/{type}/QueryAdd", { type: "news", title: sameText(title), kind, status: "draft" });
  await Promise.all([add("ours", "company"), add("theirs", "product")]);
  const id = await roleFactories(server, owner).addRole([grant("news", ["read", "update", "export"])]);
  const visitor = await open({ url: server.url, ...device });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(owner, server.url));
  await page.goto(`/paas/role/edit?id=${id}`);
  await page.getByRole("button", { name: t.rows }).click();
  const dialog = page.getByRole("dialog", { name: t.dialog });
  const [field, comparison] = [dialog.getByRole("combobox").nth(1), dialog.getByRole("combobox").nth(2)];
  await field.click();
  await page.getByRole("option", { name: t.type, exact: true }).click();
  await comparison.waitFor();
  await dialog.getByRole("combobox").nth(3).click();
  // The first option is the empty one.
  await page.getByRole("option").nth(1).click();
  await dialog.getByText(/1 (?:\/|of) 2/).waitFor();
  await expectNoPageProblems(visitor);
  await dialog.getByRole("button", { name: t.apply }).click();
  await page.getByRole("button", { name: t.someRecords }).waitFor();
  await page.getByRole("button", { name: t.fields }).click();
  await page.getByRole("checkbox", { name: t.exportTitle }).click();
  await expectNoPageProblems(visitor);
  await page.getByRole("button", { name: t.save, exact: true }).click();
  await expect
    .poll(async () => contentOf(await admin.send("GET Api/{type}/QueryById", { type: "role", id })) as AnyRow)
    .toMatchObject({
      grants: [
        {
          entity: "news",
          read: null,
          export: expect.not.arrayContaining(["title"]),
          rows: { field: "kind", op: "eq", value: "company" },
        },
      ],
    });
});
