import { sql } from "drizzle-orm";
import { forbiddenText, type UserPrincipal } from "#kit/access.ts";
import {
  type AutoLayout,
  autoLayouts,
  type AutoPageKind,
  type AutoPagePart,
  type AutoPageView,
  readAutoPageParts,
  widgetsIn,
} from "#kit/auto-page.ts";
import { checkFields } from "#kit/check-fields.ts";
import type { AutoWidgetDefinition } from "#kit/auto-widget.ts";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, type LocalizedValue, type Text } from "#kit/text.ts";
import autoPage from "#entities/autoPage.ts";
import member from "#entities/member.ts";
import { tableSql } from "#records/query/table-store.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { defaultParts } from "./default-page.server.ts";
import { autoWidgets } from "./widget-types.ts";

const texts = {
  wrongType: { zh: "类型传入不正确，请重新传入", en: "There is no page for this type" },
  unknownWidget: { zh: "没有组件“{name}”", en: "There is no component “{name}”" },
  gone: { zh: "页面上没有此组件，请刷新", en: "This component is not on the page any more. Reload the page." },
  index: { zh: "{name}首页", en: "{name} index" },
  report: { zh: "{name}报表", en: "{name} report" },
  time: { zh: "{name}按时间", en: "{name} over time" },
} satisfies Record<string, Text>;

type StoredPage = {
  id: string;
  name: LocalizedValue<string>;
  audience: string;
  isInRole: boolean;
  intro: LocalizedValue<string> | null;
  layout: string;
  gutter: number | null;
  background: string | null;
  days: string | null;
  widgets: string;
};

/** A page as it is shown. `id`: of its row, absent for a page made from an entity. */
export type AutoPage = Pick<StoredPage, "name" | "intro" | "background"> & {
  id?: string;
  layout: AutoLayout;
  gutter: number;
  days: string;
  parts: AutoPagePart[];
};

type Context = Pick<CallContext<UserPrincipal>, "principal" | "entities" | "services">;

async function readStored({ principal, services }: Context, type: string, kind: AutoPageKind) {
  const { tenantId, memberId, view } = principal;
  const roles =
    view === undefined
      ? sql`(select roles from ${tableSql(member)} where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid and deleted_at is null)`
      : sql`jsonb_build_array(${view.roleId}::text)`;
  const [row] = await services.database.read<StoredPage>(
    tenantId,
    sql`select id, name, audience, intro, layout, gutter, background, days, widgets,
        coalesce(roles ?| array(select jsonb_array_elements_text(coalesce(${roles}, '[]'::jsonb))), false) as "isInRole"
      from ${tableSql(autoPage)}
      where tenant_id = ${tenantId}::uuid and deleted_at is null and lower(page_type) = lower(${type}) and kind = ${kind}
      order by created_at, id limit 1`,
  );
  return row;
}

const maySee = ({ isAdministrator, isSuperAdmin }: UserPrincipal, { audience, isInRole }: StoredPage): boolean =>
  isAdministrator || isSuperAdmin || audience === "members" || (audience === "roles" && isInRole);

/** The page of a row, with the parts that can be read. */
function fromStored({ widgets, layout, gutter, days, id, name, intro, background }: StoredPage): AutoPage {
  const reading = readAutoPageParts(widgets);
  return {
    id,
    name,
    intro,
    background,
    layout: autoLayouts.find((known) => known === layout) ?? "stack",
    gutter: gutter ?? 16,
    days: days ?? "30",
    parts: "parts" in reading ? reading.parts : [],
  };
}

/**
 * The page of a type for a reader: that of the space, or else one made from the entity with this type.
 * @throws {Problem} notFound when there is neither; forbidden when the page, or the entity, is not for the reader
 */
export async function readAutoPage(context: Context, type: string, kind: AutoPageView): Promise<AutoPage> {
  const { principal, entities } = context;
  const stored = kind === "time" ? undefined : await readStored(context, type, kind);
  if (stored !== undefined) {
    if (!maySee(principal, stored)) throw new Problem("forbidden", forbiddenText);
    return fromStored(stored);
  }
  const entity = entities.all.find((candidate) => candidate.type.toLowerCase() === type.toLowerCase());
  if (entity === undefined) throw new Problem("notFound", texts.wrongType);
  guard(principal, entity, "read");
  const { readable } = viewOf(principal, entity);
  return {
    name: nameOf(entity.listName ?? entity.name, kind),
    intro: null,
    background: null,
    layout: "grid",
    gutter: 16,
    days: "30",
    parts: defaultParts(readable, kind),
  };
}

const nameOf = (name: Text, kind: AutoPageView): Text => ({
  zh: formatText(texts[kind], { name: name.zh }).zh,
  en: formatText(texts[kind], { name: name.en }).en,
});

/** A widget that can load its data: its definition, and its settings with their default values. */
export type ReadyWidget = { definition: AutoWidgetDefinition; value: Record<string, unknown> };

/** @throws {Problem} badRequest for an unknown widget; invalid, naming the settings at fault */
export function readyWidget(name: string, stored: Readonly<Record<string, unknown>> = {}): ReadyWidget {
  const definition = autoWidgets.get(name);
  if (definition === undefined) throw new Problem("badRequest", formatText(texts.unknownWidget, { name }));
  const { settings } = definition;
  const defaults = Object.entries(settings).map(([field, { value = null }]) => [field, value]);
  const value: Record<string, unknown> = { ...Object.fromEntries(defaults), ...stored };
  const problems = checkFields(settings, value, value, { typeOf: fieldTypeOf });
  const [first] = Object.entries(problems);
  if (first === undefined) return { definition, value };
  const [path, text] = first;
  throw new Problem("invalid", { zh: `${path}：${text.zh}`, en: `${path}: ${text.en}` }, { fields: problems });
}

/** A widget of a page by its id. @throws {Problem} notFound; as `readyWidget` */
export function findWidget({ parts }: AutoPage, id: string): ReadyWidget {
  const found = widgetsIn(parts).find(({ widget }) => widget.id === id);
  if (found === undefined) throw new Problem("notFound", texts.gone);
  return readyWidget(found.widget.name, found.widget.value);
}
