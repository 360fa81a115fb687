import type { Principal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { FieldConfig } from "#kit/field.ts";
import { inLocale, type Locale } from "#kit/text.ts";
import type { EnumRow } from "#records/registry/enums.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { type DataItem, dataKinds } from "./data-nodes.server.ts";

type Reader = { principal: Principal; entities: EntityRegistry; locale: Locale };

/** An entity as data, identified by its type. */
export const entityItem = ({ type, name, stored }: EntityDefinition, locale: Locale): DataItem => ({
  id: type,
  name: name[locale],
  kind: stored === undefined ? dataKinds.entity : dataKinds.ownEntity,
});

/** An option set as data. */
export const enumItem = ({ id, name, title }: EnumRow, locale: Locale): DataItem => ({
  id,
  name: inLocale(title, locale) ?? name,
  kind: dataKinds.enumeration,
});

/** A field as data: an object if its values have fields of their own, else of the kind of what it belongs to. */
function fieldItem(parent: DataItem, [name, field]: readonly [string, FieldConfig], locale: Locale): DataItem {
  const item = { ...parent, id: `${parent.id}.${name}`, name: field.name[locale] };
  const inner = Object.entries(fieldTypeOf(field).subFields?.(field) ?? {});
  if (inner.length === 0) return item;
  const object = { ...item, kind: dataKinds.object };
  return { ...object, children: inner.map((entry) => fieldItem(object, entry, locale)) };
}

/** The fields of an entity that the reader may read, as data. */
const fieldItems = (
  entity: EntityDefinition,
  { principal, locale }: Pick<Reader, "principal" | "locale">,
): DataItem[] =>
  Object.entries(viewOf(principal, entity).readable.fields).map((entry) =>
    fieldItem(entityItem(entity, locale), entry, locale),
  );

/** The objects among the fields of an entity that the reader may read. */
export const objectItems = (entity: EntityDefinition, reader: Pick<Reader, "principal" | "locale">): DataItem[] =>
  fieldItems(entity, reader).filter(({ kind }) => kind === dataKinds.object);

/** The entities whose rows the reader may read, with the fields that they may read. */
export function entityItems({ principal, entities, locale }: Reader): DataItem[] {
  return entities.all
    .filter((entity) => allows(principal, entity, "read"))
    .map((entity) => ({ ...entityItem(entity, locale), children: fieldItems(entity, { principal, locale }) }));
}
