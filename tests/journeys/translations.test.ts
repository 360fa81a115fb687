/** Translations that are out of date: marked in the tree, with the difference, until they are edited, confirmed or taken from the translation service. */
import { expect, it } from "vitest";
import { builderAsAdministrator, readyOverlay } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { startMockLanguage } from "../support/mock-language.ts";
import { startServer } from "../support/server.ts";

const mock = await startMockLanguage();
const server = await startServer({
  NODE_ENV: "test",
  TRANSLATION_PROVIDER: "baidu",
  TRANSLATION_KEY_ID: mock.key.id,
  TRANSLATION_KEY_SECRET: mock.key.secret,
  TRANSLATION_ENDPOINT: mock.url,
});
const open = await openBrowser();
const openBuilder = builderAsAdministrator(server, open);

const texts = {
  zh: {
    mark: /英文已过期/,
    section: "翻译",
    before: "修改前",
    confirm: "标记为最新",
    translate: "翻译",
    use: "采用",
    properties: "属性",
  },
  en: {
    mark: /English is out of date/,
    section: "Translations",
    before: "Before",
    confirm: "Mark as up to date",
    translate: "Translate",
    use: "Use",
    properties: "Properties",
  },
};

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("in $locale, $width px wide", async ({ locale, width }) => {
  const t = texts[locale];
  const visitor = await openBuilder({ locale, width });
  const { page } = visitor;
  const isPhone = width < 600;
  const structure = { zh: "结构", en: "Structure" }[locale];
  if (isPhone) await page.getByRole("button", { name: structure }).click();
  const row = page.locator('.page-tree [data-row^="nd_text"]').first();
  await row.click();
  if (isPhone) await page.getByRole("button", { name: t.properties }).click();
  const inspector = page.locator(".inspector");
  const [zh, en] = [inspector.locator("[lang^=zh] textarea").first(), inspector.locator("[lang=en] textarea").first()];
  const [oldZh, oldEn] = [await zh.inputValue(), await en.inputValue()];
  await zh.fill("我们从不做的事");
  const section = inspector.getByRole("region", { name: t.section });
  await section.getByText(t.mark).waitFor();
  expect(await section.locator("del").textContent()).toBe(oldZh);
  expect(await section.locator("ins").textContent()).toBe("我们从不做的事");
  const name = process.env.LOOK === undefined ? undefined : `${process.env.LOOK}-${locale}-${width}.png`;
  if (name !== undefined) await page.screenshot({ path: name });

  // A person says that the translation still fits, and takes that back.
  await section.getByRole("button", { name: t.confirm }).click();
  await section.waitFor({ state: "detached" });
  await readyOverlay(page).focus();
  await page.keyboard.press("ControlOrMeta+z");
  await section.getByText(t.mark).waitFor();

  // The suggestion of the service changes nothing before somebody takes it.
  await section.getByRole("button", { name: t.translate, exact: true }).click();
  await section.getByText("<我们从不做的事>").waitFor();
  expect(await en.inputValue()).toBe(oldEn);
  await section.getByRole("button", { name: t.use, exact: true }).click();
  await expect.poll(() => en.inputValue()).toBe("<我们从不做的事>");
  await section.waitFor({ state: "detached" });

  // What was written in both languages stays marked in the tree until then.
  await en.fill("Things we never do");
  expect(await section.count()).toBe(0);
  await zh.fill("我们不做的事");
  await section.getByText(t.mark).waitFor();
  if (isPhone) await page.getByRole("button", { name: structure }).click();
  await page.getByRole("treeitem", { name: t.mark }).waitFor();
  await expectNoPageProblems(visitor);
});
