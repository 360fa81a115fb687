/** The tag of all data that shows rows of an entity. */
export const rowsTag = (tenantId: string, type: string): string => `${tenantId}:${type}`;

/** The tenant of a tag made by `rowsTag` for this entity; undefined for any other tag. */
export const tenantOfRowsTag = (tag: string, type: string): string | undefined =>
  tag.endsWith(`:${type}`) ? tag.slice(0, -type.length - 1) : undefined;

/** The tag of the cached entities that a space defined itself. */
export const entitiesTag = (tenantId: string): string => `${tenantId}:entities`;

/** The tenant of a tag made by `entitiesTag`; undefined for any other tag. */
export const tenantOfEntitiesTag = (tag: string): string | undefined => /^(.+):entities$/.exec(tag)?.[1];

/** The tag of data that depends on which rows of an entity exist, but not on their values. */
export const rowExistenceTag = (tenantId: string, type: string): string => `${tenantId}:${type}:rows`;

/** The tag of a page's draft. */
export const draftTag = (tenantId: string, pageId: string): string => `${tenantId}:draft:${pageId}`;

const deliveriesPrefix = "deliveries:";
/** The tag that announces new deliveries of a webhook. */
export const deliveriesTag = (tenantId: string, webhookId: string): string =>
  `${deliveriesPrefix}${tenantId}:${webhookId}`;

/** The webhook of a tag that `deliveriesTag` made; undefined for any other tag. */
export function webhookOfDeliveriesTag(tag: string): { tenantId: string; id: string } | undefined {
  if (!tag.startsWith(deliveriesPrefix)) return undefined;
  const [tenantId, id] = tag.slice(deliveriesPrefix.length).split(":");
  return tenantId === undefined || id === undefined ? undefined : { tenantId, id };
}

/** The tag of data that shows what the market has. */
export const marketTag = "market";
