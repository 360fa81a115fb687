/** The market: spaces offer sections, pages and themes, the platform reviews them, other spaces take copies. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { spaceLimits } from "#kit/market.ts";
import { client, contentOf } from "./support/client.ts";
import { canvas, node } from "./support/hostile-pages.ts";
import { featureWith, heading, marketReviewer, marketSpace } from "./support/market.ts";
import { newMember } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const [maker, taker, reviewer] = await Promise.all([marketSpace(server), marketSpace(server), marketReviewer(server)]);
const titleId = "wd_titletitle";
const [featureId, canvasId, textId] = ["wd_featurefea", "wd_canvascanv", "nd_texttextte"];

/** Offers something of the maker's space and has it accepted. */
async function accepted(input: Parameters<typeof maker.offer>[0]): Promise<string> {
  const { id } = await maker.offer(input);
  expect((await reviewer.decide(id, "accept")).status).toBe(200);
  return id;
}

describe("two spaces", () => {
  it("exchange a section with a picture in both languages: the copy has files of its own and says where it comes from", async () => {
    const picture = await maker.picture("#123456");
    const pageId = await maker.page([heading(titleId, "标题", "Heading"), featureWith(featureId, picture)]);
    const name = { zh: "蓝色图文", en: "Blue feature" };
    const { id, state } = await maker.offer({
      kind: "widget",
      pageId,
      recordIds: [featureId],
      name,
      classId: "retail",
    });
    expect(state).toBe("review");
    expect(await maker.list({ keyword: "Blue feature" })).toMatchObject([
      {
        id,
        isOwn: true,
        state: "review",
        name: "Blue feature",
        widgetId: "feature",
        languages: ["zh", "en"],
        records: 1,
      },
    ]);
    expect(await taker.list({ keyword: "Blue feature" })).toEqual([]);
    expect((await taker.send("POST Api/Market/Take", { id })).status).toBe(404);

    expect((await reviewer.decide(id, "accept")).status).toBe(200);
    expect((await maker.notices()).map(({ text }) => text)).toContain(
      "“Blue feature” passed review and is in the market",
    );
    const [entry] = await taker.list({ kind: "widget", classId: "retail", keyword: "蓝色图文" });
    expect(entry).toMatchObject({ id, isOwn: false, state: "offered", edition: 1, spaceName: expect.any(String) });

    const taken = await taker.take(id);
    const [record] = Object.values(taken.page!.records);
    expect(record).toMatchObject({
      kind: "widget",
      name: "feature",
      value: { heading: { zh: "图文", en: "Feature" }, alt: { zh: "图", en: "Picture" } },
      origin: { item: id, edition: 1, record: record!.id },
    });
    expect(record!.id).not.toBe(featureId);
    const copied = record!.value.image as string;
    expect(copied).toMatch(/^\/files\/[0-9a-f-]{36}_40x30_/);
    expect(copied).not.toBe(picture);
    const owned = await server.database.read<{ path: string; size: number }>(
      taker.owner.tenantId,
      sql`select path, size from storage_file where tenant_id = ${taker.owner.tenantId}::uuid`,
    );
    expect(owned.map(({ path }) => path)).toEqual([copied]);
    const [original, copy] = await Promise.all(
      [picture, copied].map(async (url) =>
        Buffer.from(await (await fetch(server.url + url)).arrayBuffer()).toString("hex"),
      ),
    );
    expect(copy).toBe(original);

    // Taken again, it costs the space no further file.
    const again = await taker.take(id);
    expect(Object.values(again.page!.records)[0]!.value.image).toBe(copied);
    expect((await taker.list({ keyword: "Blue feature" }))[0]!.uses).toBe(2);
    const target = await taker.page([]);
    const after = { ...record, id: "wd_newnewnewn" };
    const saved = await taker.send("POST api/sitepage/save", {
      diyPageInfo: { pageId: target },
      baseRev: 0,
      changes: [{ id: after.id, after }],
    });
    expect(saved.status).toBe(200);
    expect((await taker.records(target)).wd_newnewnewn!.origin).toEqual({ item: id, edition: 1, record: record!.id });
  });

  it("offer something once, however often a request with its key arrives", async () => {
    const pageId = await maker.page([heading(titleId, "一次", "Once")]);
    const input = { kind: "widget" as const, pageId, recordIds: [titleId], name: sameText("Once"), submit: false };
    const key = { "idempotency-key": crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => maker.send("POST Api/Market/Offer", input, key)));
    const ids = answers
      .map((answer) => (contentOf(answer) as { id: string } | null)?.id)
      .filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(1);
    expect(contentOf(await maker.send("POST Api/Market/Offer", input, key))).toMatchObject({ id: ids[0] });
    expect(await maker.list({ scope: "own", keyword: "Once" })).toMatchObject([{ id: ids[0] }]);
  });

  it("exchange a page with a canvas, without what is hidden on it and what concerns visitors of the other site", async () => {
    const records = [
      heading(titleId, "首页", "Home"),
      canvas(canvasId, { order: "a1" }),
      node(textId, canvasId),
      heading("wd_secretsecr", "秘密", "Secret plans", { order: "a2", isHidden: true }),
    ];
    const pageId = await maker.page(records);
    const setting = {
      title: { zh: "首页", en: "Home" },
      description: {},
      showHead: true,
      showFoot: true,
      isLogin: true,
      popImage: { image: await maker.picture("#654321") },
    };
    await maker.call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 1, changes: [], setting });
    const id = await accepted({ kind: "page", pageId, name: { zh: "整页", en: "Whole page" } });
    const taken = await taker.take(id);
    const values = Object.values(taken.page!.records);
    expect(values.map((record) => record.kind).toSorted()).toEqual(["node", "widget", "widget"]);
    expect(JSON.stringify(taken)).not.toContain("Secret plans");
    expect(taken.page!.setting).not.toHaveProperty("isLogin");
    expect(taken.page!.setting).not.toHaveProperty("popImage");
    const text = values.find((record) => record.kind === "node")!;
    const parent = values.find((record) => record.kind === "widget" && record.name === "canvas")!;
    expect(text).toMatchObject({ parent: parent.id, origin: { item: id, record: text.id } });
  });

  it("exchange a theme: taking it adds one with its colours, and none that are not colours", async () => {
    const tokens = { name: { zh: "午夜", en: "Midnight" }, brand: "#1d4ed8", radius: 12, fonts: "serif" };
    const { id: themeId } = (await maker.call("POST Api/{type}/QueryAdd", { type: "theme", ...tokens } as never)) as {
      id: string;
    };
    const id = await accepted({ kind: "theme", themeId, name: tokens.name });
    const entry = (await taker.list({ kind: "theme", keyword: "Midnight" }))[0]!;
    expect(entry).toMatchObject({ id, colors: { brand: "#1d4ed8" }, languages: ["zh", "en"] });
    const { themeId: own } = await taker.take(id);
    const themes = (await taker.call("GET Api/{type}/QueryList", { type: "theme" })) as { id: string }[];
    expect(themes.find((theme) => theme.id === own)).toMatchObject(tokens);
    expect(own).not.toBe(themeId);
  });

  it("see later editions and what has changed, under the same ids; what was taken stays when the item is withdrawn", async () => {
    const pageId = await maker.page([
      heading(titleId, "一", "First words"),
      heading("wd_twotwotwot", "二", "Second", { order: "a1" }),
    ]);
    const group = { kind: "group" as const, pageId, recordIds: [titleId, "wd_twotwotwot"] };
    const id = await accepted({ ...group, name: sameText("Edition group") });
    const first = await taker.take(id);
    const asked = { items: [{ id, edition: 1 }] };
    expect(await taker.call("POST Api/Market/Updates", asked)).toEqual([]);

    await maker.call("POST api/sitepage/save", {
      diyPageInfo: { pageId },
      baseRev: 1,
      changes: [{ id: titleId, after: heading(titleId, "新", "New words") }],
    });
    const next = await maker.offer({ ...group, itemId: id });
    expect(next).toMatchObject({ id, edition: 2, state: "review" });
    // The accepted edition stays until the next one is accepted.
    expect(await taker.call("POST Api/Market/Updates", asked)).toEqual([]);
    expect((await taker.list({ keyword: "Edition group" }))[0]).toMatchObject({ edition: 1 });
    expect((await reviewer.decide(id, "accept")).status).toBe(200);
    expect(await taker.call("POST Api/Market/Updates", asked)).toMatchObject([
      { id, edition: 1, latest: 2, name: "Edition group" },
    ]);

    const difference = (await taker.call("GET Api/Market/Difference", {
      id,
      from: 1,
    })) as CallOutput<"GET Api/Market/Difference">;
    expect([difference.from, difference.to]).toEqual([1, 2]);
    expect(Object.keys(difference.before!.records)).toEqual(Object.keys(difference.after.records));
    const changedIds = Object.entries(difference.after.records).flatMap(([key, record]) =>
      JSON.stringify(record) === JSON.stringify(difference.before!.records[key]) ? [] : [key],
    );
    const originIds = Object.values(first.page!.records)
      .filter(({ value }) => JSON.stringify(value).includes("First words"))
      .map(({ origin }) => origin!.record);
    expect(changedIds).toEqual(originIds);
    expect(JSON.stringify(await taker.take(id, 1))).toContain("First words");

    expect((await maker.command("withdraw", id)).status).toBe(200);
    expect(await taker.list({ keyword: "Edition group" })).toEqual([]);
    for (const [name, input] of [
      ["POST Api/Market/Take", { id }],
      ["GET Api/Market/Item", { id }],
      ["GET Api/Market/Difference", { id, from: 1 }],
    ] as const)
      expect((await taker.send(name, input)).status, name).toBe(404);
  });
});

