/** Site data and themes: one of several themes is active, and the migration separates both. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { client } from "./support/client.ts";
import { makeOldDatabase } from "./support/old-database.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
type SavedRow = { id: string; version: number; theme: string };

describe("one of several themes", () => {
  let [defaultTheme, winterTheme, host] = ["", "", ""];
  const readHtml = async (path: string) => (await readPage(`${server.url}${path}?language=en`, { host })).text;
  const onlyRow = async (type: string) => ((await call("GET Api/{type}/QueryList", { type })) as SavedRow[])[0]!;
  async function selectTheme(theme: string) {
    const { id, version } = await onlyRow("site");
    return send("POST Api/{type}/QueryUpdate", { type: "site", id, version, theme });
  }
  /** Publishes a page; with `theme`, only for that theme. */
  async function publish(heading: string, theme: string | null): Promise<string> {
    const row = { type: "page", path: "/look", title: sameText(heading), theme };
    const { id } = (await call("POST Api/{type}/QueryAdd", row as never)) as SavedRow;
    const value = { eyebrow: null, heading: sameText(heading), lead: null };
    const after = { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value };
    const changes = [{ id: after.id, after }];
    await call("POST api/sitepage/save", { diyPageInfo: { pageId: id }, baseRev: 0, changes } as never);
    await call("POST Api/Java/PublishPage", { pageId: id });
    return id;
  }

  beforeAll(async () => {
    const hostName = await siteHost(server, owner);
    host = hostName;
    defaultTheme = (await onlyRow("site")).theme;
    const added = await call("POST Api/{type}/QueryAdd", {
      type: "theme",
      name: sameText("Winter"),
      brand: "#1d4ed8",
      fonts: "serif",
    } as never);
    winterTheme = (added as SavedRow).id;
  });

  it("is shown when the site selects it", async () => {
    expect(await readHtml("/index")).not.toContain("--brand:#1d4ed8");
    expect((await selectTheme(winterTheme)).status).toBe(200);
    await expect.poll(() => readHtml("/index")).toContain("--brand:#1d4ed8");
    expect((await selectTheme(defaultTheme)).status).toBe(200);
    await expect.poll(() => readHtml("/index")).not.toContain("--brand:#1d4ed8");
  });

  it("of another space or deleted cannot be selected, and the selected one cannot be deleted", async () => {
    const stranger = await newSpaceOwner(server);
    const [otherTheme] = await server.database.system((tx) =>
      tx.rows<{ id: string }>(sql`select id from theme where tenant_id = ${stranger.tenantId}::uuid`),
    );
    for (const theme of [otherTheme!.id, randomUUID()]) expect((await selectTheme(theme)).status).toBe(422);
    const refused = await send("DELETE Api/{type}/QueryDelete", { type: "theme", id: defaultTheme });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("in use")]);
    const spare = (await call("POST Api/{type}/QueryAdd", {
      type: "theme",
      name: sameText("Spare"),
    } as never)) as SavedRow;
    expect((await send("DELETE Api/{type}/QueryDelete", { type: "theme", id: spare.id })).status).toBe(200);
    expect((await selectTheme(spare.id)).status).toBe(422);
    expect((await onlyRow("site")).theme).toBe(defaultTheme);
  });

  it("replaces pages by its own at the same path while it is selected", async () => {
    const commonPage = await publish("Always there", null);
    const winterPage = await publish("In winter only", winterTheme);
    await expect.poll(() => readHtml("/look")).toContain("Always there");
    await selectTheme(winterTheme);
    await expect.poll(() => readHtml("/look")).toContain("In winter only");
    await selectTheme(defaultTheme);
    await expect.poll(() => readHtml("/look")).toContain("Always there");
    // A path is unique for each theme.
    for (const theme of [winterTheme, null]) {
      const duplicate = { type: "page", path: "/look", title: sameText("Again"), theme };
      expect((await send("POST Api/{type}/QueryAdd", duplicate)).status).toBe(409);
    }
    expect((await send("DELETE Api/{type}/QueryDelete", { type: "page", id: commonPage })).status).toBe(200);
    await expect.poll(() => readHtml("/look")).not.toContain("Always there");
    expect(await readHtml("/look")).not.toContain("In winter only");
    expect(await readHtml("/sitemap.xml")).not.toContain("/look");
    expect((await send("DELETE Api/{type}/QueryDelete", { type: "theme", id: winterTheme })).status).toBe(409);
    expect((await send("DELETE Api/{type}/QueryDelete", { type: "page", id: winterPage })).status).toBe(200);
  });

  it("is recorded with its version in a published snapshot", async () => {
    const page = await publish("With a look", null);
    await selectTheme(winterTheme);
    const { version } = (await call("GET Api/{type}/QueryById", { type: "theme", id: winterTheme })) as SavedRow;
    const changed = await send("POST Api/{type}/QueryUpdate", { type: "theme", id: winterTheme, version, radius: 3 });
    expect(changed.status, changed.text).toBe(200);
    await call("POST Api/Java/PublishPage", { pageId: page });
    const list = (await call("GET Api/SitePage/Snapshots", { pageId: page })) as { theme: unknown }[];
    expect(list.map(({ theme }) => theme)).toEqual([
      { name: sameText("Winter"), version: version + 1 },
      { name: { zh: "默认主题", en: "Default theme" }, version: 1 },
    ]);
    await selectTheme(defaultTheme);
  });
});

it("the migration moves name, menus and footer from the theme to the site, and keeps colours in the theme", async () => {
  const oldDatabase = await makeOldDatabase("_site.sql");
  try {
    const [tenantId, otherTenantId] = [randomUUID(), randomUUID()];
    const json = (value: unknown) => JSON.stringify(value);
    const name = { zh: "海港", en: "Harbour" };
    const links = [{ name, url: "/index", place: "before" }];
    for (const [id, code] of [
      [tenantId, "one"],
      [otherTenantId, "two"],
    ])
      await oldDatabase.client.query("insert into tenant (id, code, name) values ($1, $2, $3)", [id, code, json(name)]);
    await oldDatabase.client.query(
      `insert into theme (id, tenant_id, name, description, links, legal, default_language, brand, radius, version)
        values ($1, $2, $3, $3, $4, $4, 'en', '#1d4ed8', 4, 7)`,
      [randomUUID(), tenantId, json(name), json(links)],
    );
    for (const path of ["/web/retail", "/contactus", "/price", "/web/energy"])
      await oldDatabase.client.query(
        "insert into page (id, tenant_id, path, title, status) values ($1, $2, $3, '{}', 'draft')",
        [randomUUID(), tenantId, path],
      );
    await oldDatabase.migrate();
    const { rows: sites } = await oldDatabase.client.query("select * from site");
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
    const { rows: themes } = await oldDatabase.client.query("select * from theme");
    expect(themes).toMatchObject([
      { tenant_id: tenantId, name: { zh: "默认主题", en: "Default theme" }, brand: "#1d4ed8", radius: 4 },
    ]);
    expect(Object.keys(themes[0] as object)).not.toContain("links");
    expect((sites[0] as { theme: string }).theme).toBe((themes[0] as { id: string }).id);
  } finally {
    await oldDatabase.drop();
  }
});
