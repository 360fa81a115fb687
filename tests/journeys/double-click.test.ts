/** A double click, or pressing Enter twice within 300 ms, counts once in every form that adds a row. */
import { sql } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { client } from "../support/client.ts";
import { lastCode } from "../support/mailbox.ts";
import { newSpaceOwner, nextMobile, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

let visitCount = 0;
/**
 * Opens a page of a visitor with a new IP address. Requests always reach the server. `withHeldResponses` holds the responses until `press` has ended,
 * so the second press happens during the first request. `waitForResponses` waits until every request has its response.
 */
async function visit(person: Person | undefined, javaScript = true) {
  visitCount += 1;
  const visitor = await open({ url: server.url, locale: "en", javaScript });
  await visitor.context.setExtraHTTPHeaders({ "x-forwarded-for": `198.51.100.${visitCount}` });
  if (person !== undefined) await visitor.context.addCookies(sessionCookies(person, server.url));
  let pendingRequests = 0;
  let responseHold = Promise.resolve();
  await visitor.context.route(
    () => true,
    async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      pendingRequests += 1;
      try {
        const response = await route.fetch({ maxRedirects: 0 });
        await responseHold;
        await route.fulfill({ response });
      } catch {
        // The page was left before the response arrived. The server has received the request.
        await route.abort().catch(() => undefined);
      } finally {
        pendingRequests -= 1;
      }
    },
  );
  return {
    ...visitor,
    async withHeldResponses(press: () => Promise<void>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      responseHold = promise;
      await press().finally(resolve);
    },
    async waitForResponses(): Promise<void> {
      await expect.poll(() => pendingRequests).toBe(0);
    },
  };
}

const presses: [string, (page: Page, button: Locator, input: Locator | undefined) => Promise<void>][] = [
  ["a double click", (_page, button) => button.dblclick({ delay: 40 })],
  [
    "Enter pressed twice",
    async (page, button, input) => {
      await (input ?? button).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
    },
  ],
];

