/** What the editor of light apps gets from the server: previews of drafts, field types, templates, and publishing of what was seen. */
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { groupsIn } from "#kit/auto.ts";
import { locales } from "#kit/text.ts";
import { fieldTypes } from "#records/registry/field-types.server.ts";
import { fieldHints } from "#features/lightapp/editor/field-hints.ts";
import { lightAppTemplates } from "#features/lightapp/templates.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { check, command, draftDefinition, draftField, lightAppOf, saveDraft } from "./support/light-apps.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let space: Client;
beforeAll(async () => {
  space = client(server, await newSpaceOwner(server));
});

type Preview = CallOutput<"POST paas/lightApp/preview">;

async function preview(definition: unknown, more: object = {}): Promise<Preview> {
  const answer = await space.send("POST paas/lightApp/preview", {
    tableName: "customer",
    name: sameText("customer"),
    definition: typeof definition === "string" ? definition : JSON.stringify(definition),
    ...more,
  });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return contentOf(answer) as Preview;
}

const fieldsOf = (shown: Preview) =>
  groupsIn(shown!.form as never).flatMap(({ items }) => items.map(({ field }) => field));

describe("a preview", () => {
  it("describes the form and the list of a draft as publishing it would, with examples of values", async () => {
    const fields = [
      draftField("title", "textbox", { required: true, search: "contains" }),
      draftField("grade", "dropdownlist", { options: [{ key: "a", name: sameText("Gold") }] }),
      draftField("note", "textarea", { localized: true }),
    ];
    const definition = draftDefinition(fields, {
      list: { columns: ["title", "grade"], sort: { field: "title", direction: "asc" } },
    });
    const shown = await preview(definition);
    const draft = await saveDraft(space, "customer", definition);
    expect((await command(space, "publish", draft.id)).status).toBe(200);
    const form = contentOf(await space.send("GET Api/Ui/AutoForm", { type: "customer" }));
    expect(shown!.form).toEqual(form);
    const list = contentOf(await space.send("POST paas/table/search", { paraModel: { url: "/paas/customer/list" } }));
    expect(shown!.play).toEqual((list as { play: object }).play);
    expect(shown!.rows.map((row) => [row.title, row.grade])).toEqual([1, 2, 3, 4].map((n) => [`title ${n}`, "a"]));
  });

  it("has no examples of files, which nobody uploaded", async () => {
    const fields = ["image", "album", "fileupload", "audio", "vedio"].map((type) => draftField(type, type));
    const shown = await preview(draftDefinition([draftField("title"), ...fields]));
    expect(shown!.rows).toHaveLength(4);
    expect(JSON.stringify(shown!.rows)).not.toContain("/files/");
  });

  it("leaves out what is wrong, and what depends on it", async () => {
    const shown = await preview(
      draftDefinition(
        [
          draftField("title"),
          draftField("wrong", "script"),
          draftField("hidden", "textbox", { if: "wrong=1" }),
          { field: "unnamed", type: "number", name: { zh: "数量" } } as never,
          draftField("TITLE"),
        ],
        {
          titleField: "missing",
          groups: [{ name: {}, fields: ["wrong", "unnamed", "title", "missing"] }],
          list: { columns: ["wrong"] },
        },
      ),
      { tableName: "", name: {} },
    );
    expect(fieldsOf(shown)).toEqual(["unnamed", "title"]);
    expect(shown!.play.columns.map(({ field }) => field)).toEqual(["title"]);
    expect(shown!.form.name).toBe("preview");
  });

  it.each([
    ["no JSON", "{"],
    ["JSON that is no object", "[1]"],
    ["no fields", draftDefinition([])],
    ["fields without a value", draftDefinition([draftField("check", "captcha")])],
    ["fields that are no list", { fields: { title: {} } }],
  ])("is empty for %s", async (_what, definition) => {
    expect(await preview(definition)).toBeNull();
  });

  it("shows the options of the option sets of the space, and stores nothing", async () => {
    await space.call("POST Api/{type}/QueryAdd", {
      type: "enum",
      name: "sizes",
      title: sameText("Sizes"),
      keyValue: [{ key: "s", value: sameText("Small") }],
    } as never);
    const shown = await preview(
      draftDefinition([draftField("title"), draftField("size", "dropdownlist", { dataSource: "sizes" })]),
      {
        tableName: "shirt",
      },
    );
    const size = groupsIn(shown!.form as never)[0]!.items[1]!;
    expect(size.config).toMatchObject({ options: [{ key: "s", name: "Small" }] });
    expect((await space.send("GET Api/Ui/AutoForm", { type: "shirt" })).status).toBe(404);
  });
});

