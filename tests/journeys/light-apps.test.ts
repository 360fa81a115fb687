/** Light apps in a browser: a wrong draft says where it is wrong, and a published one opens as a list with a form. */
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
  },
  en: {
    more: /^More actions for/,
    publish: "Publish",
    question: /Publish customer\?/,
    problem: "The definition has 1 problem. fields.1.type: This field type is not available",
    rows: /^View records/,
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
});
