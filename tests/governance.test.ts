/** Governance: runs one at a time, with a report of planted findings that lead to their places, are mended, undone and compared. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { PageDocument } from "#kit/page.ts";
import { addPage } from "#records/site/add-page.server.ts";
import type { PagePart } from "#kit/page-part.ts";
import { documentOf } from "#records/site/document.server.ts";
import { newId } from "#server/process/id.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newMember, newSpaceOwner, type Person, superAdministrator } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();

type Report = CallOutput<"GET paas/governance/report">;
type Findings = CallOutput<"GET paas/governance/findings">["findings"];
type Status = CallOutput<"GET Api/SiteGovernance/Status">;
type Started = { runId: string; status: string };

const reportOf = async (api: Client, input: object = { kind: "site" }) =>
  contentOf(await api.send("GET paas/governance/report", input)) as Report;
const statusOf = async (api: Client, runId: string) =>
  contentOf(await api.send("GET Api/SiteGovernance/Status", { runId })) as Status;
async function waitForReport(api: Client, runId: string): Promise<void> {
  await expect.poll(async () => (await statusOf(api, runId)).status, { timeout: 90_000 }).toBe("done");
}
const findingsOf = async (api: Client, runId: string, check: string): Promise<Findings> =>
  (contentOf(await api.send("GET paas/governance/findings", { runId, check })) as { findings: Findings }).findings;
async function runSite(api: Client): Promise<string> {
  const { siteId } = await reportOf(api);
  const answer = await api.send("GET Api/SiteGovernance/Start", { siteId });
  expect(answer.status, answer.text).toBe(200);
  const { runId } = contentOf(answer) as Started;
  await waitForReport(api, runId);
  return runId;
}
const countsOf = ({ report }: Report) =>
  Object.fromEntries(report!.checks.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]));
const both = (zh: string, en: string) => ({ zh, en });

/** Adds a published page; `change` changes its draft as the database has it. */
async function plantPage(
  { tenantId }: Person,
  path: string,
  widgets: PagePart[],
  {
    title = both(`页${path}`, `Page ${path}`),
    description = both("一段描述", "A description"),
    change = (page: PageDocument) => page,
  } = {},
): Promise<string> {
  const document = documentOf({ title, description }, widgets);
  return server.database.tenant(tenantId, async (tx) => {
    await addPage(tx, programIn(tenantId), { path, title, description, document });
    const [page] = await tx.rows<{ id: string }>(
      sql`update page set document = ${JSON.stringify(change(document))}::jsonb where path = ${path} returning id`,
    );
    return page!.id;
  });
}
async function plantImage(
  { tenantId, memberId }: Person,
  name: string,
  { bytes = 1000, alt = {} as object, unusedDays = null as number | null } = {},
) {
  const id = newId();
  const url = `/files/${id}_10x10_.webp`;
  await server.database.tenant(tenantId, (tx) =>
    tx.rows(sql`insert into storage_file (id, tenant_id, member_id, path, name, alt, file_type, size, uploader, uploaded_at, is_used, unused_at)
      values (${id}::uuid, ${tenantId}::uuid, ${memberId}::uuid, ${url}, ${name}, ${JSON.stringify(alt)}::jsonb, 'image', ${bytes}, '', now(), false,
        now() - make_interval(days => ${unusedDays}::int))`),
  );
  return { id, url };
}
const notice = (value: object = {}): PagePart => ({
  name: "notice",
  value: { code: null, heading: both("您好", "Hello"), lead: null, button: null, url: null, ...value },
});
const canvasWith = (image: string, alt: object = {}): PagePart =>
  ({
    name: "canvas",
    value: { height: 400 },
    nodes: [{ type: "image", box: { x: 0, y: 0, w: 100, h: 100 }, value: { image, alt } }],
  }) as unknown as PagePart;

/** A text on a canvas whose words are a link. */
const linkedWords = (zh: string, en: string): PagePart => {
  const format = (text: string, href: string) => ({
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text, marks: [{ type: "link", attrs: { href } }] }] }],
  });
  const formats = { title: { zh: format("文字", zh), en: format("Words", en) } };
  const box = { x: 0, y: 0, w: 100, h: 100 };
  const nodes = [{ type: "text", box, value: { title: both("文字", "Words") }, formats }];
  return { name: "canvas", value: { height: 400 }, nodes } as unknown as PagePart;
};

