/** The side menus of Development, Design and Solutions, which the first segment of an address chooses, and that of all other addresses. */
import { describe, expect, it } from "vitest";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser, swappedDevices } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sameText } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    open: "打开导航",
    dev: { nav: "开发导航", home: "开发", lists: ["API 密钥", "Webhook", "轻应用", "选项集"] },
    design: { nav: "设计导航", home: "设计", lists: ["页面", "主题", "模板", "文件"] },
    solution: { nav: "解决方案导航", home: "解决方案", lists: ["套餐", "激活码", "工单", "留言"] },
    web: { nav: "管理后台导航", home: "管理后台", lists: ["新闻", "成员", "开发", "设计", "解决方案"] },
    themes: "主题",
    apiKeys: "API 密钥",
  },
  en: {
    open: "Open menu",
    dev: { nav: "Development", home: "Development", lists: ["API keys", "Webhooks", "Light apps", "Option sets"] },
    design: { nav: "Design", home: "Design", lists: ["Pages", "Themes", "Templates", "Files"] },
    solution: { nav: "Solutions", home: "Solutions", lists: ["Plans", "Activation codes", "Work orders", "Enquiries"] },
    web: { nav: "Admin area", home: "Admin area", lists: ["News", "Members", "Development", "Design", "Solutions"] },
    themes: "Themes",
    apiKeys: "API keys",
  },
};

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("S-076, S-077, S-078, S-079, B-024: the first segment of an address chooses the left menu dev, design, solution or that of all others, and the breadcrumb is of the same menu", async () => {
    const owner = await newSpaceOwner(server);
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const isNarrow = width < 1024;
    /** The names of the entries of the menu, those under "More" too. */
    const namesIn = async (name: string): Promise<string[]> => {
      if (isNarrow) await page.getByRole("button", { name: t.open }).click();
      const nav = page.getByRole("navigation", { name, exact: true });
      await nav.waitFor();
      const names = await nav.getByRole("link", { includeHidden: true }).allTextContents();
      if (isNarrow) await page.keyboard.press("Escape");
      return names;
    };
    const breadcrumb = page.getByRole("banner").getByRole("navigation");
    for (const [path, menu] of [
      ["/dev/index", t.dev],
      ["/DEV/webhook/list", t.dev],
      ["/design/index", t.design],
      ["/design/theme/list", t.design],
      ["/solution/index", t.solution],
      ["/solution/paasWork/list", t.solution],
      ["/paas/index", t.web],
      ["/sale/webhook/list", t.web],
    ] as const) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const names = await namesIn(menu.nav);
      expect([path, menu.lists.filter((name) => !names.includes(name))]).toEqual([path, []]);
      await expect.poll(() => breadcrumb.textContent()).toContain(menu.home);
    }

    // The home of a menu leads to its entries, whose forms and breadcrumbs stay in it.
    await page.goto("/design/index");
    await page.getByRole("main").getByRole("link", { name: t.themes, exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await page.getByRole("main").getByRole("link", { name: t.themes, exact: true }).click();
    await page.waitForURL("**/design/theme/list");
    await page.goto("/design/theme/add");
    const listCrumb = breadcrumb.getByRole("link", { name: t.themes, exact: true });
    if (!isNarrow) expect(await listCrumb.getAttribute("href")).toBe("/design/theme/list");

    // A menu that the space arranged shows there, and its name in the breadcrumb; without it, the built-in one is back.
    const admin = client(server, owner);
    const { id } = (await admin.call("POST Api/{type}/QueryAdd", {
      type: "menu",
      menu: "dev",
      groups: [
        { name: sameText("Own"), entries: [{ opens: "screen", target: "apiKey", name: sameText("Credentials") }] },
      ],
    })) as { id: string };
    await page.goto("/dev/apiKey/list");
    expect((await namesIn(t.dev.nav))[0]).toBe("Credentials");
    await expect.poll(() => breadcrumb.textContent()).toContain("Credentials");
    await admin.call("DELETE Api/{type}/QueryDelete", { type: "menu", id });
    await page.goto("/dev/apiKey/list");
    expect(await namesIn(t.dev.nav)).toContain(t.apiKeys);
  });
});
