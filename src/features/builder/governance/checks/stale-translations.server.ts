import { sql } from "drizzle-orm";
import { localeNames } from "#kit/locale-names.ts";
import type { Fields } from "#kit/field.ts";
import { days } from "#kit/format.ts";
import type { FindingSubject } from "#kit/governance.ts";
import { outdatedTexts } from "#kit/outdated.ts";
import type { PageSetting, StoredPage } from "#kit/page.ts";
import { pageFields } from "#kit/page-fields.ts";
import { treeOf } from "#kit/page-tree.ts";
import { isSame } from "#kit/same.ts";
import { formatText, type Locale, locales, type LocalizedValue, type Text } from "#kit/text.ts";
import { shownLocales } from "#kit/visit.ts";
import { readPage } from "#render/page/read-page.ts";
import { definitionOf } from "#render/registry.ts";
import { lowestId } from "../runs.server.ts";
import { defineCheck, type Finding } from "../define-check.server.ts";
import { languagesOf, type ValueField, valueFieldsOf } from "../value-fields.server.ts";

/** ms between the changes of two languages of a setting after which the earlier one counts as outdated. Records say themselves what is out of date. */
const patience = days(1);
/** Pages per slice, and the saves of each in which changes of its settings are looked for. */
const limits = { pages: 10, revisions: 50 };

const text = { zh: "“{name}”的{language}比另一种语言旧", en: "{name} changed after its {language} translation" };

type Revision = {
  pageId: string;
  at: string;
  change: { setting?: { before: PageSetting; after: PageSetting } };
};
/** The last change of a text in each language, and how it is since. */
type History = { item: ValueField; changedAt: Partial<Record<Locale, number>> };

const settingTexts = (setting: PageSetting) =>
  valueFieldsOf(pageFields, setting).filter(({ field }) => field.localized === true);

/** Notes which texts of a page's settings one save changed, in which languages. */
function noteChanges(histories: Map<string, History>, { change, at }: Revision): void {
  if (change.setting === undefined) return;
  const earlier = new Map(
    settingTexts(change.setting.before).map((item) => [item.path, item.value as LocalizedValue<unknown> | null]),
  );
  for (const item of settingTexts(change.setting.after)) {
    const value = item.value as LocalizedValue<unknown> | null;
    const changed = locales.filter((locale) => !isSame(value?.[locale], earlier.get(item.path)?.[locale]));
    if (changed.length === 0) continue;
    const times = Object.fromEntries(changed.map((locale) => [locale, Date.parse(at)]));
    histories.set(item.path, { item, changedAt: { ...histories.get(item.path)?.changedAt, ...times } });
  }
}

/** The texts of a page that its records name as out of date. */
function outdatedIn(subject: FindingSubject, document: StoredPage): Finding[] {
  const { page } = readPage(document);
  const { record: find } = treeOf(page);
  return Object.values(page.records).flatMap((record) => {
    const languages = shownLocales(find, record.id);
    const settings: Fields = definitionOf(record)?.settings ?? {};
    const keys = new Set<string>();
    return outdatedTexts(record).flatMap(({ field, locale }): Finding[] => {
      const key = `${field} ${locale}`;
      const name = settings[field]?.name;
      if (keys.has(key) || name === undefined || !languages.includes(locale)) return [];
      keys.add(key);
      return [{ key, subject, record: record.id, text: findingText(name, locale) }];
    });
  });
}

const findingText = (name: Text, locale: Locale): Text => ({
  zh: formatText(text, { name: name.zh, language: localeNames[locale].zh }).zh,
  en: formatText(text, { name: name.en, language: localeNames[locale].en }).en,
});

/** What became of the texts of a page's settings in its saves, oldest first, by field. */
function historiesOf(revisions: readonly Revision[]): History[] {
  const histories = new Map<string, History>();
  for (const revision of revisions) noteChanges(histories, revision);
  return [...histories.values()];
}

/** The language of a text that was left behind, if there is one. */
function behind({ item, changedAt }: History): Locale | undefined {
  if (languagesOf(item).empty.length > 0) return undefined;
  return locales.find((locale) => {
    const other = locales.find((candidate) => candidate !== locale)!;
    const [changed, otherChanged] = [changedAt[locale] ?? Number.NEGATIVE_INFINITY, changedAt[other]];
    return otherChanged !== undefined && otherChanged - changed > patience;
  });
}

export default defineCheck({
  id: "stale-translations",
  kinds: ["site"],
  title: { zh: "翻译可能过期", en: "Outdated translations" },
  advice: {
    zh: "一种语言修改后，另一种语言没有跟着修改。请核对两种语言是否一致。",
    en: "One language was changed and the other was not. Compare the two.",
  },
  severity: "hint",
  async inRows({ tx, tenantId, after }) {
    const pages = await tx.rows<
      FindingSubject & { document: StoredPage }
    >(sql`select id, 'page' as type, title, document
      from page where tenant_id = ${tenantId}::uuid and deleted_at is null and snapshot_id is not null and document is not null
        and id > ${after ?? lowestId}::uuid order by id limit ${limits.pages}`);
    const ids = sql.param(pages.map(({ id }) => id));
    const revisions =
      await tx.rows<Revision>(sql`select r.page_id as "pageId", r.created_at as at, jsonb_build_object('setting', r.change -> 'setting') as change
        from page_revision r join page p on p.tenant_id = r.tenant_id and p.id = r.page_id
      where r.tenant_id = ${tenantId}::uuid and r.page_id = any(${ids}::uuid[]) and r.rev > p.rev - ${limits.revisions}
        and jsonb_typeof(r.change -> 'setting') = 'object'
      order by r.page_id, r.rev`);
    const findings = pages.flatMap(({ document, ...subject }): Finding[] => {
      const saves = revisions.filter(({ pageId }) => pageId === subject.id);
      const inSetting = historiesOf(saves).flatMap((history): Finding[] => {
        const locale = behind(history);
        if (locale === undefined) return [];
        const { path, field } = history.item;
        return [{ key: `${path} ${locale}`, subject, text: findingText(field.name, locale) }];
      });
      return [...outdatedIn(subject, document), ...inSetting];
    });
    return { findings, next: pages.length < limits.pages ? null : pages.at(-1)!.id };
  },
});
