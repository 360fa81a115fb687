/** Links that share drafts (S-032). */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { documentOf } from "#records/site/document.server.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner, type Person, superAdministrator } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await startServer();
const owner = await superAdministrator(server);
const { call, send } = client(server, owner);

const texts = { zh: "尚未发布的条款", en: "Terms that are not published yet" };
const noSettings = { code: null, lead: null, button: null, url: null };

async function createPage(person: Person, path: string, document?: object): Promise<string> {
  const row = { type: "page", path, title: texts, description: texts };
  const added = (await client(server, person).call("POST Api/{type}/QueryAdd", row as never)) as
    | { id: string }
    | string;
  const id = typeof added === "string" ? added : added.id;
  if (document !== undefined)
    await server.database.system((tx) =>
      tx.rows(sql`update page set document = ${JSON.stringify(document)}::jsonb, rev = 1 where id = ${id}::uuid`),
    );
  return id;
}
const draft = documentOf({ title: texts, description: texts }, [
  { name: "notice", value: { ...noSettings, heading: texts } },
]);
const pageId = await createPage(owner, "/terms-draft", draft);
const openLink = (token: string, language = "en") =>
  fetch(`${server.url}/outer/api?token=${encodeURIComponent(token)}&language=${language}`);
type Link = { id: string; token: string };
const createLink = () => call("POST Api/SitePage/Share", { pageId, days: 7 }) as Promise<Link>;

describe("a share link", () => {
  it("S-032: shows the draft to anybody in both languages, without the header and footer of the site", async () => {
    expect((await fetch(`${server.url}/terms-draft`)).status).toBe(404);
    const { token } = await createLink();
    for (const language of ["zh", "en"] as const) {
      const answer = await openLink(token, language);
      const html = await answer.text();
      expect(answer.status).toBe(200);
      expect(html.replaceAll(/<[^>]+>/g, "")).toContain(texts[language]);
      expect(html).not.toMatch(/<header class="top|<footer/);
    }
  });

  it("T-58: is not cached, not indexed and not sent as a referrer", async () => {
    const { token } = await createLink();
    const answer = await openLink(token);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    const html = await answer.text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain(token);
    expect(await (await fetch(`${server.url}/robots.txt`)).text()).toContain("Disallow: /outer/");
  });

  it("T-58: stops working when it is revoked, unlike other links", async () => {
    const [revokedLink, validLink] = [await createLink(), await createLink()];
    await call("POST Api/SitePage/Unshare", { pageId, id: revokedLink.id });
    expect((await openLink(revokedLink.token)).status).toBe(404);
    expect((await openLink(validLink.token)).status).toBe(200);
    const listed = (await call("GET Api/SitePage/Shares", { pageId })) as Link[];
    expect(listed.map(({ id }) => id)).toContain(validLink.id);
    expect(listed.map(({ id }) => id)).not.toContain(revokedLink.id);
  });

  it("T-58: stops working when it expires", async () => {
    const { id, token } = await createLink();
    await server.database.system((tx) =>
      tx.rows(sql`update page_share set expires_at = now() - interval '1 second' where id = ${id}::uuid`),
    );
    expect((await openLink(token)).status).toBe(404);
  });

  it("T-58: cannot be guessed or altered", async () => {
    const { id, token } = await createLink();
    const otherDigit = token.at(-1) === "0" ? "1" : "0";
    for (const invalidToken of [
      "",
      "x",
      id,
      `${id}.`,
      token.slice(0, -1),
      token.slice(0, -1) + otherDigit,
      token.toUpperCase(),
    ]) {
      const answer = await openLink(invalidToken);
      expect([invalidToken, answer.status]).toEqual([invalidToken, 404]);
    }
  });

  it("shows a page only on the site of its space", async () => {
    const { token } = await createLink();
    const otherOwner = await newSpaceOwner(server);
    const hostName = await siteHost(server, otherOwner);
    const address = `${server.url}/outer/api?token=${token}`;
    const answer = await readPage(address, { host: hostName });
    expect(answer.status).toBe(404);
  });

  it("is refused for a page without content, and beyond twenty links", async () => {
    const emptyPage = await createPage(owner, "/empty-draft");
    expect((await send("POST Api/SitePage/Share", { pageId: emptyPage, days: 7 })).status).toBe(409);
    const pageWithLinks = await createPage(owner, "/full-draft", draft);
    for (let n = 0; n < 20; n += 1) await call("POST Api/SitePage/Share", { pageId: pageWithLinks, days: 1 });
    expect((await send("POST Api/SitePage/Share", { pageId: pageWithLinks, days: 1 })).status).toBe(409);
  });
});
