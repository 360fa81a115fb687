/** Invalid pages in the database: they cannot be published, and their content cannot break out of its component (T-43, T-45, T-46, T-50, R-36). */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/process/id.server.ts";
import { nodes, widgets } from "#render/registry.ts";
import { client } from "./support/client.ts";
import {
  canvas,
  hostileRecords,
  hostileSettings,
  id,
  injections,
  keyOf,
  node,
  setting,
  texts,
  widget,
} from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const hostName = await siteHost(server, owner);
const visit = (path: string) => readPage(server.url + path, { host: hostName });

const validWidget = widget("wd_beside0001", { order: "Zz", value: { heading: { zh: "旁边", en: "Beside it" } } });
const pageOf = (entries: (readonly [string, unknown])[], changes: object = {}) => ({
  schema: 1,
  setting,
  // JSON text, because `__proto__` in an object literal would set its prototype.
  records: JSON.parse(
    `{${[...entries, [validWidget.id, validWidget] as const].map(([key, record]) => `${JSON.stringify(key)}:${JSON.stringify(record)}`).join(",")}}`,
  ) as object,
  ...changes,
});
const isStorable = (document: unknown) => !/\\ud[89a-f]/i.test(JSON.stringify(document));

/** Widgets that show the row named in the URL. Without the row, their page is not found. */
const singleRowWidgets = new Set(["agreement", "way-out"]);

/** Records of every definition with the same value in every setting. */
const recordsFilledWith = (value: unknown) => {
  const filled = (settings: object) => Object.fromEntries(Object.keys(settings).map((key) => [key, value]));
  const fourDigits = (n: number) => String(n).padStart(4, "0");
  return [
    ...[...widgets.values()]
      .filter(({ name }) => !singleRowWidgets.has(name))
      .map((definition, n) =>
        widget(`wd_filled${fourDigits(n)}`, {
          name: definition.name,
          version: definition.version ?? 1,
          value: filled(definition.settings),
        }),
      ),
    canvas(id),
    ...[...nodes.values()].map((definition, n) =>
      node(`nd_filled${fourDigits(n)}`, id, { type: definition.type, value: filled(definition.settings) }),
    ),
  ].map((record) => [record.id, record] as const);
};

const invalidPages: [what: string, document: unknown][] = [
  ...hostileRecords.map(
    ([what, records]) => [what, pageOf(records.map((record) => [keyOf(record), record] as const))] as [string, unknown],
  ),
  ...hostileSettings.map(
    ([what, invalidSetting]) => [`as settings, ${what}`, pageOf([], { setting: invalidSetting })] as [string, unknown],
  ),
  ...["__proto__", "constructor", "wd_<script>", ""].map(
    (key) => [`under the id ${JSON.stringify(key)}`, pageOf([[key, { ...widget(id), id: key }]])] as [string, unknown],
  ),
  ...[null, [], "records", 5].map(
    (records) => [`with records ${JSON.stringify(records)}`, { schema: 1, setting, records }] as [string, unknown],
  ),
  ["of an unknown schema", pageOf([], { schema: 2 })],
  ["that is a list", []],
  ["that is a text", "page"],
  ...[...injections, 1e9, {}, [], { zh: {} }].map(
    (value) =>
      [`with the value ${JSON.stringify(value)} in every setting`, pageOf(recordsFilledWith(value))] as [
        string,
        unknown,
      ],
  ),
  [
    "with a thousand records too many",
    pageOf(Array.from({ length: 6000 }, (_, n) => [`wd_n${String(n).padStart(9, "0")}`, 5] as const)),
  ],
].filter(([, document]) => isStorable(document)) as [string, unknown][];

