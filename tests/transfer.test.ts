/** Configuration of a space as files: export, comparison and import between two spaces. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { configurationEntities } from "#features/transfer/row-path.server.ts";
import { contentFields, referencedTypes } from "#features/transfer/row-content.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { draftDefinition, draftField, publishLightApp, saveDraft } from "./support/light-apps.ts";
import { newMember } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import {
  addRow,
  applyRows,
  compareFolder,
  differencesIn,
  exportFolder,
  folderOf,
  importRows,
  levels,
  manifest,
  newSpace,
  rowsOf,
  type Space,
  textsOf,
} from "./support/transfer.ts";

const server = await sharedServer();

const update = async (api: Client, type: string, { id, version }: AnyRow, values: object): Promise<AnyRow> =>
  (await api.call("POST Api/{type}/QueryUpdate", { type, id, version, ...values } as never)) as AnyRow;
const compare = ({ owner }: Space, bytes: Buffer) => compareFolder(server, owner, bytes);

const customer = draftDefinition([
  draftField("title", "textbox", { required: true }),
  draftField("level", "dropdownlist", { dataSource: "customerLevel" }),
]);
const editorGrants = [
  {
    entity: "customer",
    verbs: ["read", "update"],
    read: null,
    write: ["level"],
    rows: { field: "level", op: "eq", value: "gold" },
  },
  { entity: "news", verbs: ["read"], read: ["title"], write: null },
];
const shipping = { host: "staging.example.com", password: "hunter2-secret", retries: 3 };

/** Fills a space with configuration of every type that this file is about. */
async function fill({ api }: Space): Promise<void> {
  await addRow(api, "enum", levels);
  await publishLightApp(api, "customer", customer);
  await saveDraft(api, "draftOnly", draftDefinition([draftField("a")]));
  const editor = await addRow(api, "role", {
    name: { zh: "编辑", en: "Editor" },
    description: sameText("Edits"),
    grants: editorGrants,
  });
  const menu = [{ group: "content", entries: [{ opens: "list", target: "customer", roles: [editor.id] }] }];
  await addRow(api, "menu", { menu: "management", groups: menu });
  await addRow(api, "autoPage", {
    name: sameText("Customers"),
    pageType: "customer",
    kind: "report",
    audience: "roles",
    roles: [editor.id],
    layout: "grid",
    days: "30",
    widgets: JSON.stringify([{ id: "count", name: "number", span: 8, value: { source: "customer" } }]),
  });
  for (const retries of [1, 2])
    await addRow(api, "autoConfig", { configType: "Shipping", value: JSON.stringify({ ...shipping, retries }) });
}

