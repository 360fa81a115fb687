/** The migration of news that an earlier version stored as Markdown. */
import pg from "pg";
import { expect, it } from "vitest";
import { richTextHtml } from "#kit/rich-text-html.ts";
import { markdown } from "#kit/markdown.ts";
import type { RichText } from "#kit/rich-text.ts";
import convertNews from "../migrations/0022_news_documents.ts";
import { copyDatabase } from "./support/server.ts";

const markdownText = "第一段 **粗体**\n\n- 一\n- 二\n\n![图](/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.webp)";

it("B-116: converts Markdown bodies to formatted texts that render the same, in rows, deleted rows and history, and only once", async () => {
  const client = new pg.Client({ connectionString: await copyDatabase() });
  await client.connect();
  try {
    await client.query("set meridian.tenant = '*'");
    const { rows: news } = await client.query<{ id: string }>("select id from news order by id");
    expect(news.length).toBeGreaterThan(4);
    const [bothLanguages, oneLanguage, blank, empty, deleted] = news.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const markdownBody = { zh: markdownText, en: "Plain\nwords" };
    const bodies = [
      [bothLanguages, markdownBody],
      [oneLanguage, { en: markdownText }],
      [blank, { zh: " \n" }],
      [empty, null],
      [deleted, markdownBody],
    ] as const;
    for (const [id, body] of bodies)
      await client.query("update news set body = $2::jsonb where id = $1", [
        id,
        body === null ? null : JSON.stringify(body),
      ]);
    await client.query("update news set deleted_at = now() where id = $1", [deleted]);
    await client.query(
      `insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, group_id, before, after)
        select gen_random_uuid(), tenant_id, 'news', id, 90, 'update', 'program', gen_random_uuid(), $2::jsonb, $3::jsonb from news where id = $1`,
      [bothLanguages, JSON.stringify({ body: { zh: "旧" }, sort: 1 }), JSON.stringify({ body: markdownBody, sort: 2 })],
    );
    const migrate = async () => {
      await client.query("begin");
      await convertNews(client);
      await client.query("commit");
    };
    await migrate();
    const bodyOf = async (id: string) =>
      (await client.query<{ body: Record<string, RichText> | null }>("select body from news where id = $1", [id]))
        .rows[0]!.body;
    const normalizeHtml = (html: string) =>
      html
        .replaceAll(/>\s+/g, ">")
        .replaceAll(/\s+</g, "<")
        .replaceAll(/<p>(<img [^>]*>)<\/p>/g, "$1");
    for (const id of [bothLanguages, deleted]) {
      const body = (await bodyOf(id))!;
      expect(normalizeHtml(richTextHtml(body.zh!).html)).toBe(normalizeHtml(markdown(markdownText).html));
      expect(richTextHtml(body.en!).html).toBe("<p>Plain words</p>");
    }
    expect(Object.keys((await bodyOf(oneLanguage))!)).toEqual(["en"]);
    expect([await bodyOf(blank), await bodyOf(empty)]).toEqual([null, null]);

    const changeOf = async () =>
      (
        await client.query<{ before: { body: Record<string, RichText>; sort: number }; after: { body: unknown } }>(
          "select before, after from row_change where row_id = $1 and version = 90",
          [bothLanguages],
        )
      ).rows[0]!;
    const change = await changeOf();
    expect(richTextHtml(change.before.body.zh!).html).toBe("<p>旧</p>");
    expect(change.before.sort).toBe(1);
    expect(change.after.body).toEqual(await bodyOf(bothLanguages));
    const before = await bodyOf(bothLanguages);
    await migrate();
    expect([await bodyOf(bothLanguages), await changeOf()]).toEqual([before, change]);
    // History is read-only again.
    const { rowCount } = await client.query("update row_change set version = 91 where row_id = $1", [bothLanguages]);
    expect(rowCount).toBe(0);
  } finally {
    await client.end();
  }
});
