/** Journey J4: a service customer, from the price page to an active plan, a work order, and an unknown address. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { client, contentOf } from "../support/client.ts";
import { devices, expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { lastCode } from "../support/mailbox.ts";
import { superAdministrator } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    trial: "开通试用",
    register: "注册",
    mobile: "手机号",
    code: "验证码",
    send: "获取验证码",
    password: "密码",
    activate: "开通",
    openTitle: "开通套餐",
    openTrial: "开通“试用”",
    openOperations: "开通“运营”",
    extendOperations: "续期“运营”",
    trialOpen: "“试用”已开通",
    operationsOpen: "“运营”已开通",
    activationCode: "激活码",
    wrongCode: /激活码不正确/,
    noPlans: "尚未开通套餐",
    servicesHome: "服务首页",
    myPlans: "我的套餐",
    remainingDays: "剩余 90 天，共 90 天",
    planNames: ["运营", "试用"],
    submitWorkOrder: "提交工单",
    title: "标题",
    description: "说明",
    submit: "提交",
    back: "返回列表",
    workOrders: "工单",
    testPage: "测试页",
    backToHome: "返回服务首页",
    menu: "打开导航",
    unlimited: "不限",
    generate: "生成激活码",
    plan: "套餐",
    operations: "运营",
    done: "完成",
    notFound: "页面不存在",
  },
  en: {
    trial: "Start trial",
    register: "Sign up",
    mobile: "Mobile number",
    code: "Verification code",
    send: "Send code",
    password: "Password",
    activate: "Activate",
    openTitle: "Activate a plan",
    openTrial: "Activate Trial",
    openOperations: "Activate Operations",
    extendOperations: "Renew Operations",
    trialOpen: "Trial is active",
    operationsOpen: "Operations is active",
    activationCode: "Activation code",
    wrongCode: /code is incorrect/,
    noPlans: "No active plans",
    servicesHome: "Services home",
    myPlans: "My plans",
    remainingDays: "90 of 90 days left",
    planNames: ["Operations", "Trial"],
    submitWorkOrder: "Submit a work order",
    title: "Title",
    description: "Description",
    submit: "Submit",
    back: "Back to list",
    workOrders: "Work orders",
    testPage: "Test page",
    backToHome: "Back to services home",
    menu: "Open menu",
    unlimited: "Unlimited",
    generate: "Generate codes",
    plan: "Plan",
    operations: "Operations",
    done: "Done",
    notFound: "Page not found",
  },
};

const server = await startServer();
const open = await openBrowser();
const administrator = await superAdministrator(server);
const { call, send } = client(server, administrator);
const catalog = contentOf(await send("GET service/packages")) as { packages: { id: string; key: string }[] };
const operations = catalog.packages.find(({ key }) => key === "operations")!.id;

describe.each(devices.map((device, index) => ({ ...device, mobile: `1361000000${index}` })))(
  "in $locale, $width px wide",
  ({ locale, width, mobile }) => {
    const t = texts[locale];
    let visitor: Visitor;
    const page = () => visitor.page;
    const heading = (name: string, level = 1) => page().getByRole("heading", { level, name, exact: true });
    const press = (name: string) => page().getByRole("button", { name, exact: true }).click();
    const dialog = () => page().getByRole("dialog");
    /** Follows a link of the side menu, which narrow screens show in a drawer. */
    async function followMenuLink(name: string): Promise<void> {
      if (width < 1024) await press(t.menu);
      await page().getByRole("navigation").getByRole("link", { name, exact: true }).locator("visible=true").click();
    }

    beforeAll(async () => {
      visitor = await open({ url: server.url, locale, width });
    });

    it("S-006, S-044: goes from the price page through registration to the chosen plan", async () => {
      await page().goto("/price");
      await page().getByRole("link", { name: t.trial }).click();
      // For a visitor without an account, the link opens the registration, which names the plan. Back returns to the price page.
      await page().waitForURL("**/user/register?plan=trial");
      await heading(t.register).waitFor();
      await heading(t.openTrial, 2).waitFor();
      await expectNoPageProblems(visitor);
      await page().goBack();
      await page().waitForURL("**/price");
      await page().getByRole("link", { name: t.trial }).click();
      await heading(t.openTrial, 2).waitFor();
      const inputOf = (label: string) =>
        page()
          .locator("form.sign-in .line", { has: page().locator(`label:text-is("${label}")`) })
          .locator("input");
      await inputOf(t.mobile).fill(mobile);
      await server.database.system((tx) => tx.rows(sql`delete from sms_code`));
      await page().getByRole("button", { name: t.send }).click();
      await inputOf(t.code).fill(await lastCode(server.url, mobile));
      await inputOf(t.password).fill("Harbour7x");
      await page().locator("form.sign-in input[name=agreed]").check();
      await page().locator("form.sign-in button.go", { hasText: t.register }).click();
      await page().waitForURL("**/service/open?package=trial");
      await heading(t.openTitle).waitFor();
      const chosenPlan = page().locator("main li[aria-current=true]");
      await chosenPlan.getByRole("button", { name: t.openTrial }).waitFor();
      await expectNoPageProblems(visitor);
    });

    it("S-041, S-042, B-007: shows no plans on the services home and links to the plans", async () => {
      await page().goto("/service");
      await page().waitForURL("**/service/index");
      await heading(t.servicesHome).waitFor();
      await page().getByText(t.noPlans).waitFor();
      await expectNoPageProblems(visitor);
      await page().locator("main").getByRole("link", { name: t.openTitle }).click();
      await heading(t.openTitle).waitFor();
    });

    it("activates a free plan", async () => {
      await press(t.openTrial);
      await dialog().waitFor();
      await expectNoPageProblems(visitor);
      await dialog().getByRole("button", { name: t.activate, exact: true }).dblclick();
      await heading(t.trialOpen).waitFor();
      await expectNoPageProblems(visitor);
    });

    it("activates a plan with a code, and keeps the input after a wrong code", async () => {
      const { codes } = (await call("POST paas/service/codes", {
        packageId: operations,
        count: 1,
        requestId: randomUUID(),
      })) as {
        codes: [string];
      };
      await followMenuLink(t.openTitle);
      await press(t.openOperations);
      const input = dialog().getByRole("textbox", { name: t.activationCode });
      await input.fill("AAAA-BBBB-CCCC-DDDD");
      await dialog().getByRole("button", { name: t.activate, exact: true }).click();
      await dialog().getByText(t.wrongCode).waitFor();
      expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/service\/open: 422$/)]);
      expect(await input.inputValue()).toBe("AAAA-BBBB-CCCC-DDDD");
      await expectNoPageProblems(visitor);
      await input.fill(codes[0].toLowerCase());
      await input.press("Enter");
      await heading(t.operationsOpen).waitFor();
      await expectNoPageProblems(visitor);
    });

    it("S-042, S-043: lists both plans and shows the remaining days on the services home", async () => {
      await page().locator("main").getByRole("link", { name: t.myPlans }).click();
      await heading(t.myPlans).waitFor();
      const planRows = page()
        .getByRole("region")
        .locator(width < 640 ? "li" : "tbody tr");
      await expect.poll(() => planRows.count()).toBe(2);
      for (const [index, name] of t.planNames.entries())
        await planRows.nth(index).getByText(name, { exact: true }).waitFor();
      await planRows.nth(0).getByText(t.unlimited, { exact: true }).waitFor();
      await expectNoPageProblems(visitor);
      await followMenuLink(t.servicesHome);
      await page().getByRole("img", { name: t.remainingDays }).waitFor();
      await expectNoPageProblems(visitor);
      await followMenuLink(t.openTitle);
      await page().getByRole("button", { name: t.extendOperations }).waitFor();
      expect(await page().getByRole("button", { name: t.openTrial }).isDisabled()).toBe(true);
    });

    it("submits a work order within the services area", async () => {
      await followMenuLink(t.servicesHome);
      await page().getByRole("link", { name: t.submitWorkOrder }).click();
      await page().waitForURL("**/service/paasWork/add");
      await page()
        .getByRole("textbox", { name: t.title })
        .fill("柜门打不开 · the door of the cabinet beside the entrance does not open");
      await page().getByRole("textbox", { name: t.description }).fill("扫码后没有反应");
      await page().getByRole("button", { name: t.submit, exact: true }).click();
      await page().getByRole("button", { name: t.back, exact: true }).click();
      await page().waitForURL("**/service/paasWork/list");
      await page().getByText("柜门打不开").first().waitFor();
      await expectNoPageProblems(visitor);
      await followMenuLink(t.servicesHome);
      await page()
        .getByRole("link", { name: /柜门打不开/ })
        .click();
      await page().waitForURL("**/service/paasWork/details?id=*");
      await page()
        .getByRole("heading", { level: 1, name: /柜门打不开/ })
        .waitFor();
      await expectNoPageProblems(visitor);
      await page().locator("main").getByRole("link", { name: t.back }).click();
      await page().waitForURL("**/service/paasWork/list");
      await heading(t.workOrders).waitFor();
    });

    it("S-045, B-033, B-046, B-343, Q-21: shows the test page at an unknown path, and a page with status 404 for an unknown list", async () => {
      await page().goto("/service/anything/else?a=<b>1</b>");
      await heading(t.testPage).waitFor();
      await page().locator("main dd", { hasText: "/service/anything/else?a=%3Cb%3E1%3C/b%3E" }).waitFor();
      await expectNoPageProblems(visitor);
      await page().locator("main").getByRole("link", { name: t.backToHome }).click();
      await heading(t.servicesHome).waitFor();
      const notFoundResponse = page().waitForResponse((response) => new URL(response.url()).pathname === "/404");
      await page().goto("/service/nothing/list");
      expect((await notFoundResponse).status()).toBe(404);
      await heading(t.notFound).waitFor();
      expect(visitor.problems.splice(0)).toEqual([
        expect.stringMatching(/table\/search: 404$/),
        expect.stringMatching(/\/404: 404$/),
      ]);
      await visitor.context.close();
    });
  },
);

describe.each(devices)("the provider, in $locale, $width px wide", ({ locale, width }) => {
  it("generates codes that are shown once, and lists activations", async () => {
    const t = texts[locale];
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(administrator, server.url));
    await page.goto("/paas/serviceCode/list");
    await page.getByRole("button", { name: t.generate }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: t.plan }).click();
    await page.getByRole("option", { name: t.operations, exact: true }).click();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.generate, exact: true }).click();
    await expect.poll(() => dialog.getByRole("listitem").count()).toBe(10);
    await expectNoPageProblems(visitor);
    const code = (await dialog.getByRole("listitem").first().textContent())!;
    await dialog.getByRole("button", { name: t.done, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(code.slice(-4), { exact: true }).first().waitFor();
    expect(await page.content()).not.toContain(code);
    await expectNoPageProblems(visitor);
    for (const list of ["servicePackage", "serviceOrder"]) {
      await page.goto(`/paas/${list}/list`);
      await page.getByRole("region").getByText(t.operations, { exact: true }).first().waitFor();
      await expectNoPageProblems(visitor);
    }
    await context.close();
  });
});