it("a check says whether the published definition is the draft, in whatever order its keys stand", async () => {
  const fields = [draftField("title"), draftField("power")];
  const draft = await saveDraft(space, "motor", draftDefinition(fields));
  const isLive = async (definition: object) => (await check(space, "motor", definition, draft.id)).isLive;
  expect(await isLive(draftDefinition(fields))).toBe(false);
  expect((await command(space, "publish", draft.id)).status).toBe(200);
  const reversed = Object.fromEntries(Object.entries(draftDefinition(fields)).toReversed());
  expect([await isLive(draftDefinition(fields)), await isLive(reversed)]).toEqual([true, true]);
  const changed = draftDefinition([draftField("title"), draftField("power", "number")]);
  await saveDraft(space, "motor", changed, draft);
  expect([await isLive(changed), await isLive(draftDefinition(fields))]).toEqual([false, true]);
  expect((await command(space, "unpublish", draft.id)).status).toBe(200);
  expect(await isLive(draftDefinition(fields))).toBe(false);
});

describe("the field types of the editor", () => {
  const list = async () =>
    contentOf(await space.send("GET paas/lightApp/fieldTypes", {})) as CallOutput<"GET paas/lightApp/fieldTypes">;

  it("offers entities to relations, each under a name of its own", async () => {
    const relation = (await list()).find(({ type }) => type === "relation")!;
    const { options } = relation.settings.entity as unknown as { options: { key: string; name: string }[] };
    expect(options.length).toBeGreaterThan(10);
    expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
  });

  it("have titles that tell them apart in each language", async () => {
    const titles = (await list()).map(({ title }) => title);
    for (const locale of locales) expect(new Set(titles.map((title) => title[locale])).size).toBe(titles.length);
  });

  it("let an option set replace the options of a field, which are asked for without one only", async () => {
    const { settings } = (await list()).find(({ type }) => type === "dropdownlist")!;
    const { dataSource, options } = settings as unknown as Record<
      "dataSource" | "options",
      { name: string; if?: string }
    >;
    expect([dataSource.name, options.if]).toEqual(["Option set", "dataSource="]);
  });

  it("are all types with settings, each in a group", async () => {
    const withSettings = [...fieldTypes.values()]
      .filter(({ settings }) => settings !== undefined)
      .map(({ type }) => type);
    expect((await list()).map(({ type }) => type).toSorted()).toEqual(withSettings.toSorted());
  });

  it("are those of the contract, except what stores nothing", async () => {
    const offered = new Set((await list()).map(({ type }) => type));
    const more = [
      "timepicker",
      "region",
      "city",
      "county",
      "cascader",
      "treeselect",
      "label",
      "divider",
      "group",
      "table",
    ];
    expect(more.filter((type) => !offered.has(type))).toEqual([]);
    const left = ["hidden", "password", "passwordnumber"];
    expect(left.filter((type) => offered.has(type))).toEqual([]);
  });

  it("that only show something are never required", async () => {
    const shown = (await list()).filter(({ isInput }) => !isInput).map(({ type }) => type);
    expect(shown).toEqual(expect.arrayContaining(["divider", "label"]));
    const line = draftField("line", "divider", { required: true });
    const { problems } = await check(space, "form", draftDefinition([draftField("title"), line]));
    expect(problems.map(({ path }) => path)).toEqual(["fields.1.required"]);
  });

  it("say in both languages what they are for", async () => {
    const hints = (await list()).map(({ type }) => [type, fieldHints[type]?.zh ?? "", fieldHints[type]?.en ?? ""]);
    expect(hints.filter(([, zh, en]) => zh === "" || en === "")).toEqual([]);
    expect(Object.keys(fieldHints).length).toBe(hints.length);
  });

  it("offer the entities and option sets of the space by name", async () => {
    const types = await list();
    const settingsOf = (type: string) => types.find((info) => info.type === type)!.settings;
    const optionsOf = (setting: unknown) => (setting as { options: { key: string; name: string }[] }).options;
    expect(optionsOf(settingsOf("relation").entity)).toContainEqual(expect.objectContaining({ key: "news" }));
    expect(optionsOf(settingsOf("dropdownlist").dataSource).map(({ key }) => key)).toEqual(
      expect.arrayContaining(["sizes", "datasource__currencies"]),
    );
  });
});

