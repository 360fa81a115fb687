/** A video on a canvas: uploaded and set in the builder, shown to visitors. */
import { expect, it } from "vitest";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { canvasFrame, status } from "../support/builder.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { canvas, id, node, nodeId, texts as pageTexts, widget } from "../support/hostile-pages.ts";
import { film } from "../support/media.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const texts = {
  zh: { video: "视频", autoplay: "自动播放", start: "开始位置（秒）", saved: /^已保存/ },
  en: { video: "Video", autoplay: "Autoplay", start: "Start at (seconds)", saved: /^Saved/ },
};
const server = await sharedServer();
const open = await openBrowser();

it.each(["zh", "en"] as const)(
  "N-029, B-073: in %s, is uploaded in the builder, and plays by itself for visitors unless they prefer reduced motion",
  async (locale) => {
    const t = texts[locale];
    const owner = await newSpaceOwner(server);
    const { call, send } = client(server, owner);
    const page = { type: "page", path: "/film", title: pageTexts, description: pageTexts };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", page as never)) as { id: string };
    const empty = node(nodeId, id, { type: "video", box: { x: 0, y: 0, w: 320, h: 180 }, value: { url: [] } });
    const changes = [widget("wd_heading001", { order: "Zz" }), canvas(id), empty].map((record) => ({
      id: record.id,
      after: record,
    }));
    expect((await send("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes })).status).toBe(200);

    const designer = await open({ url: server.url, locale });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    await designer.page.goto(`/builder/${pageId}`);
    await designer.page.getByRole("treeitem", { name: t.video, exact: true }).click();
    const inspector = designer.page.locator(".inspector");
    const autoplay = inspector.getByRole("switch", { name: t.autoplay, exact: true });
    // The settings of the video; those of the page have an input for files too.
    await autoplay.waitFor();
    // The inputs load separately: the first of two is that of the video, the other that of its cover.
    const files = inspector.locator("input[type=file]");
    await expect.poll(() => files.count()).toBe(2);
    await files.first().setInputFiles({
      name: "Assembly.mp4",
      mimeType: "video/mp4",
      buffer: film,
    });
    await canvasFrame(designer.page).locator("video").waitFor();
    await autoplay.click();
    await inspector.getByLabel(t.start, { exact: true }).fill("5");
    await designer.page.keyboard.press("Control+s");
    await status(designer.page).getByText(t.saved).waitFor();
    await expectNoPageProblems(designer);
    expect((await send("POST Api/Java/PublishPage", { pageId })).status).toBe(200);

    const hostName = await siteHost(server, owner);
    const site = server.url.replace("127.0.0.1", hostName);
    const visitor = await open({ url: site, locale });
    const state = () =>
      visitor.page.locator("video").evaluate((element: HTMLVideoElement) => ({
        autoplay: element.autoplay,
        muted: element.muted,
        controls: element.controls,
        paused: element.paused,
        hash: new URL(element.src).hash,
      }));
    // The browser of the tests prefers reduced motion.
    const stopped = { autoplay: false, muted: true, controls: true, paused: true, hash: "#t=5" };
    await visitor.page.goto("/film");
    await expect.poll(state).toEqual(stopped);
    await expectNoPageProblems(visitor);
    await visitor.page.emulateMedia({ reducedMotion: "no-preference" });
    await visitor.page.reload();
    await visitor.page.locator("video").scrollIntoViewIfNeeded();
    expect(await state()).toMatchObject({ autoplay: true, muted: true, controls: false });
  },
);
