/** A form with steps, texts above and below it, rules across steps and a computed value. */
import { describe, expect, it, vi } from "vitest";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();
const sameText = (text: string) => ({ zh: text, en: text });
const type = "order";

const texts = {
  zh: { next: "下一步", back: "上一步", save: "保存", saved: /^保存成功/, secondStep: "第 2 步，共 2 步" },
  en: { next: "Next", back: "Back", save: "Save", saved: /^Saved/, secondStep: "Step 2 of 2" },
};

const fields = {
  title: { type: "textbox", name: sameText("Title"), required: true },
  isCompany: { type: "switch", name: sameText("Company") },
  taxId: { type: "textbox", name: sameText("Tax ID"), required: true, if: "isCompany=true" },
  price: { type: "number", name: sameText("Price"), required: true, max: 1000 },
  amount: { type: "number", name: sameText("Amount"), required: true, max: 100 },
  total: { type: "number", name: sameText("Total"), max: 5000, compute: "price * amount" },
} as const;
const groups = [
  { name: sameText("Who"), fields: ["title", "isCompany"] },
  { name: sameText("Tax"), fields: ["taxId"] },
  { name: sameText("What"), fields: ["price", "amount", "total"] },
];
const tooltip = { alertText: sameText("Orders are final."), bottomHelpText: sameText("We call you back.") };

describe.each([
  ["zh", 1440],
  ["en", 390],
] as const)("in %s at %d px", (locale, width) => {
  const t = texts[locale];

  it("B-122, B-125: checks each step before the next, opens the step of a problem on save, and updates a computed value at once", async () => {
    const owner = await newSpaceOwner(server);
    await publish(server, owner.tenantId, definitionOf(type, fields, { groups, tooltip, isStepwise: true }));
    const { send } = client(server, owner);
    await vi.waitFor(async () => expect((await send("GET Api/Ui/AutoForm", { type })).status).toBe(200), 20_000);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto(`/paas/${type}/add`);
    const input = (name: string) => page.locator(`input[id$=-${name}]`);
    const button = (name: string) => page.locator("main form").getByRole("button", { name, exact: true });
    const currentStep = page.locator("[aria-current=step]");
    await page.getByText("Orders are final.").waitFor();
    await page.getByText("We call you back.").waitFor();
    await expect.poll(() => page.locator("main form nav li").count()).toBe(2);
    expect([await button(t.save).count(), await button(t.back).count()]).toEqual([0, 0]);
    await expectNoPageProblems(visitor);

    // Next checks only the current step.
    await button(t.next).click();
    await page.locator("input[id$=-title][aria-invalid=true]").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id.endsWith("-title"))).toBe(true);
    await input("title").fill("Meters");
    await page.keyboard.press("Enter");
    await page.getByText(t.secondStep, { exact: true }).waitFor();
    await input("price").fill("20");
    await input("amount").fill("3");
    await page.getByText("60", { exact: true }).waitFor();

    // The switch adds a step. Saving at another step opens the step with the missing value.
    await page.locator("main form nav").getByRole("button").first().click();
    await page.getByRole("switch").click();
    await expect.poll(() => page.locator("main form nav li").count()).toBe(3);
    await page.keyboard.press("ControlOrMeta+s");
    await page.locator("input[id$=-taxId][aria-invalid=true]").waitFor();
    await expect.poll(() => currentStep.innerText()).toContain("Tax");
    await input("taxId").fill("91");
    await button(t.next).click();
    await expect.poll(() => currentStep.innerText()).toContain("What");
    await expectNoPageProblems(visitor);
    await button(t.save).click();
    await page.getByText(t.saved).first().waitFor();

    // An existing row can be edited and saved at any step.
    await page.waitForURL(`**/paas/${type}/edit?id=*`);
    await page.locator("main form nav").getByRole("button").last().click();
    await input("amount").fill("4");
    await page.getByText("80", { exact: true }).waitFor();
    await button(t.save).click();
    await page.getByText(t.saved).first().waitFor();
    await expectNoPageProblems(visitor);
    await context.close();
  });
});
