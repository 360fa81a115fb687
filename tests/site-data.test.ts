/** Site data is separate from themes, also in spaces from before that; one of several themes is active. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { client } from "./support/client.ts";
import { makeOldDatabase } from "./support/old-database.ts";
import { newSpace } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpace(server);
const { call, send } = client(server, owner);
type AnyRow = { id: string; version: number; theme: string };

describe("of several themes", () => {
  let [first, second, host] = ["", "", ""];
  const read = async (path: string) => (await readPage(`${server.url}${path}?language=en`, { host })).text;
  const only = async (type: string) => ((await call("GET Api/{type}/QueryList", { type })) as AnyRow[])[0]!;
  async function choose(theme: string) {
    const { id, version } = await only("site");
    return send("POST Api/{type}/QueryUpdate", { type: "site", id, version, theme });
  }
  const both = (text: string) => ({ zh: text, en: text });
  /** A published page; `theme`: only in this one. */
  async function publish(heading: string, theme: string | null): Promise<string> {
    const row = { type: "page", path: "/look", title: both(heading), theme };
    const { id } = (await call("POST Api/{type}/QueryAdd", row as never)) as AnyRow;
    const value = { eyebrow: null, heading: both(heading), lead: null };
    const after = { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value };
    const changes = [{ id: after.id, after }];
    await call("POST api/sitepage/save", { diyPageInfo: { pageId: id }, baseRev: 0, changes } as never);
    await call("POST Api/Java/PublishPage", { pageId: id });
    return id;
  }

  beforeAll(async () => {
    const [space] = await server.database.system((tx) =>
      tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
    );
    host = `${space!.code}.localhost`;
    first = (await only("site")).theme;
    const added = await call("POST Api/{type}/QueryAdd", {
      type: "theme",
      name: both("Winter"),
      brand: "#1d4ed8",
      fonts: "serif",
    } as never);
    second = (added as AnyRow).id;
  });

  it("the one that the site names is shown, and another one as soon as it names that", async () => {
    expect(await read("/index")).not.toContain("--brand:#1d4ed8");
    expect((await choose(second)).status).toBe(200);
    await expect.poll(() => read("/index")).toContain("--brand:#1d4ed8");
    expect((await choose(first)).status).toBe(200);
    await expect.poll(() => read("/index")).not.toContain("--brand:#1d4ed8");
  });

  it("no other space's is chosen, none that is gone, and the one in use is not deleted", async () => {
    const stranger = await newSpace(server);
    const [foreign] = await server.database.system((tx) =>
      tx.rows<{ id: string }>(sql`select id from theme where tenant_id = ${stranger.tenantId}::uuid`),
    );
    for (const theme of [foreign!.id, randomUUID()]) expect((await choose(theme)).status).toBe(422);
    const refused = await send("DELETE Api/{type}/QueryDelete", { type: "theme", id: first });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("in use")]);
    const spare = (await call("POST Api/{type}/QueryAdd", { type: "theme", name: both("Spare") } as never)) as AnyRow;
    expect((await send("DELETE Api/{type}/QueryDelete", { type: "theme", id: spare.id })).status).toBe(200);
    expect((await choose(spare.id)).status).toBe(422);
    expect((await only("site")).theme).toBe(first);
  });

  it("pages that are only in one stand in the place of others while the site has it", async () => {
    const common = await publish("Always there", null);
    const wintry = await publish("In winter only", second);
    await expect.poll(() => read("/look")).toContain("Always there");
    await choose(second);
    await expect.poll(() => read("/look")).toContain("In winter only");
    await choose(first);
    await expect.poll(() => read("/look")).toContain("Always there");
    // Once with a theme, and once without.
    for (const theme of [second, null]) {
      const again = { type: "page", path: "/look", title: both("Again"), theme };
      expect((await send("POST Api/{type}/QueryAdd", again)).status).toBe(409);
    }
    expect((await send("DELETE Api/{type}/QueryDelete", { type: "page", id: common })).status).toBe(200);
    await expect.poll(() => read("/look")).not.toContain("Always there");
    expect(await read("/look")).not.toContain("In winter only");
    expect(await read("/sitemap.xml")).not.toContain("/look");
    expect((await send("DELETE Api/{type}/QueryDelete", { type: "theme", id: second })).status).toBe(409);
    expect((await send("DELETE Api/{type}/QueryDelete", { type: "page", id: wintry })).status).toBe(200);
  });

  it("a published version names the one that the site had, and in which version", async () => {
    const page = await publish("With a look", null);
    await choose(second);
    const { version } = (await call("GET Api/{type}/QueryById", { type: "theme", id: second })) as AnyRow;
    const changed = await send("POST Api/{type}/QueryUpdate", { type: "theme", id: second, version, radius: 3 });
    expect(changed.status, changed.text).toBe(200);
    await call("POST Api/Java/PublishPage", { pageId: page });
    const list = (await call("GET Api/SitePage/Snapshots", { pageId: page })) as { theme: unknown }[];
    expect(list.map(({ theme }) => theme)).toEqual([
      { name: both("Winter"), version: version + 1 },
      { name: { zh: "默认主题", en: "Default theme" }, version: 1 },
    ]);
    await choose(first);
  });
});

it("the name, the menus and the foot that a theme held are the site's after the update, the colours stay with the theme", async () => {
  const old = await makeOldDatabase("_site.sql");
  try {
    const [tenantId, other] = [randomUUID(), randomUUID()];
    const json = (value: unknown) => JSON.stringify(value);
    const name = { zh: "海港", en: "Harbour" };
    const links = [{ name, url: "/index", place: "before" }];
    for (const [id, code] of [
      [tenantId, "one"],
      [other, "two"],
    ])
      await old.client.query("insert into tenant (id, code, name) values ($1, $2, $3)", [id, code, json(name)]);
    await old.client.query(
      `insert into theme (id, tenant_id, name, description, links, legal, default_language, brand, radius, version)
        values ($1, $2, $3, $3, $4, $4, 'en', '#1d4ed8', 4, 7)`,
      [randomUUID(), tenantId, json(name), json(links)],
    );
    for (const path of ["/web/retail", "/contactus", "/price", "/web/energy"])
      await old.client.query(
        "insert into page (id, tenant_id, path, title, status) values ($1, $2, $3, '{}', 'draft')",
        [randomUUID(), tenantId, path],
      );
    await old.migrate();
    const { rows: sites } = await old.client.query("select * from site");
    expect(sites).toHaveLength(1);
    expect(sites[0]).toMatchObject({
      tenant_id: tenantId,
      name,
      description: name,
      links,
      legal: links,
      default_language: "en",
      menu_below: "/web/energy\n/web/retail",
      contact_url: "/contactus",
      aliases: [{ from: "/pricing", to: "/price" }],
      version: 1,
      deleted_at: null,
    });
    const { rows: themes } = await old.client.query("select * from theme");
    expect(themes).toMatchObject([
      { tenant_id: tenantId, name: { zh: "默认主题", en: "Default theme" }, brand: "#1d4ed8", radius: 4 },
    ]);
    expect(Object.keys(themes[0] as object)).not.toContain("links");
    expect((sites[0] as { theme: string }).theme).toBe((themes[0] as { id: string }).id);
  } finally {
    await old.drop();
  }
});
