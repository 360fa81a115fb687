/** Forms of definitions: groups, help texts, rules and formulas, which are sent to the browser and enforced on the server. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { AutoForm, ListDescription } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { Fields } from "#kit/field.ts";
import { formFieldsFor } from "#records/describe/form-fields.server.ts";
import { sentValues } from "#render/form/auto-fields.ts";
import "#render/usual-field-types.ts";
import { programView } from "#records/registry/view.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const sameText = (text: string) => ({ zh: text, en: text });
const type = "invoice";
const fields = {
  title: { type: "textbox", name: sameText("Title") },
  kind: {
    type: "dropdownlist",
    name: sameText("Kind"),
    required: true,
    value: "person",
    options: ["person", "company"].map((key) => ({ key, name: sameText(key) })),
  },
  company: { type: "textbox", name: sameText("Company"), required: true, if: "kind=company", onHidden: "clear" },
  taxId: { type: "textbox", name: sameText("Tax ID"), if: "company=Harbour" },
  price: { type: "number", name: sameText("Price"), max: 1000, step: 0.01 },
  amount: { type: "number", name: sameText("Amount"), max: 100 },
  units: { type: "number", name: sameText("Units"), min: -1e12, max: 1e12 },
  capital: { type: "decimal", name: sameText("Capital"), max: 1e12 },
  total: {
    type: "number",
    name: sameText("Total"),
    max: 5000,
    step: 0.01,
    compute: "round(price * amount, 2)",
    search: "gte",
  },
} as const satisfies Fields;

describe("a form of a runtime entity", () => {
  let owner: Person;
  let admin: Client;
  beforeAll(async () => {
    owner = await newSpaceOwner(server);
    admin = client(server, owner);
    const tooltip = { alertText: sameText("Check the company"), buttomHelpText: sameText("Sent by e-mail") };
    await publish(server, owner.tenantId, definitionOf(type, fields, { groups: [], tooltip }));
    await vi.waitFor(async () => {
      if ((await admin.send("GET Api/Ui/AutoForm", { type })).status !== 200)
        throw new Error(`${type} is not loaded yet.`);
    }, 20_000);
  });
  const add = async (values: object) =>
    contentOf(await admin.send("POST Api/{type}/QueryAdd", { type, ...values })) as AnyRow;
  const update = (values: object) => admin.send("POST Api/{type}/QueryUpdate", { type, ...values });

  it("N-040, B-122, B-125, E-062: has columns instead of groups, and help texts in the spelling of the wire", async () => {
    const form = contentOf(await admin.send("GET Api/Ui/AutoForm", { type })) as AutoForm;
    expect(form).toMatchObject({
      groups: [],
      tooltip: { alertText: "Check the company", buttomHelpText: "Sent by e-mail" },
      values: { kind: "person" },
    });
    expect(form.columns?.map(({ field, readOnly }) => [field, readOnly])).toEqual(
      Object.keys(fields).map((name) => [name, name === "total"]),
    );
    expect(form.columns?.find(({ field }) => field === "total")?.config.compute).toBe(fields.total.compute);
  });

  it("computes fields on the server, refuses values for them, and merges concurrent changes of their operands", async () => {
    const refused = await admin.send("POST Api/{type}/QueryAdd", { type, title: "A", total: 1 });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["total"]]);
    const { id, version, total } = await add({ title: "A", price: 19.9, amount: 3 });
    expect(total).toBe(59.7);
    expect((await update({ id, version, price: 10 })).status).toBe(200);
    const second = await update({ id, version, amount: 5 });
    expect([second.status, (contentOf(second) as AnyRow).total]).toEqual([200, 50]);
    const invalidTotal = await update({ id, version: version + 2, price: 999, amount: 99 });
    expect([invalidTotal.status, Object.keys(invalidTotal.body.fields as object)]).toEqual([422, ["total"]]);
    const found = contentOf(
      await admin.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, fields: { total: 40 } } }),
    ) as { result: { total: number } };
    expect(found.result.total).toBe(1);
  });

  it("N-041, B-123, B-124: has the settings of each column in the words of the wire, and checks the limits of a picker, sent in milliseconds or not", async () => {
    const [min, max] = ["2026-01-01T00:00:00.000Z", "2026-12-31T00:00:00.000Z"];
    const picker = {
      type: "datepicker",
      name: sameText("Start"),
      format: "yyyy-MM-dd HH:mm",
      min,
      max,
      step: 15,
    } as const;
    const columns = {
      title: { type: "textbox", name: sameText("Title"), placeholder: sameText("A name"), helpBlock: sameText("Help") },
      day: {
        type: "dropdownlist",
        name: sameText("Day"),
        required: true,
        value: "1",
        dataSource: "datasource__weekdays",
      },
      photos: { type: "album", name: sameText("Photo"), mark: 3, if: "day=1||2" },
      rating: { type: "slider", name: sameText("Rating"), min: 1, max: 9, step: 2 },
      start: { ...picker, timestamp: true },
      end: { ...picker, type: "datetimepicker" },
    } as unknown as Fields;
    await publish(server, owner.tenantId, definitionOf("event", columns, { groups: [] }));
    const form = await vi.waitFor(async () => {
      const answer = await admin.send("GET Api/Ui/AutoForm", { type: "event" });
      expect(answer.status).toBe(200);
      return contentOf(answer) as AutoForm;
    }, 20_000);
    const limits = { format: "yyyy-MM-dd HH:mm", min, max, step: 15 };
    const text = { columnStyle: { type: "text" } };
    expect(form.columns).toMatchObject([
      { field: "title", name: "Title", type: "textbox", placeholder: "A name", helpBlock: "Help", ...text },
      {
        field: "day",
        type: "dropdownlist",
        required: true,
        value: "1",
        dataSource: "datasource__weekdays",
        columnStyle: { type: "enum" },
      },
      { field: "photos", type: "album", mark: 3, if: "day=1||2" },
      { field: "rating", min: 1, max: 9, step: 2, columnStyle: { type: "number" } },
      { field: "start", type: "datepicker", timestamp: true, ...limits, ...text },
      { field: "end", type: "datetimepicker", ...limits, ...text },
    ]);
    // Each is also in the list, whose column has the same style.
    const list = await admin.send("POST paas/table/search", { paraModel: { url: "/admin/event/list" } });
    const { play } = contentOf(list) as { play: ListDescription };
    expect(play.columns.find(({ field }) => field === "day")?.style.type).toBe("enum");

    const addEvent = (values: object) => admin.send("POST Api/{type}/QueryAdd", { type: "event", day: "3", ...values });
    const instant = "2026-05-04T08:15:00.000Z";
    expect(sentValues(form.columns!, { title: "A", start: instant, end: instant })).toEqual({
      title: "A",
      start: Date.parse(instant),
      end: instant,
    });
    for (const start of [instant, Date.parse(instant)]) {
      const added = await addEvent({ start, end: start });
      expect([added.status, contentOf(added)]).toMatchObject([200, { start: instant, end: instant }]);
    }
    const refusals = ["2025-12-31T23:45:00.000Z", "2026-12-31T00:15:00.000Z", "2026-05-04T08:20:00.000Z"];
    for (const value of refusals)
      for (const start of [value, Date.parse(value)]) {
        const refused = await addEvent({ start, end: start });
        const problem = expect.stringMatching(/^Choose within 202[56]-.* – 2026-12-3.* \(15 min\)$/) as string;
        expect([refused.status, refused.body.fields]).toEqual([422, { start: problem, end: problem }]);
      }
    expect((await addEvent({ start: 1e18 })).status).toBe(422);
    expect((await addEvent({ rating: 10 })).status).toBe(422);
  });

  it("R-25: stores a number exactly or refuses it, and never rounds it", async () => {
    const send = (values: string) =>
      fetch(`${server.url}/api/${type}/QueryAdd`, {
        method: "POST",
        headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
        body: `{"title":"N",${values}}`,
      });
    for (const number of ["0", "-1", "999999999999", "-999999999999", "1e3"]) {
      const { result } = (await (await send(`"units":${number}`)).json()) as { result: AnyRow };
      expect([number, result.units]).toEqual([number, Number(number)]);
    }
    for (const number of ["0.07", "19.99", "123456789012.34"]) {
      const { id } = ((await (await send(`"capital":${number}`)).json()) as { result: AnyRow }).result;
      const read = contentOf(await admin.send("GET Api/{type}/QueryById", { type, id })) as AnyRow;
      expect(String(read.capital)).toBe(number);
    }
    const inexact = ["9007199254740993", "12345678901234567890", "0.5", '"１２"', '"1,000"', "1e309", "NaN"];
    for (const number of inexact)
      expect([number, [400, 422].includes((await send(`"units":${number}`)).status)]).toEqual([number, true]);
    for (const number of ["1.005", "12345678901234567.89", "1e309"])
      expect([number, [400, 422].includes((await send(`"capital":${number}`)).status)]).toEqual([number, true]);
  });

  it("B-127, B-128: does not require hidden fields, and keeps or clears them as defined", async () => {
    const missing = await admin.send("POST Api/{type}/QueryAdd", { type, title: "B", kind: "company" });
    expect([missing.status, Object.keys(missing.body.fields as object)]).toEqual([422, ["company"]]);
    const { id, version } = await add({ title: "B", kind: "company", company: "Harbour", taxId: "91" });
    const hidden = contentOf(await update({ id, version, kind: "person" })) as AnyRow;
    // The rule of the tax ID depends on the hidden company. The tax ID is therefore hidden too, and keeps its value.
    expect([hidden.company, hidden.taxId]).toEqual([null, "91"]);
    const ignored = contentOf(await update({ id, version: version + 1, taxId: "92", title: "C" })) as AnyRow;
    expect([ignored.title, ignored.taxId]).toEqual(["C", "91"]);
  });

  it.each([
    ["a cyclic rule", { a: { if: "b=1" }, b: { if: "a=1" } }, ["fields.a.if", "fields.b.if"]],
    ["an invalid formula", { a: { compute: "b +" } }, ["fields.a.compute"]],
    ["a formula of an unknown field", { a: { compute: "zz + 1" } }, ["fields.a.compute"]],
    [
      "a cyclic formula",
      { a: { compute: "b + 1" }, b: { compute: "a + 1" } },
      ["fields.a.compute", "fields.b.compute"],
    ],
    ["a localized formula", { a: { compute: "b", localized: true } }, ["fields.a.compute"]],
  ] as const)("%s is refused in a definition", async (_what, changes, paths) => {
    const plain = (options: object = {}) => ({ type: "textbox", name: sameText("Text"), ...options });
    const changesByField = changes as Record<string, object>;
    const definition = definitionOf("faulty", {
      title: plain(),
      a: plain(changesByField.a),
      b: plain(changesByField.b),
    } as unknown as Fields);
    const problem = await publish(server, owner.tenantId, definition).catch((error: unknown) => error);
    expect(Object.keys((problem as { details: { fields: object } }).details.fields).toSorted()).toEqual(paths);
  });
});

it("B-127: evaluates a rule over an unreadable field on the server, and does not send a formula that uses one", () => {
  const entity = {
    ...definitionOf(type, fields),
    groups: [{ name: sameText("All"), fields: Object.keys(fields) }],
  } as unknown as EntityDefinition;
  const { readable } = programView(entity);
  const { kind: _kind, price: _price, ...readableFields } = entity.fields;
  const names = Object.keys(readableFields);
  const readerView = { ...readable, fields: readableFields, groups: [{ name: sameText("All"), fields: names }] };
  const row = (kind: string) => ({
    id: "1",
    version: 1,
    createdAt: "",
    updatedAt: "",
    kind,
    company: "Harbour",
    price: 1,
  });
  const formFor = (kind: string) => {
    const { fieldsOf, values } = formFieldsFor(entity, readerView, row(kind));
    return { sent: Object.fromEntries(fieldsOf(names)), values };
  };
  const company = formFor("company");
  expect([company.sent.company?.if, company.sent.taxId?.if, company.sent.total?.compute]).toEqual([
    undefined,
    "company=Harbour",
    undefined,
  ]);
  expect(Object.keys(company.values)).toEqual(names);
  const person = formFor("person");
  expect([person.sent.company, person.sent.taxId]).toEqual([undefined, undefined]);
});
