import { timestamp } from "drizzle-orm/pg-core";

/** A timestamp column with milliseconds, the precision of JavaScript dates, so that a value read and sent back matches its row. */
export const timestampColumn = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