describe("governance of a site", () => {
  let owner: Person;
  let api: Client;
  let runId: string;
  let pages: Record<string, string>;
  let unusedImage: { id: string };
  beforeAll(async () => {
    owner = await newSpaceOwner(server);
    api = client(server, owner);
    const described = await plantImage(owner, "described", { alt: both("一台设备", "A device") });
    const huge = await plantImage(owner, "huge", { bytes: 4 * 1024 * 1024 });
    unusedImage = await plantImage(owner, "unused", { unusedDays: 8 });
    pages = {
      links: await plantPage(
        owner,
        "/links",
        [
          notice({ url: "/moved-from?a=1#b" }),
          notice({ url: "/nowhere" }),
          notice({ url: "/target?a=1#b" }),
          notice({ url: "/alt" }),
          linkedWords("/moved-from?f=1", "/texts"),
        ],
        {
          // The Chinese heading was another one when the English one was written; that of a text which is gone does not count.
          change: (page) => {
            const [first] = Object.values(page.records);
            const outdated = [
              { field: "heading", locale: "en" as const, text: "Hello", source: "你好" },
              { field: "heading", locale: "zh" as const, text: "再见", source: "Bye" },
            ];
            return { ...page, records: { ...page.records, [first!.id]: { ...first!, outdated } } };
          },
        },
      ),
      moved: await plantPage(owner, "/moved-from", [notice()]),
      target: await plantPage(owner, "/target", [notice({ heading: { zh: "只有中文" } })]),
      alt: await plantPage(owner, "/alt", [canvasWith(described.url), canvasWith(huge.url, both("图", "Image"))]),
      texts: await plantPage(
        owner,
        "/texts",
        [
          notice({
            lead: both(
              "这一段文字足够长，可以作为页面的描述使用。",
              "This paragraph is long enough for a description.",
            ),
          }),
        ],
        {
          title: both("重复", "Same"),
          description: { zh: "", en: "" },
          change: (page) => ({
            ...page,
            records: {
              ...page.records,
              nd_orphan00001: {
                kind: "node",
                id: "nd_orphan00001",
                order: "a0",
                type: "text",
                parent: "wd_gone000001",
                box: { x: 0, y: 0, w: 10, h: 10 },
                value: {},
              },
            },
          }),
        },
      ),
      lonely: await plantPage(owner, "/lonely", [notice()], { title: both("重复", "Lonely") }),
    };
    await server.database.tenant(owner.tenantId, async (tx) => {
      // The page was published at another path before.
      await tx.rows(sql`insert into page_snapshot (id, tenant_id, page_id, number, path, document, rev, theme_version, member_name)
        select ${newId()}::uuid, tenant_id, page_id, 90, '/moved-to', document, 1, 0, '' from page_snapshot where page_id = ${pages.moved!}::uuid`);
      await tx.rows(sql`update page set path = '/moved-to', snapshot_id = (select id from page_snapshot where page_id = ${pages.moved!}::uuid and number = 90)
        where id = ${pages.moved!}::uuid`);
      // Somebody changed the title in one language only.
      const setting = { title: both("旧", "Page /target"), description: both("一段描述", "A description") };
      const change = {
        records: [],
        setting: { before: setting, after: { ...setting, title: both("新", "Page /target") } },
      };
      await tx.rows(sql`insert into page_revision (id, tenant_id, page_id, rev, change, member_name)
        values (${newId()}::uuid, ${owner.tenantId}::uuid, ${pages.target!}::uuid, 1, ${JSON.stringify(change)}::jsonb, '')`);
      await tx.rows(
        sql`insert into api_key (id, tenant_id, name) values (${newId()}::uuid, ${owner.tenantId}::uuid, 'ERP')`,
      );
    });
  });

  it("E-114, E-116, B-387: finds what was planted, and each finding leads to its place", async () => {
    runId = await runSite(api);
    const found = async (check: string) =>
      (await findingsOf(api, runId, check)).map(({ title, text, url }) => [title, text, url]);
    expect(await found("broken-links")).toEqual([
      ["Page /links", "The page at /moved-from?f=1 is at /moved-to?f=1 now", expect.stringMatching(/\?record=nd_text/)],
      [
        "Page /links",
        "The page at /moved-from?a=1#b is at /moved-to?a=1#b now",
        expect.stringMatching(/^\/builder\/[\w-]+\?record=wd_notice/),
      ],
      ["Page /links", "/nowhere leads to no page", expect.stringMatching(/^\/builder\//)],
    ]);
    expect(await found("orphan-parts")).toEqual([
      ["Same", "The canvas or group of this element is gone", `/builder/${pages.texts}?record=nd_orphan00001`],
    ]);
    expect(await found("page-texts")).toEqual([
      ["Same", "No description in Chinese", `/builder/${pages.texts}`],
      ["Same", "No description in English", `/builder/${pages.texts}`],
    ]);
    expect(await found("missing-alt")).toEqual([
      ["Page /alt", "An image has no alt text in Chinese", expect.any(String)],
      ["Page /alt", "An image has no alt text in English", expect.any(String)],
    ]);
    expect((await found("missing-translations")).map(([title, text]) => [title, text])).toEqual([
      ["Page /target", "Heading has no English"],
    ]);
    expect((await found("heavy-pages")).map(([title]) => title)).toEqual(["Page /alt"]);
    expect((await found("unused-pages")).map(([, text]) => text)).toEqual(
      expect.arrayContaining(["No link leads to /lonely", "No link leads to /links"]),
    );
    for (const path of ["/target", "/texts"])
      expect((await found("unused-pages")).map(([, text]) => text)).not.toContain(`No link leads to ${path}`);
    expect(await found("unused-images")).toEqual([
      ["unused", expect.stringContaining("Not used"), `/paas/storageFile/edit?id=${unusedImage.id}`],
    ]);
    expect((await found("duplicate-titles")).map(([title, text]) => [title, text])).toEqual([
      ["Same", "2 pages have the Chinese title “重复”"],
      ["Lonely", "2 pages have the Chinese title “重复”"],
    ]);
    expect((await found("stale-translations")).map(([title, text]) => [title, text])).toEqual([
      ["Page /links", "Heading changed after its English translation"],
      ["Page /target", "Title changed after its English translation"],
    ]);
    expect((await found("lasting-keys")).map(([title]) => title)).toEqual(["ERP"]);
  });

  it("B-387: is for administrators of the space only, and reads nothing of other spaces", async () => {
    const colleague = client(server, await newMember(server, owner.tenantId));
    const stranger = client(server, await newSpaceOwner(server));
    const { siteId } = await reportOf(api);
    expect((await colleague.send("GET Api/SiteGovernance/Start", { siteId })).status).toBe(403);
    expect((await colleague.send("GET paas/governance/report", { kind: "site" })).status).toBe(403);
    expect((await stranger.send("GET Api/SiteGovernance/Start", { siteId })).status).toBe(404);
    expect((await stranger.send("GET Api/SiteGovernance/Status", { runId })).status).toBe(404);
    expect((await stranger.send("GET paas/governance/findings", { runId, check: "broken-links" })).status).toBe(404);
    expect((await stranger.send("POST paas/governance/mend", { runId, check: "orphan-parts" })).status).toBe(404);
  });

  it("mends findings alone or together, undoes that, and compares the next report with the one before", async () => {
    const mend = async (check: string, numbers?: number[]) => {
      const answer = await api.send("POST paas/governance/mend", { runId, check, ...(numbers && { numbers }) });
      expect(answer.status, answer.text).toBe(200);
      return contentOf(answer) as { mended: number; refused: number; undo: string };
    };
    const draftOf = async (id: string) => {
      const [row] = await server.database.read<{ text: string }>(
        owner.tenantId,
        sql`select document::text as text from page where id = ${id}::uuid`,
      );
      return row!.text;
    };
    const [inFormat, moved] = await findingsOf(api, runId, "broken-links");
    for (const finding of [inFormat, moved]) expect(finding).toMatchObject({ canMend: true, isMended: false });
    expect(await mend("broken-links", [inFormat!.number, moved!.number])).toMatchObject({ mended: 2, refused: 0 });
    const linked = await draftOf(pages.links!);
    for (const address of ["/moved-to?a=1#b", '"href": "/moved-to?f=1"']) expect(linked).toContain(address);
    expect(linked).not.toContain("/moved-from");
    const before = await draftOf(pages.texts!);
    const orphan = await mend("orphan-parts");
    expect([orphan.mended, (await draftOf(pages.texts!)).includes("nd_orphan00001")]).toEqual([1, false]);
    expect(await mend("page-texts")).toMatchObject({ mended: 2 });
    expect(await draftOf(pages.texts!)).toContain('"en": "This paragraph is long enough for a description."');
    expect(await mend("missing-alt")).toMatchObject({ mended: 2 });
    expect(await draftOf(pages.alt!)).toContain('"A device"');
    const image = await mend("unused-images");
    const deleted = async () => {
      const [row] = await server.database.read<{ isDeleted: boolean }>(
        owner.tenantId,
        sql`select deleted_at is not null as "isDeleted" from storage_file where id = ${unusedImage.id}::uuid`,
      );
      return row!.isDeleted;
    };
    expect([image.mended, await deleted()]).toEqual([1, true]);
    const undo = (id: string) => api.send("POST paas/governance/undo", { undo: id });
    expect((await undo(image.undo)).status).toBe(200);
    expect([await deleted(), (await undo(image.undo)).status]).toEqual([false, 404]);
    // The settings of the page were mended after that; the removed element is another part of it.
    expect((await undo(orphan.undo)).status).toBe(200);
    expect([before.includes("nd_orphan00001"), (await draftOf(pages.texts!)).includes("nd_orphan00001")]).toEqual([
      true,
      true,
    ]);
    expect((await findingsOf(api, runId, "orphan-parts")).map(({ isMended }) => isMended)).toEqual([false]);

    runId = await runSite(api);
    const report = await reportOf(api);
    expect(countsOf(report)).toMatchObject({ "broken-links": 1, "orphan-parts": 1, "unused-images": 1 });
    const changes = Object.fromEntries(report.report!.checks.map(({ id, added, resolved }) => [id, [added, resolved]]));
    expect(report.report!.hasPrevious).toBe(true);
    expect([changes["broken-links"], changes["page-texts"], changes["missing-alt"], changes["orphan-parts"]]).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 0],
    ]);
  });

  it("does not take back a mend of what somebody has changed since", async () => {
    const answer = await api.send("POST paas/governance/mend", { runId, check: "orphan-parts" });
    const { undo } = contentOf(answer) as { undo: string };
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update page set document = jsonb_set(document, '{records,nd_orphan00001}', '{"kind":"node","id":"nd_orphan00001","order":"a0","type":"text","parent":"wd_gone000001","box":{"x":5,"y":0,"w":10,"h":10},"value":{}}')
        where id = ${pages.texts!}::uuid`),
    );
    expect((await api.send("POST paas/governance/undo", { undo })).status).toBe(409);
  });
});

it("B-371, T-68: answers at once with the id of the one run under way, however many ask", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const { siteId } = await reportOf(api);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      api.send(index % 2 === 0 ? "GET Api/SiteGovernance/Start" : "POST Api/SiteGovernance/Start", { siteId }),
    ),
  );
  const started = answers.map((answer) => contentOf(answer) as Started);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const runs = await server.database.read<{ id: string }>(
    owner.tenantId,
    sql`select id from job where tenant_id = ${owner.tenantId}::uuid and name = 'siteGovernance' order by created_at`,
  );
  expect(new Set(started.map(({ runId }) => runId))).toEqual(new Set(runs.map(({ id }) => id)));
  await waitForReport(api, started[0]!.runId);
  expect(await statusOf(api, started[0]!.runId)).toEqual({
    runId: started[0]!.runId,
    status: "done",
    percent: 100,
    message: "Success",
  });
});

it("E-115: checks the records of one light app", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const options = (...keys: string[]) => keys.map((key) => ({ key, name: sameText(key) }));
  const definition = (...keys: string[]) =>
    draftDefinition([
      draftField("title"),
      draftField("grade", "dropdownlist", { options: options(...keys) }),
      draftField("remark"),
    ]);
  const app = await publishLightApp(api, "lead", definition("gold", "iron"));
  for (let index = 0; index < 20; index += 1)
    await api.call("POST Api/{type}/QueryAdd", { type: "lead", title: `Lead ${index}`, grade: "gold" } as never);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`update record set data = jsonb_set(data, '{grade}', '"lost"') where data ->> 'title' = 'Lead 7'`),
  );
  const { siteId, apps } = await reportOf(api, { kind: "app" });
  expect(apps).toEqual([{ id: app.id, name: "lead" }]);
  const answer = await api.send("POST Api/AppGovernance/Start", { siteId, appId: app.id });
  const { runId } = contentOf(answer) as Started;
  await waitForReport(api, runId);
  const invalid = await findingsOf(api, runId, "invalid-values");
  expect(invalid.map(({ title, url }) => [title, url?.startsWith("/paas/lead/edit?id=")])).toEqual([["Lead 7", true]]);
  expect((await findingsOf(api, runId, "empty-fields")).map(({ text }) => text)).toEqual([
    "remark is empty in all 20 records",
  ]);
  expect((await reportOf(api, { kind: "app", appId: app.id })).report?.runId).toBe(runId);
});

it("E-113: the governance of the platform is for its administrators, and names spaces that nobody manages", async () => {
  const owner = await newSpaceOwner(server);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`update site set name = '{"zh":"无人空间","en":"Unmanaged"}' where tenant_id = ${owner.tenantId}::uuid`),
  );
  expect((await client(server, owner).send("GET Api/AdminGovernance/Start")).status).toBe(403);
  expect((await client(server, owner).send("GET paas/governance/report", { kind: "admin" })).status).toBe(403);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`update member set is_administrator = false where tenant_id = ${owner.tenantId}::uuid`),
  );
  const platform = client(server, await superAdministrator(server));
  const { runId } = contentOf(await platform.send("GET Api/AdminGovernance/Start")) as Started;
  await waitForReport(platform, runId);
  const titles = (await findingsOf(platform, runId, "spaces-without-administrator")).map(({ title }) => title);
  expect(titles).toContain("Unmanaged");
});
