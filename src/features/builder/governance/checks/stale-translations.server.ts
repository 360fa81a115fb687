import { sql } from "drizzle-orm";
import { days } from "#kit/format.ts";
import type { FindingSubject } from "#kit/governance.ts";
import { type PageRecord, type PageSetting, settingId } from "#kit/page.ts";
import { pageFields } from "#kit/page-fields.ts";
import { isSame } from "#kit/same.ts";
import { formatText, type Locale, locales, type LocalizedValue } from "#kit/text.ts";
import { readRecord } from "#render/page/read-page.ts";
import { definitionOf } from "#render/registry.ts";
import { defineCheck, type Finding } from "../define-check.server.ts";
import { languagesOf, localeNames, type ValueField, valueFieldsOf } from "../value-fields.server.ts";

/** ms between the changes of two languages after which the earlier one counts as outdated: translating takes time. */
const patience = days(1);
/** Pages per slice, and the saves of each that are looked at, without those that are very large. */
const limits = { pages: 10, revisions: 50, characters: 200_000 };

const text = { zh: "“{name}”的{language}比另一种语言旧", en: "{name} changed after its {language} translation" };

type Revision = {
  pageId: string;
  at: string;
  change: {
    records: { id: string; before?: unknown; after?: unknown }[];
    setting?: { before: PageSetting; after: PageSetting };
  };
};
/** The last change of a text in each language, and how it is since. */
type History = { item: ValueField; record: string; changedAt: Partial<Record<Locale, number>> };

/** The localized fields of a record; none when this version of the program cannot read it. */
function textsOf(id: string, stored: unknown): ValueField[] {
  const record: PageRecord | undefined = readRecord(id, stored).record;
  const settings = record && definitionOf(record)?.settings;
  return settings === undefined
    ? []
    : valueFieldsOf(settings, record!.value).filter(({ field }) => field.localized === true);
}
const settingTexts = (setting: PageSetting) =>
  valueFieldsOf(pageFields, setting).filter(({ field }) => field.localized === true);

type Side = { id: string; before: ValueField[] | undefined; after: ValueField[] };

/** The texts of each record before and after a save. A record that was added, with both languages from one hand, has no `before`. */
const sidesOf = ({ change }: Revision): Side[] => [
  ...change.records.map(({ id, before, after }) => ({
    id,
    before: before === undefined ? undefined : textsOf(id, before),
    after: after === undefined ? [] : textsOf(id, after),
  })),
  ...(change.setting === undefined
    ? []
    : [
        {
          id: settingId,
          before: settingTexts(change.setting.before),
          after: settingTexts(change.setting.after),
        },
      ]),
];

/** Notes which texts of a record one save changed, in which languages. */
function noteChanges(histories: Map<string, History>, { id, before, after }: Side, at: number): void {
  const earlier = new Map(before?.map((item) => [item.path, item.value as LocalizedValue<unknown> | null]));
  for (const item of after) {
    const key = `${id} ${item.path}`;
    const value = item.value as LocalizedValue<unknown> | null;
    const changed = locales.filter((locale) => !isSame(value?.[locale], earlier.get(item.path)?.[locale]));
    if (changed.length === 0) continue;
    const times = Object.fromEntries(changed.map((locale) => [locale, at]));
    histories.set(key, { item, record: id, changedAt: { ...histories.get(key)?.changedAt, ...times } });
  }
}

function forget(histories: Map<string, History>, id: string): void {
  for (const [key, { record }] of histories) if (record === id) histories.delete(key);
}

/** What became of the texts of a page in its saves, oldest first, by record and field. */
function historiesOf(revisions: readonly Revision[]): History[] {
  const histories = new Map<string, History>();
  for (const revision of revisions)
    for (const side of sidesOf(revision)) {
      const isRemoved = side.after.length === 0;
      if (isRemoved) forget(histories, side.id);
      if (!isRemoved && side.before !== undefined) noteChanges(histories, side, Date.parse(revision.at));
    }
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
    const pages = await tx.rows<FindingSubject>(sql`select id, 'page' as type, title from page
      where tenant_id = ${tenantId}::uuid and deleted_at is null and snapshot_id is not null and id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid
      order by id limit ${limits.pages}`);
    const ids = sql.param(pages.map(({ id }) => id));
    const revisions =
      await tx.rows<Revision>(sql`select r.page_id as "pageId", r.created_at as at, r.change from page_revision r
        join page p on p.tenant_id = r.tenant_id and p.id = r.page_id
      where r.tenant_id = ${tenantId}::uuid and r.page_id = any(${ids}::uuid[]) and r.rev > p.rev - ${limits.revisions}
        and octet_length(r.change::text) < ${limits.characters}
      order by r.page_id, r.rev`);
    const findings = pages.flatMap((subject): Finding[] => {
      const saves = revisions.filter(({ pageId }) => pageId === subject.id);
      return historiesOf(saves).flatMap((history) => {
        const locale = behind(history);
        if (locale === undefined) return [];
        const { item, record } = history;
        return [
          {
            key: `${item.path} ${locale}`,
            subject,
            ...(record === settingId ? {} : { record }),
            text: {
              zh: formatText(text, { name: item.field.name.zh, language: localeNames[locale].zh }).zh,
              en: formatText(text, { name: item.field.name.en, language: localeNames[locale].en }).en,
            },
          },
        ];
      });
    });
    return { findings, next: pages.length < limits.pages ? null : pages.at(-1)!.id };
  },
});
