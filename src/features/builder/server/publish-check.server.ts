import { clientTypes, inClient } from "#kit/client-type.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { type PageDocument, settingId } from "#kit/page.ts";
import { widgetsOf, withoutHidden } from "#kit/page-tree.ts";
import { Problem } from "#kit/problem.ts";
import { type Locale, locales, type Text } from "#kit/text.ts";
import { pageForVisit } from "#kit/visited-page.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { clientLimitsOf } from "#render/client-limits.ts";
import type { ReadPage } from "#render/page/read-page.ts";
import { pageBindingProblems } from "./binding-check.server.ts";
import { checkRecord, checkSetting, misplacedRecords, type RecordProblem } from "./record-check.server.ts";

const texts = {
  refused: {
    zh: "页面还不能发布，请先处理列出的问题",
    en: "This page cannot be published yet. Fix the issues listed first.",
  },
  empty: { zh: "页面上还没有组件", en: "The page has no components yet" },
  emptyIn: {
    zh: { zh: "中文页面还没有组件", en: "The Chinese page has no components yet" },
    en: { zh: "英文页面还没有组件", en: "The English page has no components yet" },
  } satisfies Record<Locale, Text>,
  unreadable: { zh: "此部分无法读取，只能删除", en: "This part cannot be read. You can only delete it." },
};

/** What keeps a page from the clients that it is made for: components that do not work there, and a page without any. */
function clientProblems(page: PageDocument): RecordProblem[] {
  if (widgetsOf(page).length === 0) return [];
  return clientTypes
    .filter((client) => page.setting.clients?.includes(client))
    .flatMap((client): RecordProblem[] => {
      const shownPage = pageForVisit(page, { client });
      if (widgetsOf(shownPage).length === 0) return [{ id: settingId, message: inClient(client, texts.empty) }];
      return Object.values(shownPage.records).flatMap((record) =>
        clientLimitsOf(record, fieldTypeOf)
          .filter((limit) => limit.client === client && limit.level === "none")
          .map(({ reason }) => ({ id: record.id, message: inClient(client, reason) })),
      );
    });
}

/** The languages in which a page with components shows none. */
const emptyLanguages = (page: PageDocument): RecordProblem[] =>
  widgetsOf(page).length === 0
    ? []
    : locales
        .filter((locale) => widgetsOf(pageForVisit(page, { locale })).length === 0)
        .map((locale) => ({ id: settingId, message: texts.emptyIn[locale] }));

/**
 * Checks that a draft can be published: it is not empty in any language, has a title, every record is readable, and every record that is not hidden has its
 * required settings, and what it is bound to can be read by visitors. `entities`: those of the space.
 * @throws {Problem} invalid; `problems` lists every invalid record and field
 */
export function refuseIncomplete({ page, broken }: ReadPage, entities: EntityRegistry): void {
  const unreadable = new Set(broken);
  const problems: RecordProblem[] = broken.map((id) => ({ id, message: texts.unreadable }));
  const shownPage = withoutHidden(page);
  for (const record of Object.values(shownPage.records))
    if (!unreadable.has(record.id)) problems.push(...checkRecord(record, true));
  problems.push(...pageBindingProblems(shownPage, entities).filter(({ id }) => !unreadable.has(id)));
  problems.push(...misplacedRecords(page).filter(({ id }) => !unreadable.has(id)));
  if (widgetsOf(shownPage).length === 0) problems.unshift({ id: settingId, message: texts.empty });
  if (!unreadable.has(settingId)) problems.unshift(...checkSetting(page.setting, true));
  problems.push(...emptyLanguages(shownPage), ...clientProblems(shownPage));
  if (problems.length > 0) throw new Problem("invalid", texts.refused, { problems });
}
