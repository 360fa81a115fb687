/** Journey J7, whole: from a new theme and an empty page to what visitors see, with a mouse and with fingers. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { canvasFrame, readyOverlay, status } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { client, type Client } from "../support/client.ts";
import { boxOf, fingerOn, type Hands, middleOf, mouseOn, type Place, placesOf } from "../support/designer.ts";
import { designerTexts } from "../support/designer-texts.ts";
import { sessionCookies } from "../support/enter.ts";
import { heading, marketReviewer, marketSpace } from "../support/market.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const brand = "#0b4a7a";
const path = "/harvest";
const published = { zh: "收获季", en: "Harvest season" };
const cloud = { zh: "云端的页面", en: "A page of the cloud" };

const server = await sharedServer();
const open = await openBrowser();
const { port } = new URL(server.url);

/** Another space offers a page to all, once for all variants. */
beforeAll(async () => {
  const [giver, reviewer] = [await marketSpace(server), await marketReviewer(server)];
  const pageId = await giver.page([heading("wd_cloud00000", cloud.zh, cloud.en)]);
  const { id } = await giver.offer({ kind: "page", pageId, name: cloud });
  await reviewer.decide(id, "accept");
});

describe.each([
  { locale: "zh", width: 1440, hasTouch: false },
  { locale: "en", width: 1440, hasTouch: false },
  { locale: "zh", width: 820, hasTouch: true },
] as const)("a designer in $locale, $width px wide, with touch: $hasTouch", ({ locale, width, hasTouch }) => {
  const t = designerTexts[locale];
  let call: Client["call"];
  let designer: Visitor;
  let visitor: Visitor;
  let hands: Hands;
  let pageId: string;
  const page = () => designer.page;
  const header = (name: string) => page().locator("header").getByRole("button", { name, exact: true });
  const inspector = (name: string) => page().locator(".inspector").getByRole("button", { name, exact: true });
  const dialog = () => page().locator("[role=dialog]:not(.toast)");
  const press = (locator: Locator) => hands.press(locator);
  const overlay = () => readyOverlay(page());
  const h1 = (words: string) => canvasFrame(page()).locator("h1").getByText(words, { exact: true });

  /** Presses a switch until it is on: Chromium may take a tap directly after a drag for its end. */
  async function turnOn(locator: Locator, attribute: "aria-expanded" | "aria-pressed"): Promise<void> {
    const isOn = async () => (await locator.getAttribute(attribute)) === "true";
    await expect.poll(async () => (await isOn()) || (await press(locator), isOn())).toBe(true);
  }
  /** Shows a panel, which on a tablet is a sheet over the page. `Add` is a tab on a desktop. */
  async function openPanel(name: string): Promise<void> {
    const tab = page().getByRole("tab", { name, exact: true });
    const sheet = page().getByRole("navigation").getByRole("button", { name, exact: true });
    if (hasTouch) await turnOn(sheet, "aria-expanded");
    else if (!hasTouch && name === t.addTab) await press(tab);
  }
  /** Closes the sheet that is open. */
  async function closePanel(): Promise<void> {
    if (hasTouch) await press(page().getByRole("navigation").locator("[aria-expanded=true]"));
  }
  async function save(): Promise<void> {
    await press(header(t.save));
    await status(page()).getByText(t.saved).waitFor();
  }
  /** The draft as the server has it. */
  async function draft(): Promise<string> {
    const info = await call("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} });
    return JSON.stringify((info as CallOutput<"POST Api/SitePage/GetPageInfo">).diyPageInfo.page);
  }
  async function writeHeading(zh: string, en: string): Promise<void> {
    await overlay().waitFor();
    const box = (await canvasFrame(page()).locator("h1").first().boundingBox())!;
    await hands.pressAt({ x: box.x + 20, y: box.y + 20 });
    await openPanel(t.properties);
    const of = { zh: "标题", en: "Heading" }[locale];
    await page()
      .locator(".inspector")
      .getByLabel(new RegExp(`^${of}.*中文$`))
      .fill(zh);
    await page()
      .locator(".inspector")
      .getByLabel(new RegExp(`^${of}.*English$`))
      .fill(en);
    await closePanel();
    await h1({ zh, en }[locale]).waitFor();
  }
  async function publish(): Promise<void> {
    await press(header(t.publish));
    await press(dialog().getByRole("button", { name: t.publish, exact: true }));
    await closeToast(t.published);
  }
  /** Closes a message, which would stand over what comes next for some seconds. */
  async function closeToast(words: string): Promise<void> {
    const toast = page().locator(".toast").filter({ hasText: words });
    await press(toast.getByRole("button", { name: t.close, exact: true }));
    await toast.waitFor({ state: "detached" });
  }
  /** The visitor loads the page once, and what is there is there. */
  async function expectVisitorSees(words: string): Promise<void> {
    await visitor.page.reload();
    expect(await visitor.page.locator("h1").first().innerText()).toBe(words);
  }

  beforeAll(async () => {
    const owner = await newSpaceOwner(server);
    ({ call } = client(server, owner));
    visitor = await open({ url: `http://${await siteHost(server, owner)}:${port}`, locale, width, hasTouch });
    designer = await open({ url: server.url, locale, width, hasTouch });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    hands = hasTouch ? await fingerOn(page()) : mouseOn(page());
  });

  it("creates a theme and gives it to the site", async () => {
    await page().goto("/paas/theme/list");
    await press(page().getByRole("link", { name: t.add, exact: true }));
    await page().getByLabel("中文").first().fill("丰收");
    await page().getByLabel("English").first().fill("Harvest");
    await press(page().getByRole("button", { name: t.save, exact: true }));
    await page().waitForURL(/theme\/edit\?id=/);
    await press(page().getByRole("button", { name: t.actions, exact: true }));
    await press(page().getByRole("menuitem", { name: t.design, exact: true }));
    await page().waitForURL("**/builder/theme/*");
    await page().getByRole("textbox", { name: t.brand, exact: true }).fill(brand);
    await press(page().getByRole("button", { name: t.themeActions }));
    await press(page().getByRole("menuitem", { name: t.makeCurrent }));
    await press(page().getByRole("dialog").getByRole("button", { name: t.yes }));
    await page().getByRole("banner").getByText(t.current, { exact: true }).waitFor();
    expect(designer.problems).toEqual([]);
  });

  it("creates a page", async () => {
    await page().goto("/builder");
    await press(page().getByRole("button", { name: t.switchPage }));
    await press(dialog().getByRole("button", { name: t.newPage }));
    const form = page().getByRole("dialog", { name: t.newPage });
    await form.getByLabel("中文").fill(published.zh);
    await form.getByLabel("English").fill(published.en);
    await form.getByLabel(t.path).fill(path);
    const before = page().url();
    await press(form.getByRole("button", { name: t.create }));
    await page().waitForURL((url) => url.href !== before);
    pageId = new URL(page().url()).pathname.split("/").at(-1)!;
    await canvasFrame(page()).getByText(t.emptyHint).waitFor();
    await overlay().waitFor();
    expect(designer.problems).toEqual([]);
  });

  it("drags components to the page, and elements to the canvas, which snap to each other", async () => {
    const stage = () => canvasFrame(page()).locator("[data-widget=canvas] .stage");
    const drawn = [
      "[data-widget=page-title]",
      "[data-widget=canvas]",
      ...[1, 2, 3].map((n) => `:nth-match([data-node], ${n})`),
    ];
    for (const [n, name] of t.components.entries()) {
      await openPanel(t.addTab);
      const component = page().getByRole("tabpanel").getByRole("button", { name, exact: true });
      const isNode = n > 1;
      // Fingers put a component on the page with a tap, and move it from there.
      if (hasTouch) await press(component);
      else {
        const [board, box] = [(await overlay().boundingBox())!, isNode ? await stage().boundingBox() : undefined];
        const at = box ?? { x: board.x, y: board.y, width: board.width, height: board.height };
        const part = isNode ? { x: 0.1 + 0.2 * (n - 1), y: 0.15 + 0.35 * (n - 2) } : { x: 0.5, y: 0.95 };
        const targetPosition = { x: at.x - board.x + at.width * part.x, y: at.y - board.y + at.height * part.y };
        await component.dragTo(overlay(), { targetPosition });
      }
      await canvasFrame(page()).locator(drawn[n]!).waitFor({ state: "attached" });
      if (!hasTouch || !isNode) continue;
      const { id } = (await placesOf(page())).at(-1)!;
      const [from, box] = [await middleOf(page(), id), (await stage().boundingBox())!];
      await hands.drag(from, { x: box.x + box.width * 0.2 * n, y: box.y + box.height * (0.15 + 0.35 * (n - 2)) });
    }
    const [text, rectangle] = (await placesOf(page())) as [Place, Place];
    const placeOf = async ({ id }: { id: string }) => (await placesOf(page())).find((place) => place.id === id)!;
    const [from, to] = [await middleOf(page(), text.id), await boxOf(page(), rectangle.id)];
    const left = (await boxOf(page(), text.id)).x;
    await hands.pressAt(from);
    await hands.drag(from, { x: from.x + (to.x - left) + 2, y: from.y + 1 });
    await expect.poll(async () => (await placeOf(text)).x).toBe((await placeOf(rectangle)).x);
  });

  it("selects two of three elements, aligns and groups them", async () => {
    const [text, rectangle, button] = (await placesOf(page())) as [Place, Place, Place];
    const multiSelect = page().locator(".multi-select").getByRole("button", { name: t.selectMultiple });
    if (hasTouch) {
      // The text is selected, because it was dragged.
      await turnOn(multiSelect, "aria-pressed");
      for (const { id } of [text, rectangle, button]) await hands.pressAt(await middleOf(page(), id));
    } else {
      await hands.pressAt(await middleOf(page(), rectangle.id));
      await page().keyboard.down("Shift");
      await hands.pressAt(await middleOf(page(), button.id));
      await page().keyboard.up("Shift");
    }
    await page().getByText(t.twoSelected, { exact: true }).first().waitFor();
    await expectNoPageProblems(designer);
    await openPanel(t.properties);
    await press(inspector(t.alignLeft));
    const xOf = async (id: string) => (await placesOf(page())).find((place) => place.id === id)!.x;
    await expect.poll(() => xOf(button.id)).toBe(await xOf(rectangle.id));
    await press(inspector(t.group));
    const grouped = canvasFrame(page()).locator("[data-group] [data-node]");
    await expect
      .poll(() => grouped.evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).dataset.node)))
      .toEqual([rectangle.id, button.id]);
    await closePanel();
    if (hasTouch) await press(page().getByRole("button", { name: t.done, exact: true }));
  });

  it("edits both languages side by side, publishes, and a visitor sees the page in its theme in both languages", async () => {
    await writeHeading(published.zh, published.en);
    const other = { zh: "en", en: "zh" } as const;
    await press(header({ zh: t.englishPage, en: t.chinesePage }[locale]));
    await h1(published[other[locale]]).waitFor();
    await press(header({ zh: t.chinesePage, en: t.englishPage }[locale]));
    await publish();
    await visitor.page.goto(`${path}?language=${other[locale]}`);
    expect(await visitor.page.locator("h1").innerText()).toBe(published[other[locale]]);
    await visitor.page.goto(`${path}?language=${locale}`);
    await expectVisitorSees(published[locale]);
    const token = () => getComputedStyle(document.documentElement).getPropertyValue("--brand");
    expect(await visitor.page.evaluate(token)).toBe(brand);
    expect(await visitor.page.locator("[data-node]").count()).toBe(3);
  });

  it("undoes and redoes 100 steps: the draft is byte for byte the same at both ends", async () => {
    const start = await draft();
    const { id } = (await placesOf(page()))[0]!;
    await hands.pressAt(await middleOf(page(), id));
    await openPanel(t.properties);
    const commands = [t.duplicate, t.rotate, t.alignLeft, t.toBack];
    for (let round = 0; round < 25; round += 1) {
      for (const name of commands) await press(inspector(name));
    }
    await expect.poll(async () => (await placesOf(page())).length).toBe(28);
    await closePanel();
    await save();
    const end = await draft();
    const again = async (button: string, keys: string) => {
      const { x, y, width: w, height: h } = (await header(button).boundingBox())!;
      for (let step = 0; step < 100; step += 1) {
        if (hasTouch) await hands.pressAt({ x: x + w / 2, y: y + h / 2 });
        else await page().keyboard.press(keys);
      }
      await save();
    };
    await again(t.undo, "Control+z");
    expect(await draft()).toBe(start);
    await again(t.redo, "Control+Shift+z");
    expect(await draft()).toBe(end);
  });

  it("R-37: loses nothing when the laptop is closed: without a network, the page ends as in a crash", async () => {
    await designer.context.setOffline(true);
    await writeHeading("合上电脑之前", "Before the laptop was closed");
    await status(page()).getByText(t.kept).waitFor();
    const [crash, session] = [page().waitForEvent("crash"), await designer.context.newCDPSession(page())];
    session.send("Page.crash").catch(() => undefined);
    await crash;
    await page().close();
    await designer.context.setOffline(false);
    designer.problems.splice(0);
    designer.page = await designer.context.newPage();
    hands = hasTouch ? await fingerOn(page()) : mouseOn(page());
    await page().goto(`/builder/${pageId}`);
    await closeToast(t.restored);
    await h1({ zh: "合上电脑之前", en: "Before the laptop was closed" }[locale]).waitFor();
    await save();
    expect(await draft()).toContain("Before the laptop was closed");
  });

  it("saves a named version, compares it with later edits and restores it", async () => {
    await press(header(t.versions));
    await press(dialog().getByRole("button", { name: t.saveVersion }));
    await dialog().getByLabel(t.versionName).fill(t.first);
    await press(dialog().getByRole("button", { name: t.save, exact: true }));
    await closeToast(t.savedVersion);
    const before = await draft();
    await writeHeading("后来", "Later");
    await save();
    await press(header(t.versions));
    await press(dialog().getByRole("button", { name: t.view }));
    const sides = [
      [t.draftPreview, { zh: "后来", en: "Later" }],
      [t.firstPreview, { zh: "合上电脑之前", en: "Before the laptop was closed" }],
    ] as const;
    for (const [name, words] of sides) {
      const preview = dialog().getByRole("img", { name }).frameLocator("iframe");
      await preview.locator("h1").getByText(words[locale], { exact: true }).waitFor();
      const changed = preview.locator("[data-widget=page-title]");
      const outline = () => changed.evaluate((element) => getComputedStyle(element).outlineStyle);
      await expect.poll(outline).toBe("dashed");
    }
    await press(dialog().getByRole("button", { name: t.restore, exact: true }));
    await h1({ zh: "合上电脑之前", en: "Before the laptop was closed" }[locale]).waitFor();
    await closeToast(t.restoredDraft);
    await save();
    expect(await draft()).toBe(before);
  });

  it("adds a page of the cloud to the page, puts it in place of the page, and takes that back", async () => {
    const headings = (target: Page) => canvasFrame(target).locator("main h1").allTextContents();
    const own = { zh: "合上电脑之前", en: "Before the laptop was closed" }[locale];
    const take = async (button: string, question: string) => {
      await openPanel(t.addTab);
      await press(page().getByRole("button", { name: t.market }));
      await dialog().getByRole("searchbox", { name: t.search }).fill(cloud[locale]);
      await press(dialog().getByRole("button", { name: cloud[locale], exact: true }).first());
      await press(dialog().getByRole("button", { name: button }));
      await press(page().getByRole("dialog", { name: question }).getByRole("button", { name: button }));
    };
    await take(t.append, t.appendQuestion);
    await expect.poll(() => headings(page())).toEqual([own, cloud[locale]]);
    await closeToast(t.inserted);
    await take(t.replacePage, t.replaceQuestion);
    await expect.poll(() => headings(page())).toEqual([cloud[locale]]);
    await press(page().locator(".toast").getByRole("button", { name: t.undo, exact: true }));
    await expect.poll(() => headings(page())).toEqual([own, cloud[locale]]);
  });

  it("sees the page in four clients, publishes, and the visitor sees it at once; rolls back, and the visitor sees the page of before", async () => {
    await press(header(t.clients));
    for (const name of t.clientNames) {
      const preview = dialog().getByRole("img", { name, exact: true }).frameLocator("iframe");
      await preview.locator("h1").getByText(cloud[locale], { exact: true }).waitFor();
    }
    await press(dialog().getByRole("button", { name: t.close, exact: true }).last());
    await publish();
    await expectVisitorSees({ zh: "合上电脑之前", en: "Before the laptop was closed" }[locale]);
    expect(await visitor.page.locator("h1").count()).toBe(2);
    await press(header(t.versions));
    await press(page().getByRole("button", { name: t.rollback }).last());
    await press(page().getByRole("button", { name: t.confirmRollback, exact: true }));
    await page().getByText(t.rolledBack).first().waitFor();
    await expectVisitorSees(published[locale]);
    await expectNoPageProblems(visitor);
    expect(designer.problems).toEqual([]);
  });
});