describe("the review", () => {
  it("refuses with a reason, of which the space is told, and judges only what was looked at", async () => {
    const pageId = await maker.page([heading(titleId, "促销", "Buy now")]);
    const { id } = await maker.offer({ kind: "widget", pageId, recordIds: [titleId], name: sameText("Advertisement") });
    const submission = (await reviewer.submissions()).find((found) => found.id === id)!;
    expect(submission).toMatchObject({
      kind: "widget",
      name: "Advertisement",
      edition: 1,
      offeredEdition: null,
      links: [],
    });
    const without = await reviewer.decide(id, "refuse");
    expect([without.status, without.text]).toEqual([422, expect.stringContaining("Enter the reason")]);

    // The space changes the name meanwhile: the decision would be about something else.
    await maker.call("POST Api/{type}/QueryUpdate", {
      type: "marketItem",
      id,
      version: submission.version,
      name: sameText("Other words"),
    } as never);
    const { version } = submission;
    const late = await reviewer.send("POST Api/Market/Review", { id, version, decision: "accept", reason: "" });
    expect(late.status).toBe(409);
    expect((await reviewer.decide(id, "refuse", "This is an advertisement")).status).toBe(200);
    expect((await maker.list({ keyword: "Other words" }))[0]).toMatchObject({
      state: "refused",
      reason: "This is an advertisement",
    });
    const notice = (await maker.notices()).find(
      ({ text }) => text === "“Other words” did not pass review for the market",
    );
    expect(notice).toMatchObject({ detail: "This is an advertisement", url: `/paas/marketItem/edit?id=${id}` });
    expect((await taker.send("GET Api/Market/Item", { id })).status).toBe(404);
    expect((await maker.command("submit", id)).status).toBe(200);
    expect((await reviewer.decide(id, "accept")).status).toBe(200);
    expect((await taker.send("GET Api/Market/Item", { id })).status).toBe(200);
    const deleted = await maker.send("DELETE Api/{type}/QueryDelete", { type: "marketItem", id });
    expect([deleted.status, deleted.text]).toEqual([
      409,
      expect.stringContaining("Withdraw the item before you delete it"),
    ]);
  });

  it("is the business of administrators of the platform, and offers that of administrators of a space", async () => {
    const member = client(server, await newMember(server, maker.owner.tenantId));
    const pageId = await maker.page([heading(titleId, "一", "One")]);
    const input = { kind: "widget", pageId, recordIds: [titleId], name: sameText("Mine") };
    expect((await member.send("POST Api/Market/Offer", input)).status).toBe(403);
    expect((await taker.send("POST Api/Market/Offer", input)).status).toBe(404);
    expect((await maker.send("GET Api/Market/Submissions")).status).toBe(403);
    const { id } = await maker.offer({ ...input, kind: "widget" });
    const own = { id, version: 1, decision: "accept" };
    expect((await maker.send("POST Api/Market/Review", own)).status).toBe(403);
    expect((await taker.command("withdraw", id)).status).toBe(404);
    expect((await taker.send("POST Api/Market/Offer", { ...input, itemId: id })).status).toBe(404);
  });

  it("has limits for each space: items, and items in review, of which one may get a new edition", async () => {
    const space = await marketSpace(server);
    const pageId = await space.page([heading(titleId, "一", "One")]);
    const input = { kind: "widget" as const, pageId, recordIds: [titleId], name: sameText("Many") };
    const { id } = await space.offer({ ...input, submit: false });
    await server.database.tenant(space.owner.tenantId, (tx) =>
      tx.rows(sql`insert into market_item (id, tenant_id, name, kind, class_id, state, edition)
        select gen_random_uuid(), tenant_id, name, kind, class_id, case when n <= ${spaceLimits.reviews} then 'review' else 'draft' end, 1
        from market_item, generate_series(1, ${spaceLimits.items - 1}) n where id = ${id}::uuid`),
    );
    const full = await space.send("POST Api/Market/Offer", { ...input, submit: false });
    expect([full.status, full.text]).toEqual([409, expect.stringContaining(`${spaceLimits.items} market items`)]);
    const busy = await space.command("submit", id);
    expect([busy.status, busy.text]).toEqual([409, expect.stringContaining("can be in review")]);
    // In review itself, as the last one for which there is room.
    await server.database.tenant(space.owner.tenantId, (tx) =>
      tx.rows(sql`update market_item set state = case when id = ${id}::uuid then 'review' else 'draft' end
        where id = ${id}::uuid or id = (select id from market_item where state = 'review' order by id limit 1)`),
    );
    expect((await space.send("POST Api/Market/Offer", { ...input, itemId: id })).status).toBe(200);
    const own = contentOf(await space.send("GET Api/Market/Page", { scope: "own", pageIndex: 2, pageSize: 60 }));
    expect(own).toMatchObject({ total: spaceLimits.items, pageIndex: 2 });
  });
});

