/** The libraries of images and videos: uploading in every way, searching, sorting, details with uses, deleting and undoing. */
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { film, pdf } from "../support/media.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    images: "图片",
    upload: "上传图片",
    name: "名称",
    search: "搜索",
    sort: "排序",
    largest: "最大",
    clear: "清除条件",
    remove: "删除",
    removeSelected: "删除所选",
    select: "选择 ",
    unused: "没有内容使用此文件。",
    undo: "撤销",
    none: "没有符合条件的图片",
    empty: "还没有图片",
    videos: "视频",
  },
  en: {
    images: "Images",
    upload: "Upload images",
    name: "Name",
    search: "Search",
    sort: "Sort",
    largest: "Largest first",
    clear: "Clear search",
    remove: "Delete",
    removeSelected: "Delete selected",
    select: "Select ",
    unused: "Nothing uses this file.",
    undo: "Undo",
    none: "No images match",
    empty: "No images yet",
    videos: "Videos",
  },
};

const picture = (width: number, background: string) =>
  sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer();
/** The names of `document.activeElement`'s card. */
const focusedCard = () => document.activeElement?.closest("[data-row]")?.textContent ?? "";

describe.each(devices)("in $locale, $width px wide", ({ locale, ...visit }) => {
  const t = texts[locale];
  let owner: Person;
  beforeAll(async () => {
    owner = await newSpaceOwner(server);
    const { send, call } = client(server, owner);
    const upload = async (name: string, bytes: Buffer) =>
      contentOf(
        await send("POST Api/File/UploadBase64", { name, size: bytes.length, data: bytes.toString("base64") }),
      ) as { url: string };
    const cover = await upload("cover.png", await picture(600, "#274"));
    await upload("plan.pdf", pdf);
    await upload("tour.mp4", film);
    await upload("spare.png", await picture(40, "#a52"));
    await call("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: "开业", en: "Opening" },
      cover: cover.url,
    } as never);
  });

  it("S-060: uploads, finds, inspects and deletes images, and shows each person the files they may read", async () => {
    const visitor = await open({ url: server.url, locale, ...visit });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    // The last segment is the screen, whatever the type and the letter case.
    await page.goto("/admin/news/IMAGE");
    await page.waitForURL("**/admin/storageFile/image");
    const grid = page.getByRole("list", { name: t.images });
    const cards = grid.locator("[data-card]");
    const namesOf = async () => (await cards.allTextContents()).map((text) => /^[a-z]+/.exec(text)?.[0]);
    await expect.poll(namesOf).toEqual(["spare", "cover"]);
    await expectNoPageProblems(visitor);

    const file = async (name: string, color: string) => ({
      name: `${name}.png`,
      mimeType: "image/png",
      buffer: await picture(50, color),
    });
    await page
      .locator("main input[type=file]")
      .setInputFiles([await file("chosen", "#123"), { name: "fake.png", mimeType: "image/png", buffer: pdf }]);
    await expect.poll(namesOf).toEqual(["chosen", "spare", "cover"]);
    await page
      .getByRole("alert")
      .getByText(/^fake\.png/)
      .waitFor();
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/File\/End: 415$/)]);
    for (const [name, color, event] of [
      ["dropped", "#456", "drop"],
      ["pasted", "#789", "paste"],
    ] as const) {
      const bytes = [...(await picture(50, color))];
      await page.evaluate(
        ([fileName, content, kind]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(content)], fileName, { type: "image/png" }));
          const target = document.querySelector("main h1")!;
          target.dispatchEvent(
            kind === "drop"
              ? new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true })
              : new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }),
          );
        },
        [`${name}.png`, bytes, event] as const,
      );
      await expect.poll(namesOf).toContain(name);
    }

    await page.getByRole("combobox", { name: t.sort }).click();
    await page.getByRole("option", { name: t.largest }).click();
    await expect.poll(async () => (await namesOf())[0]).toBe("cover");
    expect(new URL(page.url()).searchParams.get("sort")).toBe("size.desc");
    await page.getByLabel(t.name, { exact: true }).fill("nothing of the kind");
    await page.getByRole("button", { name: t.search, exact: true }).click();
    await page.getByText(t.none).waitFor();
    await page.getByRole("button", { name: t.clear }).click();
    await expect.poll(async () => (await namesOf()).length).toBe(5);

    // The details of an image in use: the row that uses it, and no deletion.
    await cards.first().press("Enter");
    const details = page.getByRole("dialog");
    await details.getByRole("link", { name: locale === "zh" ? "开业" : "Opening" }).waitFor();
    expect(await details.getByRole("button", { name: t.remove }).isDisabled()).toBe(true);
    await expectNoPageProblemsInDark(visitor);
    await page.keyboard.press("ArrowRight");
    await details.getByText(t.unused).waitFor();
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "hidden" });

    await cards.first().focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(focusedCard)).not.toContain("cover");
    const box = (name: string) => grid.getByRole("checkbox", { name: `${t.select}${name}` });
    await box("spare.webp").check();
    await box("cover.webp").check();
    const removal = page.getByRole("button", { name: t.removeSelected });
    expect(await removal.isDisabled()).toBe(true);
    await box("cover.webp").uncheck();
    await removal.click();
    await page.getByRole("dialog").getByRole("button", { name: t.remove, exact: true }).click();
    await expect.poll(namesOf).not.toContain("spare");
    await page.getByRole("button", { name: t.undo }).click();
    await expect.poll(namesOf).toContain("spare");
    expect(visitor.problems).toEqual([]);
    await context.close();

    const colleague = await newMember(server, owner.tenantId);
    const other = await open({ url: server.url, locale, ...visit });
    await other.context.addCookies(sessionCookies(colleague, server.url));
    await other.page.goto("/paas/storageFile/image");
    await other.page.getByText(t.empty).waitFor();
    await expectNoPageProblems(other);
    await other.context.close();
  });

  it("S-061: the library of videos has the videos only, with their details", async () => {
    const visitor = await open({ url: server.url, locale, ...visit });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/storageFile/video");
    const cards = page.getByRole("list", { name: t.videos }).locator("[data-card]");
    await cards.first().waitFor();
    expect(await cards.allTextContents()).toEqual([expect.stringContaining("tour.mp4")]);
    await cards.first().click();
    const details = page.getByRole("dialog", { name: "tour.mp4" });
    await details.getByText("640 × 360").waitFor();
    expect(await details.locator("video[controls]").count()).toBe(1);
    await context.close();
  });
});
