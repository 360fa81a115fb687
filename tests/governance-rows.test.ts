/** Governance of a site reads what visitors read besides pages: news, articles, and Markdown wherever it stands. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { PagePart } from "#kit/page-part.ts";
import { addPage } from "#records/site/add-page.server.ts";
import { documentOf } from "#records/site/document.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const both = (zh: string, en: string) => ({ zh, en });

function plantPage({ tenantId }: Person, path: string, widgets: PagePart[]): Promise<void> {
  const texts = { title: both(`页${path}`, `Page ${path}`), description: both("一段描述", "A description") };
  return server.database.tenant(tenantId, (tx) =>
    addPage(tx, programIn(tenantId), { path, ...texts, document: documentOf(texts, widgets) }),
  );
}
async function runSite(api: Client): Promise<string> {
  const { siteId } = contentOf(await api.send("GET paas/governance/report", { kind: "site" })) as { siteId: string };
  const { runId } = contentOf(await api.send("GET Api/SiteGovernance/Start", { siteId })) as { runId: string };
  const status = async () =>
    (contentOf(await api.send("GET Api/SiteGovernance/Status", { runId })) as { status: string }).status;
  await expect.poll(status, { timeout: 90_000 }).toBe("done");
  return runId;
}
type Findings = CallOutput<"GET paas/governance/findings">["findings"];
const findingsOf = async (api: Client, runId: string, check: string): Promise<Findings> =>
  (contentOf(await api.send("GET paas/governance/findings", { runId, check })) as { findings: Findings }).findings;

it("E-114: reads published news, articles and texts in Markdown: their links count, also to other paths of a page, broken ones are found, and a layout page needs none", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const paths = ["/from-news", "/from-wiki", "/from-text", "/from-alias", "/from-code"];
  for (const path of [...paths, "/layout"]) await plantPage(owner, path, []);
  await plantPage(owner, "/texts", [
    {
      name: "rich-text",
      value: {
        eyebrow: null,
        heading: both("标题", "Heading"),
        text: both(
          "[产品](/from-text) [价格](/other/alias)\n`[代码](/from-code)`",
          "[Product](/from-text)\n```\n[code](/from-code)\n```",
        ),
      },
    },
  ]);
  await server.database.tenant(owner.tenantId, async (tx) => {
    await tx.rows(sql`update site set aliases = '[{ "from": "/other/alias", "to": "/from-alias" }]'`);
    // Nobody links to a layout page, and all pages of its clients need it.
    await tx.rows(sql`update page_snapshot set is_layout = true where path = '/layout'`);
  });
  const linkTo = (href: string) => ({
    type: "doc",
    content: [
      { type: "paragraph", content: [{ type: "text", text: "x", marks: [{ type: "link", attrs: { href } }] }] },
    ],
  });
  // Longer than what an index of the database can hold.
  const long = `/${Array.from({ length: 1900 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919 + n * n * 31) % 20_000))).join("")}`;
  const news = { type: "news", kind: "company", publishedAt: "2026-01-01T00:00:00.000Z" };
  for (const [title, href, status] of [
    ["Found", "/from-news", "published"],
    ["Long", long, "published"],
    ["Draft", "/nowhere", "draft"],
  ] as const) {
    const body = { zh: linkTo(href), en: linkTo(href) };
    await api.call("POST Api/{type}/QueryAdd", { ...news, title: both(title, title), status, body } as never);
  }
  const text = both("[页面](/from-wiki)，[缺失](/nowhere)", "[Page](/from-wiki), [missing](/nowhere)");
  const article = { type: "wiki", slug: "links", title: both("文章", "Article"), text, sort: 1, status: "published" };
  await api.call("POST Api/{type}/QueryAdd", article as never);
  const runId = await runSite(api);
  const broken = await findingsOf(api, runId, "broken-links");
  expect(broken.map(({ title }) => title).toSorted()).toEqual(["Article", "Long"]);
  const unused = new Set(
    (await findingsOf(api, runId, "unused-pages")).map(({ text: words }) => words.split(" ").at(-1)),
  );
  expect([...paths, "/layout"].filter((path) => unused.has(path))).toEqual(["/from-code"]);
});

it("B-387: deletes no page from a report that is older than a change of what may link to it", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  await plantPage(owner, "/campaign", []);
  const isDeleted = async () => {
    const rows = await server.database.read(
      owner.tenantId,
      sql`select 1 from page where path = '/campaign' and deleted_at is not null`,
    );
    return rows.length > 0;
  };
  const mend = (runId: string) => api.send("POST paas/governance/mend", { runId, check: "unused-pages" });
  const runId = await runSite(api);
  await api.call("POST Api/{type}/QueryAdd", {
    type: "news",
    title: both("新闻", "News"),
    kind: "company",
    status: "draft",
  } as never);
  const refused = await mend(runId);
  expect([refused.status, await isDeleted()]).toEqual([409, false]);
  expect(refused.text).toContain("Run it again");
  expect((await mend(await runSite(api))).status).toBe(200);
  expect(await isDeleted()).toBe(true);
});
