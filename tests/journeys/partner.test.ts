/** Journey J8: a partner registers, sets the address of their site, designs it and publishes it, in both languages. */
import { beforeAll, describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { lastCode } from "../support/mailbox.ts";
import { readPage } from "../support/read-page.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    register: "注册",
    mobile: "手机号",
    code: "验证码",
    password: "密码",
    send: "获取验证码",
    siteAddress: "站点地址",
    changeAddress: "修改",
    siteCode: "编码（子域名）",
    save: "保存",
    codeRule: /3 至 40 个小写字母/,
    codeTaken: "该编码不可用，请换一个",
    addressChanged: "站点地址已更换",
    structure: "页面结构",
    structureSheet: "结构",
    properties: "属性",
    heading: "标题",
    publish: "发布",
    published: "发布成功",
    welcome: "欢迎访问我们的网站",
    noSite: "编码不合法",
    platformHome: "前往平台首页",
  },
  en: {
    register: "Sign up",
    mobile: "Mobile number",
    code: "Verification code",
    password: "Password",
    send: "Send code",
    siteAddress: "Site address",
    changeAddress: "Change",
    siteCode: "Code (subdomain)",
    save: "Save",
    codeRule: /3–40 lower-case letters/,
    codeTaken: "This code is not available. Choose another.",
    addressChanged: "Site address changed",
    structure: "Page structure",
    structureSheet: "Structure",
    properties: "Properties",
    heading: "Heading",
    publish: "Publish",
    published: "Published",
    welcome: "Welcome to our site",
    noSite: "There is no site at this address",
    platformHome: "Go to the platform’s home page",
  },
};

const server = await sharedServer();
const open = await openBrowser();
const { port } = new URL(server.url);
/** The URL of the platform's site. Browsers resolve every name below localhost to this machine. */
const platform = `http://localhost:${port}`;
const siteOf = (code: string) => `http://${code}.localhost:${port}`;

