import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { MarketDocument, ThemeColors } from "#kit/market-document.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import { timestampColumn } from "#server/postgres/timestamp-column.server.ts";

/** The items that every space sees, as they were accepted. The id is that of the item in its space. */
export const marketOffer = pgTable(
  "market_offer",
  {
    id: uuid().primaryKey(),
    /** The space that offers it; that of the platform for items of the program. */
    tenantId: uuid("tenant_id").notNull(),
    kind: text().notNull(),
    classId: text("class_id").notNull(),
    /** The name of the definition of an item that is one section; empty for others. */
    widgetId: text("widget_id").notNull().default(""),
    name: jsonb().$type<LocalizedValue<string>>().notNull(),
    intro: jsonb().$type<LocalizedValue<string>>().notNull().default({}),
    image: text().notNull().default(""),
    languages: text().notNull().default(""),
    records: integer().notNull().default(0),
    /** The number of pages that come with a theme. */
    pages: integer().notNull().default(0),
    /** The first colours of a theme; null for others. */
    colors: jsonb().$type<ThemeColors>(),
    edition: integer().notNull(),
    /** The name of the space. */
    spaceName: jsonb("space_name").$type<Text>().notNull(),
    isPlatform: boolean("is_platform").notNull().default(false),
    /** The hash of the content of an item of the program; null for others. */
    hash: text(),
    /** How often it was taken. */
    uses: integer().notNull().default(0),
    /** Entries of the search index (records/query/search.server.ts). */
    grams: bigint({ mode: "number" }).array().notNull().default([]),
    offeredAt: timestampColumn("offered_at").notNull().defaultNow(),
  },
  (table) => [
    index("market_offer_kind").on(table.kind, table.offeredAt.desc(), table.id),
    index("market_offer_class").on(table.kind, table.classId, table.offeredAt.desc(), table.id),
    index("market_offer_all").on(table.offeredAt.desc(), table.id),
    index("market_offer_space").on(table.tenantId),
    index("market_offer_search").using("gin", table.grams),
  ],
);

/** The contents of offered items: the last accepted editions of each. */
export const marketEdition = pgTable(
  "market_edition",
  {
    id: uuid().primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    offerId: uuid("offer_id")
      .notNull()
      .references(() => marketOffer.id, { onDelete: "cascade" }),
    edition: integer().notNull(),
    document: jsonb().$type<MarketDocument>().notNull(),
    createdAt: timestampColumn("created_at").notNull().defaultNow(),
  },
  (table) => [unique("market_edition_number").on(table.offerId, table.edition)],
);