const count = async (table: string, where: ReturnType<typeof sql>) => {
  const [row] = await server.database.system((tx) =>
    tx.rows<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)} where ${where}`),
  );
  return row!.n;
};

type Form = {
  name: string;
  table: string;
  /** Opens the form, fills it and returns its button, and an input in which Enter submits it. */
  fill: (page: Page) => Promise<{ button: Locator; input?: Locator }>;
  /** The element that the page shows after the submission. */
  resultOf: (page: Page) => Locator;
};

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const backToList = (page: Page) => page.getByRole("button", { name: "Back to list" });
const textbox = (scope: Page | Locator, name: string | RegExp) => scope.getByRole("textbox", { name }).first();

const forms: Form[] = [
  {
    name: "a work order",
    table: "paas_work",
    async fill(page) {
      await page.goto("/paas/paasWork/add");
      await textbox(page, "Title").fill("The door does not open");
      await textbox(page, "Description").fill("Nothing happens");
      return { button: page.getByRole("button", { name: "Submit", exact: true }), input: textbox(page, "Title") };
    },
    resultOf: backToList,
  },
  {
    name: "a news item",
    table: "news",
    async fill(page) {
      await page.goto("/paas/news/add");
      await textbox(page, /Title.*中文/).fill("新闻");
      await textbox(page, /Title.*English/).fill("News");
      return { button: save(page), input: textbox(page, /Title.*English/) };
    },
    resultOf: backToList,
  },
  {
    name: "a role",
    table: "role",
    async fill(page) {
      await page.goto("/paas/role/add");
      await textbox(page, /Role.*中文/).fill("编辑");
      await textbox(page, /Role.*English/).fill("Editor");
      return { button: save(page), input: textbox(page, /Role.*English/) };
    },
    resultOf: backToList,
  },
  {
    name: "an invitation",
    table: "member",
    async fill(page) {
      await page.goto("/paas/member/invite");
      await textbox(page, "Mobile number").fill("13611112222");
      return {
        button: page.getByRole("button", { name: "Invite", exact: true }),
        input: textbox(page, "Mobile number"),
      };
    },
    resultOf: (page) => page.getByText(/has been invited/),
  },
  {
    name: "an address",
    table: "user_address",
    async fill(page) {
      await page.goto("/paas/user/setting");
      await page.getByRole("button", { name: "Add address" }).click();
      const dialog = page.getByRole("dialog");
      await textbox(dialog, "Recipient").fill("Ada");
      await textbox(dialog, "Mobile number").fill("13800138000");
      for (const [list, option] of [
        ["Province", "Fujian"],
        ["City", "Xiamen"],
        ["County", "Siming"],
      ] as const) {
        await dialog.getByRole("combobox", { name: list }).click();
        await page.getByRole("option", { name: option, exact: true }).click();
      }
      await textbox(dialog, "Street address").fill("1 Harbour Road");
      return { button: dialog.getByRole("button", { name: "Save" }), input: textbox(dialog, "Recipient") };
    },
    resultOf: (page) => page.locator("main").getByText("1 Harbour Road"),
  },
  {
    name: "a plan activation",
    table: "service_opening",
    async fill(page) {
      await page.goto("/service/open?package=trial");
      await page.getByRole("button", { name: "Activate Trial" }).click();
      return { button: page.getByRole("dialog").getByRole("button", { name: "Activate", exact: true }) };
    },
    resultOf: (page) => page.getByRole("heading", { name: "Trial is active" }),
  },
];

beforeEach(() => server.database.system((tx) => tx.rows(sql`delete from attempt`)));

describe.each(presses)("%s", (_, press) => {
  it.each(forms)("B-162, R-16: adds one row on the form of $name", async ({ table, fill, resultOf }) => {
    const person = await newSpaceOwner(server);
    const { page, context, waitForResponses, withHeldResponses } = await visit(person);
    const rowsOfPerson = sql`tenant_id = ${person.tenantId}::uuid and id::text <> ${person.memberId}`;
    const { button, input } = await fill(page);
    expect(await count(table, rowsOfPerson)).toBe(0);
    await withHeldResponses(() => press(page, button, input));
    await resultOf(page).first().waitFor();
    await waitForResponses();
    expect(await count(table, rowsOfPerson)).toBe(1);
    await context.close();
  });

  it("B-162, R-16: runs an action of a row once", async () => {
    const owner = await newSpaceOwner(server);
    const mobile = nextMobile();
    await client(server, owner).call("POST paas/member/invite", { mobile, name: "Ada", roles: [] });
    const { page, context, waitForResponses, withHeldResponses } = await visit(owner);
    const messages = sql`recipient = ${mobile} and topic = 'invited'`;
    expect(await count("outbox", messages)).toBe(1);
    await page.goto("/paas/member/list");
    await page.getByRole("button", { name: "More actions for Ada" }).click();
    const button = page.getByRole("menuitem", { name: /Resend/ });
    await button.waitFor();
    await withHeldResponses(() => press(page, button, undefined));
    await page.getByText("Text message sent").first().waitFor();
    await waitForResponses();
    expect(await count("outbox", messages)).toBe(2);
    await context.close();
  });

  it.each([
    ["with", true],
    ["without", false],
  ] as const)("E-120, B-238, R-16: sends one message on the contact form %s JavaScript", async (_name, javaScript) => {
    const { page, context, waitForResponses, withHeldResponses } = await visit(undefined, javaScript);
    const contact = `${nextMobile()}@example.org`;
    await page.goto("/contactus");
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email or mobile number").fill(contact);
    await page.getByLabel("Message").fill("Please call me");
    const button = page.locator("main").getByRole("button", { name: "Send message" });
    await withHeldResponses(() => press(page, button, page.getByLabel("Name")));
    await page.getByRole("heading", { name: "Message sent" }).waitFor();
    await waitForResponses();
    expect(await count("contact_message", sql`contact = ${contact}`)).toBe(1);
    await context.close();
  });

  it("creates one account with one space on registration (R-16)", async () => {
    const { page, context, waitForResponses, withHeldResponses } = await visit(undefined);
    const mobile = nextMobile();
    await page.goto("/index");
    await page.locator("[data-sign-in=reg]:visible").click();
    const form = page.locator("form.sign-in");
    const line = (label: string) =>
      form.locator(".line", { has: page.locator(`label:text-is("${label}")`) }).locator("input");
    await line("Mobile number").fill(mobile);
    await form.getByRole("button", { name: "Send code" }).click();
    await line("Verification code").fill(await lastCode(server.url, mobile));
    await line("Password").fill("Harbour7x");
    await form.locator("input[name=agreed]").check();
    await withHeldResponses(() => press(page, form.locator("button.go"), line("Password")));
    await page.waitForURL("**/paas/index");
    await waitForResponses();
    expect(await count("account", sql`mobile = ${mobile}`)).toBe(1);
    const owner = sql`owner_account_id in (select id from account where mobile = ${mobile})`;
    expect(await count("tenant", owner)).toBe(1);
    await context.close();
  });
});

it("stores twenty identical concurrent messages as one (R-16)", async () => {
  const contact = `${nextMobile()}@example.org`;
  const message = { name: "Ada", contact, message: "Please call me" };
  const sent = Array.from({ length: 20 }, (_, n) =>
    client(server).send("POST basic/contact/submit", message, { "x-forwarded-for": `203.0.113.${n}` }),
  );
  const responses = await Promise.all(sent);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ body }) => (body.data as { id: string }).id)).size).toBe(1);
  expect(await count("contact_message", sql`contact = ${contact}`)).toBe(1);
});
