/** The frame of a site's pages, and the forms on them, belong to the site, whatever its paths are called. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { addPage } from "#records/site/add-page.server.ts";
import { documentOf } from "#records/site/document.server.ts";
import { client } from "./support/client.ts";
import { newSpace } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const partner = await newSpace(server);
const { tenantId } = partner;
const both = (text: string) => ({ zh: text, en: text });
const form = { eyebrow: null, heading: both("Ask the partner"), lead: null, text: null };
await server.database.tenant(tenantId, async (tx) => {
  const words = { title: both("Ask"), description: both("Ask") };
  for (const path of ["/ask", "/联系"])
    await addPage(tx, programIn(tenantId), {
      path,
      ...words,
      document: documentOf(words, [{ name: "contact-form", value: form }]),
    });
});
await server.database.system(async (tx) => {
  await tx.rows(sql`update tenant set host = 'localhost' where id = ${tenantId}::uuid`);
  await tx.changed("tenants");
});
const there = server.url.replace("127.0.0.1", "localhost");
const read = async (url: string) => (await fetch(url, { headers: { cookie: "locale_value=en" } })).text();
// Every process hears of a new address.
beforeAll(() =>
  vi.waitFor(async () => {
    if (!(await read(`${there}/ask`)).includes("Ask the partner")) throw new Error("The address is not known yet.");
  }, 20_000),
);

const good = { name: "Ada", contact: "ada@example.org", message: "Twenty cabinets", language: "en", website: "" };
const post = (path: string, values: Record<string, string>, origin = there) =>
  fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: "locale_value=en" },
    body: new URLSearchParams(values),
  });
const kept = () =>
  server.database.system((tx) =>
    tx.rows<{ tenantId: string; name: string }>(
      sql`select tenant_id as "tenantId", name from contact_message order by created_at`,
    ),
  );

describe("a contact form", () => {
  it("on a partner's page of any path goes to the partner, and leads back to that page", async () => {
    expect(await read(`${there}/ask`)).toMatch(/<form(?![^>]*action)[^>]*method="post"/i);
    const sent = await post("/ask", good);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/ask?sent=1"]);
    expect(await kept()).toEqual([{ tenantId, name: "Ada" }]);
    expect(await read(`${there}/ask?sent=1`)).not.toContain("<form method");
    const inChinese = await post(`/${encodeURIComponent("联系")}?language=zh`, { ...good, message: "Thirty" });
    const location = inChinese.headers.get("location")!;
    expect([inChinese.status, location]).toEqual([303, `/${encodeURIComponent("联系")}?language=zh&sent=1`]);
    expect((await fetch(there + location)).status).toBe(200);
  });

  it("that is not accepted gives back everything that was typed, on the page it was typed on", async () => {
    const answer = await post("/ask", { ...good, contact: "nobody", message: "Forty cabinets" });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    for (const words of ["Ask the partner", 'value="Ada"', 'value="nobody"', "Forty cabinets"])
      expect(html).toContain(words);
  });

  it("that a page does not hold is taken nowhere, and leads to no other host", async () => {
    const before = (await kept()).length;
    for (const path of ["/index", "/contactus", "/nowhere", "//elsewhere.test/ask"])
      expect([path, (await post(path, good)).status]).toEqual([path, 404]);
    expect(await kept()).toHaveLength(before);
  });
});

describe("the frame of a partner's site", () => {
  it("has the partner's links and words, and none of the demonstration company's", async () => {
    const html = await read(`${there}/ask`);
    for (const foreign of [
      "/introduce",
      "/contactus",
      "/price",
      "/wiki",
      "method=contract",
      "investment advice",
      "Meridian",
    ])
      expect([foreign, html.includes(foreign)]).toEqual([foreign, false]);
    expect(html).toMatch(/<nav class="menu"[^>]*><a href="\/index"[^>]*>Home<\/a><\/nav>/);
    const link = (name: string, url: string) => ({ name: both(name), url });
    const set = {
      links: [
        { ...link("Ask us", "/ask"), place: "after" },
        { ...link("House", "/house"), place: "before", below: "/ask" },
      ],
      footer: [{ name: both("More"), links: [link("Shop", "https://shop.example.org/")] }],
      legal: [link("Terms", "/terms")],
      disclaimer: both("No liability."),
    };
    await server.database.tenant(tenantId, async (tx) => {
      await tx.rows(sql`update site set links = ${JSON.stringify(set.links)}::jsonb, footer = ${JSON.stringify(set.footer)}::jsonb,
        legal = ${JSON.stringify(set.legal)}::jsonb, disclaimer = ${JSON.stringify(set.disclaimer)}::jsonb where tenant_id = ${tenantId}::uuid`);
      await tx.changed(`${tenantId}:site`);
    });
    await expect.poll(() => read(`${there}/ask`)).toContain("No liability.");
    const changed = await read(`${there}/ask`);
    expect(changed).toMatch(
      /<nav class="menu"[^>]*><a href="\/house" aria-current="true">House<\/a><a href="\/ask" aria-current="page">Ask us<\/a>/,
    );
    for (const words of ["https://shop.example.org/", ">Terms</a>", "<h2>More</h2>"]) expect(changed).toContain(words);
  });

  it("has other paths where the partner says so, until a page of its own stands there", async () => {
    const [site] = await server.database.system((tx) =>
      tx.rows<{ id: string; version: number }>(
        sql`select id, version from site where tenant_id = ${tenantId}::uuid and deleted_at is null`,
      ),
    );
    const aliases = [{ from: "/Talk", to: "/ask" }];
    const { send } = client(server, partner);
    const saved = await send("POST Api/{type}/QueryUpdate", { type: "site", ...site!, aliases });
    expect(saved.status, saved.text).toBe(200);
    await expect.poll(() => read(`${there}/talk`)).toContain("Ask the partner");
    // Search engines hear of one path, and a form that is sent there is taken.
    expect(await read(`${there}/talk`)).toMatch(/<link rel="canonical" href="[^"]*\/ask\?language=en"/);
    expect((await post("/talk", { ...good, message: "Fifty cabinets" })).status).toBe(303);
    expect((await fetch(`${there}/talk/more`)).status).toBe(404);
    expect((await fetch(`${there}/talks`)).status).toBe(404);
    await server.database.tenant(tenantId, async (tx) => {
      const words = { title: both("Talk"), description: both("Talk") };
      const title = { eyebrow: null, heading: both("A page of its own"), lead: null };
      const document = documentOf(words, [{ name: "page-title", value: title }]);
      await addPage(tx, programIn(tenantId), { path: "/talk", ...words, document });
    });
    await expect.poll(() => read(`${there}/talk`)).toContain("A page of its own");
  });

  it("refuses other paths that the program answers itself", async () => {
    const { send } = client(server, partner);
    const [site] = await server.database.system((tx) =>
      tx.rows<{ id: string; version: number }>(sql`select id, version from site where tenant_id = ${tenantId}::uuid`),
    );
    for (const from of ["/api/x", "/paas", "/web/home", "https://"]) {
      const answer = await send("POST Api/{type}/QueryUpdate", {
        type: "site",
        ...site!,
        aliases: [{ from, to: "/ask" }],
      });
      expect([from, answer.status]).toEqual([from, 422]);
    }
  });

  it("of the demonstration company says what it does not do, and leads to its prices", async () => {
    const html = await read(`${server.url}/index`);
    expect(html).toContain("holds no client funds and promises no returns");
    expect(html).toMatch(/<nav class="menu"[\s\S]*<a href="\/price"[^>]*>Pricing<\/a>[\s\S]*<\/nav>/);
    for (const words of ["/introduce", "method=contract&amp;id=2"]) expect(html).toContain(words);
  });
});

it("the first home page of a new space has a heading and cards to rewrite, not the part of pages that are not found", async () => {
  const html = await read(`${there}/index`);
  const parts = [...html.matchAll(/data-widget="([a-z-]+)"/g)].map(([, name]) => name);
  expect(parts).toEqual(["page-title", "cards"]);
});
