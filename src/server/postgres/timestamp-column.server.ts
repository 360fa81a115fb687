import { timestamp } from "drizzle-orm/pg-core";

/** A column of a moment, to the millisecond: what JavaScript dates hold, so that a value read and sent back finds its row. */
export const timestampColumn = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
