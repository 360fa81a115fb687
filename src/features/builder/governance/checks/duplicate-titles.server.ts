import { sql } from "drizzle-orm";
import { localeNames } from "#kit/locale-names.ts";
import { type FindingSubject, maxCountedFindings } from "#kit/governance.ts";
import { systemPaths } from "#kit/page-path.ts";
import { formatText, type Locale, locales } from "#kit/text.ts";
import { defineCheck } from "../define-check.server.ts";

const text = {
  zh: "{count} 个页面的{language}标题都是“{title}”",
  en: "{count} pages have the {language} title “{title}”",
};

export default defineCheck({
  id: "duplicate-titles",
  kinds: ["site"],
  title: { zh: "标题重复", en: "Duplicate titles" },
  advice: {
    zh: "访客和搜索引擎难以区分这些页面。请使用不同的标题。",
    en: "Visitors and search engines cannot tell these pages apart. Give each its own title.",
  },
  severity: "hint",
  async inRows({ tx, tenantId }) {
    const rows = await tx.rows<FindingSubject & { locale: Locale; count: number; words: string }>(sql`
      select id, 'page' as type, title, locale, count, words from (
        select p.id, p.title, language.locale, p.title ->> language.locale as words,
          (count(*) over (partition by language.locale, p.title ->> language.locale))::int as count
        from page p cross join unnest(${sql.param([...locales])}::text[]) as language(locale)
        where p.tenant_id = ${tenantId}::uuid and p.deleted_at is null and p.snapshot_id is not null and p.theme is null
          and strpos(p.path, '{') = 0 and p.path <> all(${sql.param([...systemPaths])}::text[])
          and coalesce(p.title ->> language.locale, '') <> ''
      ) titles where count > 1 order by words, id limit ${maxCountedFindings}`);
    return {
      findings: rows.map(({ locale, count, words, ...subject }) => ({
        key: `${locale} ${words}`,
        subject,
        text: {
          zh: formatText(text, { count, language: localeNames[locale].zh, title: words }).zh,
          en: formatText(text, { count, language: localeNames[locale].en, title: words }).en,
        },
      })),
      next: null,
    };
  },
});
