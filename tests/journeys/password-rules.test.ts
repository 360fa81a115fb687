/** The rules shown while a password is set: the required length before typing, and what is missing during typing. */
import { describe, expect, it } from "vitest";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { givePassword, newSpaceOwner, superAdministrator } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const open = await openBrowser();

describe.each([
  { who: "a member", length: "6–16 characters", validPassword: "Harbour7x" },
  { who: "an administrator of the platform", length: "12–64 characters", validPassword: "Harbour7x-Meridian" },
])("$who", ({ who, length, validPassword }) => {
  it("shows the required length, what is missing during typing, and the password on request", async () => {
    const isMember = who === "a member";
    const person = isMember ? await newSpaceOwner(server) : await superAdministrator(server);
    await givePassword(server, person, "OldHarbour7x");
    const visitor = await open({ url: server.url, locale: "en" });
    await visitor.context.addCookies(sessionCookies(person, server.url));
    const { page } = visitor;
    await page.goto("/paas/user/setting");
    const security = page.locator("section").filter({ has: page.getByRole("heading", { name: "Security" }) });
    await security.getByRole("button", { name: "Change", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    const metRules = dialog.getByRole("listitem").filter({ hasText: "met" });
    await dialog.getByText(length, { exact: true }).waitFor();
    expect(await dialog.getByText("6–16 characters with").count()).toBe(0);
    expect(await metRules.count()).toBe(0);
    const passwordInput = dialog.getByRole("textbox", { name: "New password" }).or(dialog.getByLabel("New password"));
    await passwordInput.fill("a1");
    await expect.poll(() => metRules.count()).toBe(3);
    // Submitting focuses the invalid input, not the valid one before it.
    await dialog.getByRole("textbox").or(dialog.locator("input")).first().fill("OldHarbour7x");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => passwordInput.evaluate((element) => element === document.activeElement)).toBe(true);
    await passwordInput.fill("Password1");
    // This password is common; for administrators it is also too short.
    await dialog.getByRole("listitem").filter({ hasText: "common" }).filter({ hasNotText: "met" }).waitFor();
    await expectNoPageProblems(visitor);
    await passwordInput.fill(validPassword);
    await expect.poll(() => metRules.count()).toBe(4);
    await expect.poll(() => passwordInput.getAttribute("type")).toBe("password");
    await dialog.getByRole("button", { name: "Show password" }).last().click();
    await expect.poll(() => passwordInput.getAttribute("type")).toBe("text");
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });
});

it("shows the mobile number that a code will be sent to", async () => {
  const person = await newSpaceOwner(server, "13700009999");
  const visitor = await open({ url: server.url, locale: "en" });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  await visitor.page.goto("/paas/user/setting");
  await visitor.page.getByRole("button", { name: "Set", exact: true }).first().click();
  await visitor.page.getByRole("dialog").getByText("137****9999").waitFor();
  await expectNoPageProblems(visitor);
  await visitor.context.close();
});
