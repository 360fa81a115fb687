import { administrator } from "#kit/access.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, inLocale, type Locale } from "#kit/text.ts";
import page from "#entities/page.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { publishPage } from "#records/site/publish.server.ts";
import { type DraftRow, lockDraft } from "../draft.server.ts";
import { refuseIncomplete } from "../publish-check.server.ts";

const texts = {
  isPublished: { zh: "已发布，没有修改", en: "Published already, with no changes since" },
  published: { zh: "已发布", en: "Published" },
  incomplete: {
    zh: "页面“{title}”还不能发布，请先在设计器中处理",
    en: "The page “{title}” cannot be published yet. Finish it in the builder first.",
  },
};

/** @throws {Problem} conflict, naming the page, for a draft that cannot be published */
function refuseUnfinished(draft: DraftRow, entities: EntityRegistry): void {
  try {
    refuseIncomplete(draft, entities);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message = (locale: Locale) =>
      formatText(texts.incomplete, { title: inLocale(draft.page.setting.title, locale) ?? draft.path })[locale];
    throw new Problem("conflict", { zh: message("zh"), en: message("en") }, error.details);
  }
}

/** Publishes the draft of a page. */
export default defineRowCommand({
  id: "publish",
  entity: page,
  name: { zh: "发布", en: "Publish" },
  icon: "publish",
  access: administrator,
  stepUp: true,
  whyNot: [{ when: { field: "status", op: "eq", value: "published" }, text: texts.isPublished }],
  question: {
    title: {
      zh: "发布“{name}”？访客将立即看到。",
      en: "Publish {name}? Visitors see it immediately.",
    },
  },
  async run({ tx, context }, targets) {
    const { tenantId, memberId } = context.principal;
    for (const { row } of targets) {
      refuseUnfinished(await lockDraft(tx, context.principal, row.id), context.entities);
      await publishPage(tx, context, { tenantId, pageId: row.id, memberId });
    }
    return { text: texts.published, kind: "success" };
  },
});
