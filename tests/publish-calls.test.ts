/** The calls that publish: the form of a light app, all light apps, all pages. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { pagePermissionId } from "#kit/page-permission.ts";
import { isUnderWay } from "#kit/job.ts";
import { addChangedPage } from "./support/changed-pages.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { draftDefinition, draftField, publishLightApp, saveDraft } from "./support/light-apps.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();

type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];
async function resultOf(api: Client, id: string): Promise<string | undefined> {
  const find = async () =>
    (contentOf(await api.send("GET Api/Job/Mine")) as { jobs: Job[] }).jobs.find((job) => job.id === id)!;
  await expect.poll(async () => isUnderWay((await find()).state), { timeout: 90_000 }).toBe(false);
  return (await find()).result?.text;
}
const fieldsOf = async (api: Client, type: string) => {
  const form = await api.send("GET api/Ui/AutoForm", { type });
  return ["first", "second"].filter((field) => form.text.includes(`"${field}"`));
};
const definition = (...fields: string[]) => draftDefinition(fields.map((field) => draftField(field)));

it("E-109, B-212: PublishForm publishes the draft of a light app, and names what is wrong with one", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const app = await saveDraft(api, "lead", definition("first"));
  const answer = await api.send("POST Api/Java/PublishForm", { pageId: app.id });
  expect([answer.status, answer.body.message]).toEqual([200, expect.any(String)]);
  expect(contentOf(answer)).toMatchObject({ ok: true, version: 1, time: expect.any(String) });
  expect(await fieldsOf(api, "lead")).toEqual(["first"]);
  // Publishing the same draft again changes nothing.
  expect((await api.send("POST Api/Java/PublishForm", { pageId: app.id })).status).toBe(200);
  await saveDraft(api, "lead", { ...definition("first"), titleField: "missing" }, app);
  const refused = await api.send("POST Api/Java/PublishForm", { pageId: app.id });
  expect([refused.status, refused.text.includes("titleField")]).toEqual([409, true]);
});

it("E-112, B-212: Publish/App publishes the light apps that have changed, or the one that is named, and lists those with problems", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const changed = await publishLightApp(api, "lead", definition("first"));
  await saveDraft(api, "lead", definition("first", "second"), changed);
  const faulty = await publishLightApp(api, "visit", definition("first"));
  await saveDraft(api, "visit", { ...definition("first"), titleField: "missing" }, faulty);
  const draft = await saveDraft(api, "order", definition("first"));
  const { jobId } = contentOf(await api.send("GET Api/Publish/App")) as { jobId: string };
  expect(await resultOf(api, jobId)).toBe("1 light app published, 1 not published. See the log for details.");
  expect(await fieldsOf(api, "lead")).toEqual(["first", "second"]);
  const { lines } = contentOf(await api.send("GET Api/Job/Log", { id: jobId })) as CallOutput<"GET Api/Job/Log">;
  expect(lines.map(({ level, text }) => [level, text.split(" (")[0]]).toSorted()).toEqual([
    ["info", "Published: lead"],
    ["warning", "Not published: visit"],
  ]);
  // The draft was never published, so only its id publishes it.
  expect(await fieldsOf(api, "order")).toEqual([]);
  const named = contentOf(await api.send("POST Api/Publish/App", { appId: draft.id })) as { jobId: string };
  expect(await resultOf(api, named.jobId)).toBe("1 light app published");
  expect(await fieldsOf(api, "order")).toEqual(["first"]);
});

it("E-112: Publish/App publishes the named light app while another one is published, also when another space names the same one", async () => {
  const [owner, stranger] = [await newSpaceOwner(server), await newSpaceOwner(server)];
  const [api, strangerApi] = [client(server, owner), client(server, stranger)];
  const apps = [await saveDraft(api, "lead", definition("first")), await saveDraft(api, "visit", definition("first"))];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  // Publications wait for this one.
  const publication = server.database.tenant(owner.tenantId, async (tx) => {
    await tx.lock(`entity definitions ${owner.tenantId}`);
    await ended;
  });
  const jobIds = await Promise.all(
    apps.map(
      async ({ id }) => (contentOf(await api.send("POST Api/Publish/App", { appId: id })) as { jobId: string }).jobId,
    ),
  );
  const sameInput = { name: "publishLightApps", input: { appId: apps[0]!.id } };
  const foreign = contentOf(await strangerApi.send("POST Api/Job/Start", sameInput)) as { id: string };
  end();
  await publication;
  expect(await resultOf(strangerApi, foreign.id)).toBe("No unpublished changes");
  expect(await Promise.all(jobIds.map((id) => resultOf(api, id)))).toEqual(apps.map(() => "1 light app published"));
  expect([await fieldsOf(api, "lead"), await fieldsOf(api, "visit")]).toEqual([["first"], ["first"]]);
});

it("E-111, B-212: PublishAll starts the job that publishes every changed page, once for all who ask", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const page = await addChangedPage(server, owner, "/changed");
  const { jobId } = contentOf(await api.send("POST Api/Java/PublishAll")) as { jobId: string };
  expect(await resultOf(api, jobId)).toBe("1 page published");
  const [row] = await server.database.read<{ status: string }>(
    owner.tenantId,
    sql`select status from page where id = ${page}::uuid`,
  );
  expect(row?.status).toBe("published");
});

it("B-212: members cannot publish", async () => {
  const owner = await newSpaceOwner(server);
  const app = await saveDraft(client(server, owner), "lead", definition("first"));
  const colleague = client(server, await newMember(server, owner.tenantId));
  const answers = [
    await colleague.send("POST Api/Java/PublishForm", { pageId: app.id }),
    await colleague.send("POST Api/Java/PublishAll"),
    await colleague.send("POST Api/Publish/App"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
});

it("B-008: administrators have widgets, themes, cloud widgets, cloud pages, publishing and governance; the server refuses members all of them, and the market", async () => {
  const owner = await newSpaceOwner(server);
  const pageId = await addChangedPage(server, owner, "/tools");
  const { siteId } = contentOf(
    await client(server, owner).send("GET paas/governance/report", { kind: "site" }),
  ) as CallOutput<"GET paas/governance/report">;
  const tools: [call: string, input: object][] = [
    ["GET Api/Diywidget/class", {}],
    ["GET Api/{type}/QueryList", { type: "theme" }],
    ["GET Api/WidgetCloud/List", { widgetId: "hero" }],
    ["GET Api/CloudPage/Page", { pageId }],
    ["GET Api/Market/Page", {}],
    ["GET Api/{type}/QueryList", { type: "marketItem" }],
    ["POST Api/Java/PublishPage", { pageId }],
    ["POST Api/Java/PublishAll", {}],
    ["GET Api/SiteGovernance/Start", { siteId }],
    ["GET paas/governance/report", { kind: "site" }],
  ];
  const statusesOf = async (api: Client) => {
    const statuses: [call: string, status: number][] = [];
    for (const [call, input] of tools) statuses.push([call, (await api.send(call, input)).status]);
    return statuses;
  };
  const member = client(server, await newMember(server, owner.tenantId));
  expect(await statusesOf(member)).toEqual(tools.map(([call]) => [call, 403]));
  expect(await statusesOf(client(server, owner))).toEqual(tools.map(([call]) => [call, 200]));

  // What the menus offer: the pages of these tools, for administrators only.
  const pages = [
    "/builder",
    "/design/make",
    "/paas/governance",
    "/admin/page/list",
    "/admin/theme/list",
    "/admin/marketItem/list",
  ];
  const offered = async (api: Client) => {
    const { allRoleIds } = (await api.call("GET api/user/View", {})) as CallOutput<"GET api/user/View">;
    return pages.filter((path) => allRoleIds.includes(pagePermissionId(path)));
  };
  expect([await offered(client(server, owner)), await offered(member)]).toEqual([pages, []]);
});
