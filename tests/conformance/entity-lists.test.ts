/** The list of every entity, over HTTP: sorting by each sortable column, and searching by each field of the search form. */
import { describe, expect, it } from "vitest";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import { cases, entityRequests, fieldTypes, valueFor } from "../support/entity-cases.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const requestsIn = entityRequests(server);

/** The sortable columns of the list of an entity. */
const sortableColumns = ({ fields, list }: EntityDefinition) =>
  list.columns.filter((name) => fields[name]!.column?.sortable === true);
/** The fields of the search form of an entity. */
const searchFields = ({ fields }: EntityDefinition) =>
  Object.entries(fields).flatMap(([name, field]) => (field.search === undefined ? [] : [[name, field] as const]));
/** The fields that are searched by a range of moments or days. */
const timeRangeFields = (entity: EntityDefinition) =>
  searchFields(entity).filter(
    ([, { type, search }]) => search === "between" && ["timestamp", "date"].includes(fieldTypes.get(type)!.storage),
  );

/** A moment, a day or a range of them, ten years later. */
function tenYearsLater(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tenYearsLater);
  return typeof value === "string" ? `${Number(value.slice(0, 4)) + 10}${value.slice(4)}` : value;
}

/** Different valid values for a field. The entity may refuse some of them. */
async function valuesFor(field: FieldConfig, space: 0 | 1): Promise<unknown[]> {
  const { storage, examples } = fieldTypes.get(field.type)!;
  const [example, ...others] = examples.valid as unknown[];
  if ("entity" in field) {
    const [, target] = cases.find(([, { type }]) => type === field.entity)!;
    const { insert } = requestsIn(space);
    const ids = [(await insert(target)).id, (await insert(target)).id];
    return Array.isArray(example) ? ids.map((id) => [id]) : ids;
  }
  if (["timestamp", "date", "dateRange", "timestampRange"].includes(storage)) return [example, tenYearsLater(example)];
  if (examples.sample === undefined) return [example, ...others];
  // More than the options of any choice.
  return Array.from({ length: 10 }, () => valueFor(field));
}

/** Adds two rows with different values of a field. */
async function addTwoRows(entity: EntityDefinition, name: string, space: 0 | 1): Promise<[AnyRow, AnyRow]> {
  const { insert, read } = requestsIn(space);
  const rows: AnyRow[] = [];
  // A scheduled task changes the status of plans that have ended.
  const { endsAt } = entity.fields;
  const laterEnd = endsAt === undefined ? {} : { endsAt: tenYearsLater(valueFor(endsAt)) };
  for (const value of await valuesFor(entity.fields[name]!, space)) {
    if (rows.length === 2 || isSame(rows[0]?.[name], value)) continue;
    const added = await insert(entity, { ...laterEnd, [name]: value }).catch((error: unknown) => {
      if (error instanceof Problem && error.code === "invalid") return undefined;
      throw error;
    });
    if (added !== undefined) rows.push(await read(entity.type, added.id));
  }
  expect([name, rows.map((row) => row[name] === null)]).toEqual([name, [false, false]]);
  return rows as [AnyRow, AnyRow];
}

describe.each(cases.filter(([, entity]) => sortableColumns(entity).length > 0))(
  "%s, which has sortable columns",
  (_name, entity, space) => {
    it("E-032: sorts by every sortable column in both directions", async () => {
      const { search } = requestsIn(space);
      const { type } = entity;
      for (const field of sortableColumns(entity)) await addTwoRows(entity, field, space);
      const { play } = await search(type);
      const sortable = play.columns.filter((column) => column.sortable).map(({ field }) => field);
      expect(sortable).toEqual(sortableColumns(entity));
      for (const field of sortable) {
        const valuesBy = async (direction: "asc" | "desc") => {
          const { rows } = (await search(type, { sort: { field, direction } })).result;
          return rows.map((row) => row[field]);
        };
        const ascending = await valuesBy("asc");
        expect(new Set(ascending).size).toBeGreaterThan(1);
        // Empty values come first.
        const filled = ascending.filter((value) => value !== null) as (string | number)[];
        expect([field, ascending]).toEqual([
          field,
          [...ascending.filter((value) => value === null), ...filled.toSorted((one, other) => (one < other ? -1 : 1))],
        ]);
        expect([field, await valuesBy("desc")]).toEqual([field, ascending.toReversed()]);
      }
    });
  },
);

/** The rows that the searches for the values of two rows find. */
const onlyItself = [
  [true, false],
  [false, true],
];
const oneSided = [
  [
    [true, true],
    [false, true],
  ],
  [
    [true, false],
    [true, true],
  ],
];

describe.each(cases.filter(([, entity]) => searchFields(entity).length > 0))(
  "%s, which has a search form",
  (_name, entity, space) => {
    /** The value of a row as a search form sends it. */
    const searchValueOf = (value: unknown, { search }: FieldConfig) => {
      if (Array.isArray(value)) return search === "has" ? value[0] : value;
      return typeof value === "object" ? (value as { zh: string }).zh : value;
    };

    it.each(searchFields(entity))(
      "E-032, N-056: finds the rows that match the field %s of its search form, and no others",
      async (name, field) => {
        const rows = await addTwoRows(entity, name, space);
        /** Which of the two rows a search for the value of this row finds. */
        const foundBy = async (row: AnyRow) => {
          const fields = { [name]: searchValueOf(row[name], field) };
          const { result } = await requestsIn(space).search(entity.type, { fields });
          return rows.map(({ id }) => result.rows.some((other) => other.id === id));
        };
        const found = [await foundBy(rows[0]), await foundBy(rows[1])];
        // A search by one end of a range finds the rows on one side of it.
        const isOneSided = ["gte", "lte", "between"].includes(field.search!);
        expect(isOneSided ? oneSided : [onlyItself]).toContainEqual(found);
      },
    );
  },
);

it.each(cases.filter(([, entity]) => timeRangeFields(entity).length > 0))(
  "%s: finds a row by a range of moments or days, both ends included",
  async (_name, entity, space) => {
    const { search } = requestsIn(space);
    for (const [name] of timeRangeFields(entity)) {
      const [row] = await addTwoRows(entity, name, space);
      const at = row[name] as string;
      const isDay = at.length === 10;
      const later = new Date(Date.parse(at) + (isDay ? 24 * 3600 * 1000 : 1)).toISOString().slice(0, at.length);
      const idsIn = async (range: unknown) => {
        const { rows } = (await search(entity.type, { fields: { [name]: range } })).result;
        return rows.map(({ id }) => id);
      };
      for (const range of [`${at}..${at}`, `${at}..`, `..${at}`, at, [at, at], [null, at]])
        expect([range, await idsIn(range)]).toEqual([range, expect.arrayContaining([row.id])]);
      expect(await idsIn(`${later}..`)).not.toContain(row.id);
      expect(await idsIn([later, null])).not.toContain(row.id);
    }
  },
);
