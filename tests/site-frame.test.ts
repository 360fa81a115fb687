/** The frame of pages and the contact forms of a partner's site. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { addPage } from "#records/site/add-page.server.ts";
import { documentOf } from "#records/site/document.server.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { sameText } from "./support/roles.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const partner = await newSpaceOwner(server);
const { tenantId } = partner;
const form = { eyebrow: null, heading: sameText("Ask the partner"), lead: null, text: null };
await server.database.tenant(tenantId, async (tx) => {
  const words = { title: sameText("Ask"), description: sameText("Ask") };
  for (const path of ["/ask", "/联系"])
    await addPage(tx, programIn(tenantId), {
      path,
      ...words,
      document: documentOf(words, [{ name: "contact-form", value: form }]),
    });
});
await server.database.system(async (tx) => {
  await tx.rows(sql`update tenant set host = 'localhost' where id = ${tenantId}::uuid`);
  await tx.notifyChanged("tenants");
});
const partnerUrl = server.url.replace("127.0.0.1", "localhost");
const read = async (url: string) => (await fetch(url, { headers: { cookie: "locale_value=en" } })).text();
// Every process loads a new address when it is notified.
beforeAll(() =>
  vi.waitFor(async () => {
    if (!(await read(`${partnerUrl}/ask`)).includes("Ask the partner"))
      throw new Error("The address is not loaded yet.");
  }, 20_000),
);

const validForm = { name: "Ada", contact: "ada@example.org", message: "Twenty cabinets", language: "en", website: "" };
const post = (path: string, values: Record<string, string>, origin = partnerUrl) =>
  fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: "locale_value=en" },
    body: new URLSearchParams(values),
  });
const readMessages = () =>
  server.database.system((tx) =>
    tx.rows<{ tenantId: string; name: string }>(
      sql`select tenant_id as "tenantId", name from contact_message order by created_at`,
    ),
  );

describe("a contact form", () => {
  it("on any page of a partner sends to the partner and redirects to that page", async () => {
    expect(await read(`${partnerUrl}/ask`)).toMatch(/<form(?![^>]*action)[^>]*method="post"/i);
    const sent = await post("/ask", validForm);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/ask?sent=1"]);
    expect(await readMessages()).toEqual([{ tenantId, name: "Ada" }]);
    expect(await read(`${partnerUrl}/ask?sent=1`)).not.toContain("<form method");
    const inChinese = await post(`/${encodeURIComponent("联系")}?language=zh`, { ...validForm, message: "Thirty" });
    const location = inChinese.headers.get("location")!;
    expect([inChinese.status, location]).toEqual([303, `/${encodeURIComponent("联系")}?language=zh&sent=1`]);
    expect((await fetch(partnerUrl + location)).status).toBe(200);
  });

  it("shows all input again on the same page when it is invalid", async () => {
    const answer = await post("/ask", { ...validForm, contact: "nobody", message: "Forty cabinets" });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    for (const words of ["Ask the partner", 'value="Ada"', 'value="nobody"', "Forty cabinets"])
      expect(html).toContain(words);
  });

  it("is refused on a page without one, and never redirects to another host", async () => {
    const before = (await readMessages()).length;
    for (const path of ["/index", "/contactus", "/nowhere", "//elsewhere.test/ask"])
      expect([path, (await post(path, validForm)).status]).toEqual([path, 404]);
    expect(await readMessages()).toHaveLength(before);
  });
});

describe("the frame of a partner's site", () => {
  it("has the partner's links and texts, and none of the demonstration company's", async () => {
    const html = await read(`${partnerUrl}/ask`);
    for (const foreignText of [
      "/introduce",
      "/contactus",
      "/price",
      "/wiki",
      "method=contract",
      "investment advice",
      "Meridian",
    ])
      expect([foreignText, html.includes(foreignText)]).toEqual([foreignText, false]);
    expect(html).toMatch(/<nav class="menu"[^>]*><a href="\/index"[^>]*>Home<\/a><\/nav>/);
    const link = (name: string, url: string) => ({ name: sameText(name), url });
    const newFrame = {
      links: [
        { ...link("Ask us", "/ask"), place: "after" },
        { ...link("House", "/house"), place: "before", below: "/ask" },
      ],
      footer: [{ name: sameText("More"), links: [link("Shop", "https://shop.example.org/")] }],
      legal: [link("Terms", "/terms")],
      disclaimer: sameText("No liability."),
    };
    await server.database.tenant(tenantId, async (tx) => {
      await tx.rows(sql`update site set links = ${JSON.stringify(newFrame.links)}::jsonb, footer = ${JSON.stringify(newFrame.footer)}::jsonb,
        legal = ${JSON.stringify(newFrame.legal)}::jsonb, disclaimer = ${JSON.stringify(newFrame.disclaimer)}::jsonb where tenant_id = ${tenantId}::uuid`);
      await tx.notifyChanged(`${tenantId}:site`);
    });
    await expect.poll(() => read(`${partnerUrl}/ask`)).toContain("No liability.");
    const changed = await read(`${partnerUrl}/ask`);
    expect(changed).toMatch(
      /<nav class="menu"[^>]*><a href="\/house" aria-current="true">House<\/a><a href="\/ask" aria-current="page">Ask us<\/a>/,
    );
    for (const words of ["https://shop.example.org/", ">Terms</a>", "<h2>More</h2>"]) expect(changed).toContain(words);
  });

  it("marks the current page in the menu however its address is written in the settings", async () => {
    const link = (name: string, url: string, others: object) => ({ name: sameText(name), url, ...others });
    const menu = [{ name: sameText("Group"), items: [{ name: sameText("Question"), url: "/Ask/" }] }];
    const links = [
      link("Start", "/index/", { place: "before" }),
      link("Ask us", "/ask/", { place: "before" }),
      link("House", "/house", { place: "before", below: "/Ask/" }),
      link("Elsewhere", "https://example.org/ask/", { place: "before" }),
    ];
    const [site] = await server.database.system((tx) =>
      tx.rows<{ id: string; version: number }>(sql`select id, version from site where tenant_id = ${tenantId}::uuid`),
    );
    const { send } = client(server, partner);
    const saved = await send("POST Api/{type}/QueryUpdate", { type: "site", ...site!, links, menu });
    expect(saved.status, saved.text).toBe(200);
    await expect.poll(() => read(`${partnerUrl}/ask`)).toContain(">Elsewhere</a>");
    const asked = await read(`${partnerUrl}/ask`);
    expect(asked).toMatch(
      /<a href="\/index\/">Start<\/a><a href="\/ask\/" aria-current="page">Ask us<\/a><a href="\/house" aria-current="true">House<\/a><a href="https:[^"]*">/,
    );
    expect(asked).toMatch(/class="products popup holds-current"/);
    expect(asked).toMatch(/<a href="\/Ask\/" aria-current="page">Question<\/a>/);
    expect(await read(`${partnerUrl}/index`)).toMatch(/<a href="\/index\/" aria-current="page">Start<\/a>/);
  });

  it("serves aliases of the partner until a page has that path", async () => {
    const [site] = await server.database.system((tx) =>
      tx.rows<{ id: string; version: number }>(
        sql`select id, version from site where tenant_id = ${tenantId}::uuid and deleted_at is null`,
      ),
    );
    const aliases = [{ from: "/Talk", to: "/ask" }];
    const { send } = client(server, partner);
    const saved = await send("POST Api/{type}/QueryUpdate", { type: "site", ...site!, aliases });
    expect(saved.status, saved.text).toBe(200);
    await expect.poll(() => read(`${partnerUrl}/talk`)).toContain("Ask the partner");
    // The canonical link names one path, and the form works at the alias.
    expect(await read(`${partnerUrl}/talk`)).toMatch(/<link rel="canonical" href="[^"]*\/ask\?language=en"/);
    expect((await post("/talk", { ...validForm, message: "Fifty cabinets" })).status).toBe(303);
    expect((await fetch(`${partnerUrl}/talk/more`)).status).toBe(404);
    expect((await fetch(`${partnerUrl}/talks`)).status).toBe(404);
    await server.database.tenant(tenantId, async (tx) => {
      const words = { title: sameText("Talk"), description: sameText("Talk") };
      const title = { eyebrow: null, heading: sameText("A page of its own"), lead: null };
      const document = documentOf(words, [{ name: "page-title", value: title }]);
      await addPage(tx, programIn(tenantId), { path: "/talk", ...words, document });
    });
    await expect.poll(() => read(`${partnerUrl}/talk`)).toContain("A page of its own");
  });

  it("refuses aliases for paths of the system", async () => {
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

  it("S-001: of the demonstration company is around the home page with its subjects, products, solutions, news, designs and a call to get in touch", async () => {
    const html = await read(`${server.url}/`);
    const main = /<main id="main">(.*)<\/main>/s.exec(html)![1]!;
    expect(main).toMatch(/Device asset management.*RWA tokenisation.*Investment platforms/s);
    const countOf = (pattern: RegExp) => main.match(pattern)?.length ?? 0;
    expect([countOf(/<article class="group"/g), countOf(/<a class="solution"/g)]).toEqual([4, 6]);
    const news = /<ul class="news">.*?<\/ul>/s.exec(main)![0];
    expect(news.match(/<h3>/g)).toHaveLength(3);
    expect(main).toMatch(/<ul class="gallery">.*?href="\/outer\/template\?key=/s);
    expect(main).toMatch(
      /<a class="action[^"]*"[^>]* href="\/contactus"|<a[^>]* href="\/contactus"[^>]* class="action/,
    );
    for (const path of ["/introduce", "/advantage"].filter((url) => !main.includes(`href="${url}"`)))
      expect(html).toContain(`href="${path}"`);
  });

  it("Q-23: of the demonstration company has its disclaimer and links to its prices", async () => {
    const html = await read(`${server.url}/index`);
    expect(html).toContain("holds no client funds and promises no returns");
    expect(html).toMatch(/<nav class="menu"[\s\S]*<a href="\/price"[^>]*>Pricing<\/a>[\s\S]*<\/nav>/);
    for (const words of ["/introduce", "method=contract&amp;id=2"]) expect(html).toContain(words);
  });
});

it("B-269: everybody has a project: the site of their space and their place in it cannot be taken away", async () => {
  const owner = client(server, await newSpaceOwner(server));
  for (const type of ["site", "member"] as const) {
    const [row] = (await owner.call("GET Api/{type}/QueryList", { type })) as { id: string }[];
    const removed = await owner.send("DELETE Api/{type}/QueryDelete", { type, id: row!.id });
    expect([type, removed.status]).toEqual([type, 403]);
  }
});

it("the first home page of a new space has a title and cards", async () => {
  const html = await read(`${partnerUrl}/index`);
  const parts = [...html.matchAll(/data-widget="([a-z-]+)"/g)].map(([, name]) => name);
  expect(parts).toEqual(["page-title", "cards"]);
});
