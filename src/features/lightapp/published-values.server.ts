/** The values of the row of a light app when its draft is published. */
export const publishedValues = () => ({ state: "published", publishedAt: new Date().toISOString() }) as const;
