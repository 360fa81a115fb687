/** A form that requires the payment password: the dialog, a wrong password, cancelling, and the save. */
import { describe, expect, it, vi } from "vitest";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { sharedServer } from "../support/server.ts";
import { createSpaceOwner } from "../support/space-owner.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();
const sameText = (text: string) => ({ zh: text, en: text });
const type = "payout";

const texts = {
  zh: {
    dialogTitle: "请输入支付密码",
    password: "支付密码",
    confirm: "确认",
    cancel: "取消",
    save: "保存",
    wrongPassword: "支付密码不正确",
    saved: /^保存成功/,
  },
  en: {
    dialogTitle: "Enter the payment password",
    password: "Payment password",
    confirm: "Confirm",
    cancel: "Cancel",
    save: "Save",
    wrongPassword: "Incorrect payment password",
    saved: /^Saved/,
  },
};

describe.each([
  ["zh", 1440],
  ["en", 390],
] as const)("in %s at %d px", (locale, width) => {
  const t = texts[locale];

  it("B-129, B-133, B-358: asks for the payment password before the save in a dialog of 40% of a wide screen and at least 320 px, and loses no input on a wrong password or on Cancel", async () => {
    const { person, send, setPayPassword } = await createSpaceOwner(server);
    const fields = { title: { type: "textbox", name: sameText("Title"), required: true } } as const;
    await publish(server, person.tenantId, definitionOf(type, fields, { checkSafePassword: true }));
    await vi.waitFor(async () => expect((await send("GET Api/Ui/AutoForm", { type })).status).toBe(200), 20_000);
    await setPayPassword("482913");

    const visitor = await open({ url: server.url, locale, width });
    const { page, context, problems } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto(`/paas/${type}/add`);
    const titleInput = page.locator("input[id$=-title]");
    await titleInput.press("ControlOrMeta+s");
    // The form shows invalid fields before it asks for the payment password.
    await page.locator("input[id$=-title][aria-invalid=true]").waitFor();
    await titleInput.fill("Rent");
    await titleInput.press("ControlOrMeta+s");
    const dialog = page.getByRole("dialog", { name: t.dialogTitle });
    const passwordInput = dialog.getByLabel(t.password, { exact: true });
    await passwordInput.waitFor();
    const dialogWidth = (await dialog.boundingBox())!.width;
    if (width === 1440) expect(Math.round(dialogWidth)).toBe(Math.round(width * 0.4));
    else expect(dialogWidth).toBeGreaterThanOrEqual(320);
    await expectNoPageProblems(visitor);

    await passwordInput.fill("000000");
    await dialog.getByRole("button", { name: t.confirm, exact: true }).click();
    await dialog.getByText(t.wrongPassword).first().waitFor();
    expect(problems.splice(0)).toEqual([expect.stringMatching(/ConfirmPayPassword.*: 422$/)]);
    await dialog.getByRole("button", { name: t.cancel, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await titleInput.inputValue()).toBe("Rent");

    // The form accepts another save after the cancelled one.
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await passwordInput.fill("482913");
    await page.keyboard.press("Enter");
    await page.getByText(t.saved).first().waitFor();
    await page.waitForURL(`**/paas/${type}/edit?id=*`);
    await expectNoPageProblems(visitor);
    await context.close();
  });
});
