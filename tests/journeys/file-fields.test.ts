/** Videos, audio and files in a form: chosen, uploaded with progress, resumed after a lost connection, refused with a reason, and saved. */
import { createHash, randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { FileValue } from "#kit/stored-file.ts";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { mp4, pdf, wav } from "../support/media.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();

const tour = definitionOf("tour", {
  title: { type: "textbox", name: { zh: "标题", en: "Title" }, required: true },
  clip: { type: "vedio", name: { zh: "视频", en: "Video" } },
  guide: { type: "audio", name: { zh: "讲解", en: "Audio guide" }, mark: 2 },
  papers: { type: "fileupload", name: { zh: "资料", en: "Papers" }, mark: 3 },
});
const texts = {
  zh: {
    save: "保存",
    choose: "上传文件",
    wait: "请等待上传完成",
    leave: "离开",
    back: "返回列表",
    cancel: /^取消上传/,
    remove: "移除 a.pdf",
    refused: /请上传 MP4 或 WebM 视频/,
    waiting: "网络中断，恢复后继续上传",
    tooMany: "最多上传 3 个文件，其余未上传",
  },
  en: {
    save: "Save",
    choose: "Upload files",
    wait: "Wait until the upload has finished.",
    leave: "Leave",
    back: "Back to list",
    cancel: /^Cancel upload/,
    remove: "Remove a.pdf",
    refused: /Upload an MP4 or WebM video/,
    waiting: "Connection lost. The upload resumes when it is back.",
    tooMany: "Up to 3 files. The others were not uploaded.",
  },
};
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe.each<[Locale, number]>([
  ["zh", 1440],
  ["en", 390],
])("in %s, %i px wide", (locale, width) => {
  it("B-101, B-102, B-110, B-126: uploads, plays, lists and removes files despite a failing network", async () => {
    const t = texts[locale];
    const person = await newSpaceOwner(server);
    await publish(server, person.tenantId, tour);
    const api = client(server, person);
    await vi.waitFor(async () => {
      if ((await api.send("GET Api/{type}/QueryList", { type: "tour" })).status !== 200)
        throw new Error("not loaded yet");
    }, 20_000);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context, problems } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto("/paas/tour/edit");
    await page.locator("[id$=-title]").fill("Tour");
    const field = (name: string) => page.locator(`[role=group]:has(input[id$=-${name}])`);
    const choose = (name: string, ...files: [string, Buffer][]) =>
      page
        .locator(`input[id$=-${name}]`)
        .setInputFiles(files.map(([file, buffer]) => ({ name: file, mimeType: "application/octet-stream", buffer })));

    // A file that is not a video is refused with a reason.
    await choose("clip", ["a.mp4", pdf]);
    await field("clip").getByRole("alert").getByText(t.refused).waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining("415")]);

    // The upload of this video fails twice: once before a part reaches the server, once before the response returns.
    const video = mp4([{ handler: "vide", width: 64, height: 36 }], { bytes: 3_000_000 });
    randomBytes(3_000_000).copy(video, video.length - 3_000_000);
    let partRequests = 0;
    await page.route("**/api/File/Part", async (route) => {
      partRequests += 1;
      if (partRequests === 2) return route.abort("connectionreset");
      if (partRequests === 4) await route.fetch();
      return partRequests === 4 ? route.abort("connectionreset") : route.continue();
    });
    await choose("clip", ["导览.mp4", video]);
    await field("clip").getByText(t.waiting).waitFor();
    await field("clip").locator("video").waitFor();
    expect(partRequests).toBeGreaterThanOrEqual(5);
    const lostPart = expect.stringMatching(/\/File\/Part.*: net::ERR_CONNECTION_RESET$/);
    expect(problems.splice(0)).toEqual([lostPart, lostPart]);
    await page.unroute("**/api/File/Part");

    // Two audio files are uploaded; then the upload of a file is cancelled.
    await choose("guide", ["one.wav", wav(1)], ["two.wav", wav(2)]);
    await expect.poll(() => field("guide").locator("audio").count()).toBe(2);
    await page.route("**/api/File/Part", () => {});
    await choose("papers", ["b.pdf", pdf]);
    await field("papers").getByRole("button", { name: t.cancel }).click();
    await field("papers").locator("progress").waitFor({ state: "detached" });
    // The focus moves to the upload button.
    await expect.poll(() => focusedText(page)).toBe(t.choose);
    await page.unroute("**/api/File/Part");

    // Four files are one more than the limit; then one is removed.
    await choose("papers", ["a.pdf", pdf], ["b.pdf", pdf], ["c.pdf", pdf], ["d.pdf", pdf]);
    await field("papers").getByRole("alert").getByText(t.tooMany).waitFor();
    await expect.poll(() => field("papers").getByRole("link").count()).toBe(3);
    await field("papers").getByRole("button", { name: t.remove }).press("Enter");
    await expect.poll(() => field("papers").getByRole("link").count()).toBe(2);
    await expect.poll(() => focusedText(page)).toBe(t.choose);
    await expectNoPageProblems(visitor);

    await page.getByRole("button", { name: t.save, exact: true }).click();
    await expect.poll(async () => (await rowIds()).length).toBe(1);
    async function rowIds() {
      return ((await api.call("GET Api/{type}/QueryList", { type: "tour" })) as AnyRow[]).map(({ id }) => id);
    }
    const [id] = await rowIds();
    const row = (await api.call("GET Api/{type}/QueryById", { type: "tour", id: id! })) as Record<string, FileValue[]>;
    expect(row.clip).toEqual([{ url: expect.stringMatching(/\.mp4$/), name: "导览.mp4", size: video.length }]);
    expect(row.guide!.map(({ name }) => name)).toEqual(["one.wav", "two.wav"]);
    expect(row.papers!.map(({ name }) => name)).toEqual(["b.pdf", "c.pdf"]);
    const response = await fetch(server.url + row.clip![0]!.url);
    expect(hash(Buffer.from(await response.arrayBuffer()))).toBe(hash(video));

    await page.goto("/paas/tour/list");
    await page.getByText("导览.mp4").first().waitFor();
    await expectNoPageProblems(visitor);
  });

  it("B-110, B-126: refuses to save during an upload, and repeats only the last request when its response is lost", async () => {
    const t = texts[locale];
    const person = await newSpaceOwner(server);
    await publish(server, person.tenantId, tour);
    const api = client(server, person);
    await vi.waitFor(async () => {
      if ((await api.send("GET Api/{type}/QueryList", { type: "tour" })).status !== 200)
        throw new Error("not loaded yet");
    }, 20_000);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context, problems } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    const requests: string[] = [];
    page.on("request", (request) => {
      const [, name] = /\/api\/File\/(\w+)/i.exec(request.url()) ?? [];
      if (name !== undefined) requests.push(name);
    });
    await page.goto("/paas/tour/add");
    await page.locator("[id$=-title]").fill("Tour");
    const papers = page.locator("[role=group]:has(input[id$=-papers])");
    const choose = (name: string) =>
      page.locator("input[id$=-papers]").setInputFiles([{ name, mimeType: "application/pdf", buffer: pdf }]);

    // The response to the last request is lost; only that request is repeated.
    let endRequests = 0;
    await page.route("**/api/File/End", async (route) => {
      endRequests += 1;
      if (endRequests > 1) return route.continue();
      await route.fetch();
      return route.abort("connectionreset");
    });
    await choose("a.pdf");
    await papers.getByRole("link", { name: "a.pdf" }).waitFor();
    expect(requests.splice(0)).toEqual(["Begin", "Part", "End", "End"]);
    expect(problems.splice(0)).toEqual([expect.stringContaining("CONNECTION_RESET")]);
    await page.unroute("**/api/File/End");

    // A refusal is shown at once with the text of the server. The upload waits only after a lost connection.
    const body = { message: "The disk is full" };
    await page.route("**/api/File/Part", (route) => route.fulfill({ status: 500, json: body }));
    await choose("b.pdf");
    await papers.getByRole("alert").getByText("The disk is full").waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining("500")]);
    await page.unroute("**/api/File/Part");

    // During an upload the form does not save, and leaving asks for confirmation. The upload can be resumed later.
    await page.route("**/api/File/Part", () => {});
    await choose("c.pdf");
    await papers.locator("progress").waitFor();
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByRole("alert").getByText(t.wait).waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("link", { name: t.back }).click();
    await page.getByRole("button", { name: t.leave, exact: true }).click();
    await page.waitForURL("**/paas/tour/list");
    expect(await api.call("GET Api/{type}/QueryList", { type: "tour" })).toEqual([]);
    expect(requests).not.toContain("Cancel");
    const uploads = await server.database.read<{ name: string }>(
      person.tenantId,
      sql`select name from file_upload order by name`,
    );
    expect(uploads).toEqual([{ name: "b.pdf" }, { name: "c.pdf" }]);
  });
});
