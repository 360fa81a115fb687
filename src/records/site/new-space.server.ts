import { sql } from "drizzle-orm";
import type { Locale, Text } from "#kit/text.ts";
import { maskMobile } from "#kit/mobile.ts";
import { addPage, type NewPage } from "./add-page.server.ts";
import member from "#entities/member.ts";
import siteEntity from "#entities/site.ts";
import theme from "#entities/theme.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram, type ProgramServices } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { readableSecret } from "#server/process/secrets.server.ts";
import { starter } from "./starter-page.server.ts";

/** The name of a space until its owner changes it. Its site is public, so it contains nothing personal. */
const newSpaceName: Text = { zh: "新空间", en: "New space" };

/** The name of the first theme of a space. */
const firstThemeName: Text = { zh: "默认主题", en: "Default theme" };

/** Values of a `site`: at least its name. */
type SiteValues = { name: Text } & Readonly<Record<string, unknown>>;

/** Every site has a home page, and its bar on top leads there. */
const homeLink = { name: { zh: "首页", en: "Home" }, url: "/index", place: "before" };

export type NewSpace = {
  accountId: string;
  mobile: string;
  /** Sub-domain; random by default. */
  code?: string;
  userName?: string;
  site?: SiteValues;
  /** The language of its site: that of the person who registers. */
  language?: Locale;
  pages?: readonly NewPage[];
};

/** Creates a person's own tenant with them as its administrator, a site, its theme and initial pages. Returns its id. */
export async function createSpace(
  tx: Tx,
  services: ProgramServices,
  { accountId, mobile, code = readableSecret(8), userName = mobile, pages = [starter], site, language }: NewSpace,
): Promise<string> {
  const tenantId = newId();
  const { name, ...rest } = site ?? { name: newSpaceName, menu: [], links: [homeLink] };
  await tx.rows(
    sql`insert into tenant (id, code, name, owner_account_id, is_new)
      values (${tenantId}::uuid, ${code}, ${JSON.stringify(name)}::jsonb, ${accountId}::uuid, ${site === undefined})`,
  );
  const program = asProgram(services, tenantId);
  const masked = maskMobile(mobile);
  await insertRow(tx, program, member, {
    values: { userName, mobile: masked, name: masked, isAdministrator: true, status: "active" },
    internal: { accountId },
  });
  const { id: themeId } = await insertRow(tx, program, theme, { values: { name: firstThemeName } });
  await insertRow(tx, program, siteEntity, {
    values: { name, ...rest, theme: themeId, ...(language && { defaultLanguage: language }) },
  });
  for (const page of pages) await addPage(tx, program, page);
  await tx.changed("tenants");
  return tenantId;
}
