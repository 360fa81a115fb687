/** Journey J3: a member's profile, address, payment password, payout account, a work order from start to end, and closing the account. */
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { lastCode } from "../support/mailbox.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    settings: "账号设置",
    edit: "编辑",
    name: "姓名",
    save: "保存",
    addAddress: "新增地址",
    recipient: "收件人",
    mobile: "手机号",
    regions: ["省份", "福建省", "城市", "厦门市", "区县", "思明区"],
    street: "详细地址",
    savedAddress: "福建省厦门市思明区 环岛路 1 号",
    payPassword: "支付密码",
    set: "设置",
    sendCode: "获取验证码",
    code: "短信验证码",
    weakPassword: /过于简单/,
    payPasswordSet: "支付密码已设置",
    bankCard: "银行卡",
    accountHolder: "户名",
    bank: "开户银行",
    cardNumber: "银行卡号",
    next: "下一步",
    confirm: "确认",
    wrongPayPassword: /不正确/,
    title: "标题",
    description: "说明",
    back: "返回列表",
    reply: "回复",
    sendReply: "发送",
    accept: "受理",
    resolve: "标记为已解决",
    confirmCompletion: "确认完成",
    completed: "已完成",
    closeAccount: "注销账号",
    confirmClosing: "确认注销",
  },
  en: {
    settings: "Account settings",
    edit: "Edit",
    name: "Name",
    save: "Save",
    addAddress: "Add address",
    recipient: "Recipient",
    mobile: "Mobile number",
    regions: ["Province", "Fujian", "City", "Xiamen", "County", "Siming"],
    street: "Street address",
    savedAddress: "Siming, Xiamen, Fujian 1 Harbour Road",
    payPassword: "Payment password",
    set: "Set",
    sendCode: "Send code",
    code: "SMS code",
    weakPassword: /easy to guess/,
    payPasswordSet: "Payment password set",
    bankCard: "Bank card",
    accountHolder: "Account name",
    bank: "Bank",
    cardNumber: "Card number",
    next: "Continue",
    confirm: "Confirm",
    wrongPayPassword: /Incorrect/,
    title: "Title",
    description: "Description",
    back: "Back to list",
    reply: "Reply",
    sendReply: "Send",
    accept: "Accept",
    resolve: "Mark as resolved",
    confirmCompletion: "Confirm completion",
    completed: "Completed",
    closeAccount: "Close account",
    confirmClosing: "Close my account",
  },
};

const server = await sharedServer();
const open = await openBrowser();
const photograph = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#446" } })
  .png()
  .toBuffer();

