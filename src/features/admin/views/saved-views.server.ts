import { sql } from "drizzle-orm";
import { forbiddenText, reaches, type UserPrincipal } from "#kit/access.ts";
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
import { filterOfList } from "#records/query/row-input.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { comparableField, whereOf } from "#records/query/where.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { checkLayout, dropViewLayout } from "../columns/layouts.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

const texts = {
  hidden: { zh: "此视图用到了您无权查看的字段", en: "This view uses fields that you cannot see" },
  tooMany: { zh: "每个列表最多保存 100 个视图", en: "Up to 100 views for each list" },
  nameless: { zh: "请输入视图名称，视图名称不能为空", en: "View name is required" },
} satisfies Record<string, Text>;

/** Maximum views of a person per list. */
const maxViews = 100;
type Reader = CallContext<UserPrincipal>;

/** Why a reader cannot use a view: it refers to fields that they may not read. */
function problemOf({ principal }: Reader, entity: EntityDefinition, content: ViewContent): Text | undefined {
  const { readable } = viewOf(principal, entity);
  try {
    whereOf({ readable, tenantId: principal.tenantId }, filterOfList(readable, content));
    if (content.sort !== undefined) comparableField(readable, content.sort.field);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return texts.hidden;
  }
}

type Found = { list: string } & Pick<
  SavedView,
  "id" | "version" | "isShared" | "isOwn" | "isDefault" | "isLayoutChanged"
> & {
    name: LocalizedValue<string>;
    content: string;
  };

type ViewOfEntity = { entity: EntityDefinition; view: SavedView };

/** The views of these lists that the reader has. */
async function readViews(
  context: Reader,
  lists: readonly EntityDefinition[],
  isDefaultOnly: boolean,
): Promise<ViewOfEntity[]> {
  const { principal, locale, services } = context;
  const byKey = new Map(lists.map((entity) => [entityKey(entity), entity]));
  const me = sql`${principal.memberId}::uuid`;
  const isDefault = sql`coalesce(m.default_views->>v.list = v.id::text, false)`;
  const rows = await services.database.read<Found>(
    principal.tenantId,
    sql`select v.list, v.id, v.version, v.name, coalesce(v.is_shared, false) as "isShared", coalesce(v.member_id = ${me}, false) as "isOwn", ${isDefault} as "isDefault", v.content,
        exists(select from view_layout l where l.tenant_id = v.tenant_id and l.member_id = m.id and l.view_id = v.id) as "isLayoutChanged"
      from saved_view v join member m on m.tenant_id = v.tenant_id and m.id = ${me}
      where v.tenant_id = ${principal.tenantId}::uuid and v.deleted_at is null and v.list = any(${sql.param([...byKey.keys()])}::text[]) and (v.is_shared or v.member_id = ${me})
        ${isDefaultOnly ? sql`and ${isDefault}` : sql``}
      order by v.is_shared, v.created_at limit ${2 * maxViews * (isDefaultOnly ? 1 : byKey.size)}`,
  );
  return rows.map(({ list, name, content: text, ...stored }) => {
    const entity = byKey.get(list)!;
    const { layout, ...search } = JSON.parse(text) as Partial<ViewContent>;
    const { readable } = viewOf(principal, entity);
    const content: ViewContent = {
      fields: {},
      ...search,
      ...(layout && { layout: { ...layout, columns: visibleColumns(readable, layout) } }),
    };
    const problem = problemOf(context, entity, content)?.[locale];
    const view = {
      ...stored,
      name: inLocale(name, locale) ?? "",
      isEditable: stored.isOwn || reaches(principal, "administrator"),
      content,
      ...(problem === undefined ? {} : { problem }),
    };
    return { entity, view };
  });
}

/** The views of a list: the reader's own, and shared ones. */
export const viewsOf = async (context: Reader, entity: EntityDefinition): Promise<SavedView[]> =>
  (await readViews(context, [entity], false)).map(({ view }) => view);

/** The views of all lists that the reader can read, without those that they cannot use. */
export async function allViewsOf(context: Reader): Promise<ViewOfEntity[]> {
  const lists = context.entities.all.filter((entity) => viewOf(context.principal, entity).may.has("read"));
  return (await readViews(context, lists, false)).filter(({ view }) => view.problem === undefined);
}

