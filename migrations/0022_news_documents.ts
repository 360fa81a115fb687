import type pg from "pg";
import { richTextFromMarkdown } from "#kit/rich-text-from-markdown.ts";
import type { RichText } from "#kit/rich-text.ts";
import type { MigrationProgram } from "#server/postgres/migrations.server.ts";

/** Rows in memory at once. */
const chunk = 200;

type Body = Readonly<Record<string, unknown>> | null;

/** The texts of a body that are still Markdown as formatted texts; undefined where none is. */
function formattedBody(body: Body): Record<string, RichText | unknown> | null | undefined {
  if (body === null || !Object.values(body).some((text) => typeof text === "string")) return undefined;
  const texts = Object.entries(body)
    .map(([language, text]) => [language, typeof text === "string" ? richTextFromMarkdown(text) : text])
    .filter(([, text]) => text !== null);
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

/** Converts a JSON column of a table, or the body within it, by the ids of its rows. */
async function convert(client: pg.ClientBase, rows: { from: string; body: string; set: string }): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { rows: found } = await client.query<{ id: string; body: Body }>(
      `select id, ${rows.body} as body from ${rows.from} and id > $1 order by id limit ${chunk}`,
      [after],
    );
    for (const { id, body } of found) {
      const formatted = formattedBody(body);
      // oxlint-disable-next-line no-await-in-loop
      if (formatted !== undefined) await client.query(rows.set, [id, JSON.stringify(formatted)]);
    }
    if (found.length < chunk) return;
    after = found.at(-1)!.id;
  }
}

/**
 * The body of a piece of news was Markdown and is a formatted text (docs/decisions/043-editors.md). What history says of it is written anew with it, so that earlier versions
 * can still be read and restored: the words are the same. History lets nobody change it, which has to be set aside for that.
 */
const convertNews: MigrationProgram = async (client) => {
  await client.query("set local meridian.tenant = '*'");
  await convert(client, {
    from: "news where body is not null",
    body: "body",
    set: "update news set body = nullif($2::jsonb, 'null') where id = $1::uuid",
  });
  await client.query("alter table row_change no force row level security");
  for (const side of ["before", "after"])
    // oxlint-disable-next-line no-await-in-loop
    await convert(client, {
      from: `row_change where entity = 'news' and jsonb_typeof(${side} -> 'body') = 'object'`,
      body: `${side} -> 'body'`,
      set: `update row_change set ${side} = jsonb_set(${side}, '{body}', $2::jsonb) where id = $1::uuid`,
    });
  await client.query("alter table row_change force row level security");
};

export default convertNews;
