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

/** The values of a `site` row. */
type SiteValues = { name: Text } & Readonly<Record<string, unknown>>;

/** The link to the home page in the top bar of a new site. */
const homeLink = { name: { zh: "首页", en: "Home" }, url: "/index", place: "before" };

export type NewSpace = {
  accountId: string;
  mobile: string;
  /** The sub-domain; random by default. */
  code?: string;
  userName?: string;
  site?: SiteValues;
  /** The default language of the site: the language in which the person registered. */
  language?: Locale;
  pages?: readonly NewPage[];
};

/** Creates a tenant for a person: a member as its administrator, a site, a theme and initial pages. Returns the tenant's id. */
export async function createSpace(
  tx: Tx,
  services: ProgramServices,
  { accountId, mobile, code = readableSecret(8), userName = mobile, pages = [starter], site, language }: NewSpace,
): Promise<string> {
  const tenantId = newId();
  const { name, ...siteValues } = site ?? { name: newSpaceName, menu: [], links: [homeLink] };
  await tx.rows(
    sql`insert into tenant (id, code, name, owner_account_id, is_new)
      values (${tenantId}::uuid, ${code}, ${JSON.stringify(name)}::jsonb, ${accountId}::uuid, ${site === undefined})`,
  );
  const program = asProgram(services, tenantId);
  const maskedMobile = maskMobile(mobile);
  await insertRow(tx, program, member, {
    values: { userName, mobile: maskedMobile, name: maskedMobile, isAdministrator: true, status: "active" },
    internal: { accountId },
  });
  const { id: themeId } = await insertRow(tx, program, theme, { values: { name: firstThemeName } });
  await insertRow(tx, program, siteEntity, {
    values: { name, ...siteValues, theme: themeId, ...(language && { defaultLanguage: language }) },
  });
  for (const page of pages) await addPage(tx, program, page);
  await tx.notifyChanged("tenants");
  return tenantId;
}