describe.each(devices.map((device, index) => ({ ...device, mobile: `1381000000${index}` })))(
  "in $locale, $width px wide",
  ({ locale, width, mobile }) => {
    const t = texts[locale];
    const street = locale === "zh" ? "环岛路 1 号" : "1 Harbour Road";
    let visitor: Visitor;
    let tenantId: string;
    const page = () => visitor.page;
    // Notices also have the role dialog.
    const dialog = () => page().getByRole("dialog").and(page().locator(":not(.toast)"));
    const field = (name: string) => dialog().getByRole("textbox", { name, exact: true });
    const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
    const waitUntilDialogCloses = () => dialog().waitFor({ state: "detached" });
    /** The setting with this name, including its button. */
    const setting = (name: string) =>
      page()
        .locator("div", { has: page().locator(`> div > p.font-medium:text-is("${name}")`) })
        .last();

    /** Requests a code in the dialog and returns the code that was sent. */
    async function requestCode(): Promise<string> {
      // The server sends one code a minute, by the clock of the database. This skips the wait.
      await server.database.system((tx) =>
        tx.rows(sql`update sms_code set created_at = created_at - interval '61 seconds' where mobile = ${mobile}`),
      );
      // The server answers the third request within an hour with a challenge (428), which the browser solves.
      const codeResponse = page().waitForResponse(
        (response) => response.url().endsWith("/api/user/code") && response.status() !== 428,
      );
      await press(t.sendCode);
      expect((await codeResponse).status()).toBe(200);
      return lastCode(server.url, mobile);
    }

    beforeAll(async () => {
      visitor = await open({ url: server.url, locale, width });
    });

    it("S-040: fills in the profile and an address", async () => {
      const person = await newSpaceOwner(server, mobile);
      ({ tenantId } = person);
      await visitor.context.addCookies(sessionCookies(person, server.url));
      await page().goto("/paas/user/setting");
      await page().getByRole("heading", { level: 1, name: t.settings }).waitFor();
      await page().getByRole("button", { name: t.edit, exact: true }).first().click();
      await field(t.name).fill("王小明");
      await expectNoPageProblems(visitor);
      await press(t.save);
      await waitUntilDialogCloses();
      await page().locator("main").getByText("王小明").waitFor();

      await page().getByRole("button", { name: t.addAddress }).click();
      await field(t.recipient).fill("王小明");
      await field(t.mobile).fill("13800138000");
      const [province, fujian, city, xiamen, county, siming] = t.regions as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      for (const [list, option] of [
        [province, fujian],
        [city, xiamen],
        [county, siming],
      ] as const) {
        await dialog().getByRole("combobox", { name: list }).click();
        await page().getByRole("option", { name: option, exact: true }).click();
      }
      await field(t.street).fill(street);
      await expectNoPageProblems(visitor);
      await press(t.save);
      await waitUntilDialogCloses();
      await page().getByText(t.savedAddress).waitFor();
      await expectNoPageProblems(visitor);
    });

    it("sets a payment password, refusing one that is easy to guess", async () => {
      await setting(t.payPassword).getByRole("button", { name: t.set, exact: true }).click();
      const verifyCode = await requestCode();
      await field(t.payPassword).fill("123456");
      await field(t.code).fill(verifyCode);
      await press(t.save);
      await dialog().getByText(t.weakPassword).waitFor();
      visitor.problems.length = 0;
      // The code stays in its input.
      expect(await field(t.code).inputValue()).toBe(verifyCode);
      await field(t.payPassword).fill("482913");
      await press(t.save);
      await page().getByRole("heading", { name: t.payPasswordSet }).waitFor();
    });

    it("S-039: sets up a payout account, which asks for the payment password", async () => {
      await page().goto("/paas/user/account");
      await setting(t.bankCard).getByRole("button", { name: t.set, exact: true }).click();
      await field(t.accountHolder).fill("王小明");
      await field(t.bank).fill("招商银行");
      await field(t.cardNumber).fill("6225 8802 1234 5678");
      await press(t.next);
      await field(t.payPassword).fill("000000");
      await press(t.confirm);
      await dialog().getByText(t.wrongPayPassword).waitFor();
      visitor.problems.length = 0;
      await field(t.payPassword).fill("482913");
      await press(t.confirm);
      await waitUntilDialogCloses();
      await page().getByText("**** 5678").waitFor();
      await expectNoPageProblems(visitor);
      expect(await page().content()).not.toContain("6225880212345678");
    });

    it("S-036: submits a work order with a picture and follows it until it is closed", async () => {
      await page().goto("/paas/paasWork/add");
      await page().getByRole("textbox", { name: t.title }).fill("柜门打不开");
      await page().getByRole("textbox", { name: t.description }).fill("扫码后没有反应");
      await page()
        .locator("input[type=file]")
        .setInputFiles({ name: "door.png", mimeType: "image/png", buffer: photograph });
      await page().locator('main img[src^="/files/"]').waitFor();
      await page()
        .getByRole("button", { name: locale === "zh" ? "提交" : "Submit", exact: true })
        .click();
      await page().getByRole("button", { name: t.back, exact: true }).click();
      await page().getByText("柜门打不开").first().waitFor();
      await expectNoPageProblems(visitor);
      const [workOrder] = await server.database.system((tx) =>
        tx.rows<{ id: string }>(sql`select id from paas_work where tenant_id = ${tenantId}::uuid`),
      );
      await page().goto(`/paas/paasWork/details?id=${workOrder!.id}`);
      await page().getByRole("button", { name: t.accept, exact: true }).click();
      await page().getByRole("button", { name: t.resolve, exact: true }).waitFor();
      await page().getByRole("textbox", { name: t.reply }).fill("已更换门锁");
      await page().getByRole("button", { name: t.sendReply, exact: true }).click();
      await page().locator("ol").getByText("已更换门锁").waitFor();
      await expectNoPageProblems(visitor);
      await page().getByRole("button", { name: t.resolve, exact: true }).click();
      await page().getByRole("button", { name: t.confirmCompletion, exact: true }).click();
      await page().locator("header").getByText(t.completed, { exact: true }).waitFor();
      await expectNoPageProblems(visitor);
    });

    it("S-037: shows a work order with its history and replies, and opens the list when the URL names no work order", async () => {
      const [workOrder] = await server.database.system((tx) =>
        tx.rows<{ id: string }>(sql`select id from paas_work where tenant_id = ${tenantId}::uuid`),
      );
      await page().goto(`/paas/paasWork/details?id=${workOrder!.id}`);
      await page().locator("header").getByText(t.completed, { exact: true }).waitFor();
      await page().getByText("扫码后没有反应").waitFor();
      const historyItems = page().locator("ol", { hasText: "已更换门锁" }).locator("> li");
      // The items are: accepted, replied, resolved, closed.
      await expect.poll(() => historyItems.count()).toBe(4);
      for (const path of ["/paas/paasWork/details", "/paas/paasWork/details?id="]) {
        await page().goto(path);
        await page().waitForURL((url) => url.pathname === "/paas/paasWork/list");
        await page().getByText("柜门打不开").first().waitFor();
      }
      await expectNoPageProblems(visitor);
    });

    it("E-013: closes the account", async () => {
      await page().goto("/paas/user/setting");
      await page().getByRole("button", { name: t.closeAccount, exact: true }).click();
      await field(t.code).fill(await requestCode());
      await expectNoPageProblems(visitor);
      await press(t.confirmClosing);
      await page().waitForURL("**/index");
      expect((await visitor.context.cookies()).find(({ name }) => name === "sid")).toBeUndefined();
      await visitor.context.close();
    });
  },
);