describe("the files of a space", () => {
  let source: Space;
  let texts: Record<string, string>;
  let folder: Buffer;
  beforeAll(async () => {
    source = await newSpace(server);
    await fill(source);
    folder = await exportFolder(server, source.owner);
    texts = await textsOf(folder);
  });

  it("are named after the keys of the rows, in folders of their types", () => {
    expect(
      Object.keys(texts)
        .filter((name) => !name.startsWith("theme/"))
        .toSorted(),
    ).toEqual([
      "autoConfig/Shipping.json",
      "autoConfig/Shipping~2.json",
      "autoPage/customer@report.json",
      "enum/customerLevel.json",
      "lightApp/customer.json",
      "lightApp/draftOnly.json",
      "manifest.json",
      "menu/management.json",
      "page/%2Findex.json",
      "role/编辑.json",
      "site/site.json",
    ]);
  });

  it("read well in version control: sorted keys, two spaces, JSON texts as objects, no ids, times and versions", async () => {
    expect(texts["enum/customerLevel.json"]).toBe(
      `${JSON.stringify({ isPublic: true, keyValue: levels.keyValue.map(({ key, value, ...rest }) => ({ ...rest, key, value: { en: value.en, zh: value.zh } })), name: "customerLevel", title: { en: "Customer levels", zh: "客户等级" } }, null, 2)}\n`,
    );
    const app = JSON.parse(texts["lightApp/customer.json"]!) as { definition: { titleField: string }; state: string };
    expect([app.definition.titleField, app.state]).toEqual(["title", "published"]);
    expect(JSON.parse(texts["lightApp/draftOnly.json"]!)).not.toHaveProperty("state");
    const { "manifest.json": _manifest, ...rows } = texts;
    const [role] = await rowsOf(source.api, "role");
    // Records of pages have ids of their own, which are the same in every space.
    const { "page/%2Findex.json": _page, ...others } = rows;
    expect(Object.values(others).join("\n")).not.toMatch(/"(?:id|version|createdAt|updatedAt|publishedAt)":/);
    expect(Object.values(rows).join("\n")).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(Object.values(rows).join("\n")).not.toContain(role!.id);
  });

  it("name other rows by their files", () => {
    expect(JSON.parse(texts["menu/management.json"]!)).toMatchObject({
      groups: [{ entries: [{ roles: ["role/编辑"] }] }],
    });
  });

  it("T-54: name secrets and never contain them, neither in clear nor sealed", async () => {
    const { value } = JSON.parse(texts["autoConfig/Shipping.json"]!) as { value: object };
    expect(value).toEqual({ ...shipping, password: "••••••••", retries: 1 });
    const all = Object.values(texts).join("\n");
    expect(all).not.toContain("hunter2");
    const [row] = await server.database.read<{ secrets: string }>(
      source.owner.tenantId,
      sql`select secrets from auto_config where tenant_id = ${source.owner.tenantId}::uuid limit 1`,
    );
    expect(all).not.toContain(row!.secrets);
  });

  it("are no difference in their own space", async () => {
    const comparison = await compare(source, folder);
    expect([comparison.faults, differencesIn(comparison)]).toEqual([[], []]);
    expect(comparison.rows.length).toBe(Object.keys(texts).length - 1);
  });

  it("are for administrators, who confirm their identity, and each export is in the audit log", async () => {
    const colleague = client(server, await newMember(server, source.owner.tenantId));
    for (const call of ["POST paas/transfer/export", "POST paas/transfer/apply", "POST paas/transfer/upload"])
      expect([call, (await colleague.send(call)).status]).toEqual([call, 403]);
    const log = contentOf(await source.api.send("GET Api/Audit/List", { verb: "configurationExport" })) as {
      entries: { verb: string }[];
    };
    expect(log.entries.map(({ verb }) => verb)).toEqual(["configurationExport"]);
  });

  it("become the configuration of an empty space: everything that was chosen, published on demand", async () => {
    const target = await newSpace(server);
    const comparison = await compare(target, folder);
    expect(comparison.faults).toEqual([]);
    expect(
      comparison.rows
        .filter(({ state }) => state === "added")
        .map(({ path, problem, target: state }) => [path, problem, state?.problem]),
    ).toEqual([
      ["autoConfig/Shipping", null, undefined],
      ["autoConfig/Shipping~2", null, undefined],
      ["enum/customerLevel", null, undefined],
      ["lightApp/customer", null, null],
      ["lightApp/draftOnly", null, undefined],
      ["role/编辑", null, undefined],
      ["autoPage/customer@report", null, undefined],
      ["menu/management", null, undefined],
    ]);
    const chosen = comparison.rows
      .filter(({ state }) => state === "added")
      .map((row) => ({ ...row, entersState: row.target !== null }));
    const imported = await importRows(server, target.owner, comparison, chosen);
    expect(imported.map(({ path }) => path)).toEqual(chosen.map(({ path }) => path));
    const again = await compare(target, folder);
    expect(differencesIn(again)).toEqual([]);

    const [role] = await rowsOf(target.api, "role");
    expect(role).toMatchObject({ name: { zh: "编辑", en: "Editor" }, grants: editorGrants });
    expect((await rowsOf(target.api, "autoPage"))[0]).toMatchObject({ pageType: "customer", roles: [role!.id] });
    expect((await rowsOf(target.api, "menu"))[0]).toMatchObject({ groups: [{ entries: [{ roles: [role!.id] }] }] });
    expect((await addRow(target.api, "customer", { title: "Ada", level: "gold" })).level).toBe("gold");
    const [configuration] = await rowsOf(target.api, "autoConfig");
    expect(JSON.parse(configuration!.value as string)).toMatchObject({ host: "staging.example.com", password: "" });
    expect(again.rows.find(({ path }) => path === "autoConfig/Shipping")!.secrets).toEqual(["password"]);
    const { id } = imported.find(({ path }) => path === "enum/customerLevel")!;
    const history = contentOf(await target.api.send("GET Api/{type}/QueryHistory", { type: "enum", id })) as {
      changes: { verb: string }[];
    };
    expect(history.changes.map(({ verb }) => verb)).toEqual(["add"]);
  });

  it("keep the secrets of the target where the file has the same secret", async () => {
    const target = await newSpace(server);
    const row = await addRow(target.api, "autoConfig", {
      configType: "Shipping",
      value: JSON.stringify({ ...shipping, host: "example.com", retries: 1 }),
    });
    const comparison = await compare(target, folder);
    const first = comparison.rows.find(({ path }) => path === "autoConfig/Shipping")!;
    expect(first).toMatchObject({ state: "changed", secrets: [], problem: null, changes: [{ field: "value" }] });
    await importRows(server, target.owner, comparison, [first]);
    const changed = (await rowsOf(target.api, "autoConfig")).find(({ id }) => id === row.id);
    expect(JSON.parse(changed!.value as string)).toEqual({ ...shipping, password: "•••••••• #1", retries: 1 });
  });

  it("leave alone what was not chosen: a draft stays unpublished, rows outside the folder stay", async () => {
    const target = await newSpace(server);
    const own = await addRow(target.api, "enum", { ...levels, name: "own" });
    await addRow(target.api, "enum", { ...levels, title: sameText("Old"), isPublic: false });
    const comparison = await compare(target, folder);
    expect(comparison.rows.find(({ path }) => path === "enum/customerLevel")!.changes).toEqual([
      {
        field: "title",
        name: "Name",
        before: JSON.stringify({ en: "Old", zh: "Old" }, null, 2),
        after: JSON.stringify({ en: "Customer levels", zh: "客户等级" }, null, 2),
      },
      { field: "isPublic", name: "Visitors can read", before: "false", after: "true" },
    ]);
    const chosen = comparison.rows.filter(({ path }) => ["enum/customerLevel", "lightApp/customer"].includes(path));
    await importRows(server, target.owner, comparison, chosen);
    expect((await rowsOf(target.api, "lightApp")).map(({ tableName, state }) => [tableName, state])).toEqual([
      ["customer", "draft"],
    ]);
    expect((await rowsOf(target.api, "enum")).map(({ name, isPublic }) => [name, isPublic])).toEqual([
      ["customerLevel", true],
      ["own", true],
    ]);
    expect(await rowsOf(target.api, "role")).toEqual([]);

    const second = await compare(target, folder);
    expect(second.rows.find(({ path }) => path === "lightApp/customer")).toMatchObject({
      state: "changed",
      changes: [],
      target: { name: "Published", problem: null },
    });
    const missing = second.rows.find(({ path }) => path === "enum/own")!;
    expect(missing).toMatchObject({ state: "missing", id: own.id });
    await importRows(server, target.owner, second, [missing]);
    expect((await rowsOf(target.api, "enum")).map(({ name }) => name)).toEqual(["customerLevel"]);
    expect((await target.api.send("GET Api/Trash/Entities")).text).toContain('"enum"');
  });

  it("R-11: apply nothing when one row has changed since the review, and say which", async () => {
    const target = await newSpace(server);
    const row = await addRow(target.api, "enum", { ...levels, title: sameText("Old") });
    const comparison = await compare(target, folder);
    await update(target.api, "enum", row, { title: sameText("Newer") });
    const chosen = comparison.rows.filter(({ path }) => path.startsWith("enum/") || path.startsWith("autoConfig/"));
    const answer = await applyRows(server, target.owner, comparison, chosen);
    expect([answer.status, answer.body.msg]).toEqual([
      409,
      "enum/customerLevel: It has changed since the review. Upload the file again.",
    ]);
    expect(await rowsOf(target.api, "autoConfig")).toEqual([]);
    expect((await rowsOf(target.api, "enum"))[0]!.title).toEqual(sameText("Newer"));
  });

  it("publish a light app after those that it refers to, and name those that refer to each other", async () => {
    const origin = await newSpace(server);
    const relationTo = (entity: string) =>
      draftDefinition([draftField("title"), draftField("other", "relation", { entity })]);
    await publishLightApp(origin.api, "warehouse", draftDefinition([draftField("title")]));
    await publishLightApp(origin.api, "order", relationTo("warehouse"));
    await publishLightApp(origin.api, "delivery", relationTo("order"));
    const files = await textsOf(await exportFolder(server, origin.owner));
    const target = await newSpace(server);
    const comparison = await compare(target, await folderOf(files));
    const apps = comparison.rows.filter(({ type }) => type === "lightApp");
    expect(apps.map(({ path, target: state }) => [path, state?.problem])).toEqual([
      ["lightApp/warehouse", null],
      ["lightApp/order", null],
      ["lightApp/delivery", null],
    ]);

    const warehouse = JSON.parse(files["lightApp/warehouse.json"]!) as object;
    const circular = { ...warehouse, definition: relationTo("delivery") };
    const refused = await compare(target, await folderOf({ ...files, "lightApp/warehouse.json": circular }));
    const problems = refused.rows.flatMap(({ target: state }) => state?.problem ?? []);
    expect(problems).toHaveLength(3);
    for (const problem of problems)
      expect(problem).toMatch(/lightApp\/delivery, lightApp\/order, lightApp\/warehouse refer to each other/);

    const chosen = apps.map((row) => ({ ...row, entersState: true }));
    await importRows(server, target.owner, comparison, chosen);
    // With the one published, the others can be published in any order.
    const again = await compare(target, await folderOf({ ...files, "lightApp/warehouse.json": circular }));
    const changed = again.rows.filter(({ state }) => state === "changed");
    expect(changed.map(({ path, target: state }) => [path, state?.problem])).toEqual([["lightApp/warehouse", null]]);
  });

  it("refuse a menu whose role is not chosen, and a light app that cannot be published", async () => {
    const target = await newSpace(server);
    const comparison = await compare(target, folder);
    const menu = comparison.rows.filter(({ path }) => path === "menu/management");
    const answer = await applyRows(server, target.owner, comparison, menu);
    expect([answer.status, answer.body.msg]).toEqual([
      409,
      "menu/management: It refers to role/编辑, which does not exist or is not chosen",
    ]);
    const app = comparison.rows
      .filter(({ path }) => path === "lightApp/customer")
      .map((row) => ({ ...row, entersState: true }));
    const withoutOptions = await applyRows(server, target.owner, comparison, app);
    expect([withoutOptions.status, withoutOptions.text.includes("lightApp/customer: ")]).toEqual([409, true]);
    expect(await rowsOf(target.api, "lightApp")).toEqual([]);
  });

  it("refuse to delete a row that another chosen row refers to, and keep the order of rows with the same key", async () => {
    const own = await newSpace(server);
    const role = await addRow(own.api, "role", { name: sameText("Editor"), grants: [] });
    const entries = [{ opens: "list", target: "news", roles: [role.id] }];
    const menu = await addRow(own.api, "menu", { menu: "management", groups: [{ group: "content", entries }] });
    for (let sortOrder = 1; sortOrder <= 11; sortOrder += 1)
      await addRow(own.api, "autoConfig", { configType: "Many", value: `{ "n": ${sortOrder} }`, sortOrder });
    const files = await textsOf(await exportFolder(server, own.owner));
    const { "role/Editor.json": _role, ...withoutRole } = files;
    await own.api.call("DELETE Api/{type}/QueryDelete", { type: "menu", ids: menu.id });
    const comparison = await compare(own, await folderOf(withoutRole));
    const chosen = comparison.rows.filter(({ state }) => state !== "unchanged");
    expect(chosen.map(({ state, path }) => `${state} ${path}`)).toEqual([
      "missing role/Editor",
      "added menu/management",
    ]);
    const answer = await applyRows(server, own.owner, comparison, chosen);
    expect([answer.status, answer.body.msg]).toEqual([
      409,
      "menu/management: It refers to role/Editor, which does not exist or is not chosen",
    ]);
    await importRows(server, own.owner, comparison, chosen.slice(1));

    const target = await newSpace(server);
    const other = await compare(target, await folderOf(files));
    await importRows(
      server,
      target.owner,
      other,
      other.rows.filter(({ state }) => state === "added"),
    );
    expect(differencesIn(await compare(target, await folderOf(files)))).toEqual([]);
  });

  it("change the details of the website where they differ, and leave them where the folder does not have them", async () => {
    const target = await newSpace(server);
    const site = JSON.parse(texts["site/site.json"]!) as object;
    const renamed = { ...manifest, "site/site.json": { ...site, theme: null, name: sameText("Production") } };
    const comparison = await compare(target, await folderOf(renamed));
    const own = comparison.rows.filter(({ type }) => type === "site");
    expect(own.map(({ state, path, problem }) => [state, path, problem])).toEqual([["changed", "site/site", null]]);
    await importRows(server, target.owner, comparison, own);
    expect((await rowsOf(target.api, "site")).map(({ name, theme }) => [name, theme])).toEqual([
      [sameText("Production"), null],
    ]);
    const without = await compare(target, await folderOf({ ...manifest }));
    expect(without.rows.filter(({ type }) => type === "site")).toEqual([]);
  });

  it("T-02: another person's upload is not found, nor is one of another space", async () => {
    const target = await newSpace(server);
    const comparison = await compare(target, folder);
    const rows = comparison.rows.filter(({ path }) => path === "enum/customerLevel");
    expect((await applyRows(server, source.owner, comparison, rows)).status).toBe(404);
  });
});

