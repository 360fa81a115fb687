/** What may go from one space to another: hostile content is refused when it is offered, and harmless where it is stored all the same. */
import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { marketLimits } from "#kit/market.ts";
import type { PageDocument } from "#kit/page.ts";
import { cleanPage } from "#features/builder/market/clean.server.ts";
import { cleanDocument, withFiles } from "#features/builder/market/clean-document.server.ts";
import { outwardLinks } from "#features/builder/market/review.server.ts";
import { type Answer, contentOf } from "./support/client.ts";
import { canvas, group, node, setting, texts, widget } from "./support/hostile-pages.ts";
import { featureWith, heading, marketReviewer, marketSpace } from "./support/market.ts";
import { grant, roleFactories, sameText } from "./support/roles.ts";
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

/** Texts that must not leave a space, with a word of the refusal in English. */
const hostileTexts: [what: string, text: string, refusal: string][] = [
  ["a script", "Hello <script src=//sink.test></script>", "script"],
  ["a script in capitals with spaces", "< SCRIPT >alert(1)</SCRIPT >", "script"],
  ["a style", "<style>@import url(//sink.test)</style>", "script"],
  ["a frame", '<iframe src="//sink.test">', "script"],
  ["an SVG", "<svg/onload=alert(1)>", "script"],
  ["an event attribute", "<b onclick = alert(1)>x</b>", "script"],
  ["a javascript: address with a line break", "[x](java\nscript:alert(1))", "script"],
  ["a data: page", "[x](data:text/html,<b>)", "script"],
  ["a tracking picture", "Hello ![](https://sink.test/p.gif?u=1)", "another website"],
  ["a picture of another host without a scheme", "![x]( //sink.test/p.gif)", "another website"],
  ["a picture by reference", "![x][p]\n\n[p]: https://sink.test/p.gif", "another website"],
  ["the id of a row", `See [the order](/admin/news/edit?id=${rowId})`, "ID of a record"],
  ["a private file", `[list](/files/private/${rowId})`, "private file"],
];

