/** Enquiries of visitors: read-only, and answered by administrators. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, openBrowser } from "./support/browser.ts";
import { sessionCookies } from "./support/enter.ts";
import { client, contentOf } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
});

async function addEnquiry(contact: string, message = "How much is it?\nAnd when?", language = "en"): Promise<string> {
  const [row] = await server.database.system((tx) =>
    tx.rows<{ id: string }>(sql`insert into contact_message (id, tenant_id, name, contact, message, locale, status)
      values (gen_random_uuid(), ${owner.tenantId}::uuid, 'Grace Hopper', ${contact}, ${message}, ${language}, 'new') returning id`),
  );
  return row!.id;
}
const rowOf = async (id: string) =>
  contentOf(await client(server, owner).send("GET Api/{type}/QueryById", { type: "contactMessage", id })) as AnyRow;

it.each(["name", "contact", "message", "locale"])(
  "refuses to change the visitor's %s, and stores the team's note and state",
  async (field) => {
    const id = await addEnquiry("grace@example.org");
    const { send } = client(server, owner);
    const save = (values: object) =>
      send("POST Api/{type}/QuerySave", { type: "contactMessage", id, version: 1, ...values });
    const refused = await save({ [field]: field === "locale" ? "zh" : "something else", note: "n" });
    expect(refused.status, refused.text).toBe(422);
    expect(Object.keys(refused.body.fields as object)).toEqual([field]);
    const changed = await send("POST Api/{type}/QueryUpdate", {
      type: "contactMessage",
      id,
      version: 1,
      [field]: "x@example.org",
    });
    expect(changed.status).toBe(422);
    expect((await save({ note: "Called back", status: "answered" })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({
      name: "Grace Hopper",
      contact: "grace@example.org",
      note: "Called back",
      status: "answered",
    });
  },
);

const texts = {
  zh: {
    list: "留言",
    heading: "来自 Grace Hopper 的留言",
    email: "邮件回复",
    call: "拨打电话",
    mark: "标记为已回复",
    answered: "已回复",
    note: "内部备注",
    save: "保存",
    received: "收到时间",
    undo: "撤销",
    fresh: "新留言",
  },
  en: {
    list: "Enquiries",
    heading: "Enquiry from Grace Hopper",
    email: "Reply by email",
    call: "Call",
    mark: "Mark as replied",
    answered: "Replied",
    note: "Internal note",
    save: "Save",
    received: "Received",
    undo: "Undo",
    fresh: "New",
  },
};

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  it("shows an enquiry, replies by email or phone, marks it with one click, and stores a note", async () => {
    const [emailEnquiry, phoneEnquiry] = [
      await addEnquiry("grace@example.org", "How much is it?\r\nAnd when?"),
      await addEnquiry("138 0000 1234"),
    ];
    const visitor = await open({ url: server.url, locale, width });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const { page } = visitor;
    await page.goto("/paas/contactMessage/list");
    await page.locator(`a[href*="${emailEnquiry}"]`).click();
    await page.getByRole("heading", { level: 1, name: t.heading }).waitFor();
    await page.getByText(t.received).waitFor();
    expect(await page.locator("main input").count()).toBe(0);
    expect(await page.locator("main textarea").count()).toBe(1);
    expect(await page.locator("article").innerText()).toContain("How much is it?\nAnd when?");
    const reply = page.getByRole("link", { name: t.email });
    expect(await reply.getAttribute("href")).toMatch(/^mailto:grace@example\.org\?subject=Re.*How%20much/);
    const mailParameters = new URLSearchParams((await reply.getAttribute("href"))!.split("?")[1]);
    // Forms send lines that end in CR LF: each line is quoted once.
    expect(mailParameters.get("body")).toBe("\r\n\r\n> How much is it?\r\n> And when?");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.mark }).click();
    await page.locator("main header").getByText(t.answered, { exact: true }).waitFor();
    expect(await rowOf(emailEnquiry)).toMatchObject({ status: "answered", message: "How much is it?\r\nAnd when?" });
    await page.getByRole("button", { name: t.undo }).click();
    await page.locator("main header").getByText(t.fresh, { exact: true }).waitFor();
    await page.getByRole("textbox", { name: t.note }).fill("Offer sent");
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await expect.poll(async () => (await rowOf(emailEnquiry)).note).toBe("Offer sent");
    await expectNoPageProblems(visitor);
    await page.goto(`/paas/contactMessage/edit?id=${phoneEnquiry}`);
    expect(await page.getByRole("link", { name: t.call }).getAttribute("href")).toBe("tel:+8613800001234");
    await visitor.context.close();
  });
});