/** The default view of a list for the reader; undefined when there is no valid one. */
export async function defaultViewOf(context: Reader, entity: EntityDefinition): Promise<SavedView | undefined> {
  const [row] = await readViews(context, [entity], true);
  const view = row?.view;
  return view?.problem === undefined ? view : undefined;
}

/** The changes of a view; absent properties stay unchanged. */
export type ViewChange = {
  id?: string | undefined;
  name?: string | undefined;
  isShared?: boolean | undefined;
  content?: ViewContent | undefined;
};

/** @throws {Problem} conflict */
async function refuseMore(tx: Tx, { memberId }: UserPrincipal, list: string): Promise<void> {
  const [row] = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from saved_view where member_id = ${memberId}::uuid and list = ${list} and deleted_at is null`,
  );
  if (row!.n >= maxViews) throw new Problem("conflict", texts.tooMany);
}

/**
 * Saves a view of a list, a new or an existing one. Only administrators may share views, or change shared ones.
 * @throws {Problem} forbidden; notFound; invalid; badRequest for a filter that the list does not support
 */
export async function saveView(
  context: Reader,
  entity: EntityDefinition,
  { id, name, isShared, content }: ViewChange,
): Promise<string> {
  const { principal, locale, services } = context;
  const list = entityKey(entity);
  if (isShared === true && !reaches(principal, "administrator")) throw new Problem("forbidden", forbiddenText);
  const { readable } = viewOf(principal, entity);
  if (content !== undefined) whereOf({ readable, tenantId: principal.tenantId }, filterOfList(readable, content));
  if (content?.layout !== undefined) checkLayout(readable, content.layout);
  const values = isShared === undefined ? {} : { isShared };
  const internal = content === undefined ? {} : { content: JSON.stringify(content) };
  return services.database.tenant(principal.tenantId, async (tx) => {
    if (id === undefined) {
      if (name === undefined) throw new Problem("invalid", texts.nameless, { fields: { name: texts.nameless } });
      await refuseMore(tx, principal, list);
      const all = Object.fromEntries(locales.map((language) => [language, name]));
      const row = await insertRow(tx, context, savedView, {
        values: { isShared: false, ...values, name: all },
        internal: { content: "{}", ...internal, list, memberId: principal.memberId },
      });
      return row.id;
    }
    const condition = sql`${rowsFor(principal, savedView, "update")} and id = ${id}::uuid and list = ${list}`;
    const [target] = await lockRows(tx, savedView, condition);
    if (target === undefined) throw new Problem("notFound", notFoundText);
    const named = name === undefined ? {} : { name: { ...target.row.name, [locale]: name } };
    const { version } = target.row;
    await updateLockedRow(tx, context, savedView, target, { version, values: { ...values, ...named }, internal });
    if (content?.layout !== undefined) await dropViewLayout(tx, principal, id);
    return id;
  });
}

/** Lets a list open with a view for this person; null: with all its rows. @throws {Problem} notFound for a view that they do not have */
export async function setDefaultView(context: Reader, entity: EntityDefinition, id: string | null): Promise<void> {
  const { principal, services } = context;
  const key = entityKey(entity);
  const views = id === null ? [] : await viewsOf(context, entity);
  if (id !== null && !views.some((view) => view.id === id)) throw new Problem("notFound", notFoundText);
  const all = sql`coalesce(default_views, '{}'::jsonb)`;
  const next = id === null ? sql`${all} - ${key}::text` : sql`${all} || jsonb_build_object(${key}::text, ${id}::text)`;
  await services.database.tenant(principal.tenantId, async (tx) => {
    const [row] = await lockRows(
      tx,
      member,
      sql`tenant_id = ${principal.tenantId}::uuid and id = ${principal.memberId}::uuid`,
    );
    if (row === undefined) throw new Problem("notFound", notFoundText);
    await patchRow(tx, asProgram(services, principal.tenantId, principal), member, row, {
      internal: { defaultViews: next },
    });
  });
}
