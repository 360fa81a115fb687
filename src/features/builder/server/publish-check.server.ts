import type { PageDocument } from "#kit/page.ts";
import { widgetsOf } from "#kit/page.ts";
import { Problem } from "#kit/problem.ts";
import { settingId } from "#kit/merge.ts";
import { isUntitled, recordProblems, type RecordProblem } from "./record-check.server.ts";

const texts = {
  refused: {
    zh: "页面还不能发布，请先处理列出的问题",
    en: "This page cannot be published yet. Fix the issues listed first.",
  },
  empty: { zh: "页面上还没有组件", en: "The page has no components yet" },
  untitled: { zh: "请输入标题，标题不能为空", en: "Title is required" },
};

/**
 * Checks a draft as visitors need it: something on it, a title, everything required filled in.
 * @throws {Problem} invalid, with every record and field at fault in `problems`
 */
export function refuseUnfinished(page: PageDocument): void {
  const problems: RecordProblem[] = Object.entries(page.records).flatMap(([id, record]) =>
    recordProblems(id, record, true),
  );
  if (widgetsOf(page).length === 0) problems.unshift({ id: settingId, message: texts.empty });
  if (isUntitled(page.setting)) problems.unshift({ id: settingId, field: "title", message: texts.untitled });
  if (problems.length > 0) throw new Problem("invalid", texts.refused, { problems });
}
