/** Forms from definitions: groups or none, texts above and below, rules, formulas; they are sent to the browser, and enforced on the server. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { AutoForm } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { Fields } from "#kit/field.ts";
import { formFieldsFor } from "#records/describe/form-fields.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpace, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const both = (text: string) => ({ zh: text, en: text });
const type = "invoice";
const fields = {
  title: { type: "textbox", name: both("Title") },
  kind: {
    type: "dropdownlist",
    name: both("Kind"),
    required: true,
    value: "person",
    options: ["person", "company"].map((key) => ({ key, name: both(key) })),
  },
  company: { type: "textbox", name: both("Company"), required: true, if: "kind=company", onHidden: "clear" },
  taxId: { type: "textbox", name: both("Tax ID"), if: "company=Harbour" },
  price: { type: "number", name: both("Price"), max: 1000, step: 0.01 },
  amount: { type: "number", name: both("Amount"), max: 100 },
  total: {
    type: "number",
    name: both("Total"),
    max: 5000,
    step: 0.01,
    compute: "round(price * amount, 2)",
    search: "gte",
  },
} as const satisfies Fields;

describe("a form of a space's own entity", () => {
  let owner: Person;
  let by: Client;
  beforeAll(async () => {
    owner = await newSpace(server);
    by = client(server, owner);
    const tooltip = { alertText: both("Check the company"), buttomHelpText: both("Sent by e-mail") };
    await publish(server, owner.tenantId, definitionOf(type, fields, { groups: [], tooltip }));
    await vi.waitFor(async () => {
      if ((await by.send("GET Api/Ui/AutoForm", { type })).status !== 200) throw new Error(`${type} is not known yet.`);
    }, 20_000);
  });
  const add = async (values: object) =>
    contentOf(await by.send("POST Api/{type}/QueryAdd", { type, ...values })) as AnyRow;
  const update = (values: object) => by.send("POST Api/{type}/QueryUpdate", { type, ...values });

  it("N-040, B-122, B-125, E-062: without groups its fields are columns, and the texts above and below are spelled as the wire spells them", async () => {
    const form = contentOf(await by.send("GET Api/Ui/AutoForm", { type })) as AutoForm;
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

  it("computed fields are worked out by the server and taken from nobody; two people who change what they follow from do not clash", async () => {
    const refused = await by.send("POST Api/{type}/QueryAdd", { type, title: "A", total: 1 });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["total"]]);
    const { id, version, total } = await add({ title: "A", price: 19.9, amount: 3 });
    expect(total).toBe(59.7);
    expect((await update({ id, version, price: 10 })).status).toBe(200);
    const second = await update({ id, version, amount: 5 });
    expect([second.status, (contentOf(second) as AnyRow).total]).toEqual([200, 50]);
    const tooMuch = await update({ id, version: version + 2, price: 999, amount: 99 });
    expect([tooMuch.status, Object.keys(tooMuch.body.fields as object)]).toEqual([422, ["total"]]);
    const found = contentOf(
      await by.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, fields: { total: 40 } } }),
    ) as { result: { total: number } };
    expect(found.result.total).toBe(1);
  });

  it("B-127, B-128: what a rule hides is not required, and a save that hides it keeps or clears it as the definition says", async () => {
    const missing = await by.send("POST Api/{type}/QueryAdd", { type, title: "B", kind: "company" });
    expect([missing.status, Object.keys(missing.body.fields as object)]).toEqual([422, ["company"]]);
    const { id, version } = await add({ title: "B", kind: "company", company: "Harbour", taxId: "91" });
    const hidden = contentOf(await update({ id, version, kind: "person" })) as AnyRow;
    // The tax ID follows the company, which does not show: it is out of sight and stays.
    expect([hidden.company, hidden.taxId]).toEqual([null, "91"]);
    const ignored = contentOf(await update({ id, version: version + 1, taxId: "92", title: "C" })) as AnyRow;
    expect([ignored.title, ignored.taxId]).toEqual(["C", "91"]);
  });

  it.each([
    ["a rule that leads back to itself", { a: { if: "b=1" }, b: { if: "a=1" } }, ["fields.a.if", "fields.b.if"]],
    ["a formula that is none", { a: { compute: "b +" } }, ["fields.a.compute"]],
    ["a formula of what is not there", { a: { compute: "zz + 1" } }, ["fields.a.compute"]],
    [
      "a formula of itself",
      { a: { compute: "b + 1" }, b: { compute: "a + 1" } },
      ["fields.a.compute", "fields.b.compute"],
    ],
    ["a formula in two languages", { a: { compute: "b", localized: true } }, ["fields.a.compute"]],
  ] as const)("%s stands in no definition", async (_what, faulty, paths) => {
    const plain = (more: object = {}) => ({ type: "textbox", name: both("Text"), ...more });
    const more = faulty as Record<string, object>;
    const definition = definitionOf("faulty", {
      title: plain(),
      a: plain(more.a),
      b: plain(more.b),
    } as unknown as Fields);
    const problem = await publish(server, owner.tenantId, definition).catch((error: unknown) => error);
    expect(Object.keys((problem as { details: { fields: object } }).details.fields).toSorted()).toEqual(paths);
  });
});

it("B-127: a rule by a field that the reader does not know is decided by the server, and a formula over one is not sent", () => {
  const entity = {
    ...definitionOf(type, fields),
    groups: [{ name: both("All"), fields: Object.keys(fields) }],
  } as unknown as EntityDefinition;
  const { readable } = programView(entity);
  const { kind: _kind, price: _price, ...known } = entity.fields;
  const names = Object.keys(known);
  const narrow = { ...readable, fields: known, groups: [{ name: both("All"), fields: names }] };
  const row = (kind: string) => ({
    id: "1",
    version: 1,
    createdAt: "",
    updatedAt: "",
    kind,
    company: "Harbour",
    price: 1,
  });
  const as = (kind: string) => {
    const { fieldsOf, values } = formFieldsFor(entity, narrow, row(kind));
    return { sent: Object.fromEntries(fieldsOf(names)), values };
  };
  const company = as("company");
  expect([company.sent.company?.if, company.sent.taxId?.if, company.sent.total?.compute]).toEqual([
    undefined,
    "company=Harbour",
    undefined,
  ]);
  expect(Object.keys(company.values)).toEqual(names);
  const person = as("person");
  expect([person.sent.company, person.sent.taxId]).toEqual([undefined, undefined]);
});
