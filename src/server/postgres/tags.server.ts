/** The tag of everything that shows rows of an entity. */
export const rowsTag = (tenantId: string, type: string): string => `${tenantId}:${type}`;

/** The tag of everything that depends on which rows of an entity there are, whatever stands in them. */
export const rowSetTag = (tenantId: string, type: string): string => `${tenantId}:${type}:rows`;
