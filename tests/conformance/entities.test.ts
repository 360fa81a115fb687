/**
 * Every entity, over HTTP: its description, and adding, changing, merging, paging and deleting its rows according to its definition.
 * Covers the entities of the program and a type that two spaces define at run time with different fields.
 */
import { describe, expect, it } from "vitest";
import type { AutoForm, ListDescription } from "#kit/auto.ts";
import { isRuleMet } from "#kit/condition.ts";
import type { AnyRow } from "#kit/entity.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import type { CallOutput } from "#kit/call.ts";
import type { RowHistory } from "#kit/row-history.ts";
import { contentOf } from "../support/client.ts";
import { uploadImport } from "../support/imports.ts";
import { cases, codeCases, entityRequests, fieldTypes, rowFor, valueFor } from "../support/entity-cases.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const requestsIn = entityRequests(server);

it.each(codeCases)("%s is named after its file", (file, { type }) => {
  expect(type).toBe(file);
});

describe.each(cases)("%s", (_name, entity, space) => {
  const { send, insert, search } = requestsIn(space);
  const fields = Object.entries(entity.fields);
  const { type } = entity;

  it("refers only to fields and field types that exist", () => {
    const referencedFields = [
      entity.titleField,
      ...entity.list.columns,
      ...entity.groups.flatMap((group) => group.fields),
      ...(entity.searchable ?? []),
    ];
    expect(referencedFields.filter((name) => !Object.hasOwn(entity.fields, name))).toEqual([]);
    const columns = { ...entity.fields, ...entity.internal };
    const referencedColumns = [
      ...(entity.indexes ?? []).flat(),
      ...(entity.unique ?? []).flat(),
      ...(entity.lookups ?? []),
      ...(entity.owner === undefined ? [] : [entity.owner]),
    ];
    expect(referencedColumns.filter((name) => !Object.hasOwn(columns, name))).toEqual([]);
    for (const { type: holder, field } of entity.referencedBy ?? [])
      expect(codeEntities.find((referring) => referring.type === holder)!.fields[field]).toMatchObject({
        entity: type,
      });
    for (const [, field] of fields) expect(fieldTypes.has(field.type)).toBe(true);
  });

  it.each(["zh", "en"])("N-037, B-138: describes its form and its table in %s", async (locale) => {
    const headers = { "accept-language": locale };
    const form = contentOf(
      await send("GET Api/Ui/AutoForm", { type, id: (await insert(entity)).id }, headers),
    ) as AutoForm;
    expect(form.groups.flatMap(({ items }) => items.map(({ field }) => field))).toEqual(
      entity.groups.flatMap((group) => group.fields),
    );
    const answer = await send("POST paas/table/search", { paraModel: { url: `/admin/${type}/list` } }, headers);
    const { play } = contentOf(answer) as { play: ListDescription };
    expect(play.name).toBe((entity.listName ?? entity.name)[locale as "zh"]);
    expect(play.columns.map(({ field }) => field)).toEqual(entity.list.columns);
    expect(play.columns.filter(({ isTitle }) => isTitle).map(({ field }) => field)).toEqual([entity.titleField]);
    for (const { field, align } of play.columns)
      expect([field, align]).toEqual([field, fieldTypes.get(entity.fields[field]!.type)!.align ?? "start"]);
    expect(play.fields.map(({ prop }) => prop)).toEqual(
      fields.filter(([, { search: by }]) => by !== undefined).map(([name]) => name),
    );
  });

  it("lists every row on exactly one page", async () => {
    for (let n = 0; n < 5; n += 1) await insert(entity);
    const everything = (await search(type)).result.rows.map(({ id }) => id);
    const seen: string[] = [];
    for (let pageIndex = 1; seen.length < everything.length; pageIndex += 1) {
      const after = seen.at(-1);
      const { rows } = (await search(type, { pageSize: 10, pageIndex, ...(after === undefined ? {} : { after }) }))
        .result;
      expect(rows.length).toBeGreaterThan(0);
      seen.push(...rows.map(({ id }) => id));
    }
    expect(seen).toEqual(everything);
  });
});

