import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { mainAddress } from "#kit/row-action.ts";
import savedView from "#entities/savedView.ts";
import { titleOf } from "#records/describe/titles.server.ts";
import { findRows } from "#records/query/find.server.ts";
import { readRows } from "#records/query/list.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

/** Records per entity and in total; records per entity whose titles are compared by pinyin, which no index has: the newest. */
const limits = { perEntity: 4, total: 12, byPinyin: 20 };
const newest = { field: "createdAt", direction: "desc" } as const;

type Found = { id: string; title: string; list: string; url: string };
type Reader = CallContext<UserPrincipal>;

/** Where the title of a record links to. */
const urlOf = (entity: EntityDefinition, id: string): string =>
  (mainAddress(entity) ?? `/admin/${entity.type}/edit?id={id}`).replace(/^\/admin(?=\/)/, "/paas").replace("{id}", id);

async function findIn({ principal, locale, services: { database } }: Reader, entity: EntityDefinition, text: string) {
  const { titleField, searchable = [] } = viewOf(principal, entity).readable;
  const query = { pageSize: limits.perEntity, sort: newest, fields: [titleField] };
  const toRecord = (row: AnyRow): Found => ({
    id: row.id,
    title: titleOf(row[titleField], locale),
    list: (entity.listName ?? entity.name)[locale],
    url: urlOf(entity, row.id),
  });
  const words = searchable.length === 0 ? [] : (await findRows(database, principal, entity, text, query)).map(toRecord);
  if (words.length > 0 || !/^[a-z]+$/i.test(text)) return words;
  const { matchesPinyin } = await import("#kit/pinyin.ts");
  const recent = await readRows(database, principal, entity, { ...query, pageSize: limits.byPinyin });
  return recent
    .map(toRecord)
    .filter(({ title }) => matchesPinyin(title, text))
    .slice(0, limits.perEntity);
}

/** The records of all lists that the reader can read: by words, and the newest by the pinyin of their titles. */
export async function findRecords(context: Reader, text: string): Promise<Found[]> {
  const { principal, entities } = context;
  const readable = entities.all.filter((entity) => {
    const { may, readable: view } = viewOf(principal, entity);
    const hasTitle = Object.hasOwn(view.fields, view.titleField);
    return may.has("read") && hasTitle && entity.isSingle !== true && entity.type !== savedView.type;
  });
  const groups: Found[][] = [];
  // One after the other: a search of one person does not take all connections.
  for (const entity of readable) groups.push(await findIn(context, entity, text));
  return groups.flat().slice(0, limits.total);
}
