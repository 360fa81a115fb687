import { sql } from "drizzle-orm";
import { forbiddenText, hasLevel, type UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import type { SavedView, ViewContent } from "#kit/saved-view.ts";
import { inLocale, locales, type LocalizedValue, type Text } from "#kit/text.ts";
import member from "#entities/member.ts";
import savedView from "#entities/savedView.ts";
import { entityKey } from "#records/change/history.server.ts";
import { lockRows, patchRow } from "#records/change/patch.server.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { insertRow, updateLockedRow } from "#records/change/save.server.ts";
import { visibleColumns } from "#records/describe/columns.server.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { filterOfList } from "#records/query/row-input.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { comparableField, whereOf } from "#records/query/where.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { type ReadableEntity, viewOf } from "#records/registry/view.server.ts";
import { checkLayout, deleteViewLayout } from "../columns/layouts.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

const texts = {
  hidden: { zh: "此视图用到了您无权查看的字段", en: "This view uses fields that you cannot see" },
  tooMany: { zh: "每个列表最多保存 100 个视图", en: "Up to 100 views for each list" },
  nameless: { zh: "请输入视图名称，视图名称不能为空", en: "View name is required" },
} satisfies Record<string, Text>;

/** The maximum number of views of a person per list. */
const maxViews = 100;
type Reader = CallContext<UserPrincipal>;

/** @throws {Problem} badRequest for a filter that the reader cannot use */
function checkFilter(context: Reader, readable: ReadableEntity, content: ViewContent): void {
  const scope = { readable, tenantId: context.principal.tenantId, related: relatedRowsFor(context) };
  whereOf(scope, filterOfList(readable, content));
}

/** The reason why a reader cannot use a view: it refers to fields that they may not read. Undefined if they can. */
function problemOf(context: Reader, entity: EntityDefinition, content: ViewContent): Text | undefined {
  const { readable } = viewOf(context.principal, entity);
  try {
    checkFilter(context, readable, content);
    if (content.sort !== undefined) comparableField(readable, content.sort.field);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return texts.hidden;
  }
}

type StoredView = { list: string } & Pick<
  SavedView,
  "id" | "version" | "isShared" | "isOwn" | "isDefault" | "isLayoutChanged"
> & {
    name: LocalizedValue<string>;
    content: string;
  };

type ViewOfEntity = { entity: EntityDefinition; view: SavedView };

/** The reader's own views and the shared views of these lists; with `isDefaultOnly` only the reader's default views. */
async function readViews(
  context: Reader,
  lists: readonly EntityDefinition[],
  isDefaultOnly: boolean,
): Promise<ViewOfEntity[]> {
  const { principal, locale, services } = context;
  const entitiesByKey = new Map(lists.map((entity) => [entityKey(entity), entity]));
  const readerId = sql`${principal.memberId}::uuid`;
  // Up to `maxViews` views of the reader for each list, and as many shared ones.
  const maxRows = 2 * maxViews * (isDefaultOnly ? 1 : entitiesByKey.size);
  const isDefault = sql`coalesce(m.default_views->>v.list = v.id::text, false)`;
  const rows = await services.database.read<StoredView>(
    principal.tenantId,
    sql`select v.list, v.id, v.version, v.name, coalesce(v.is_shared, false) as "isShared", coalesce(v.member_id = ${readerId}, false) as "isOwn", ${isDefault} as "isDefault", v.content,
        exists(select from view_layout l where l.tenant_id = v.tenant_id and l.member_id = m.id and l.view_id = v.id) as "isLayoutChanged"
      from saved_view v join member m on m.tenant_id = v.tenant_id and m.id = ${readerId}
      where v.tenant_id = ${principal.tenantId}::uuid and v.deleted_at is null and v.list = any(${sql.param([...entitiesByKey.keys()])}::text[]) and (v.is_shared or v.member_id = ${readerId})
        ${isDefaultOnly ? sql`and ${isDefault}` : sql``}
      order by v.is_shared, v.created_at limit ${maxRows}`,
  );
  return rows.map(({ list, name, content: contentText, ...properties }) => {
    const entity = entitiesByKey.get(list)!;
    const { layout, ...search } = JSON.parse(contentText) as Partial<ViewContent>;
    const { readable } = viewOf(principal, entity);
    const content: ViewContent = {
      fields: {},
      ...search,
      ...(layout && { layout: { ...layout, columns: visibleColumns(readable, layout) } }),
    };
    const problem = problemOf(context, entity, content)?.[locale];
    const view = {
      ...properties,
      name: inLocale(name, locale) ?? "",
      isEditable: properties.isOwn || hasLevel(principal, "administrator"),
      // A search by hidden fields would tell their values.
      ...(problem === undefined ? { content } : { content: { fields: {} }, problem }),
    };
    return { entity, view };
  });
}

/** The reader's own views and the shared views of a list. */
export const viewsOf = async (context: Reader, entity: EntityDefinition): Promise<SavedView[]> =>
  (await readViews(context, [entity], false)).map(({ view }) => view);

/** The usable views of all lists that the reader can read. */
export async function allViewsOf(context: Reader): Promise<ViewOfEntity[]> {
  const lists = context.entities.all.filter((entity) => viewOf(context.principal, entity).may.has("read"));
  return (await readViews(context, lists, false)).filter(({ view }) => view.problem === undefined);
}

/** The reader's default view of a list; undefined if they have none, or cannot use it. */
export async function defaultViewOf(context: Reader, entity: EntityDefinition): Promise<SavedView | undefined> {
  const [row] = await readViews(context, [entity], true);
  const view = row?.view;
  return view?.problem === undefined ? view : undefined;
}

/** The changes of the view `id`, or a new view without `id`. Absent properties stay unchanged. */
export type ViewChange = {
  id?: string | undefined;
  name?: string | undefined;
  isShared?: boolean | undefined;
  content?: ViewContent | undefined;
};

/** @throws {Problem} conflict when the person already has the maximum number of views of the list */
async function refuseTooManyViews(tx: Tx, { memberId }: UserPrincipal, list: string): Promise<void> {
  const [row] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from saved_view where member_id = ${memberId}::uuid and list = ${list} and deleted_at is null`,
  );
  if (row!.count >= maxViews) throw new Problem("conflict", texts.tooMany);
}

/**
 * Saves a new or an existing view of a list and returns its id. Only administrators may share views, or change shared ones.
 * @throws {Problem} forbidden; notFound; invalid without a name for a new view; conflict when there are too many; badRequest for a filter or layout
 *   that the list does not support
 */
export async function saveView(
  context: Reader,
  entity: EntityDefinition,
  { id, name, isShared, content }: ViewChange,
): Promise<string> {
  const { principal, locale, services } = context;
  const list = entityKey(entity);
  if (isShared === true && !hasLevel(principal, "administrator")) throw new Problem("forbidden", forbiddenText);
  const { readable } = viewOf(principal, entity);
  if (content !== undefined) checkFilter(context, readable, content);
  if (content?.layout !== undefined) checkLayout(readable, content.layout);
  const values = isShared === undefined ? {} : { isShared };
  const internal = content === undefined ? {} : { content: JSON.stringify(content) };
  return services.database.tenant(principal.tenantId, async (tx) => {
    if (id === undefined) {
      if (name === undefined) throw new Problem("invalid", texts.nameless, { fields: { name: texts.nameless } });
      await refuseTooManyViews(tx, principal, list);
      const nameInAllLocales = Object.fromEntries(locales.map((language) => [language, name]));
      const row = await insertRow(tx, context, savedView, {
        values: { isShared: false, ...values, name: nameInAllLocales },
        internal: { content: "{}", ...internal, list, memberId: principal.memberId },
      });
      return row.id;
    }
    const condition = sql`${permittedRowsSql(principal, savedView, "update")} and id = ${id}::uuid and list = ${list}`;
    const [target] = await lockRows(tx, savedView, condition);
    if (target === undefined) throw new Problem("notFound", notFoundText);
    const nameChange = name === undefined ? {} : { name: { ...target.row.name, [locale]: name } };
    const { version } = target.row;
    await updateLockedRow(tx, context, savedView, target, { version, values: { ...values, ...nameChange }, internal });
    if (content?.layout !== undefined) await deleteViewLayout(tx, principal, id);
    return id;
  });
}

/** Sets the person's default view of a list; null for none. @throws {Problem} notFound for a view that the person cannot see */
export async function setDefaultView(context: Reader, entity: EntityDefinition, id: string | null): Promise<void> {
  const { principal, services } = context;
  const key = entityKey(entity);
  const views = id === null ? [] : await viewsOf(context, entity);
  if (id !== null && !views.some((view) => view.id === id)) throw new Problem("notFound", notFoundText);
  const defaultViews = sql`coalesce(default_views, '{}'::jsonb)`;
  const newDefaultViews =
    id === null
      ? sql`${defaultViews} - ${key}::text`
      : sql`${defaultViews} || jsonb_build_object(${key}::text, ${id}::text)`;
  await services.database.tenant(principal.tenantId, async (tx) => {
    const [row] = await lockRows(
      tx,
      member,
      sql`tenant_id = ${principal.tenantId}::uuid and id = ${principal.memberId}::uuid`,
    );
    if (row === undefined) throw new Problem("notFound", notFoundText);
    await patchRow(tx, asProgram(services, principal.tenantId, principal), member, row, {
      internal: { defaultViews: newDefaultViews },
    });
  });
}