describe.each(devices.map((device, index) => ({ ...device, mobile: `1395000000${index}` })))(
  "in $locale, $width px wide",
  ({ locale, width, mobile }) => {
    const t = texts[locale];
    const isPhone = width < 600;
    const code = `harbour-${locale}-${width}`;
    const site = siteOf(code);
    const brandName = { zh: `海港 ${width}`, en: `Harbour ${width}` };
    const heading = { zh: `${code} 海港仪表`, en: `${code} Harbour Instruments` };
    let partner: Visitor;
    let firstCode: string;
    const page = () => partner.page;
    const dialog = () => page().getByRole("dialog");
    const form = () => page().locator("form.sign-in");
    const inputOf = (label: string) =>
      form()
        .locator(".line", { has: page().locator(`label:text-is("${label}")`) })
        .locator("input");
    const section = () => page().locator("section", { has: page().getByRole("heading", { name: t.siteAddress }) });

    beforeAll(async () => {
      partner = await open({ url: platform, locale, width });
    });

    it("registers on the platform's site", async () => {
      await page().goto("/index");
      await page().locator("[data-sign-in=reg]:visible").click();
      await inputOf(t.mobile).fill(mobile);
      await form().getByRole("button", { name: t.send }).click();
      await inputOf(t.code).fill(await lastCode(server.url, mobile));
      await inputOf(t.password).fill("Harbour7x");
      await form().locator("input[name=agreed]").check();
      await form().locator("button.go", { hasText: t.register }).click();
      await page().waitForURL("**/paas/index");
      await page().locator("h1").waitFor();
      await expectNoPageProblems(partner);
    });

    it("shows the address of the site and changes it", async () => {
      await page().goto("/paas/user/setting");
      const link = section().getByRole("link");
      await link.waitFor();
      const address = new URL((await link.getAttribute("href"))!);
      expect(address.host).toMatch(/^[a-z0-9]{8}\.localhost:\d+$/);
      firstCode = address.hostname.replace(".localhost", "");
      await expectNoPageProblems(partner);
      await section().getByRole("button", { name: t.changeAddress }).click();
      const input = dialog().getByRole("textbox", { name: t.siteCode });
      await expectNoPageProblems(partner);
      for (const [typed, problem] of [
        ["-a", t.codeRule],
        ["www", t.codeTaken],
      ] as const) {
        await input.fill(typed);
        await page().keyboard.press("Enter");
        await dialog().getByText(problem).last().waitFor();
        await expect.poll(() => input.getAttribute("aria-invalid")).toBe("true");
      }
      await expectNoPageProblems(partner);
      await input.fill(code.toUpperCase());
      await dialog().getByRole("button", { name: t.save }).click();
      await page().getByText(t.addressChanged).waitFor();
      await section()
        .getByRole("link", { name: `${code}.localhost:${port}` })
        .waitFor();
      const [tab] = await Promise.all([partner.context.waitForEvent("page"), section().getByRole("link").click()]);
      await tab.getByRole("heading", { level: 1, name: t.welcome }).waitFor();
      expect(new URL(tab.url()).origin).toBe(site);
      await expectNoPageProblems({ ...partner, page: tab });
      await tab.close();
    });

    it("shows at the former address that it belongs to no site", async () => {
      const visitor = await open({ url: siteOf(firstCode), locale, width });
      for (const path of ["/", "/news/anything", "/paas/index", "/sitemap.xml"]) {
        const response = await visitor.page.goto(path);
        expect([path, response!.status()]).toEqual([path, 404]);
        await visitor.page.getByRole("heading", { level: 1, name: t.noSite }).waitFor();
      }
      const home = visitor.page.getByRole("link", { name: t.platformHome });
      expect(await home.getAttribute("href")).toBe(`${platform}/`);
      expect(visitor.problems.splice(0)).toHaveLength(4);
      await expectNoPageProblems(visitor);
      await home.click();
      await visitor.page.waitForURL(`${platform}/`);
      await visitor.context.close();
    });

    it("edits the home page in the builder and publishes it for visitors", async () => {
      await page().goto("/builder");
      await page().waitForURL(/\/builder\/[0-9a-f-]{36}$/);
      await page().frameLocator("iframe").locator("h1").waitFor();
      if (isPhone) await page().getByRole("button", { name: t.structureSheet, exact: true }).tap();
      await page().getByRole("tree", { name: t.structure }).getByRole("treeitem").first().click();
      if (isPhone) await page().getByRole("button", { name: t.properties, exact: true }).tap();
      const field = (language: string) =>
        page()
          .locator(".inspector")
          .getByLabel(new RegExp(`${t.heading}.*${language}$`))
          .first();
      await field("中文").fill(heading.zh);
      await field("English").fill(heading.en);
      await expectNoPageProblems(partner);
      await page().locator("header").getByRole("button", { name: t.publish, exact: true }).click();
      await dialog().getByText(`${site}/index`).waitFor();
      await dialog().getByRole("button", { name: t.publish }).click();
      await page().locator(".toast").getByText(t.published, { exact: true }).first().waitFor();
      const visitor = await open({ url: site, width });
      for (const language of ["zh", "en"] as const) {
        const readHeading = async () => {
          await visitor.page.goto(`/?language=${language}`);
          return visitor.page.locator("h1").textContent();
        };
        await expect.poll(readHeading).toBe(heading[language]);
        await expectNoPageProblems(visitor);
      }
      await visitor.context.close();
    });

    it("sets the name and the colour of the site", async () => {
      for (const [type, values] of [
        ["site", { name: brandName }],
        ["theme", { brand: "#7a1f5c" }],
      ] as const) {
        await page().goto(`/paas/${type}/list`);
        const status = await page().evaluate(
          async ([entity, changes]) => {
            const headers = { "x-meridian": "1", "content-type": "application/json" };
            const list = await (await fetch(`/api/${entity}/QueryPageList`, { headers })).json();
            const { id, version } = list.result.rows[0];
            const body = JSON.stringify({ id, version, ...changes });
            return (await fetch(`/api/${entity}/QueryUpdate`, { method: "POST", headers, body })).status;
          },
          [type, values] as const,
        );
        expect(status).toBe(200);
      }
      const visitor = await open({ url: site, locale, width });
      const readBrand = async () => {
        await visitor.page.goto("/");
        return visitor.page.locator("header .brand").innerText();
      };
      await expect.poll(readBrand).toBe(brandName[locale]);
      expect(await visitor.page.title()).toContain(brandName[locale]);
      const colour = await visitor.page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--brand").trim(),
      );
      expect(colour.toLowerCase()).toContain("7a1f5c");
      await expectNoPageProblems(visitor);
      await visitor.context.close();
    });

    it("lists only this site in its sitemap, robots.txt and feed", async () => {
      const headers = { host: `${code}.localhost:${port}`, cookie: `locale_value=${locale}` };
      const read = async (path: string) => (await readPage(server.url + path, headers)).text;
      const [sitemap, robots, feed] = [await read("/sitemap.xml"), await read("/robots.txt"), await read("/feed.xml")];
      const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
      expect(addresses).toEqual([`${site}/?language=zh`, `${site}/?language=en`]);
      expect(robots).toContain(`Sitemap: ${site}/sitemap.xml`);
      expect(feed).toContain(brandName[locale]);
      for (const text of [sitemap, robots, feed]) {
        const hosts = [...text.matchAll(/https?:\/\/[^/"<\s]+/g)].map(([host]) => host);
        expect(hosts.filter((host) => host !== site && !/w3\.org|sitemaps\.org/.test(host))).toEqual([]);
      }
    });

    it("signs in on the site into its space with a session that the platform's host does not receive", async () => {
      const visitor = await open({ url: site, locale, width });
      const sitePage = visitor.page;
      await sitePage.goto("/user/login");
      await expectNoPageProblems(visitor);
      await sitePage.locator("input[name=username]").fill(mobile);
      await sitePage.locator("input[name=password]").fill("Harbour7x");
      await sitePage.locator("button.go").click();
      await sitePage.waitForURL(`${site}/paas/index`);
      await sitePage.locator("main header").getByText(brandName[locale]).waitFor();
      await expectNoPageProblems(visitor);
      const cookies = await visitor.context.cookies(platform);
      expect(cookies.map(({ name }) => name)).not.toContain("sid");
      await sitePage.goto("/paas/user/setting");
      await sitePage.getByRole("link", { name: `${code}.localhost:${port}` }).waitFor();
      await expectNoPageProblems(visitor);
      await visitor.context.close();
      await partner.context.close();
    });
  },
);