describe("entities whose rows are configuration", () => {
  const ordered = configurationEntities(codeEntities, ({ fields }) => referencedTypes(fields));

  it("are imported after those that they refer to", () => {
    const types = ordered.map(({ type }) => type);
    const before = (one: string, other: string) => types.indexOf(one) < types.indexOf(other);
    expect([before("enum", "lightApp"), before("lightApp", "role"), before("role", "menu")]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each(ordered.map((entity) => [entity.type, entity] as const))(
    "%s has a key that files contain, refers to configuration only, and needs no hook",
    (_type, entity) => {
      const { key, state, secretKeys } = entity.configuration;
      expect(key.filter((field) => !contentFields(entity).includes(field))).toEqual([]);
      expect(key.length === 0 ? entity.isSingle : entity.fields[key[0]!]!.required).toBe(true);
      const fields = [secretKeys, state?.field].filter((field) => field !== undefined);
      expect(fields.filter((field) => !Object.hasOwn(entity.fields, field))).toEqual([]);
      const types = new Set(ordered.map(({ type }) => type as string));
      expect(referencedTypes(entity.fields).filter((type) => !types.has(type))).toEqual([]);
      expect(entity.access.read).not.toBe("nobody");
      expect(entity.hasAddHook).toBeUndefined();
    },
  );
});
