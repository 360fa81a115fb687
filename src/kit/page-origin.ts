import type { PageDocument, PageRecord } from "./page.ts";

/** A record without the item of the market that it comes from. */
export const withoutOrigin = ({ origin: _origin, ...record }: PageRecord): PageRecord => record as PageRecord;

/** A page whose records do not say where they came from. */
export const withoutOrigins = (page: PageDocument): PageDocument => ({
  ...page,
  records: Object.fromEntries(Object.entries(page.records).map(([id, record]) => [id, withoutOrigin(record)])),
});