it("statements that reach the items of several spaces stand in the door, and nowhere else", () => {
  const reaching = globSync("src/**/*.ts").filter((file) => {
    const text = readFileSync(file, "utf8");
    return /\bmarket_(?:item|offer|edition)\b/.test(text) && /\.read<[^(]*\(\s*"\*"|\.system\(/.test(text);
  });
  // The uses of a file by other spaces are counted, whatever table has them.
  expect(reaching.toSorted()).toEqual([
    "src/features/builder/market/door.server.ts",
    "src/features/media/file-uses.server.ts",
  ]);
});

describe("a page that is cleaned", () => {
  it.each(hostileTexts)("loses a text with %s, and says so", (_what, text, refusal) => {
    const source = pageOf(widget(id, { name: "rich-text", value: { heading: texts, text: { zh: text, en: "fine" } } }));
    const { document, problems } = cleanPage(source);
    expect(problems.map(({ message }) => message.en).join()).toContain(refusal);
    expect(JSON.stringify(document)).not.toMatch(/sink\.test|<script|0190d7a2|onclick|javascript|java\\nscript/i);
    expect(cleanPage(document.page).document).toEqual(document);
  });

  it("keeps ordinary text, links and Markdown", () => {
    const text = "2 < 3 & “on” = off: [Docs](https://example.com/a?b=1), ![Logo](/assets/logo.svg), on = x.";
    const source = pageOf(widget(id, { name: "rich-text", value: { heading: texts, text: { zh: text, en: text } } }));
    const { document, problems } = cleanPage(source);
    expect(problems).toEqual([]);
    expect(document.page.records[id]!.value.text).toEqual({ zh: text, en: text });
  });

  it("has no settings, marks and components that the program does not know, and nothing that is hidden", () => {
    const source = pageOf(
      widget(id, { isLocked: true, value: { heading: texts, dataSource: "orders", token: "secret", events: [{}] } }),
      widget("wd_bbbbbbbbbb", { name: "script", order: "a1" }),
      canvas("wd_cccccccccc", { order: "a2" }),
      node("nd_dddddddddd", "wd_cccccccccc", { isHidden: true, value: { title: { en: "hidden words" } } }),
      node("nd_eeeeeeeeee", "wd_bbbbbbbbbb"),
      widget("wd_ffffffffff", { origin: { item: rowId, edition: 1, record: id }, order: "a3" }),
    );
    const { document, problems } = cleanPage(source);
    expect(Object.keys(document.page.records)).toEqual([id, "wd_cccccccccc", "wd_ffffffffff"]);
    expect(JSON.stringify(document)).not.toMatch(/orders|secret|hidden words|isLocked|origin/);
    expect(problems.map(({ id: subject, message }) => [subject, message.en])).toEqual(
      expect.arrayContaining([["wd_bbbbbbbbbb", "Component not found"]]),
    );
  });

  it("is limited in records, bytes and depth", () => {
    const many = Array.from({ length: marketLimits.records + 5 }, (_, n) =>
      widget(`wd_many${String(n).padStart(6, "0")}`, { order: `a${String(n).padStart(5, "0")}x` }),
    );
    const cut = cleanPage(pageOf(...many));
    expect(Object.keys(cut.document.page.records)).toHaveLength(marketLimits.records);
    expect(cut.problems[0]!.message.en).toContain(`The limit is ${marketLimits.records}`);
    const long = "长".repeat(10_000);
    const large = Array.from({ length: 40 }, (_, n) =>
      widget(`wd_large${String(n).padStart(5, "0")}`, {
        name: "rich-text",
        value: { heading: texts, text: { zh: long } },
      }),
    );
    expect(cleanPage(pageOf(...large)).problems[0]!.message.en).toContain("1 MB");
    let nested: unknown = "x";
    for (let depth = 0; depth < 40; depth += 1) nested = { zh: nested };
    expect(JSON.stringify(cleanPage(pageOf(widget(id, { value: { heading: nested } }))).document)).not.toContain('"x"');
    const groups = Array.from({ length: 12 }, (_, n) => group(`gr_deep${n}`, n === 0 ? id : `gr_deep${n - 1}`));
    const deep = cleanPage(pageOf(canvas(id), ...groups));
    expect(Object.keys(deep.document.page.records).length).toBeLessThan(12);
  });

  it("of a theme has colours, numbers within limits and keys of lists only", () => {
    const hostile = { brand: "url(//sink.test)", shadow: "none}body{", textSize: 4000, css: "x", ink: "#112233" };
    const { document, problems } = cleanDocument({ tokens: hostile as never });
    expect(document).toEqual({ tokens: { ink: "#112233" } });
    expect(problems.map(({ field }) => field).toSorted()).toEqual(["brand", "shadow", "textSize"]);
  });

  describe("with a formatted text", () => {
    const canvasId = "wd_cccccccccc";
    const nodeId = "nd_aaaaaaaaaa";
    /** A text on a canvas whose word leads to `href`, and the page with it. `words`: those of the format. */
    const pageWithLink = (href: string, words = "Here") => {
      const text = { type: "text", text: words, marks: [{ type: "link", attrs: { href } }] };
      const en = { type: "doc", content: [{ type: "paragraph", content: [text] }] };
      const more = { value: { title: { en: "Here" } }, formats: { title: { en } } };
      return pageOf(canvas(canvasId), node(nodeId, canvasId, more));
    };
    const formatIn = (page: PageDocument) => {
      const record = page.records[nodeId]!;
      return record.kind === "node" ? record.formats?.title?.en : undefined;
    };

    it.each([
      ["a private file", `/files/private/${rowId}`, "private file"],
      ["a name and password", "https://user:secret@sink.test/", "username or password"],
      ["the id of a row", `/admin/news/edit?id=${rowId}`, "ID of a record"],
    ])("loses its format with a link to %s, and says so", (_what, href, refusal) => {
      const { document, problems } = cleanPage(pageWithLink(href));
      expect(problems.map(({ field, message }) => [field, message.en])).toEqual([
        ["title", expect.stringContaining(refusal)],
      ]);
      expect(formatIn(document.page)).toBeUndefined();
      expect(document.page.records[nodeId]!.value.title).toEqual({ en: "Here" });
    });

    it("loses the format of other words, earlier texts and names with the id of a row", () => {
      const { records, ...page } = pageWithLink("https://example.com/", "Earlier words");
      const outdated = [{ field: "title", locale: "en", text: "Earlier words", source: rowId }];
      const label = `Order ${rowId}`;
      const { document, problems } = cleanPage({
        ...page,
        records: { ...records, [nodeId]: { ...records[nodeId], outdated, label } as never },
      });
      expect(JSON.stringify(document)).not.toMatch(/Earlier words|0190d7a2/);
      expect(problems.map(({ field }) => field)).toEqual(["label"]);
    });

    it("shows reviewers where its links lead, and takes copies of the files that they name", () => {
      expect(outwardLinks(cleanPage(pageWithLink("https://sink.test/")).document)).toEqual(["https://sink.test/"]);
      const key = `${rowId}_.pdf`;
      const { document, files, problems } = cleanPage(pageWithLink(`/files/${key}`));
      expect([problems, [...files]]).toEqual([[], [[key, nodeId]]]);
      expect(formatIn(withFiles(document, new Map()).page!)).toBeUndefined();
      const copied = withFiles(document, new Map([[key, "new.pdf"]]));
      expect(JSON.stringify(formatIn(copied.page!))).toContain('"/files/new.pdf"');
    });
  });

  it("shows no file for which there is no copy", () => {
    const key = `${rowId}_40x30_.webp`;
    const { document, files } = cleanPage(pageOf(featureWith(id, `/files/${key}`)));
    expect([...files]).toEqual([[key, id]]);
    expect(withFiles(document, new Map()).page!.records[id]!.value.image).toBeNull();
    const copied = withFiles(document, new Map([[key, "new.webp"]]));
    expect(copied.page!.records[id]!.value.image).toBe("/files/new.webp");
  });
});

describe("an offer", () => {
  const refusalOf = async (pageId: string, recordIds: string[]) => {
    const input = { kind: recordIds.length > 1 ? "group" : "widget", pageId, recordIds, name: sameText("Hostile") };
    const { status, body } = await maker.send("POST Api/Market/Offer", input);
    return {
      status,
      problems:
        (body.details as { problems?: { id: string; message: string }[] } | undefined)?.problems ?? body.problems,
    };
  };

  it("is refused in words that name the component: scripts, tracking pictures, row ids", async () => {
    const value = { heading: texts, text: { zh: "好", en: "<script>alert(1)</script> ![](https://sink.test/p.gif)" } };
    const pageId = await maker.page([widget(id, { name: "rich-text", value })]);
    const { status, problems } = await refusalOf(pageId, [id]);
    expect(status).toBe(422);
    expect(JSON.stringify(problems)).toContain(id);
    expect(JSON.stringify(problems)).toContain("Remove the script, style or embedded code");
    const own = await maker.list({ scope: "own" });
    expect(own).toEqual([]);
  });

  it("is refused with a picture of another space, on the page or as the picture of the item", async () => {
    const foreign = await taker.picture("#aabbcc");
    const pageId = await maker.page([featureWith(id, foreign)]);
    const { status, problems } = await refusalOf(pageId, [id]);
    expect([status, JSON.stringify(problems)]).toEqual([422, expect.stringContaining("not one of this space")]);
    const plain = await maker.page([heading(id, "一", "One")]);
    const input = { kind: "widget", pageId: plain, recordIds: [id], name: sameText("X"), image: foreign };
    expect((await maker.send("POST Api/Market/Offer", input)).status).toBe(422);
    expect((await maker.send("POST Api/Market/Offer", { ...input, image: "https://sink.test/p.gif" })).status).toBe(
      422,
    );
  });

  it("that somebody has put into the database all the same cannot be accepted, and is harmless when it is taken", async () => {
    const image = await taker.picture("#001122");
    const pageId = await maker.page([
      heading(id, "一", "One"),
      featureWith("wd_bbbbbbbbbb", await maker.picture("#334455")),
    ]);
    const recordIds = [id, "wd_bbbbbbbbbb"];
    const { id: itemId } = await maker.offer({ kind: "group", pageId, recordIds, name: sameText("Planted") });
    const hostile = pageOf(
      widget(id, {
        name: "rich-text",
        value: { heading: texts, text: { en: "<script>alert(1)</script>" }, html: "<b>" },
      }),
      featureWith("wd_bbbbbbbbbb", image),
      featureWith("wd_cccccccccc", "https://sink.test/p.gif", { order: "a2" }),
    );
    const plant = (table: string) =>
      server.database.system((tx) =>
        tx.rows(sql`update ${sql.identifier(table)} set document = ${JSON.stringify({ page: hostile })}::jsonb
          where ${sql.identifier(table === "market_item" ? "id" : "offer_id")} = ${itemId}::uuid`),
      );
    const good = await reviewer.decide(itemId, "accept");
    expect(good.status).toBe(200);
    await plant("market_edition");
    const stranger = await marketSpace(server);
    const taken = JSON.stringify(await stranger.take(itemId));
    // The picture belongs to neither the maker nor the taker.
    expect(taken).not.toMatch(/script>|sink\.test|"html"/);
    expect(taken).not.toContain(image);
    expect(JSON.stringify(await stranger.call("GET Api/Market/Item", { id: itemId }))).not.toMatch(
      /script>|sink\.test/,
    );

    await maker.offer({ kind: "group", pageId, recordIds, itemId });
    await plant("market_item");
    const refused = await reviewer.decide(itemId, "accept");
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("only refuse it")]);
  });

  it("costs the taker its quota: beyond it nothing is copied", async () => {
    const pageId = await maker.page([featureWith(id, await maker.picture("#778899"))]);
    const { id: itemId } = await maker.offer({ kind: "widget", pageId, recordIds: [id], name: sameText("Quota") });
    expect((await reviewer.decide(itemId, "accept")).status).toBe(200);
    const stranger = await marketSpace(server);
    await server.database.tenant(stranger.owner.tenantId, (tx) =>
      tx.rows(sql`insert into storage_file (id, tenant_id, path, name, file_type, size, uploaded_at, is_used)
        values (gen_random_uuid(), ${stranger.owner.tenantId}::uuid, '/files/x', 'x', 'image', ${5e12}, now(), true)`),
    );
    const refused = await stranger.send("POST Api/Market/Take", { id: itemId });
    expect([refused.status, refused.text]).toEqual([413, expect.stringContaining("file limit")]);
  });

  it("of a theme is taken by people who may add themes only", async () => {
    const theme = { type: "theme", name: sameText("Autumn"), brand: "#a63a12" };
    const { id: themeId } = (await maker.call("POST Api/{type}/QueryAdd", theme as never)) as { id: string };
    const { id: itemId } = await maker.offer({ kind: "theme", themeId, name: sameText("Autumn") });
    expect((await reviewer.decide(itemId, "accept")).status).toBe(200);
    const { memberWith } = roleFactories(server, taker.owner);
    const editor = await memberWith([grant("page", ["read", "update"])]);
    const designer = await memberWith([grant("page", ["read", "update"]), grant("theme", ["read", "add"])]);
    expect((await editor.send("POST Api/Market/Take", { id: itemId })).status).toBe(403);
    expect((await designer.send("POST Api/Market/Take", { id: itemId })).status).toBe(200);
  });

  it("of a theme is taken once, however often the request with its key is sent", async () => {
    const theme = { type: "theme", name: sameText("Repeated"), brand: "#1f6f4a" };
    const { id: themeId } = (await maker.call("POST Api/{type}/QueryAdd", theme as never)) as { id: string };
    const { id: itemId } = await maker.offer({ kind: "theme", themeId, name: sameText("Repeated") });
    expect((await reviewer.decide(itemId, "accept")).status).toBe(200);
    const space = await marketSpace(server);
    const send = (key: string) => space.send("POST Api/Market/Take", { id: itemId }, { "idempotency-key": key });
    const key = crypto.randomUUID();
    const [one, other] = await Promise.all([send(key), send(key)]);
    expect([one.status, other.status].toSorted()).toEqual([200, expect.toBeOneOf([200, 409])]);
    const takenId = (answer: Answer) => (contentOf(answer) as { themeId: string }).themeId;
    const first = takenId(one.status === 200 ? one : other);
    expect(takenId(await send(key))).toBe(first);
    const copies = async () =>
      ((await space.call("GET Api/{type}/QueryList", { type: "theme" })) as { id: string; name: { en: string } }[])
        .filter(({ name }) => name.en === "Repeated")
        .map(({ id: copyId }) => copyId);
    expect(await copies()).toEqual([first]);
    expect((await send(crypto.randomUUID())).status).toBe(200);
    expect(await copies()).toHaveLength(2);
  });

  it("of components is answered again for the same key", async () => {
    const pageId = await maker.page([heading(id, "再", "Again words")]);
    const { id: itemId } = await maker.offer({ kind: "widget", pageId, recordIds: [id], name: sameText("Again") });
    expect((await reviewer.decide(itemId, "accept")).status).toBe(200);
    const header = { "idempotency-key": crypto.randomUUID() };
    const first = await taker.send("POST Api/Market/Take", { id: itemId }, header);
    const second = await taker.send("POST Api/Market/Take", { id: itemId }, header);
    expect([first.status, contentOf(second)]).toEqual([200, contentOf(first)]);
    expect(JSON.stringify(contentOf(second))).toContain("Again words");
  });

  it("is withdrawn also while its next edition is a draft", async () => {
    const pageId = await maker.page([heading(id, "一", "One")]);
    const input = { kind: "widget" as const, pageId, recordIds: [id], name: sameText("Twice") };
    const { id: itemId } = await maker.offer(input);
    expect((await reviewer.decide(itemId, "accept")).status).toBe(200);
    await maker.offer({ ...input, itemId, submit: false });
    expect((await taker.list()).some((item) => item.id === itemId)).toBe(true);
    expect((await maker.command("withdraw", itemId)).status).toBe(200);
    expect((await taker.list()).some((item) => item.id === itemId)).toBe(false);
  });
});
