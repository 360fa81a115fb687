/** The history of configuration: values that consist of rows or of JSON are shown by the lines that differ, and an earlier version is restored. */
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { draftDefinition, draftField, lightAppOf, saveDraft } from "../support/light-apps.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sameText } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    history: "修改记录",
    options: "选项",
    links: "顶部导航",
    name: /名称 \(en\): Gold/,
    renamed: /名称 \(en\): Platinum/,
    restore: "恢复到此版本",
    yes: "恢复",
    restored: "已恢复",
    definition: "定义",
    unchanged: /行无变化/,
  },
  en: {
    history: "History",
    options: "Options",
    links: "Top navigation",
    name: /Name \(en\): Gold/,
    renamed: /Name \(en\): Platinum/,
    restore: "Restore this version",
    yes: "Restore",
    restored: "Restored",
    definition: "Definition",
    unchanged: /unchanged lines/,
  },
};

describe.each(devices)("in $locale, $width px wide", (device) => {
  const t = texts[device.locale];

  async function openAsOwner() {
    const owner = await newSpaceOwner(server);
    const visitor = await open({ url: server.url, ...device });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    return { api: client(server, owner), visitor, page: visitor.page };
  }

  it("an option set shows which of its options changed, and goes back to them", async () => {
    const { api, visitor, page } = await openAsOwner();
    const option = (key: string, name: string) => ({ key, value: sameText(name) });
    const others = Array.from({ length: 9 }, (_, n) => option(`k${n}`, `Level ${n}`));
    // A key may be the name of a property of all objects.
    const lastKey = "constructor";
    const before = [...others, option(lastKey, "Gold")];
    const set = { type: "enum", name: "level", title: sameText("Level"), keyValue: before };
    const row = (await api.call("POST Api/{type}/QueryAdd", set as never)) as AnyRow;
    const change = {
      type: "enum",
      id: row.id,
      version: row.version,
      keyValue: [...others, option(lastKey, "Platinum")],
    };
    await api.call("POST Api/{type}/QueryUpdate", change as never);
    await page.goto(`/paas/enum/edit?id=${row.id}`);
    await page.getByRole("button", { name: t.history, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t.history, exact: true });
    const lines = dialog.getByRole("region", { name: t.options });
    await lines.getByRole("deletion").filter({ hasText: t.name }).waitFor();
    await lines.getByRole("insertion").filter({ hasText: t.renamed }).waitFor();
    await lines.getByText(t.unchanged).waitFor();
    await lines.getByText(`: ${lastKey}`).first().waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await dialog.getByRole("button", { name: t.restore }).click();
    await page.getByRole("button", { name: t.yes, exact: true }).last().click();
    await page.getByText(t.restored, { exact: true }).first().waitFor();
    const restored = contentOf(await api.send("GET Api/{type}/QueryById", { type: "enum", id: row.id })) as AnyRow;
    expect(restored.keyValue).toMatchObject(before);
  });

  it("the details of the website show which links changed, and go back to them", async () => {
    const { api, visitor, page } = await openAsOwner();
    const readSite = async () =>
      (contentOf(await api.send("GET Api/{type}/QueryList", { type: "site" })) as AnyRow[])[0]!;
    const link = (name: string) => ({ name: sameText(name), url: "/about", place: "before" });
    const save = async (links: object[]) => {
      const { id, version } = await readSite();
      await api.call("POST Api/{type}/QueryUpdate", { type: "site", id, version, links } as never);
    };
    await save([link("Gold")]);
    await save([link("Platinum")]);
    await page.goto(`/paas/site/edit?id=${(await readSite()).id}`);
    await page.getByRole("button", { name: t.history, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t.history, exact: true });
    const lines = dialog.getByRole("region", { name: t.links }).first();
    await lines.getByRole("deletion").filter({ hasText: t.name }).waitFor();
    await lines.getByRole("insertion").filter({ hasText: t.renamed }).waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.restore }).first().click();
    await page.getByRole("button", { name: t.yes, exact: true }).last().click();
    await page.getByText(t.restored, { exact: true }).first().waitFor();
    expect((await readSite()).links).toMatchObject([link("Gold")]);
  });

  it("a light app of many fields shows the lines of its definition that changed, and goes back to them", async () => {
    const { api, visitor, page } = await openAsOwner();
    const fields = Array.from({ length: 40 }, (_, n) =>
      draftField(`field${n}`, "textbox", { helpBlock: sameText(`What field ${n} is for, in a sentence.`) }),
    );
    const row = await saveDraft(api, "parcel", draftDefinition(fields));
    const changed = fields.map((field) => (field.field === "field20" ? { ...field, required: true } : field));
    await saveDraft(api, "parcel", draftDefinition(changed), row);
    await page.goto(`/paas/lightApp/edit?id=${row.id}`);
    await page.getByRole("button", { name: t.history, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t.history, exact: true });
    const lines = dialog.getByRole("region", { name: t.definition });
    await lines.getByRole("insertion").filter({ hasText: '"required": true' }).waitFor();
    expect(await lines.getByText('field3"').count()).toBe(0);
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.restore }).click();
    await page.getByRole("button", { name: t.yes, exact: true }).last().click();
    await expect
      .poll(async () => String((await lightAppOf(api, row.id)).definition).includes('"required":true'))
      .toBe(false);
  });
});
