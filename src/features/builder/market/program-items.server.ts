import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import type { MarketDocument } from "#kit/market-document.ts";
import { type MarketClass, marketClasses, type MarketKind } from "#kit/market.ts";
import type { PageDocument } from "#kit/page.ts";
import { descendantsOf, treeOf, widgetsOf } from "#kit/page-tree.ts";
import type { SiteTemplate } from "#kit/site-template.ts";
import { type Text, textIn } from "#kit/text.ts";
import { documentOfTemplate, siteTemplates } from "#records/site/site-templates.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { cleanDocument, withItemIds } from "./clean-document.server.ts";
import { putOffer, removeOffer } from "./door.server.ts";
import { factsOf } from "./items.server.ts";

/** An item that the program offers. `key` identifies it in every version of the program. */
type ProgramItem = {
  key: string;
  kind: MarketKind;
  classId: MarketClass;
  name: Text;
  intro: Text;
  image: string;
  document: MarketDocument;
};

const classOf = (key: string): MarketClass => (Object.hasOwn(marketClasses, key) ? (key as MarketClass) : "general");

/** The headline of a section in one line; undefined for one without. */
function headlineOf({ headline, heading }: Readonly<Record<string, unknown>>): Text | undefined {
  const title = headline ?? heading;
  if (textIn(title, "zh") === "") return undefined;
  return { zh: textIn(title, "zh").replaceAll("\n", ""), en: textIn(title, "en").replaceAll("\n", " ") };
}

/** One section of a page, as a page of its own. */
function sectionOf(page: PageDocument, id: string, title: Text): PageDocument {
  const records = [page.records[id]!, ...descendantsOf(treeOf(page), id)];
  return {
    schema: 1,
    setting: { title, description: {}, showHead: false, showFoot: false },
    records: Object.fromEntries(records.map((record) => [record.id, record])),
  };
}

/** A name of at most 60 characters that says of which template it is. */
const named = (template: SiteTemplate, title: Text): Text => {
  const join = (locale: "zh" | "en") => `${template.name[locale]} · ${title[locale]}`.slice(0, 60);
  return { zh: join("zh"), en: join("en") };
};

/** The items of a template: its look with its pages, its pages, and the sections of its pages that have a headline. */
function itemsOf(template: SiteTemplate): ProgramItem[] {
  const common = { classId: classOf(template.key), image: template.picture };
  const look: ProgramItem = {
    ...common,
    key: `${template.key} theme`,
    kind: "theme",
    name: template.name,
    intro: template.intro,
    document: {
      tokens: template.tokens,
      pages: template.pages.map((templatePage) => ({
        key: templatePage.path,
        path: templatePage.path,
        page: documentOfTemplate(templatePage),
      })),
    },
  };
  const pages = template.pages.flatMap((templatePage): ProgramItem[] => {
    const page = documentOfTemplate(templatePage);
    const key = `${template.key} ${templatePage.path}`;
    const sections = widgetsOf(page).flatMap((widget): ProgramItem[] => {
      const title = headlineOf(widget.value);
      if (title === undefined || widget.name === "page-title") return [];
      const image = typeof widget.value.image === "string" ? widget.value.image : common.image;
      const document = { page: sectionOf(page, widget.id, title) };
      const intro = named(template, templatePage.title);
      return [{ ...common, key: `${key} ${widget.id}`, kind: "widget", name: title, intro, image, document }];
    });
    const whole: ProgramItem = {
      ...common,
      key,
      kind: "page",
      name: named(template, templatePage.title),
      intro: templatePage.description,
      document: { page },
    };
    return [whole, ...sections];
  });
  return [look, ...pages];
}

/** The id of an item of the program: the same in every installation. */
function idOf(key: string): string {
  const hex = createHash("sha256").update(`market item ${key}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const hashOf = (item: ProgramItem): string => createHash("sha256").update(JSON.stringify(item)).digest("hex");

/** The items that this version of the program offers. @public For tests. */
export const programItems = (): ProgramItem[] => siteTemplates.flatMap(itemsOf);

async function update(tx: Tx, tenantId: string): Promise<void> {
  await tx.lock("market items of the program");
  const stored = await tx.rows<{ id: string; hash: string; edition: number }>(
    sql`select id, hash, edition from market_offer where tenant_id = ${tenantId}::uuid and hash is not null`,
  );
  const storedById = new Map(stored.map((row) => [row.id, row]));
  for (const item of programItems()) {
    const id = idOf(item.key);
    const hash = hashOf(item);
    const earlier = storedById.get(id);
    storedById.delete(id);
    if (earlier?.hash === hash) continue;
    const { document } = cleanDocument(item.document);
    const { kind, classId, name, intro, image } = item;
    const content = withItemIds(document, id);
    const edition = (earlier?.edition ?? 0) + 1;
    const facts = factsOf(kind, content);
    const words = { kind, classId, name, intro, image };
    await putOffer(tx, { ...words, ...facts, id, tenantId, hash, edition, document: content, isPlatform: true });
  }
  for (const id of storedById.keys()) await removeOffer(tx, { tenantId, id });
}

/** Offers what the program has for the market: looks, pages and sections of its templates. What has not changed stays as it is. */
export async function offerProgramItems({ database, tenants }: Pick<Services, "database" | "tenants">): Promise<void> {
  const { id: tenantId } = await tenants.platform();
  await database.tenant(tenantId, (tx) => update(tx, tenantId));
}
