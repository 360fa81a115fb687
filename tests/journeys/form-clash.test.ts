/** Two people change the same fields of a row. The second to save chooses a value for each field, and no input is lost. */
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { expectNoPageProblems, openBrowser, swappedDevices } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { client } from "../support/client.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const texts = {
  zh: { save: "保存", ownValue: "我的", otherValue: "对方的", saveSelection: "按选择保存", saved: "保存成功" },
  en: { save: "Save", ownValue: "Mine", otherValue: "Theirs", saveSelection: "Save selection", saved: "Saved" },
};

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  it("shows both values of each field, relations by title, and saves the chosen ones", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const sameText = (text: string) => ({ zh: text, en: text });
    const add = async (slug: string) =>
      (await call("POST Api/{type}/QueryAdd", { type: "wiki", slug, title: sameText(`Page ${slug}`) })) as AnyRow;
    const [firstParent, secondParent, row] = [await add("one"), await add("other"), await add("row")];
    const visitor = await open({ url: server.url, locale, width });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const { page } = visitor;
    await page.goto(`/paas/wiki/edit?id=${row.id}`);
    await page.locator("input[id$=-slug]").fill("mine");
    await page.locator("input[id$=-title-en]").fill("My title");
    await page.locator("[id$=-parent]:not([aria-busy])").click();
    await page.getByRole("option", { name: "Page one" }).click();
    // Meanwhile another request saves two of these three fields.
    await call("POST Api/{type}/QuerySave", {
      type: "wiki",
      id: row.id,
      version: row.version,
      slug: "second-key",
      parent: secondParent.id,
    });
    await page.getByRole("button", { name: t.save, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("group").nth(1).waitFor();
    expect(await dialog.getByRole("group").count()).toBe(2);
    await dialog.getByText("Page one", { exact: true }).waitFor();
    await dialog.getByText("Page other", { exact: true }).waitFor();
    visitor.problems.splice(0);
    await expectNoPageProblems(visitor);
    const saveButton = dialog.getByRole("button", { name: t.saveSelection });
    expect(await saveButton.isDisabled()).toBe(true);
    const slugGroup = dialog.getByRole("group").filter({ hasText: "second-key" });
    await slugGroup.getByRole("radio", { name: new RegExp(t.otherValue) }).check();
    const parentGroup = dialog.getByRole("group").filter({ hasText: "Page one" });
    await parentGroup.getByRole("radio", { name: new RegExp(t.ownValue) }).check();
    await saveButton.click();
    await page.getByText(t.saved, { exact: true }).waitFor();
    expect(await call("GET Api/{type}/QueryById", { type: "wiki", id: row.id })).toMatchObject({
      slug: "second-key",
      parent: firstParent.id,
      title: { en: "My title" },
    });
    await visitor.context.close();
  });
});
