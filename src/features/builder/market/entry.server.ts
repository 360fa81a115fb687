import { z } from "zod";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { marketClassNames, marketKindNames, marketPreviewUrl, marketStateNames } from "#kit/market.ts";
import { isLocale, locales, textIn } from "#kit/text.ts";
import { keyedHash, isSameHash, type Pepper, withEachKey } from "#server/process/secrets.server.ts";
import { listEntries, type MarketEntry, type MarketFilter } from "./door.server.ts";

const color = z.string().optional();

/** An item in the words of the wire, in the language of its reader. */
export const wireEntry = z.object({
  id: z.string(),
  kind: z.enum(marketKindNames),
  classId: z.string(),
  name: z.string(),
  intro: z.string(),
  /** The address of its picture; "" without one. */
  image: z.string(),
  languages: z.array(z.enum(locales)),
  /** The name of the definition of one section; "" for other kinds. */
  widgetId: z.string(),
  records: z.number(),
  /** The number of pages that come with a theme; 0 for other kinds. */
  pages: z.number(),
  /** The first colours of a theme; null for other kinds. */
  colors: z.object({ paper: color, ink: color, brand: color, seal: color }).nullable(),
  edition: z.number(),
  state: z.enum(marketStateNames),
  isOwn: z.boolean(),
  isPlatform: z.boolean(),
  /** The space that offers it; "" for an own item. */
  spaceName: z.string(),
  uses: z.number(),
  /** Why an own item was refused; "" otherwise. */
  reason: z.string(),
  updatedAt: z.string(),
  /** Where it can be looked at. */
  url: z.string(),
});
export type WireEntry = z.output<typeof wireEntry>;

/** A cloud widget of the contract (N-018). `widgetId`: the name of the definition of the component that it was made from. */
export const cloudWidget = z.object({ id: z.string(), name: z.string(), image: z.string(), widgetId: z.string() });

/** What lists of items have in common. */
export const pagingInput = {
  pageIndex: z.coerce.number().int().min(1).max(500).default(1),
  pageSize: z.coerce.number().int().min(1).max(60).default(20),
};
export const filterInput = {
  classId: z.enum(marketClassNames).optional(),
  keyword: z.string().trim().max(60).optional(),
};

const signature = (pepper: Pepper, id: string, edition: number) =>
  keyedHash(pepper, "market preview", id, String(edition)).slice(0, 32);

/** Whether the token is that of the preview of an edition that is not offered. */
export const isPreviewToken = (
  pepper: Pepper,
  { id, edition, token }: { id: string; edition: number; token: string },
): boolean =>
  /^[0-9a-f]{32}$/.test(token) && withEachKey(pepper).some((key) => isSameHash(token, signature(key, id, edition)));

/** The address of the preview of an item, or of a `page` of a theme. One that is not offered is shown only to those who were given its address. */
export function previewUrlOf(
  pepper: Pepper,
  { id, edition, state }: Pick<MarketEntry, "id" | "edition" | "state">,
  page?: string,
): string {
  if (state === "offered") return marketPreviewUrl(id, page);
  return `${marketPreviewUrl(id, page)}&edition=${edition}&token=${signature(pepper, id, edition)}`;
}

/** An item as one reader gets it. */
export function wireEntryOf(
  { name, intro, languages, spaceName, tenantId: _owner, ...entry }: MarketEntry,
  { locale, services }: Pick<CallContext, "locale" | "services">,
): WireEntry {
  return {
    ...entry,
    name: textIn(name, locale),
    intro: textIn(intro, locale),
    languages: languages.split(",").filter(isLocale),
    spaceName: textIn(spaceName, locale),
    url: previewUrlOf(services.pepper, entry),
  };
}

/** A page of a list of items, in the words of the wire. */
export const wirePage = z.object({
  pageIndex: z.number(),
  pageSize: z.number(),
  total: z.number(),
  rows: z.array(wireEntry),
});

/** A page of the items that the space of a person sees. */
export async function wirePageOf(
  context: Pick<CallContext<UserPrincipal>, "principal" | "services" | "locale">,
  { pageIndex, pageSize, ...filter }: MarketFilter & { pageIndex: number; pageSize: number },
): Promise<z.output<typeof wirePage>> {
  const { total, rows } = await listEntries(context.services, context.principal, filter, { pageIndex, pageSize });
  return { pageIndex, pageSize, total, rows: rows.map((entry) => wireEntryOf(entry, context)) };
}
