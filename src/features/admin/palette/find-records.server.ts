import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { mainAddress } from "#kit/row-action.ts";
import type { Locale } from "#kit/text.ts";
import savedView from "#entities/savedView.ts";
import { titleOf } from "#records/describe/titles.server.ts";
import { findRows } from "#records/query/find.server.ts";
import { readRows } from "#records/query/list.server.ts";
import { filledAddress } from "#records/registry/placeholders.server.ts";
import { givesPage } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

/** The maximum number of matches per entity and in total; `byPinyin`: of newest records per entity that are compared by pinyin, without an index. */
const limits = { perEntity: 4, total: 12, byPinyin: 20 };
const newestFirst = { field: "createdAt", direction: "desc" } as const;

type RecordMatch = { id: string; title: string; list: string; url: string };
type Reader = CallContext<UserPrincipal>;

/** The address of a record: its main screen, else its form. */
const urlOf = (entity: EntityDefinition, id: string, locale: Locale): string =>
  filledAddress(entity, mainAddress(entity) ?? `/admin/${entity.type}/edit?id={id}`, locale)
    .replace(/^\/admin(?=\/)/, "/paas")
    .replace("{id}", id);

async function findInEntity(
  { principal, locale, services: { database } }: Reader,
  entity: EntityDefinition,
  text: string,
) {
  const { titleField, searchable = [] } = viewOf(principal, entity).readable;
  const query = { pageSize: limits.perEntity, sort: newestFirst, fields: [titleField] };
  const toRecord = (row: AnyRow): RecordMatch => ({
    id: row.id,
    title: titleOf(row[titleField], locale),
    list: (entity.listName ?? entity.name)[locale],
    url: urlOf(entity, row.id, locale),
  });
  const wordMatches =
    searchable.length === 0 ? [] : (await findRows(database, principal, entity, text, query)).map(toRecord);
  // Pinyin is written in Latin letters.
  if (wordMatches.length > 0 || !/^[a-z]+$/i.test(text)) return wordMatches;
  const { matchesPinyin } = await import("#kit/pinyin.ts");
  const recent = await readRows(database, principal, entity, { ...query, pageSize: limits.byPinyin });
  return recent
    .map(toRecord)
    .filter(({ title }) => matchesPinyin(title, text))
    .slice(0, limits.perEntity);
}

/**
 * Finds records of all lists that the reader can read: by words or, in a list without such records, the newest by the pinyin of their titles. Saved
 * views are left out: `findViews` finds them.
 */
export async function findRecords(context: Reader, text: string): Promise<RecordMatch[]> {
  const { principal, entities } = context;
  const readable = entities.all.filter((entity) => {
    const { may, readable: view } = viewOf(principal, entity);
    const hasTitle = Object.hasOwn(view.fields, view.titleField);
    const isOpened = mainAddress(entity) !== undefined || givesPage(principal, entity, "edit");
    return may.has("read") && isOpened && hasTitle && entity.isSingle !== true && entity.type !== savedView.type;
  });
  const matchesByEntity: RecordMatch[][] = [];
  // One entity after the other, so that a person's search does not take all database connections.
  for (const entity of readable) matchesByEntity.push(await findInEntity(context, entity, text));
  return matchesByEntity.flat().slice(0, limits.total);
}
