import type { Principal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { inLocale, type Locale } from "#kit/text.ts";
import type { EnumRow } from "#records/registry/enums.server.ts";
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

/** The entities whose rows the reader may read, with the fields that they may read. */
export function entityItems({ principal, entities, locale }: Reader): DataItem[] {
  return entities.all
    .filter((entity) => allows(principal, entity, "read"))
    .map((entity) => {
      const item = entityItem(entity, locale);
      const fields = Object.entries(viewOf(principal, entity).readable.fields);
      const children = fields.map(([field, { name }]) => ({ ...item, id: `${item.id}.${field}`, name: name[locale] }));
      return { ...item, children };
    });
}