describe("a publication of a version", () => {
  it("is refused when somebody else saved another version meanwhile", async () => {
    const definition = draftDefinition([draftField("title")]);
    const draft = await saveDraft(space, "order", definition);
    await saveDraft(space, "order", draftDefinition([draftField("title"), draftField("more")]), draft);
    const publish = (version: number) =>
      space.send("POST Api/{type}/Command", { type: "lightApp", command: "publish", ids: [draft.id], version });
    const refused = await publish(1);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("Someone else changed this record")]);
    expect((await lightAppOf(space, draft.id)).state).toBe("draft");
    expect((await publish(2)).status).toBe(200);
    expect((await lightAppOf(space, draft.id)).state).toBe("published");
  });

  it("is for one row only", async () => {
    const ids = await Promise.all(
      ["left", "right"].map(async (type) => (await saveDraft(space, type, draftDefinition([draftField("title")]))).id),
    );
    const answer = await space.send("POST Api/{type}/Command", {
      type: "lightApp",
      command: "publish",
      ids,
      version: 1,
    });
    expect(answer.status).toBe(400);
  });
});

describe.each(lightAppTemplates)("the template $tableName", ({ tableName, name, definition }) => {
  let own: Client;
  beforeAll(async () => {
    own = client(server, await newSpaceOwner(server));
  });

  it("has no problems, is published as it is, and takes a record with its examples", async () => {
    expect((await check(own, tableName, definition)).problems).toEqual([]);
    const draft = { type: "lightApp", name, tableName, definition: JSON.stringify(definition) };
    const { id } = (await own.call("POST Api/{type}/QueryAdd", draft as never)) as { id: string };
    const published = await command(own, "publish", id);
    expect(published.status, published.text).toBe(200);
    // People look for a record by a part of its title.
    const title = definition.fields.find(({ field }) => field === definition.titleField);
    expect(title?.search).toBe("contains");
    const shown = contentOf(
      await own.send("POST paas/lightApp/preview", { tableName, name, definition: draft.definition }),
    );
    const [example] = (shown as NonNullable<Preview>).rows;
    const values = definition.fields
      .filter(({ compute, field }) => compute === undefined && example![field] !== null)
      .map(({ field }) => [field, example![field]]);
    const added = await own.send("POST Api/{type}/QueryAdd", { type: tableName, ...Object.fromEntries(values) });
    expect(added.status, added.text).toBe(200);
  });

  it("arranges each of its fields in one group, with texts in both languages", () => {
    const fields = definition.fields.map(({ field }) => field);
    expect(definition.groups.flatMap((group) => group.fields).toSorted()).toEqual(fields.toSorted());
    const words = [
      name,
      ...definition.groups.map((group) => group.name),
      ...definition.fields.map((field) => field.name),
    ];
    expect(words.filter(({ zh, en }) => !zh || !en || zh === en)).toEqual([]);
  });
});

it("members who are no administrators get neither previews nor field types", async () => {
  const owner = await newSpaceOwner(server);
  const member = client(server, await newMember(server, owner.tenantId));
  const draft = { tableName: "a", name: {}, definition: "{}" };
  const answers = await Promise.all([
    member.send("POST paas/lightApp/preview", draft),
    member.send("GET paas/lightApp/fieldTypes", {}),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});