describe.each(cases.filter(([, { access }]) => access.update !== "nobody"))(
  "%s, which people may change",
  (_name, entity, space) => {
    const { send, insert, read } = requestsIn(space);
    const { type } = entity;
    /** The fields of the form into which people write any text. The path of a page must be an address. */
    const textFields = Object.entries(entity.fields).filter(
      ([name, field]) =>
        name !== "path" &&
        field.readOnly !== true &&
        ["textbox", "textarea"].includes(field.type) &&
        entity.groups.some((group) => group.fields.includes(name)),
    );

    it("E-049: stores a change and returns it", async () => {
      const { id, version } = await insert(entity);
      const [name, field] = textFields[0]!;
      const value = valueFor(field);
      const saved = await send("POST Api/{type}/QueryUpdate", { type, id, version, [name]: value });
      expect(saved.status, saved.text).toBe(200);
      expect(await read(type, id)).toMatchObject({ [name]: value, version: version + 1 });
    });

    it("keeps a change in the history, which gives back the value before it", async () => {
      const { id, version } = await insert(entity);
      const [name, field] = textFields[0]!;
      const [first, second] = [valueFor(field), valueFor(field)];
      for (const [index, value] of [first, second].entries()) {
        const change = { type, id, version: version + index, [name]: value };
        expect((await send("POST Api/{type}/QueryUpdate", change)).status).toBe(200);
      }
      const { changes } = contentOf(await send("GET Api/{type}/QueryHistory", { type, id })) as RowHistory;
      expect(changes[0]!.values.find((change) => change.field === name)).toMatchObject({
        before: first,
        after: second,
      });
      const undone = { type, id, version: version + 2, to: version + 2, field: name };
      const restored = await send("POST Api/{type}/RestoreVersion", undone);
      expect(restored.status, restored.text).toBe(200);
      expect(await read(type, id)).toMatchObject({ [name]: first, version: version + 3 });
    });

    it("R-11: merges edits of different fields and refuses a second edit of the same field, naming the field", async () => {
      const { id, version } = await insert(entity);
      // Fields whose value the entity's check refuses are left out, for example a word instead of a colour.
      const editable = textFields.filter(
        ([name, field]) => entity.check?.({ [name]: valueFor(field) })[name] === undefined,
      );
      const [name, field] = editable[0]!;
      const firstValue = valueFor(field);
      expect((await send("POST Api/{type}/QueryUpdate", { type, id, version, [name]: firstValue })).status).toBe(200);
      if (editable[1] !== undefined) {
        const [secondName, config] = editable[1];
        expect(
          (await send("POST Api/{type}/QueryUpdate", { type, id, version, [secondName]: valueFor(config) })).status,
        ).toBe(200);
      }
      const clash = await send("POST Api/{type}/QueryUpdate", { type, id, version, [name]: valueFor(field) });
      expect(clash.status).toBe(409);
      expect(clash.body).toMatchObject({ details: { fields: { [name]: { theirs: firstValue } } } });
      expect(await read(type, id)).toMatchObject({ [name]: firstValue });
    });
  },
);

describe.each(cases.filter(([, { access }]) => access.export !== "nobody" && access.update !== "nobody"))(
  "%s, which people may export and change",
  (_name, entity, space) => {
    it("reads its exported files back without a change", async () => {
      const { send, insert, owner } = requestsIn(space);
      const { type } = entity;
      await insert(entity);
      const exported = await send("GET api/Auto/ToExcel", { type, timeZone: "UTC" });
      expect(exported.status, exported.text).toBe(200);
      const headers = { authorization: `Bearer ${owner().token}` };
      const file = await fetch(server.url + (contentOf(exported) as { value: string }).value, { headers });
      const upload = { type, bytes: Buffer.from(await file.arrayBuffer()), person: owner() };
      const { found, text } = await uploadImport(server.url, upload);
      expect(found, text).toMatchObject({ keyField: "id" });
      const choice = { type, id: found.id, mapping: found.mapping, keyField: "id", timeZone: "UTC" };
      const checked = await send("POST paas/import/check", choice);
      const { counts } = contentOf(checked) as CallOutput<"POST paas/import/check">;
      const rows = await send("POST paas/import/rows", { type, id: found.id, timeZone: "UTC" });
      expect(counts, rows.text.slice(0, 3000)).toMatchObject({ add: 0, update: 0, error: 0 });
      expect(counts!.unchanged).toBeGreaterThan(0);
    });
  },
);