describe("the preview of an item", () => {
  it("is a page of its own, for everybody when it is offered, and else for whoever has its address", async () => {
    const pageId = await maker.page([heading(titleId, "预览", "Preview words")]);
    const { id } = await maker.offer({ kind: "widget", pageId, recordIds: [titleId], name: sameText("Preview item") });
    const [own] = await maker.list({ keyword: "Preview item" });
    const read = (url: string) => fetch(`${server.url}${url}&language=en`);
    const waiting = await read(own!.url);
    expect([waiting.status, await waiting.text()]).toEqual([200, expect.stringContaining("Preview words")]);
    expect(waiting.headers.get("cache-control")).toContain("no-store");
    const reviewed = (await reviewer.submissions()).find((submission) => submission.id === id)!.url;
    expect(reviewed).toBe(own!.url);
    const bare = `/outer/market?id=${id}`;
    for (const url of [bare, `${bare}&edition=1&token=${"0".repeat(32)}`, own!.url.replace("edition=1", "edition=2")])
      expect((await read(url)).status, url).toBe(404);
    expect((await reviewer.decide(id, "accept")).status).toBe(200);
    const offered = await read(bare);
    expect([offered.status, await offered.text()]).toEqual([200, expect.stringMatching(/noindex[\s\S]*Preview words/)]);
    expect((await read("/outer/market?id=x")).status).toBe(404);
  });

  it("of a theme is the home page of a template in its colours", async () => {
    const tokens = { brand: "#7a1f3d", headingFonts: "serif" };
    const { id: themeId } = (await maker.call("POST Api/{type}/QueryAdd", {
      type: "theme",
      name: sameText("Shown theme"),
      ...tokens,
    } as never)) as { id: string };
    const id = await accepted({ kind: "theme", themeId, name: sameText("Shown theme") });
    const [entry] = await taker.list({ keyword: "Shown theme" });
    expect(entry!.url).toBe(`/outer/market?id=${id}`);
    const html = await (await fetch(`${server.url}${entry!.url}&language=en`)).text();
    expect(html).toContain("--brand:#7a1f3d");
    expect(html).toContain("Shown theme");
  });
});
