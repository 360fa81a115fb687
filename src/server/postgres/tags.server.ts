/** The tag of everything that shows rows of an entity. */
export const rowsTag = (tenantId: string, type: string): string => `${tenantId}:${type}`;

/** The tag of what is remembered of the entities that a space defined itself. */
export const entitiesTag = (tenantId: string): string => `${tenantId}:entities`;

/** The tenant of a tag made by `entitiesTag`; undefined for any other tag. */
export const spaceOfEntities = (tag: string): string | undefined => /^(.+):entities$/.exec(tag)?.[1];

/** The tag of everything that depends on which rows of an entity exist, but not on their values. */
export const rowSetTag = (tenantId: string, type: string): string => `${tenantId}:${type}:rows`;