it.each(cases.filter(([, { access }]) => access.update === "nobody"))(
  "%s, which people may not change, refuses an update, and a deletion if nobody may delete its rows",
  async (_name, entity, space) => {
    const { send, insert, read } = requestsIn(space);
    const { type } = entity;
    const { id, version } = await insert(entity);
    const before = await read(type, id);
    const [name, field] = Object.entries(entity.fields).find(([, config]) => valueFor(config) !== undefined)!;
    for (const call of ["POST Api/{type}/QuerySave", "POST Api/{type}/QueryUpdate"]) {
      const answer = await send(call, { type, id, version, [name]: valueFor(field) });
      expect([call, answer.status]).toEqual([call, 403]);
    }
    expect(await read(type, id)).toEqual(before);
    const isDeletable = entity.access.delete !== "nobody";
    expect((await send("DELETE Api/{type}/QueryDelete", { type, id })).status).toBe(isDeletable ? 200 : 403);
    expect((await send("GET Api/{type}/QueryById", { type, id })).status).toBe(isDeletable ? 404 : 200);
  },
);

describe.each(cases.filter(([, { access }]) => access.add !== "nobody"))(
  "%s, which people may add to",
  (_name, entity, space) => {
    const { send, search } = requestsIn(space);
    const { type } = entity;
    const formFields = entity.groups.flatMap((group) => group.fields);
    const defaults = Object.fromEntries(Object.entries(entity.fields).map(([name, { value }]) => [name, value]));
    const required = formFields.filter(
      (name) =>
        entity.fields[name]!.required === true &&
        entity.fields[name]!.value === undefined &&
        isRuleMet(entity.fields[name]!.if, defaults),
    );

    /** Valid values of the form, which the program accepts. */
    const formRow = () =>
      Object.fromEntries(Object.entries(rowFor(entity)).filter(([name]) => formFields.includes(name)));

    it("E-052, B-128: reports every required field in the reader's language", async () => {
      const answer = await send("POST Api/{type}/QueryAdd", { type }, { "accept-language": "zh" });
      expect(answer.status).toBe(422);
      const problems = answer.body.fields as Record<string, string>;
      expect(Object.keys(problems).toSorted()).toEqual(required.toSorted());
      for (const name of required)
        expect(problems[name]).toBe(`请输入${entity.fields[name]!.name.zh}，${entity.fields[name]!.name.zh}不能为空`);
    });

    it("E-052, E-055: adds a row, and after its deletion neither reads nor lists it", async () => {
      const added = await send("POST Api/{type}/QueryAdd", { type, ...formRow() });
      expect(added.status, added.text).toBe(200);
      const { id } = contentOf(added) as AnyRow;
      expect((await send("DELETE Api/{type}/QueryDelete", { type, id })).status).toBe(200);
      expect((await send("GET Api/{type}/QueryById", { type, id })).status).toBe(404);
      expect((await search(type)).result.rows.map((row) => row.id)).not.toContain(id);
      expect((await send("DELETE Api/{type}/QueryDelete", { type, id })).status).toBe(404);
    });

    const problemsOf = async (values: Record<string, unknown>) => {
      const { status, body, text } = await send("POST Api/{type}/QueryAdd", { type, ...values });
      expect(status, text).toBe(422);
      return Object.keys(body.fields as object);
    };

    it.each(["tenantId", "nothing", "createdAt", "constructor"])(
      "T-04: refuses %s, which is not one of its fields",
      async (name) => {
        expect(await problemsOf({ ...formRow(), [name]: "x" })).toEqual([name]);
      },
    );

    it("refuses a value of the wrong kind in every field of its form, naming the field", async () => {
      // The program ignores the value of a field whose condition is not met, and stores the field empty.
      const unconditionalFields = formFields.filter((name) => entity.fields[name]!.if === undefined);
      for (const name of unconditionalFields) {
        const problems = await problemsOf({ ...formRow(), [name]: { another: ["kind"] } });
        // The path of a problem in a group begins with the field.
        expect([name, problems.map((path) => path.split(".", 1)[0])]).toEqual([name, [name]]);
      }
      expect(unconditionalFields.length).toBeGreaterThan(0);
    });
  },
);

it("includes entities that people may and may not add to and change", () => {
  for (const verb of ["add", "update"] as const) {
    expect(cases.filter(([, { access }]) => access[verb] === "nobody").length).toBeGreaterThan(0);
    expect(cases.filter(([, { access }]) => access[verb] !== "nobody").length).toBeGreaterThan(0);
  }
});
