/** The order of news: publish dates, pinned items, sort numbers, and links to neighbours. */
import { sql } from "drizzle-orm";
import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client } from "./support/client.ts";
import { type Person, superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
let admin: Person;
let call: Client["call"];
beforeAll(async () => {
  admin = await superAdministrator(server);
  call = client(server, admin).call;
  await server.database.tenant(admin.tenantId, (tx) => tx.rows(sql`delete from news`));
});

const add = async (name: string, values: object) =>
  (await call("POST Api/{type}/QueryAdd", {
    type: "news",
    title: { zh: name, en: name },
    kind: "company",
    ...values,
  })) as AnyRow;
const update = async ({ id, version }: AnyRow, values: object) =>
  (await call("POST Api/{type}/QueryUpdate", { type: "news", id, version, ...values })) as AnyRow;
const titles = ({ rows }: TableResult) => rows.map(({ title }) => (title as { en: string }).en);
const titlesInList = async (more: object = {}) =>
  titles(
    (
      (await call("POST paas/table/search", { paraModel: { url: "/paas/news/list", ...more } })) as {
        result: TableResult;
      }
    ).result,
  );
const readHtml = async (path: string) =>
  (await fetch(`${server.url}${path}`, { headers: { cookie: "locale_value=en" } })).text();
/** The titles that a page shows, in its order. */
const visibleTitles = (html: string, names: readonly string[]) =>
  names
    .map((name) => ({ name, at: html.indexOf(`>${name}<`) }))
    .filter(({ at }) => at !== -1)
    .toSorted((first, second) => first.at - second.at)
    .map(({ name }) => name);

it("sets the date when a row is published, unless one is given", async () => {
  const start = Date.now();
  const publishedAtOnce = await add("born published", { status: "published" });
  expect(Date.parse(String(publishedAtOnce.publishedAt))).toBeGreaterThanOrEqual(start);
  const draft = await add("draft first", { status: "draft" });
  expect(draft.publishedAt).toBeNull();
  const published = await update(draft, { status: "published" });
  expect(Date.parse(String(published.publishedAt))).toBeGreaterThanOrEqual(start);
  const dated = await add("with a date", { status: "published", publishedAt: "2020-01-01T00:00:00.000Z" });
  expect(dated.publishedAt).toBe("2020-01-01T00:00:00.000Z");
  const updated = await update(dated, { intro: { en: "other" } });
  expect(updated.publishedAt).toBe("2020-01-01T00:00:00.000Z");
});

it("lists rows without a date last in descending and first in ascending order, on every page", async () => {
  await add("no date", { status: "draft" });
  const newest = { sort: { field: "publishedAt", direction: "desc" } };
  expect((await titlesInList(newest)).at(-1)).toBe("no date");
  expect((await titlesInList({ sort: { field: "publishedAt", direction: "asc" } }))[0]).toBe("no date");
  const { result } = (await call("POST paas/table/search", {
    paraModel: { url: "/paas/news/list", ...newest },
  } as never)) as {
    result: TableResult;
  };
  const ids = result.rows.map(({ id }) => id);
  // `after` and `before` follow the same order as the list.
  for (const [index, id] of ids.entries()) {
    const idsOf = (answer: unknown) => (answer as { result: TableResult }).result.rows.map((row) => row.id);
    const search = (more: object) =>
      call("POST paas/table/search", { paraModel: { url: "/paas/news/list", ...newest, ...more } } as never);
    expect(idsOf(await search({ after: id }))).toEqual(ids.slice(index + 1));
    expect(idsOf(await search({ before: id }))).toEqual(ids.slice(0, index));
  }
});

it("sets the date of rows that were published without one (migration)", async () => {
  const { id } = await add("left over", { status: "published" });
  const text = readFileSync("migrations/0002_list_order.sql", "utf8");
  const migration = text.slice(text.indexOf("SELECT set_config"));
  const [row] = await server.database.system(async (tx) => {
    await tx.rows(sql`update news set published_at = null, created_at = '2021-05-05' where id = ${id}::uuid`);
    await tx.rows(sql.raw(/UPDATE "news".*;/.exec(migration)![0]));
    return tx.rows<{ at: string }>(sql`select published_at as at from news where id = ${id}::uuid`);
  });
  expect(row!.at).toContain("2021-05-0");
  await server.database.system((tx) => tx.rows(sql`delete from news where id = ${id}::uuid`));
});

it("shows pinned items first, then the lowest number, then the newest, in lists, pages and neighbour links", async () => {
  await server.database.tenant(admin.tenantId, (tx) => tx.rows(sql`delete from news`));
  const publishedOn = (n: number) => ({
    status: "published",
    publishedAt: `2024-01-${String(n).padStart(2, "0")}T00:00:00.000Z`,
  });
  const order = ["pinned old", "pinned second", "newest", "older", "oldest", "by number"];
  const items: Record<string, AnyRow> = {
    oldest: await add("oldest", publishedOn(1)),
    newest: await add("newest", publishedOn(20)),
    "pinned old": await add("pinned old", { ...publishedOn(2), pinned: true }),
    "pinned second": await add("pinned second", { ...publishedOn(19), pinned: true, sort: 1 }),
    older: await add("older", publishedOn(10)),
    "by number": await add("by number", { ...publishedOn(25), sort: 3 }),
  };
  expect(visibleTitles(await readHtml("/news"), order)).toEqual(order);
  const links = [...(await readHtml("/news")).matchAll(/\/news\/edit\?id=([0-9a-f-]{36})/g)].map(([, id]) => id);
  expect(links).toEqual(order.map((name) => items[name]!.id));
  expect(visibleTitles(await readHtml("/index"), order).slice(0, 3)).toEqual(order.slice(0, 3));
  for (const [index, name] of order.entries()) {
    const html = await readHtml(`/news/edit?id=${items[name]!.id}`);
    const neighbourLinks = html.slice(html.indexOf('class="ways"'));
    const neighbours = [order[index - 1], order[index + 1]].filter((neighbour) => neighbour !== undefined);
    expect(neighbours.map((neighbour) => neighbourLinks.includes(items[neighbour]!.id))).toEqual(
      neighbours.map(() => true),
    );
    expect([...neighbourLinks.matchAll(/\/news\/edit\?id=/g)].length).toBe(neighbours.length);
  }
});

it("refuses to sort by several columns", async () => {
  const sort = [{ field: "pinned", direction: "asc" }];
  const answer = await client(server, admin).send("POST paas/table/search", {
    paraModel: { url: "/paas/news/list", sort },
  });
  expect(answer.status).toBe(422);
});