let pageId = "";
let snapshotId = "";
let token = "";
beforeAll(async () => {
  const row = { type: "page", path: "/planted", title: texts, description: texts };
  ({ id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string });
  await send("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes: [{ id, after: widget(id) }] });
  ({ snapshotId } = (await call("POST Api/Java/PublishPage", { pageId })) as { snapshotId: string });
  ({ token } = (await call("POST Api/SitePage/Share", { pageId, days: 7 })) as { token: string });
});

/** Writes a document into the page and its snapshot without any check. The snapshot gets another id, because the program reads each one once. */
async function storeDocument(document: unknown): Promise<void> {
  const json = JSON.stringify(document);
  const newSnapshotId = newId();
  await server.database.system(async (tx) => {
    await tx.rows(sql`update page set document = ${json}::jsonb, snapshot_id = null where id = ${pageId}::uuid`);
    await tx.rows(
      sql`update page_snapshot set id = ${newSnapshotId}::uuid, document = ${json}::jsonb where id = ${snapshotId}::uuid`,
    );
    await tx.rows(sql`update page set snapshot_id = ${newSnapshotId}::uuid where id = ${pageId}::uuid`);
  });
  snapshotId = newSnapshotId;
}

/** The tags of a page as a browser parses them, without the content of styles and scripts. */
function tagsOf(html: string): { name: string; attributes: [string, string][] }[] {
  const markup = html.replaceAll(/<(style|script)([^>]*)>.*?<\/\1>/gs, "<$1$2>");
  return [...markup.matchAll(/<([a-z][\w-]*)((?:[^>"]|"[^"]*")*)>/gi)].map(([, name, rest]) => ({
    name: name!.toLowerCase(),
    attributes: [...rest!.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)].map(([, key, value]) => [
      key!.toLowerCase(),
      value ?? "",
    ]),
  }));
}
const urlAttributes = new Set(["href", "src", "srcset", "action", "formaction", "data", "xlink:href", "poster"]);

/** Expects a complete page with no scripts, resources and styles except those of the program. */
function expectHarmless({ status, headers, text }: Awaited<ReturnType<typeof visit>>): void {
  expect(status).toBe(200);
  const policy = String(headers["content-security-policy"]);
  for (const [, , type, content] of text.matchAll(/<(style|script)(?![^>]*\ssrc=)([^>]*)>(.*?)<\/\1>/gs)) {
    // Structured data is not executed, but has to be valid JSON.
    if (type!.includes("application/ld+json")) expect(JSON.parse(content!)).toBeTypeOf("object");
    else expect(policy).toContain(createHash("sha256").update(content!).digest("base64"));
  }
  const style = /<style>(.*?)<\/style>/s.exec(text)![1]!;
  expect(style).not.toMatch(/sink\.test|expression\(|@import/i);
  for (const { name, attributes } of tagsOf(text)) {
    expect(["iframe", "object", "embed", "base", "frame", "applet"]).not.toContain(name);
    for (const [key, value] of attributes) {
      expect(key, `${name} ${key}`).not.toMatch(/^on|^style$|^srcdoc$/);
      if (urlAttributes.has(key))
        expect(value, `${name} ${key}`).not.toMatch(/^\s*(?:javascript|data:text|vbscript)|sink\.test/i);
    }
  }
  expect(text).toMatch(/<\/main>.*<\/html>$/s);
}

it.each([
  ["a handler", '<p onclick="x">'],
  ["a style", '<p class="a" style="color:red">'],
  ["a javascript: link", '<a href=" javascript:alert(1)">'],
  ["a picture of another host", '<img src="//sink.test/a">'],
  ["a frame", "<iframe>"],
  ["a script", "<script>alert(1)</script>"],
  ["a style sheet", "<style>p{color:red}</style>"],
])("detects %s", async (_what, markup) => {
  await storeDocument(pageOf([]));
  await send("POST Api/SitePage/Rollback", { pageId, snapshotId });
  const response = await visit("/planted?language=en");
  expectHarmless(response);
  const text = response.text.replace("</main>", `${markup}</main>`);
  expect(() => expectHarmless({ ...response, text })).toThrow(/expected/);
});

describe.each(invalidPages)("a page %s", (_what, document) => {
  beforeAll(() => storeDocument(document));

  it("is not published, and the refusal names the invalid part", async () => {
    const answer = await send("POST Api/Java/PublishPage", { pageId });
    expect(answer.status, answer.text.slice(0, 300)).toBe(422);
    const { problems } = answer.body.details as { problems: { id: string }[] };
    const parts = new Set(["setting", ...Object.keys((document as { records?: object } | null)?.records ?? {})]);
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(parts).toContain(problem.id);
  });

  it("T-44: is opened, previewed, rolled back and visited without the invalid part, and with no HTML of its author", async () => {
    for (const answer of [
      await send("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} }),
      await send("GET Api/SitePage/Snapshot", { pageId, snapshotId }),
      await send("POST Api/SitePage/Rollback", { pageId, snapshotId }),
    ])
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    const response = await visit("/planted?language=en");
    expectHarmless(response);
    const hasRecords = typeof (document as { records?: unknown }).records === "object";
    if (
      hasRecords &&
      (document as { records: object | null }).records !== null &&
      !Array.isArray((document as { records: object }).records)
    )
      expect(response.text).toContain("Beside it");
  });

  it("is shared without the invalid part", async () => {
    const response = await visit(`/outer/api?token=${token}&language=zh`);
    expect(response.headers["x-robots-tag"]).toBe("noindex");
    expectHarmless(response);
  });
});
