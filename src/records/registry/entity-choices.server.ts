import type { EntityDefinition } from "#kit/entity.ts";
import type { Locale } from "#kit/text.ts";

/** An entity to choose, with the name that menus and lists have for it. */
type EntityChoice = { entity: EntityDefinition; name: string };

/** Entities in the order in which people choose one: those that the space has defined come first, and names decide within both parts. */
export const entityChoices = (entities: readonly EntityDefinition[], locale: Locale): EntityChoice[] =>
  entities
    .map((entity) => ({ entity, name: (entity.listName ?? entity.name)[locale] }))
    .toSorted(
      (one, other) =>
        Number(one.entity.stored === undefined) - Number(other.entity.stored === undefined) ||
        one.name.localeCompare(other.name, locale),
    );
