/** What may go from one space to another with a theme: hostile pages are refused when they are offered, and harmless where they are stored all the same. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { marketLimits } from "#kit/market.ts";
import type { PageDocument } from "#kit/page.ts";
import { cleanDocument, withFiles, withItemIds } from "#features/builder/market/clean-document.server.ts";
import { setting, texts, widget } from "./support/hostile-pages.ts";
import { featureWith, heading, marketReviewer, marketSpace } from "./support/market.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const [maker, taker, reviewer] = await Promise.all([marketSpace(server), marketSpace(server), marketReviewer(server)]);
const id = "wd_aaaaaaaaaa";
const rowId = "0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b";
const pageOf = (...records: { id: string }[]) =>
  ({
    schema: 1,
    setting,
    records: Object.fromEntries(records.map((record) => [record.id, record])),
  }) as unknown as PageDocument;
const themeWith = (...pages: unknown[]) => ({ tokens: { brand: "#1d4ed8" }, pages }) as never;
const textWith = (text: string) => widget(id, { name: "rich-text", value: { heading: texts, text: { en: text } } });
const messages = (document: never) =>
  cleanDocument(document)
    .problems.map(({ message }) => message.en)
    .join();

describe("the pages of a theme that is cleaned", () => {
  it.each([
    ["a script", "<script src=//sink.test></script>", "script"],
    ["a style", "<style>@import url(//sink.test)</style>", "script"],
    ["a tracking picture", "![](https://sink.test/p.gif?u=1)", "another website"],
    ["the id of a row", `[x](/admin/news/edit?id=${rowId})`, "ID of a record"],
    ["a private file", `[x](/files/private/${rowId})`, "private file"],
  ])("lose a text with %s, and say on which page", (_what, text, refusal) => {
    const { document, problems } = cleanDocument(themeWith({ key: "a", path: "/about", page: pageOf(textWith(text)) }));
    expect(problems).toEqual([
      expect.objectContaining({
        page: "/about",
        message: expect.objectContaining({ en: expect.stringContaining(refusal) }),
      }),
    ]);
    expect(JSON.stringify(document)).not.toMatch(/sink\.test|<script|0190d7a2/);
    expect(cleanDocument(document).document).toEqual(document);
  });

  it("are those with an address that a page can have, each once", () => {
    const page = pageOf(heading(id, "一", "One"));
    const paths = [
      "/about",
      "/about",
      "javascript:alert(1)",
      "/../x",
      "/paas/list",
      `/order-${rowId}`,
      "/a".repeat(90),
    ];
    const { document, problems } = cleanDocument(
      themeWith(...paths.map((path, index) => ({ key: String(index), path, page }))),
    );
    expect(document.pages!.map(({ path }) => path)).toEqual(["/about"]);
    expect(problems).toHaveLength(paths.length - 1);
    expect(messages(themeWith({ key: "a", path: "/about", page }, { key: "b", path: "/about", page }))).toContain(
      "Two pages have the path /about",
    );
  });

  it("are limited in number, components and bytes, all together", () => {
    const many = Array.from({ length: marketLimits.pages + 2 }, (_, n) => ({
      key: String(n),
      path: `/page-${n}`,
      page: pageOf(heading(id, "一", "One")),
    }));
    expect(cleanDocument(themeWith(...many)).document.pages).toHaveLength(marketLimits.pages);
    expect(messages(themeWith(...many))).toContain(`The limit is ${marketLimits.pages}`);
    const records = (prefix: string) =>
      Array.from({ length: 400 }, (_, n) =>
        widget(`wd_${prefix}${String(n).padStart(6, "0")}`, { order: `a${String(n).padStart(5, "0")}x` }),
      );
    const full = ["/one", "/two"].map((path) => ({ key: path, path, page: pageOf(...records(path.slice(1))) }));
    expect(cleanDocument(themeWith(...full)).document.pages).toHaveLength(1);
    expect(messages(themeWith(...full))).toContain(`The limit is ${marketLimits.records} for all pages together`);
    const long = { zh: "长".repeat(10_000) };
    const large = Array.from({ length: 20 }, (_, n) =>
      widget(`wd_large${String(n).padStart(5, "0")}`, { name: "rich-text", value: { heading: texts, text: long } }),
    );
    const heavy = ["/one", "/two"].map((path) => ({ key: path, path, page: pageOf(...large) }));
    expect(cleanDocument(themeWith(...heavy)).document.pages).toHaveLength(1);
    expect(messages(themeWith(...heavy))).toContain("1 MB");
  });

  it("are nothing where something else is stored", () => {
    for (const page of [
      null,
      1,
      "x",
      {},
      { setting, records: [] },
      { setting, records: { [id]: null } },
      { records: {} },
    ])
      expect(cleanDocument(themeWith({ key: "a", path: "/a", page })).document).toEqual({
        tokens: { brand: "#1d4ed8" },
      });
    expect(cleanDocument({ tokens: {}, pages: "x" } as never).document).toEqual({ tokens: {} });
  });

  it("get ids that say nothing about the space, none of them twice, and files of their own only", () => {
    const key = `${rowId}_40x30_.webp`;
    const pages = ["/one", "/two"].map((path) => ({
      key: `${rowId}${path}`,
      path,
      page: pageOf(featureWith(id, `/files/${key}`)),
    }));
    const { document, files } = cleanDocument(themeWith(...pages));
    expect([...files.keys()]).toEqual([key]);
    const item = withItemIds(withFiles(document, new Map()), "0190d7a2-0000-7000-8000-000000000000");
    expect(JSON.stringify(item)).not.toContain("0190d7a2");
    const ids = item.pages!.flatMap(({ page }) => Object.keys(page.records));
    expect(new Set(ids).size).toBe(2);
  });
});

describe("an offer of a theme", () => {
  const newTheme = async () =>
    (
      (await maker.call("POST Api/{type}/QueryAdd", {
        type: "theme",
        name: sameText("Door"),
        brand: "#1d4ed8",
      } as never)) as {
        id: string;
      }
    ).id;

  it("is refused with a hostile page, a page of another space, or too many of them", async () => {
    const themeId = await newTheme();
    const offer = (pageIds: string[]) =>
      maker.send("POST Api/Market/Offer", { kind: "theme", themeId, pageIds, name: sameText("Door") });
    const hostile = await maker.page([textWith("<script>alert(1)</script> ![](https://sink.test/p.gif)")]);
    const refused = await offer([hostile]);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("Remove the script")]);
    const picture = await maker.page([featureWith(id, await taker.picture("#aabbcc"))]);
    expect((await offer([picture])).text).toContain("not one of this space");
    const foreign = await taker.page([heading(id, "一", "One")]);
    expect((await offer([foreign])).status).toBe(404);
    const many = Array.from({ length: marketLimits.pages + 1 }, () => crypto.randomUUID());
    expect((await offer(many)).status).toBe(422);
    expect(await maker.list({ scope: "own" })).toEqual([]);
  });

  it("that somebody has put into the database all the same cannot be accepted, and is harmless when it is taken", async () => {
    const themeId = await newTheme();
    const pageId = await maker.page([heading(id, "一", "One")]);
    const offer = { kind: "theme" as const, themeId, pageIds: [pageId], name: sameText("Planted") };
    const { id: itemId } = await maker.offer(offer);
    const image = await maker.picture("#001122");
    const hostile = {
      tokens: { brand: "url(//sink.test)", css: "x" },
      pages: [
        { key: "a", path: "/planted", page: pageOf(textWith("<script>alert(1)</script>")) },
        { key: "b", path: "/paas/list", page: pageOf(heading(id, "二", "Program path")) },
        { key: "c", path: "/track", page: pageOf(featureWith(id, "https://sink.test/p.gif")) },
        { key: "d", path: "/foreign", page: pageOf(featureWith(id, image)) },
        { key: "e", path: "/broken", page: { setting, records: { [id]: { kind: "x" } } } },
      ],
    };
    const plant = (table: string) =>
      server.database.system((tx) =>
        tx.rows(sql`update ${sql.identifier(table)} set document = ${JSON.stringify(hostile)}::jsonb
          where ${sql.identifier(table === "market_item" ? "id" : "offer_id")} = ${itemId}::uuid`),
      );
    expect((await reviewer.decide(itemId, "accept")).status).toBe(200);
    await plant("market_edition");
    const stranger = await marketSpace(server);
    const { themeId: own, pages } = await stranger.take(itemId);
    expect(pages!.map(({ path }) => path)).not.toContain("/paas/list");
    const stored = await server.database.read<{ text: string }>(
      stranger.owner.tenantId,
      sql`select document::text as text from page where theme = ${own!}::uuid
        union all select row_to_json(theme)::text from theme where id = ${own!}::uuid`,
    );
    const all = stored.map(({ text }) => text).join();
    expect(all).not.toMatch(/script>|sink\.test|"css"/);
    // The files of an item are those of the space that offers it, as copies.
    expect(all).not.toContain(image);
    expect(JSON.stringify(await stranger.call("GET Api/Market/Item", { id: itemId }))).not.toMatch(
      /script>|sink\.test/,
    );
    expect(JSON.stringify(await stranger.call("GET Api/Market/ThemeUpdate", { themeId: own! }))).not.toContain("sink");

    await maker.offer({ ...offer, itemId });
    await plant("market_item");
    const refused = await reviewer.decide(itemId, "accept");
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("only refuse it")]);
  });

  it("costs the taker its quota: beyond it neither theme nor pages are added", async () => {
    const themeId = await newTheme();
    const pageId = await maker.page([featureWith(id, await maker.picture("#778899"))]);
    const { id: itemId } = await maker.offer({
      kind: "theme",
      themeId,
      pageIds: [pageId],
      name: sameText("Quota theme"),
    });
    expect((await reviewer.decide(itemId, "accept")).status).toBe(200);
    const stranger = await marketSpace(server);
    const count = async (type: string) =>
      ((await stranger.call("GET Api/{type}/QueryList", { type })) as object[]).length;
    const before = [await count("theme"), await count("page")];
    await server.database.tenant(stranger.owner.tenantId, (tx) =>
      tx.rows(sql`insert into storage_file (id, tenant_id, path, name, file_type, size, uploaded_at, is_used)
        values (gen_random_uuid(), ${stranger.owner.tenantId}::uuid, '/files/x', 'x', 'image', ${5e12}, now(), true)`),
    );
    const refused = await stranger.send("POST Api/Market/Take", { id: itemId });
    expect([refused.status, refused.text]).toEqual([413, expect.stringContaining("file limit")]);
    expect([await count("theme"), await count("page")]).toEqual(before);
  });
});
