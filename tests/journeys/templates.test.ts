/** A designer takes a template, looks at what came of it and takes it back. */
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const words = {
  zh: {
    use: "使用模板“干线”",
    name: "干线",
    undo: "撤销",
  },
  en: {
    use: "Use the template Mainline",
    name: "Mainline",
    undo: "Undo",
  },
} as const;

describe.each([
  { locale: "zh", width: 390 },
  { locale: "en", width: 1440 },
] as const)("templates in $locale at $width px", ({ locale, width }) => {
  const say = words[locale];

  it("become a theme with drafts, and one press takes it back", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const themes = async () => (await call("GET Api/{type}/QueryList", { type: "theme" })) as { id: string }[];
    const [first] = await themes();
    const { context, page, problems } = await open({ url: server.url, locale, width });
    await context.addCookies(sessionCookies(owner, server.url));

    await page.goto("/builder/templates?template=transport");
    await page.getByRole("button", { name: say.use }).click();
    await page.waitForURL(/\/builder\/theme\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { level: 1, name: say.name }).waitFor();
    await page.frameLocator("iframe").first().locator("h1").waitFor();
    expect(await themes()).toHaveLength(2);
    const themeId = page.url().split("/").at(-1)!;
    // The button of the notice, not that of the bar, which is there before the notice is.
    await page.locator(".toast").getByRole("button", { name: say.undo }).click();
    await page.waitForURL(/\/builder\/templates$/);
    await expect.poll(themes).toEqual([first].map((theme) => expect.objectContaining(theme!)));

    expect(themeId).not.toBe(first!.id);
    expect(problems).toEqual([]);
  });
});
